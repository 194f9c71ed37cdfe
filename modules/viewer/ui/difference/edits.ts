// What two lists have in common, in the same order.

// Same is a run of items that stand in both.
export interface Same {
  readonly before: number; // where it begins
  readonly after: number;
  readonly length: number;
}

export interface Common {
  readonly runs: readonly Same[]; // the last one is empty, at both ends
  readonly rough: boolean; // the lists differ too much to find more
}

// most bounds the differences that are looked for: the work grows with their square.
const most = 2000;

// common finds the fewest differences between two lists of numbers (E. Myers, An
// O(ND) Difference Algorithm and Its Variations, 1986).
export function* common(before: ArrayLike<number>, after: ArrayLike<number>): Generator<void, Common> {
  let from = 0;
  let tail = 0;
  const shorter = Math.min(before.length, after.length);
  while (from < shorter && before[from] === after[from]) {
    from++;
  }
  while (tail < shorter - from && before[before.length - 1 - tail] === after[after.length - 1 - tail]) {
    tail++;
  }
  yield;
  const found = yield* middle(before, after, from, before.length - tail, after.length - tail);
  const runs: Same[] = [{ before: 0, after: 0, length: from }, ...(found ?? []), { before: before.length - tail, after: after.length - tail, length: tail }];
  return { runs: [...runs.filter((run) => run.length > 0), { before: before.length, after: after.length, length: 0 }], rough: found === null };
}

// middle finds what both have between two places, null when that is too much work.
function* middle(before: ArrayLike<number>, after: ArrayLike<number>, from: number, beforeEnd: number, afterEnd: number): Generator<void, readonly Same[] | null> {
  const n = beforeEnd - from;
  const m = afterEnd - from;
  const past: Int32Array[] = []; // the furthest places after so many differences
  let reach = new Int32Array(3); // of diagonal k - 1 at k + differences
  for (let d = 0; d <= Math.min(n + m, most); d++) {
    const next = new Int32Array(2 * d + 3);
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && at(reach, d, k - 1) < at(reach, d, k + 1));
      let x = d === 0 ? 0 : down ? at(reach, d, k + 1) : at(reach, d, k - 1) + 1;
      let y = x - k;
      while (x < n && y < m && before[from + x] === after[from + y]) {
        x++;
        y++;
      }
      next[k + d + 1] = x;
      if (x >= n && y >= m) {
        past.push(next);
        return walk(past, n, m, from);
      }
    }
    past.push(next);
    reach = next;
    yield;
  }
  return null;
}

// at is how far a diagonal reached, with one difference less than d.
function at(reach: Int32Array, d: number, k: number): number {
  return Math.abs(k) > d - 1 ? -1 : (reach[k + d] ?? -1);
}

// walk goes back from the end.
function walk(past: readonly Int32Array[], n: number, m: number, from: number): readonly Same[] {
  const runs: Same[] = [];
  let x = n;
  let y = m;
  for (let d = past.length - 1; d >= 0; d--) {
    const reach = past[d - 1] ?? new Int32Array();
    const k = x - y;
    const down = k === -d || (k !== d && at(reach, d, k - 1) < at(reach, d, k + 1));
    const startX = d === 0 ? 0 : down ? at(reach, d, k + 1) : at(reach, d, k - 1) + 1;
    if (x > startX) {
      runs.push({ before: from + startX, after: from + startX - k, length: x - startX });
    }
    x = down || d === 0 ? startX : startX - 1;
    y = startX - k - (down && d > 0 ? 1 : 0);
  }
  return runs.reverse();
}
