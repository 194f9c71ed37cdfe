import type { Pair } from "../../samples/request";
import { equal, table } from "../../testing/testing";
import { compare } from "./pairs";

table<readonly [before: readonly Pair[], after: readonly Pair[], changes: readonly string[]]>(
  {
    "the same pairs do not differ": [[["A", "1"]], [["A", "1"]], []],
    "the order of names means nothing": [[["A", "1"], ["B", "2"]], [["B", "2"], ["A", "1"]], []],
    "capitals in names mean nothing": [[["Content-Type", "a"]], [["content-type", "a"]], []],
    "a value may change": [[["A", "1"]], [["a", "2"]], ["changed a 1>2"]],
    "a name may be new": [[], [["A", "1"]], ["added A >1"]],
    "a name may be gone": [[["A", "1"]], [], ["removed A 1>"]],
    "values of the same name are compared in turn": [[["A", "1"], ["A", "2"]], [["A", "1"], ["A", "3"], ["A", "4"]], ["changed A 2>3", "added A >4"]],
    "names of every object are names": [[["constructor", "1"]], [["__proto__", "2"]], ["removed constructor 1>", "added __proto__ >2"]],
  },
  ([before, after, changes]) => equal(compare(before, after).map((c) => `${c.kind} ${c.name} ${c.before}>${c.after}`), changes),
);
