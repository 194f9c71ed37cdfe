import { equal, table, test } from "../testing/testing";
import { common, type Common } from "./edits";

function found(before: readonly number[], after: readonly number[]): Common {
  const steps = common(before, after);
  for (;;) {
    const next = steps.next();
    if (next.done) {
      return next.value;
    }
  }
}

// Each row: two lists, and the runs that both have as "place in one, place in the
// other, length". The last run is empty, at both ends.
table<readonly [before: readonly number[], after: readonly number[], runs: readonly string[]]>(
  {
    "two empty lists": [[], [], ["0 0 0"]],
    "equal lists are one run": [[1, 2, 3], [1, 2, 3], ["0 0 3", "3 3 0"]],
    "lists that have nothing in common": [[1, 2], [3], ["2 1 0"]],
    "an item that is removed": [[1, 2, 3], [1, 3], ["0 0 1", "2 1 1", "3 2 0"]],
    "an item that is added": [[1, 3], [1, 2, 3], ["0 0 1", "1 2 1", "2 3 0"]],
    "an item that is replaced": [[1, 2, 3], [1, 4, 3], ["0 0 1", "2 2 1", "3 3 0"]],
    "what moves stays in common once": [[1, 2, 3, 4], [3, 4, 1, 2], ["2 0 2", "4 4 0"]],
    "a beginning that comes twice counts once": [[1, 1], [1], ["0 0 1", "2 1 0"]],
    "one list is empty": [[], [1, 2], ["0 2 0"]],
    "runs in the middle": [[9, 1, 2, 8, 3, 7], [6, 1, 2, 5, 3, 4], ["1 1 2", "4 4 1", "6 6 0"]],
  },
  ([before, after, runs]) => equal(found(before, after), { runs: runs.map((run) => Object.fromEntries(run.split(" ").map((n, i) => [["before", "after", "length"][i], Number(n)]))), rough: false }),
);

test("lists with more than 2000 differences are compared by their ends alone", () => {
  const list = (n: number): number[] => [1, ...Array.from({ length: 3000 }, (_, i) => 10 * i + n), 2];
  equal(found(list(3), list(4)), { runs: [{ before: 0, after: 0, length: 1 }, { before: 3001, after: 3001, length: 1 }, { before: 3002, after: 3002, length: 0 }], rough: true });
});
