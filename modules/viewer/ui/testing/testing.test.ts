import { differences, show } from "./equal";
import { after, equal, rejects, replace, same, table, test, throws, turn } from "./testing";

class Point {
  constructor(readonly x: number) {}
}

function ring(value: number): object {
  const one: Record<string, unknown> = { value };
  one["next"] = { back: one };
  return one;
}

const sparse: unknown[] = [1];
sparse.length = 2;

// Each row: two values, and what differs.
table<readonly [unknown, unknown, ...string[]]>(
  {
    "equal scalars do not differ": ["a", "a"],
    "NaN does not differ from itself": [NaN, NaN],
    "zeros differ by their sign": [-0, 0, "at the top: -0, expected 0"],
    "a number differs from its text": [1, "1", 'at the top: 1, expected "1"'],
    "null differs from undefined": [null, undefined, "at the top: null, expected undefined"],
    "a number differs from a bigint": [1, 1n, "at the top: 1, expected 1n"],
    "lists are compared item by item": [[1, [2, 3]], [1, [2, 4]], "at [1][1]: 3, expected 4"],
    "a longer list differs in its length, too": [[1, 2], [1], "at the top: 2 items, expected 1", "at [1]: 2, expected nothing"],
    "a hole differs from undefined": [sparse, [1, undefined], "at [1]: nothing, expected undefined"],
    "members have no order": [{ a: 1, b: 2 }, { b: 2, a: 1 }],
    "a member that is undefined differs from one that is missing": [{ a: undefined }, {}, "at .a: undefined, expected nothing"],
    "names that are no identifiers are quoted": [{ "a b": 1 }, { "a b": 2 }, 'at ["a b"]: 1, expected 2'],
    "an object differs from a list": [{}, [], "at the top: {}, expected []"],
    "classes differ": [new Point(1), { x: 1 }, "at the top: Point {x: 1}, expected {x: 1}"],
    "an object without a prototype differs from {}": [Object.create(null), {}, "at the top: null-prototype {}, expected {}"],
    "members of equal classes are compared": [new Point(1), new Point(2), "at .x: 1, expected 2"],
    "maps are compared by their keys": [new Map([["a", 1]]), new Map([["a", 2], ["b", 3]]), "at .a: 1, expected 2", "at .b: nothing, expected 3"],
    "sets have no order": [new Set([1, 2]), new Set([2, 1])],
    "a set differs by its members": [new Set([1]), new Set([2]), "at [1]: 1, expected nothing", "at [2]: nothing, expected 2"],
    "bytes are compared": [Uint8Array.of(1, 2), Uint8Array.of(1, 3), "at [1]: 2, expected 3"],
    "bytes differ from a list": [Uint8Array.of(1), [1], "at the top: Uint8Array [1], expected [1]"],
    "expressions are compared as written": [/a/g, /a/i, "at the top: RegExp /a/g, expected RegExp /a/i"],
    "addresses are compared as written": [new URL("https://a.example/b"), new URL("https://a.example/c"), "at the top: URL https://a.example/b, expected URL https://a.example/c"],
    "errors are compared by their messages": [new Error("a"), new Error("b"), 'at .message: "a", expected "b"'],
    "functions are equal to themselves only": [show, differences, "at the top: function show, expected function differences"],
    "rings are equal when they are the same ring": [ring(1), ring(1)],
    "rings differ by what is in them": [ring(1), ring(2), "at .value: 1, expected 2"],
    "many differences are counted": [
      Array.from("abcdefghij"), Array.from("klmnopqrst"),
      ...Array.from("abcdefgh", (c, i) => `at [${i}]: "${c}", expected "${"klmnopqrst"[i] ?? ""}"`), "and 2 more differences",
    ],
  },
  ([actual, expected, ...lines]) => equal(differences(actual, expected), lines),
);

test("show cuts what is long", () => equal(show("x".repeat(2000)), '"' + "x".repeat(1199) + "…"));

test("show writes an object that holds itself", () => equal(show(ring(1)), "{value: 1, next: {back: (itself)}}"));

test("show writes an element as its markup", () => {
  const el = document.createElement("b");
  el.textContent = "<";
  equal(show([el, document]), "[<b>&lt;</b>, #document]");
});

test("elements are equal to themselves only", () => {
  const el = document.createElement("b");
  equal(differences(el, el), []);
  equal(differences(el, el.cloneNode()), ["at the top: <b></b>, expected <b></b>"]);
});

test("same compares by identity", () => {
  const one = {};
  same(one, one);
  throws(() => same(one, {}), "not the same object\nactual:   {}\nexpected: {}");
});

test("throws compares the whole message", () => {
  const run = (): never => {
    throw new Error("no such pet");
  };
  throws(run, "no such pet");
  throws(() => throws(run, "no such"), 'another message\nat the top: "no such pet", expected "no such"\nactual:   "no such pet"\nexpected: "no such"');
});

test("rejects compares the whole message", async () => {
  const fails = (): Promise<never> => Promise.reject(new Error("no answer"));
  await rejects(fails(), "no answer");
  await rejects(rejects(fails(), "no"), 'another message\nactual:   "no answer"\nexpected: "no"');
  await rejects(rejects(Promise.resolve(1), "no"), 'nothing was thrown\nreturned: 1\nexpected: "no"');
});

test("turn lets promises and timers run", async () => {
  const order: string[] = [];
  setTimeout(() => order.push("timer"), 0);
  void Promise.resolve().then(() => order.push("promise"));
  order.push("code");
  await turn();
  equal(order, ["code", "promise", "timer"]);
});

// The second case sees what the first one has put back, and the other way round.
const real = { now: Date.now };
table({ "replace lasts for a case": 1, "replace lasts for a case, also in the next one": 2 }, (n) => {
  same(Date.now, real.now);
  replace(Date, "now", () => n);
  equal(Date.now(), n);
});

// What is done at the end of the first case, in which order, is seen by the second.
const ended: string[] = [];

test("after does what it is given at the end, not before", () => {
  after(() => ended.push("first"));
  after(() => ended.push("second"));
  equal(ended, []);
});

test("after does the last thing first", () => equal(ended, ["second", "first"]));
