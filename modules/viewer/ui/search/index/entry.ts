import type { Result } from "../answer";

// Entry is something that can be found.
export interface Entry {
  readonly result: Result;
  readonly length: number; // words of the title
  readonly bonus: number;
  readonly members: number;
  readonly tags: readonly string[];
  readonly facts: Facts | null; // of operations
}

export interface Facts {
  readonly statuses: readonly string[];
  readonly places: readonly string[];
  readonly schemes: readonly string[];
  readonly open: boolean;
}

// Entries is what every search needs.
export interface Entries {
  readonly list: readonly Entry[];
  readonly parts: readonly string[];
  readonly owners: readonly (readonly Owner[])[];
  readonly weights: readonly number[];
  readonly nearness: readonly number[];
  readonly prefixes: readonly string[];
  readonly shards: ReadonlySet<string>;
}

// Owner is an entry that a part belongs to, and how far away it is.
export interface Owner {
  readonly entry: number;
  readonly level: number;
}

// read reads what the export has written.
export function read(value: unknown): Entries {
  const all = new Map<string, unknown>(Object.entries(value ?? {}));
  const of = (name: string): readonly unknown[] => items(all.get(name));
  if (!Array.isArray(all.get("entries"))) {
    throw new Error("not an index");
  }
  const names = { kinds: of("kinds").map(String), tags: of("tags").map(String), methods: of("methods").map(String) };
  const facts = of("facts").map((f): Facts => {
    const [statuses, places, schemes, open] = items(f);
    return { statuses: items(statuses).map(String), places: items(places).map(String), schemes: items(schemes).map(String), open: open === 1 };
  });
  return {
    list: of("entries").map((line) => toEntry(items(line), names, facts)),
    parts: of("parts").map(String),
    owners: of("owners").map((list) => toOwners(items(list))),
    weights: of("weights").map(Number),
    nearness: of("nearness").map(Number),
    prefixes: of("prefixes").map(String),
    shards: new Set(of("shards").map(String)),
  };
}

export function items(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function toEntry(line: readonly unknown[], names: { kinds: string[]; tags: string[]; methods: string[] }, facts: Facts[]): Entry {
  const [kind, url, title, text, length, bonus, deprecated, members, method, path, tags, fact] = line;
  const result: Result = { kind: names.kinds[Number(kind)] ?? "", url: String(url), title: String(title), excerpt: String(text) };
  const verb = names.methods[Number(method ?? -1)];
  if (verb !== undefined) {
    result.method = verb;
    result.path = String(path);
  }
  if (deprecated === 1) {
    result.deprecated = true;
  }
  return {
    result,
    length: Number(length),
    bonus: Number(bonus) / 100,
    members: Number(members),
    tags: items(tags).map((t) => names.tags[Number(t)] ?? ""),
    facts: facts[Number(fact ?? -1)] ?? null,
  };
}

function toOwners(list: readonly unknown[]): Owner[] {
  let entry = 0;
  return list.map((step) => {
    entry += Number(step) >> 2;
    return { entry, level: Number(step) & 3 };
  });
}
