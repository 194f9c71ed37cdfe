// The search of a static export, where no server answers: it finds what a server
// finds and ranks it the same, in an index that the export wrote. What every
// search needs is loaded with the first query, words by the character they begin
// with.
import { data } from "../files/data";
import { phrase } from "../base/words";
import type { Answer, Result } from "./answer";
import { read, type Entry } from "./index/entry";
import { marked } from "./index/mark";
import { parse, type Query } from "./index/query";
import { fitting, payload, rank, type Ranked } from "./index/rank";
import { parseRequest, route } from "./index/route";
import { depth, Table } from "./index/table";

const shown = 50;

// open loads an index and returns what searches it. The other files of the index
// stand beside it.
export async function open(address: string): Promise<(query: string) => Promise<Answer>> {
  const entries = read(await data(address));
  const table = new Table(entries, (name) => data(new URL(name + ".js", address).href));
  return (query) => find(table, query);
}

async function find(table: Table, text: string): Promise<Answer> {
  const pasted = parseRequest(text);
  const routed = pasted?.whole ? route(table.entries, pasted).map(bare) : [];
  if (routed.length > 0) {
    return answer(table, parse(""), routed);
  }
  const names = payload(text);
  if (names) {
    return answer(table, parse(""), await fitting(table, names));
  }
  const q = parse(text);
  if (q.words.length + q.filters.length === 0) {
    return { total: 0, notes: q.notes, results: [] };
  }
  let list = await rank(table, q, false);
  if (list.length === 0 && q.words.length > 0) {
    list = await rank(table, q, true);
  }
  return answer(table, q, typed(table, q, list));
}

// typed puts the operations at a path that the reader typed in front.
function typed(table: Table, q: Query, list: Ranked[]): Ranked[] {
  const path = parseRequest(q.text);
  if (!path || path.whole) {
    return list;
  }
  const first = route(table.entries, path).filter((i) => table.entries.list[i] && fits(table.entries.list[i], q));
  return [...first.map(bare), ...list.filter((r) => !first.includes(r.entry))];
}

function fits(e: Entry, q: Query): boolean {
  return q.filters.every((f) => f.fits(e, f.value));
}

function bare(entry: number): Ranked {
  return { entry, score: 0, part: -1, field: 0, word: null };
}

function answer(table: Table, q: Query, list: Ranked[]): Answer {
  const results = list.slice(0, shown).flatMap((r): Result[] => {
    const e = table.entries.list[r.entry];
    if (!e) {
      return [];
    }
    const result: Result = { ...e.result };
    const parts = { title: marked(result.title, q.words), path: marked(result.path ?? "", q.words), excerpt: marked(result.excerpt ?? "", q.words) };
    if (parts.title) {
      result.titleParts = parts.title;
    }
    if (parts.path) {
      result.pathParts = parts.path;
    }
    if (parts.excerpt) {
      result.excerptParts = parts.excerpt;
    }
    const where = place(table, r);
    if (where) {
      result.where = where;
    }
    return [result];
  });
  return { total: list.length, notes: q.notes, results };
}

// places say in which field of a part a word was found.
const places: Readonly<Record<number, string>> = {
  5: phrase("{1} in a parameter"),
  6: phrase("{1} in a field"),
  7: phrase("{1} in a value"),
  9: phrase("{1} in the description of a part"),
  10: phrase("{1} in a rule"),
  11: phrase("{1} in an example"),
  12: phrase("{1} in an extension"),
};

// place says where a word was found that a result does not show.
function place(table: Table, r: Ranked): string {
  if (!r.word || depth(r.field) < 2) {
    return "";
  }
  const { list, parts } = table.entries;
  const model = r.part >= list.length ? parts[r.part - list.length] : r.part !== r.entry ? list[r.part]?.result.title : "";
  const where = (places[r.field] ?? phrase("{1} in a part")).replace("{1}", () => r.word?.text ?? "");
  return model ? phrase("{1} of model {2}", where, model) : where;
}
