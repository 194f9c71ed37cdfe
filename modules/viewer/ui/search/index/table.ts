import { items, type Entries } from "./entry";
import { distance, typos, variants } from "./words";

// The quality of a match, as on the server.
export const same = 1;
export const singular = 0.95;
export const start = 0.7;
export const typo = 0.5;
export const twoTypos = 0.3;
export const inside = 0.35;
const leastStart = 3;
const leastInside = 4;

// lastHead is the last kind of place that a result shows; the kinds of places are
// those of the index.
const lastHead = 4;
const inText = 8;
export const members: ReadonlySet<number> = new Set([5, 6]);

// Load gets a file of the index.
export type Load = (name: string) => Promise<unknown>;

// Term is a word of the index that fits one of a query.
export interface Term {
  readonly posts: Uint32Array;
  readonly quality: number;
}

// Hits are the scores of entries for one word, and where it was found best.
export interface Hits {
  readonly score: Float32Array;
  readonly part: Int32Array;
  readonly field: Uint8Array;
  count: number;
}

interface Shard {
  readonly words: readonly string[];
  readonly posts: readonly unknown[];
}

// Table finds words. Their places are loaded by the character they begin with.
export class Table {
  private readonly shards = new Map<string, Promise<Shard>>();
  private terms: Promise<string[]> | null = null;

  constructor(
    readonly entries: Entries,
    private readonly load: Load,
  ) {}

  private shard(word: string): Promise<Shard> {
    const first = word[0] ?? "";
    const name = /[a-z0-9]/.test(first) ? first : "other";
    const known = this.shards.get(name);
    if (known) {
      return known;
    }
    const shard = this.entries.shards.has(name) ? this.load("words-" + name).then(toShard) : Promise.resolve(toShard(null));
    shard.catch(() => this.shards.delete(name));
    this.shards.set(name, shard);
    return shard;
  }

  // exact returns the places of a word.
  async exact(word: string): Promise<Uint32Array | null> {
    const { words, posts } = await this.shard(word);
    const at = search(words, word);
    return words[at] === word ? places(posts[at]) : null;
  }

  // expand returns the words of the index that fit a word. With loose it looks for
  // typing errors and parts of words too.
  async expand(word: string, loose: boolean): Promise<Term[]> {
    const best = new Map<string, { shard: Shard; at: number; quality: number }>();
    const add = (shard: Shard, at: number, quality: number): void => {
      const own = shard.words[at] ?? "";
      if (quality > (best.get(own)?.quality ?? 0)) {
        best.set(own, { shard, at, quality });
      }
    };
    const shard = await this.shard(word);
    for (const [i, variant] of variants(word).entries()) {
      const at = search(shard.words, variant);
      if (shard.words[at] === variant) {
        add(shard, at, i === 0 ? same : singular);
      }
    }
    for (let at = search(shard.words, word); shard.words[at]?.startsWith(word); at++) {
      add(shard, at, start);
    }
    if (loose || best.size === 0) {
      await this.loosely(word, add);
    }
    return [...best.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, { shard, at, quality }]) => ({ posts: places(shard.posts[at]), quality }));
  }

  // loosely finds words with typing errors, and those that word is a part of.
  private async loosely(word: string, add: (shard: Shard, at: number, quality: number) => void): Promise<void> {
    const allowed = typos(word);
    if (allowed > 0) {
      for (const shard of new Set([await this.shard(word), await this.shard(word.slice(1))])) {
        shard.words.forEach((have, at) => {
          const [whole, begin] = distance(have, word, allowed);
          if (Math.min(whole, begin) <= allowed) {
            add(shard, at, whole === 1 ? typo : begin === 1 ? 0.8 * typo : whole <= allowed ? twoTypos : 0.8 * twoTypos);
          }
        });
      }
    }
    if (word.length < leastInside) {
      return;
    }
    this.terms ??= this.load("terms").then((text) => String(text).split(" "));
    for (const have of (await this.terms).filter((t) => t.length > word.length && t.includes(word))) {
      const shard = await this.shard(have);
      add(shard, search(shard.words, have), inside);
    }
  }

  // score finds the entries of words of the index. A word that few have counts
  // more.
  score(terms: readonly Term[], word: string): Hits {
    const { list, weights } = this.entries;
    const h = noHits(list.length);
    const scores = new Map<number, { score: number; field: number }>();
    for (const { posts, quality } of terms) {
      for (const post of posts) {
        const part = post >> 4;
        const field = post & 15;
        if (quality < singular && word.length < leastStart && field > lastHead) {
          continue;
        }
        const score = quality * (weights[field] ?? 0);
        const old = scores.get(part);
        if (!old) {
          scores.set(part, { score, field });
        } else if (quality >= singular) {
          scores.set(part, { score: Math.max(old.score, score) + 0.25 * Math.min(old.score, score), field: Math.min(old.field, field) });
        } else if (score > old.score) {
          scores.set(part, { score, field });
        }
      }
    }
    scores.forEach(({ score, field }, part) => this.spread(h, part, score, field));
    const rarity = 1 + Math.log((list.length + 1) / (h.count + 1)) / 4;
    for (let i = 0; i < list.length; i++) {
      h.score[i] = (h.score[i] ?? 0) * rarity;
    }
    return h;
  }

  // spread gives the score of a part to the entries it belongs to.
  spread(h: Hits, part: number, score: number, field: number): void {
    const { list, owners, weights, nearness } = this.entries;
    const note = (entry: number, own: number): void => {
      const old = h.score[entry] ?? 0;
      h.count += old === 0 ? 1 : 0;
      if (own > old) {
        h.score[entry] = own;
        h.part[entry] = part;
        h.field[entry] = field;
      }
    };
    if (part < list.length) {
      note(part, score);
    }
    const shared = field <= 3 ? (score / (weights[field] ?? 1)) * (weights[inText + 1] ?? 0) : score;
    for (const { entry, level } of owners[part] ?? []) {
      note(entry, shared * (nearness[level] ?? 0));
    }
  }
}

export function noHits(n: number): Hits {
  return { score: new Float32Array(n), part: new Int32Array(n), field: new Uint8Array(n), count: 0 };
}

// depth says how far a place is from what a result shows.
export function depth(field: number): number {
  return field <= lastHead ? 0 : field === inText ? 1 : 2 + field;
}

function toShard(value: unknown): Shard {
  const all = new Map<string, unknown>(Object.entries(value ?? {}));
  return { words: items(all.get("words")).map(String), posts: items(all.get("posts")) };
}

function places(steps: unknown): Uint32Array {
  let at = 0;
  return Uint32Array.from(items(steps), (step) => (at += Number(step)));
}

// search returns where a word is in a sorted list, or would be. The order is that
// of the bytes of UTF-8, which for letters of one alphabet is that of browsers.
function search(words: readonly string[], word: string): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle] ?? "") < word) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
