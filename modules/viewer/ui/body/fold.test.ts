import { equal, test } from "../testing/testing";
import { Fold } from "./fold";
import { JsonIndex } from "./json";

// The values are 0 the whole, 1 a, 2 b, 3 x, 4 y, 5 c, 6 and 7 its items, 8 d.
const json = '{"a":1,"b":{"x":2,"y":3},"c":[4,5],"d":6}';

function root(): Fold {
  const index = new JsonIndex(new TextEncoder().encode(json));
  [...index.read()];
  return new Fold(index, -1, null);
}

const rows = (fold: Fold): readonly number[] => Array.from({ length: fold.rows }, (_, row) => fold.at(row));

test("a tree begins with its root alone", () => equal(rows(root()), [0]));

test("an open value shows its children", () => {
  const fold = root();
  fold.open(0);
  equal(rows(fold), [0, 1, 2, 5, 8]);
});

test("values are opened in any order", () => {
  const fold = root();
  const whole = fold.open(0);
  whole.open(2);
  whole.open(1);
  equal([rows(fold), whole.rowOf(3), whole.rowOf(2), whole.rowOf(1)], [[0, 1, 2, 3, 4, 5, 6, 7, 8], 7, 4, 1]);
});

test("a value that is shut is as it was when it opens again", () => {
  const fold = root();
  fold.open(0).open(1);
  fold.shut(0);
  const shut = rows(fold);
  fold.open(0);
  equal([shut, rows(fold)], [[0], [0, 1, 2, 3, 4, 5, 8]]);
});

test("what is opened twice is open once", () => {
  const fold = root();
  const first = fold.open(0);
  equal([fold.open(0) === first, fold.rows, fold.opened(0) === first, first.opened(1)], [true, 5, true, null]);
});

test("what is shut can be shut again", () => {
  const fold = root();
  fold.shut(0);
  equal(rows(fold), [0]);
});
