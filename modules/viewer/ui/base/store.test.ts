import { equal, table, test } from "../testing/testing";
import { perRoot, read, readJSON, write } from "./store";
import { stored } from "./stored";

const area = (): Storage => localStorage;

const refused = (): Storage => {
  throw new DOMException("The operation is insecure.", "SecurityError");
};

test("what is written is read", () => {
  write(area, "a", "é😀");
  equal([read(area, "a"), read(area, "b")], ["é😀", null]);
});

test("null takes away what was written", () => {
  write(area, "a", "1");
  write(area, "a", null);
  equal([read(area, "a"), localStorage.length], [null, 0]);
});

test("an empty text is something", () => {
  write(area, "a", "");
  equal(read(area, "a"), "");
});

test("a browser that keeps nothing makes a choice last for the page", () => {
  write(refused, "a", '{"b":1}');
  equal([read(refused, "a"), readJSON(refused, "a"), stored(refused, "a")], ['{"b":1}', { b: 1 }, null]);
  write(refused, "a", null);
  equal([read(refused, "a"), readJSON(refused, "a")], [null, {}]);
});

test("a storage that is full makes a choice last for the page", () => {
  const large = "x".repeat(20 << 20);
  write(area, "a", "1");
  write(area, "a", large);
  equal([read(area, "a") === large, stored(area, "a")], [true, "1"]);
  write(area, "a", "2");
  equal([read(area, "a"), stored(area, "a")], ["2", "2"]);
});

table<readonly [kept: string | null, value: unknown]>(
  {
    "JSON is read": ['{"a":[1]}', { a: [1] }],
    "a scalar of JSON is read": ["null", null],
    "nothing is an empty object": [null, {}],
    "no JSON is an empty object": ["{a", {}],
    "an empty text is an empty object": ["", {}],
  },
  ([kept, value]) => {
    write(area, "a", kept);
    equal(readJSON(area, "a"), value);
  },
);

test("each root has a thing of its own, which is made once", () => {
  let made = 0;
  const of = perRoot((root) => ({ root, n: ++made }));
  equal([of("a"), of("b"), of("a"), made], [{ root: "a", n: 1 }, { root: "b", n: 2 }, { root: "a", n: 1 }, 2]);
});

test("two kinds of things do not share their roots", () => {
  const [one, other] = [perRoot(() => ({})), perRoot(() => ({}))];
  equal(one("a") === other("a"), false);
});
