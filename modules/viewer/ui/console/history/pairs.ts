import type { Pair } from "../../samples/request";

// PairChange is a header or the like that is not in both.
export interface PairChange {
  readonly kind: "added" | "removed" | "changed";
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

// compare compares names with values. The order of names means nothing, nor do
// capital letters in them.
export function compare(before: readonly Pair[], after: readonly Pair[]): readonly PairChange[] {
  const [old, now] = [grouped(before), grouped(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key) => ofName(old.get(key) ?? [], now.get(key) ?? []));
}

function grouped(pairs: readonly Pair[]): Map<string, Pair[]> {
  const found = new Map<string, Pair[]>();
  for (const pair of pairs) {
    const key = pair[0].toLowerCase();
    found.set(key, [...(found.get(key) ?? []), pair]);
  }
  return found;
}

// ofName compares the values that one name has, the first with the first.
function ofName(old: readonly Pair[], now: readonly Pair[]): readonly PairChange[] {
  return Array.from({ length: Math.max(old.length, now.length) }, (_, i) => ({ a: old[i], b: now[i] })).flatMap(({ a, b }): PairChange[] => {
    if (a && b) {
      return a[1] === b[1] ? [] : [{ kind: "changed", name: b[0], before: a[1], after: b[1] }];
    }
    return [{ kind: a ? "removed" : "added", name: (a ?? b)?.[0] ?? "", before: a?.[1] ?? "", after: b?.[1] ?? "" }];
  });
}
