// The search of a static export, where no server answers: it loads the index of
// names that the export wrote. It is imported with the first query.
import type { Answer, Result } from "./answer";

const shown = 24;

interface Entry {
  result: Result;
  tags: string[];
  fields: { words: string[]; weight: number }[];
}

// open loads an index and returns what searches it.
export async function open(address: string): Promise<(query: string) => Answer> {
  const answer = await fetch(address);
  if (!answer.ok) {
    throw new Error(String(answer.status));
  }
  const entries = read(await answer.json());
  return (query) => find(entries, query);
}

function read(value: unknown): Entry[] {
  if (!isIndex(value)) {
    throw new Error("not an index");
  }
  return value.entries.map((line) => {
    const text = (i: number): string => (typeof line[i] === "string" ? line[i] : "");
    const of = (list: string[], i: unknown): string => (typeof i === "number" ? (list[i] ?? "") : "");
    const tags = Array.isArray(line[7]) ? line[7].map((t) => of(value.tags, t)) : [];
    const result: Result = { kind: of(value.kinds, line[0]), url: text(1), title: text(2), excerpt: text(3) };
    const method = line.length > 5 ? of(value.methods, line[4]) : "";
    if (method && text(5)) {
      result.method = method;
      result.path = text(5);
    }
    if (line[8] === 1) {
      result.deprecated = true;
    }
    const fields = [
      { words: words(result.title), weight: 100 },
      { words: words(text(6)), weight: 60 },
      { words: words(result.path ?? ""), weight: 50 },
      { words: tags.flatMap(words), weight: 40 },
      { words: words(result.method ?? ""), weight: 30 },
      { words: words(text(3)), weight: 15 },
    ];
    return { result, tags: tags.map((t) => t.toLowerCase()), fields };
  });
}

function isIndex(value: unknown): value is { kinds: string[]; tags: string[]; methods: string[]; entries: unknown[][] } {
  const lists = value as { [name: string]: unknown } | null;
  return typeof lists === "object" && lists !== null && ["kinds", "tags", "methods", "entries"].every((name) => Array.isArray(lists[name]) || lists[name] === null);
}

// find returns the entries that have every word and fit every filter.
function find(entries: Entry[], query: string): Answer {
  const pieces = query.match(/[^\s"]*"[^"]*"?|\S+/g) ?? [];
  const filters = pieces.map((p) => /^([a-z]+):(.+)$/i.exec(p.replaceAll('"', ""))).filter((m) => m !== null && m[1] !== undefined && m[1].toLowerCase() in tests);
  const wanted = words(pieces.filter((p) => !filters.some((f) => f?.input === p.replaceAll('"', ""))).join(" ")).slice(0, 12);
  const hits: { entry: Entry; score: number }[] = [];
  if (wanted.length + filters.length > 0) {
    for (const entry of entries) {
      const fits = filters.every((f) => tests[(f?.[1] ?? "").toLowerCase()]?.(entry, (f?.[2] ?? "").toLowerCase()));
      const score = fits ? total(entry, wanted) : 0;
      if (score > 0) {
        hits.push({ entry, score });
      }
    }
  }
  hits.sort((a, b) => b.score - a.score);
  return { total: hits.length, notes: [], results: hits.slice(0, shown).map(({ entry }) => marked(entry.result, wanted)) };
}

const tests: Readonly<Record<string, (e: Entry, value: string) => boolean>> = {
  method: (e, value) => value.split(",").includes((e.result.method ?? "").toLowerCase()),
  tag: (e, value) => e.tags.includes(value) || (e.result.kind === "tag" && e.result.title.toLowerCase() === value),
  path: (e, value) => (e.result.path ?? "").toLowerCase().includes(value),
  kind: (e, value) => e.result.kind === value,
  deprecated: (e, value) => (e.result.deprecated === true) === /^(yes|true|1)$/.test(value),
};

// total adds the best score of every word; it is 0 when one is missing.
function total(entry: Entry, wanted: string[]): number {
  let sum = 1;
  for (const w of wanted) {
    let best = 0;
    for (const { words: have, weight } of entry.fields) {
      for (const h of have) {
        best = Math.max(best, quality(h, w) * weight);
      }
    }
    if (best === 0) {
      return 0;
    }
    sum += best;
  }
  const bonus = entry.result.method ? 1.25 : 1;
  return sum * bonus * (1 - 0.012 * Math.min(entry.fields[0]?.words.length ?? 0, 20));
}

// quality says how well a word that is there fits one that is wanted.
function quality(have: string, want: string): number {
  if (have === want) {
    return 1;
  }
  if (have.startsWith(want)) {
    return 0.7;
  }
  if (want.length > 3 && want.endsWith("s") && have === want.slice(0, -1)) {
    return 0.95;
  }
  if (want.length < 4) {
    return 0;
  }
  return have.includes(want) ? 0.4 : typo(have, want) ? 0.35 : 0;
}

// typo reports whether the start of have is want with one letter wrong, missing,
// too much or swapped with the next one.
function typo(have: string, want: string): boolean {
  let i = 0;
  while (i < have.length && have[i] === want[i]) {
    i++;
  }
  const h = have.slice(i);
  const w = want.slice(i);
  return (
    i > 0 &&
    (h.startsWith(w.slice(1)) || h.slice(1).startsWith(w) || h.slice(1).startsWith(w.slice(1)) || (h[0] === w[1] && h[1] === w[0] && h.slice(2).startsWith(w.slice(2))))
  );
}

// words are the runs of letters and digits of a text in small letters, and the
// parts of names in camel case.
function words(text: string): string[] {
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).flatMap((run) => {
    const parts = run.split(/(?<=\p{Ll})(?=\p{Lu})/u);
    return [run, ...(parts.length > 1 ? parts : [])].map((p) => p.toLowerCase());
  });
}

// marked says where the words stand in what a result shows.
function marked(r: Result, wanted: string[]): Result {
  const result: Result = { ...r };
  const title = parts(r.title, wanted);
  const path = parts(r.path ?? "", wanted);
  const excerpt = parts(r.excerpt ?? "", wanted);
  if (title) {
    result.titleParts = title;
  }
  if (path) {
    result.pathParts = path;
  }
  if (excerpt) {
    result.excerptParts = excerpt;
  }
  return result;
}

function parts(text: string, wanted: string[]): string[] | undefined {
  const lower = text.toLowerCase();
  const list: string[] = [];
  let end = 0;
  for (const run of lower.matchAll(/[\p{L}\p{N}]+/gu)) {
    const w = wanted.find((want) => quality(run[0], want) > 0);
    if (w === undefined || lower.length !== text.length) {
      continue;
    }
    const inside = run[0].indexOf(w);
    const start = run.index + Math.max(inside, 0);
    const stop = inside < 0 ? run.index + run[0].length : start + w.length;
    list.push(text.slice(end, start), text.slice(start, stop));
    end = stop;
  }
  return end > 0 ? [...list, text.slice(end)] : undefined;
}
