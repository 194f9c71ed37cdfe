import type { Entry } from "./entry";
import { normalName, type Query, type Word } from "./query";
import { folded, joined } from "./words";
import { depth, members as inMembers, noHits, singular, type Hits, type Table } from "./table";

const joinedFromParts = 0.6;
const longTitle = 16;

// Ranked is an entry with what it is worth, and the word that says most about it.
export interface Ranked {
  readonly entry: number;
  score: number;
  part: number;
  field: number;
  word: Word | null;
  named?: boolean; // an operation whose title or operationId has all words
}

// rank returns the entries that have every word and fit every filter.
export async function rank(table: Table, q: Query, loose: boolean): Promise<Ranked[]> {
  const found: Hits[] = [];
  for (const w of q.words) {
    const h = await scoreWord(table, w, loose);
    if (h.count === 0) {
      return [];
    }
    found.push(h);
  }
  const list: Ranked[] = [];
  table.entries.list.forEach((e, i) => {
    const r: Ranked = { entry: i, score: 0, part: -1, field: 0, word: null };
    let titled = 0;
    let named = 0;
    for (const [j, h] of found.entries()) {
      if (!h.score[i]) {
        return;
      }
      const field = h.field[i] ?? 0;
      r.score += h.score[i] ?? 0;
      titled += field === 0 ? 1 : 0;
      named += field <= 1 ? 1 : 0;
      if (!r.word || depth(field) > depth(r.field)) {
        r.word = q.words[j] ?? null;
        r.field = field;
        r.part = h.part[i] ?? -1;
      }
    }
    if (q.filters.every((f) => f.fits(e, f.value))) {
      r.score = weigh(e, r.score, titled, q);
      r.named = named > 1 && named === found.length && callable(e);
      list.push(r);
    }
  });
  return namedFirst(table, q.words.length > 0 ? list.sort((a, b) => b.score - a.score) : list, q);
}

// namedFirst puts the operations that are called what is asked for, in several words,
// before the first model that is called otherwise.
function namedFirst(table: Table, list: readonly Ranked[], q: Query): Ranked[] {
  const first = list.findIndex(({ entry }) => {
    const result = table.entries.list[entry]?.result;
    return result?.kind === "model" && normalName(result.title) !== q.name;
  });
  const [before, rest] = first < 0 ? [list, []] : [list.slice(0, first), list.slice(first)];
  return [...before, ...rest.filter((r) => r.named), ...rest.filter((r) => !r.named)];
}

// weigh says what an entry is worth: operations stand above models, titles of
// which much is asked for above long ones, and what is written as it is asked for
// above all.
function weigh(e: Entry, sum: number, titled: number, q: Query): number {
  const { title, path = "", deprecated } = e.result;
  let score = sum * Math.max(e.bonus, 1) * (1 - 0.01 * Math.min(e.length, 20));
  if (e.length > 0 && e.length <= longTitle) {
    score *= 0.8 + 0.5 * Math.min(titled / e.length, 1);
  }
  score *= deprecated ? 0.9 : 1;
  for (const own of [title, path]) {
    score *= own && own.toLowerCase() === q.text.toLowerCase() ? 1.8 : 1;
  }
  score *= q.name && callable(e) && normalName(slug(e.result.url)) === q.name ? 2 : 1;
  const tail = path.slice(path.lastIndexOf("/") + 1);
  return !tail.includes("{") && q.tails.includes(normalName(tail)) ? score * 1.3 : score;
}

function callable(e: Entry): boolean {
  return /^(operation|webhook)$/.test(e.result.kind);
}

// slug is what stands for an operation in the address of its page, which is made of
// its operationId.
function slug(url: string): string {
  const name = url.replace(/(\.html|\/)$/, "");
  return decodeURIComponent(name.slice(name.lastIndexOf("/") + 1));
}

async function scoreWord(table: Table, w: Word, loose: boolean): Promise<Hits> {
  const h = table.score(await table.expand(w.text, false), w.text);
  if (w.parts.length > 0) {
    join(h, await scoreParts(table, w.parts));
  }
  if (h.count === 0 || loose) {
    join(h, table.score(await table.expand(w.text, true), w.text));
  }
  return h;
}

// scoreParts finds the words of a name, which must all be there.
async function scoreParts(table: Table, parts: readonly string[]): Promise<Hits> {
  let all: Hits | null = null;
  for (const [i, p] of parts.entries()) {
    const terms = (await table.expand(p, false)).filter((t) => i === parts.length - 1 || t.quality >= singular);
    const h = table.score(terms, p);
    if (all) {
      const { score } = all;
      score.forEach((s, k) => (score[k] = Math.min(s, h.score[k] ?? 0)));
    } else {
      all = h;
    }
  }
  all ??= noHits(table.entries.list.length);
  const { score } = all;
  score.forEach((s, k) => (score[k] = s * joinedFromParts));
  return all;
}

// join takes over what another found better.
function join(h: Hits, other: Hits): void {
  other.score.forEach((s, i) => {
    if (s > (h.score[i] ?? 0)) {
      h.score[i] = s;
      h.part[i] = other.part[i] ?? -1;
      h.field[i] = other.field[i] ?? 0;
    }
  });
  h.count = h.score.reduce((n, s) => n + (s > 0 ? 1 : 0), 0);
}

// payload returns the names of the members of a pasted JSON object, null for
// everything else.
export function payload(text: string): string[] | null {
  if (!/^\s*[{[]/.test(text)) {
    return null;
  }
  try {
    const names = new Set<string>();
    let level: unknown[] = [JSON.parse(text)];
    for (let depth = 0; depth < 4 && level.length > 0; depth++) {
      level = level.flatMap((v): unknown[] => {
        if (Array.isArray(v)) {
          return v.slice(0, 1);
        }
        if (typeof v !== "object" || v === null) {
          return [];
        }
        Object.keys(v).forEach((name) => names.add(name));
        return Object.values(v);
      });
    }
    return [...names].slice(0, 64);
  } catch {
    return null;
  }
}

// fitting returns the entries that have most of the members, those with the fewest
// others first.
export async function fitting(table: Table, names: readonly string[]): Promise<Ranked[]> {
  const { list, weights } = table.entries;
  const sum = new Float32Array(list.length);
  const count = new Uint16Array(list.length);
  let known = 0;
  for (const name of names) {
    const posts = await table.exact(joined(name) || folded(name));
    if (!posts) {
      continue;
    }
    known++;
    const h = noHits(list.length);
    for (const post of posts) {
      if (inMembers.has(post & 15)) {
        table.spread(h, post >> 4, weights[post & 15] ?? 0, post & 15);
      }
    }
    h.score.forEach((s, i) => {
      sum[i] = (sum[i] ?? 0) + s;
      count[i] = (count[i] ?? 0) + (s > 0 ? 1 : 0);
    });
  }
  const found = list.flatMap((e, entry): Ranked[] => {
    const has = count[entry] ?? 0;
    if (has === 0 || 2 * has < known) {
      return [];
    }
    const more = e.members > names.length ? 0.5 + (0.5 * names.length) / e.members : 1;
    return [{ entry, score: (sum[entry] ?? 0) * (has / names.length) ** 2 * Math.max(e.bonus, 1) * more, part: -1, field: 0, word: null }];
  });
  return found.sort((a, b) => b.score - a.score);
}
