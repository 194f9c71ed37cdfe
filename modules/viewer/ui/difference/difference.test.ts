import { equal, table, test } from "../testing/testing";
import { difference, type Difference } from "./difference";
import { inSteps } from "./steps";

const bytes = (text: string | Uint8Array): Uint8Array => (typeof text === "string" ? new TextEncoder().encode(text) : text);

function compare(before: string | Uint8Array, after: string | Uint8Array, json = true): Difference {
  const steps = difference(bytes(before), bytes(after), json);
  for (;;) {
    const next = steps.next();
    if (next.done) {
      return next.value;
    }
  }
}

// words are a difference in one line: what has become of which pointer.
function words(found: Difference): string {
  if (found.kind !== "json") {
    return found.kind;
  }
  const all = found.changes.map((c) => `${c.kind} ${c.pointer}${c.was && " was " + c.was} ${c.before}>${c.after}`).join("; ");
  return all + (found.total === found.changes.length ? "" : " of " + found.total) + (found.rough ? " rough" : "");
}

table<readonly [before: string, after: string, words: string]>(
  {
    "the same bytes differ in nothing": [`{"a":1}`, `{"a":1}`, "none"],
    "space, order and escapes are no difference of values": [`{"a":1,"b":"\\u0041"}`, `{ "b": "A", "a": 1 }`, ""],
    "members are changed, removed and added": [`{"a":1,"b":2,"c/~":3}`, `{"a":1,"b":3,"d":4}`, "changed /b 2>3; removed /c~1~0 3>; added /d >4"],
    "numbers are compared exactly, and shown as written": [
      `[1, 1e2, 12345678901234567890, 0.1]`, `[1.0, 100, 12345678901234567891, 0.2]`,
      "spelling /0 1>1.0; spelling /1 1e2>100; changed /2 12345678901234567890>12345678901234567891; changed /3 0.1>0.2",
    ],
    "values of another type are changed": [`{"a":"1","b":[],"c":null}`, `{"a":1,"b":{},"c":false}`, `changed /a "1">1; changed /b []>{}; changed /c null>false`],
    "the whole may be changed": [`1`, `"x"`, `changed  1>"x"`],
    "items move along": [`[1,2,3,{"x":1}]`, `[0,1,2,{"x":2}]`, `added /0 >0; removed /2 3>; changed /3/x 1>2`],
    "an item that changed behind one that is new has another place": [`["a",{"x":1,"y":2}]`, `["n","a",{"x":1,"y":3}]`, `added /0 >"n"; changed /2/y was /1/y 2>3`],
    "items with an id are known by it": [`[{"id":1,"v":1},{"id":2,"v":2},{"id":3}]`, `[{"id":3},{"id":4},{"id":1,"v":9}]`, `order  >; removed /1 {"id":2,"v":2}>; added /1 >{"id":4}; changed /2/v was /0/v 1>9`],
    "items whose id is not their own are known by their place": [`[{"id":1,"v":1},{"id":1,"v":2}]`, `[{"id":1,"v":2}]`, `removed /0 {"id":1,"v":1}>`],
    "items may be known by _id, uuid or key": [`[{"key":"a","v":1},{"key":"b"}]`, `[{"key":"b"},{"key":"a","v":2}]`, `order  >; changed /1/v was /0/v 1>2`],
    "an id that is an object names nothing": [`[{"id":{}},{"id":[]}]`, `[{"id":[]}]`, `removed /0 {"id":{}}>`],
    "of names that come twice the last one counts": [`{"a":1,"a":2}`, `{"a":1}`, "changed /a 2>1"],
    "negative zero is zero, written otherwise": [`[0]`, `[-0]`, "spelling /0 0>-0"],
    "a value in lines is shown in one": [`{"a":0}`, `{"a":{\n  "b": 1\n}}`, `changed /a 0>{ "b": 1 }`],
    "what is no JSON is compared by lines": [`{"a":1}`, `{"a":`, "lines"],
    "nothing is no JSON": ["", "1", "lines"],
  },
  ([before, after, wanted]) => equal(words(compare(before, after)), wanted),
);

test("a long value is cut", () => {
  const found = compare(JSON.stringify("x".repeat(300)), "1");
  equal(found.kind === "json" && found.changes[0]?.before, '"' + "x".repeat(199) + "…");
});

test("a value is not cut within a character", () => {
  const found = compare(JSON.stringify("é".repeat(500)), "1");
  equal(found.kind === "json" && found.changes[0]?.before.includes("\ufffd"), false);
});

test("at most 1000 changes are told, and all are counted", () => {
  const all = (v: number): string => JSON.stringify(Object.fromEntries(Array.from({ length: 1500 }, (_, i) => ["k" + i, v])));
  equal(words(compare(all(1), all(2))).slice(-25), "changed /k999 1>2 of 1500");
});

test("lists that differ too much are compared roughly", () => {
  const all = (sign: number): string => JSON.stringify(Array.from({ length: 3000 }, (_, i) => sign * i));
  equal(words(compare(all(1), all(-1))).slice(-38), "changed /1000 1000>-1000 of 2999 rough");
});

test("values that are nested without end are no JSON", () => {
  const deep = (text: string): string => "[".repeat(600) + text + "]".repeat(600);
  equal(compare(deep("1"), deep("2")).kind, "lines");
});

test("bytes that are no text differ from a byte on", () =>
  equal([compare(Uint8Array.of(1, 0, 255, 3), Uint8Array.of(1, 0, 254)), compare("ab\0", "ab")], [{ kind: "bytes", at: 2 }, { kind: "bytes", at: 2 }]));

test("JSON that is wanted as text is compared by lines", () => equal(compare(`{"a":1}`, `{ "a": 1 }`, false).kind, "lines"));

const rows = (before: string, after: string): readonly string[] => {
  const found = compare(before, after, false);
  return found.kind === "lines" ? [...found.rows.map((row) => `${row.kind} ${row.before} ${row.after} ${row.text}`), `-${found.removed} +${found.added}`] : [found.kind];
};

table<readonly [before: string, after: string, rows: readonly string[]]>(
  {
    "a line that changed is removed and added": ["a\nb\nc", "a\nx\nc", ["same 1 1 a", "removed 2 0 b", "added 0 2 x", "same 3 3 c", "-1 +1"]],
    "a last line without an end differs": ["a", "a\n", ["same 1 1 a", "added 0 2 ", "-0 +1"]],
    "the end of a line can be seen": ["a\r\nb", "a\nb", ["removed 1 0 a␍", "added 0 1 a", "same 2 2 b", "-1 +1"]],
    "lines far from a difference are left out": ["1\n2\n3\n4\n5\nx", "1\n2\n3\n4\n5\ny", ["gap 0 0 2 lines that are the same", "same 3 3 3", "same 4 4 4", "same 5 5 5", "removed 6 0 x", "added 0 6 y", "-1 +1"]],
    "one line that is left out is one line": ["1\n2\n3\n4\nx", "1\n2\n3\n4\n", ["gap 0 0 1 line that is the same", "same 2 2 2", "same 3 3 3", "same 4 4 4", "removed 5 0 x", "added 0 5 ", "-1 +1"]],
    "lines behind the last difference are left out": ["x\n1\n2\n3\n4", "y\n1\n2\n3\n4", ["removed 1 0 x", "added 0 1 y", "same 2 2 1", "same 3 3 2", "same 4 4 3", "gap 0 0 1 line that is the same", "-1 +1"]],
    "a long line is cut": ["x".repeat(500), "", ["removed 1 0 " + "x".repeat(400) + "…", "added 0 1 ", "-1 +1"]],
  },
  ([before, after, wanted]) => equal(rows(before, after), wanted),
);

test("texts that differ too much are shown roughly, 4000 rows of them", () => {
  const text = (n: number): string => Array.from({ length: 9000 }, (_, i) => i * 2 + n).join("\n");
  const found = compare(text(0), text(1), false);
  equal(found.kind === "lines" && [found.rough, found.removed, found.added, found.rows.length, found.more], [true, 9000, 9000, 4000, 14_000]);
});

// What follows is about values that are made by chance, always the same ones.
type Next = () => number;

function chance(seed: number): Next {
  return () => ((seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648);
}

function value(next: Next, depth: number): unknown {
  const kind = Math.floor(next() * (depth > 3 ? 4 : 7));
  const some = <T>(make: (i: number) => T): T[] => Array.from({ length: Math.floor(next() * 5) }, (_, i) => make(i));
  if (kind < 4) {
    return [Math.floor(next() * 3), 'é"\n'[Math.floor(next() * 3)], null, next() < 0.5][kind];
  }
  if (kind === 4) {
    return some(() => value(next, depth + 1));
  }
  if (kind === 5) {
    return some((i) => ({ id: (i * 7) % 5, v: value(next, depth + 2) }));
  }
  return Object.fromEntries(some(() => ["a/~"[Math.floor(next() * 3)] + String(Math.floor(next() * 3)), value(next, depth + 1)]));
}

const named = (v: unknown): boolean => typeof v === "object" && v !== null && "id" in v && !!v.id;

function changed(v: unknown, next: Next): unknown {
  if (next() < 0.1) {
    return value(next, 2);
  }
  if (Array.isArray(v)) {
    return v.filter(() => next() > 0.1).flatMap((one: unknown) => (next() < 0.1 && !named(one) ? [value(next, 3), changed(one, next)] : [changed(one, next)]));
  }
  return typeof v === "object" && v !== null ? Object.fromEntries(Object.entries(v).filter(() => next() > 0.1).map(([k, one]) => [k, changed(one, next)])) : v;
}

function sorted(v: unknown): unknown {
  return Array.isArray(v) ? v.map(sorted) : typeof v === "object" && v !== null ? Object.fromEntries(Object.entries(v).map(([k, one]) => [k, sorted(one)] as const).sort()) : v;
}

const alike = (a: unknown, b: unknown): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));

const at = (v: unknown, pointer: string): unknown =>
  pointer.split("/").slice(1).reduce<unknown>((one, step) => (typeof one === "object" && one !== null ? Reflect.get(one, step.replaceAll("~1", "/").replaceAll("~0", "~")) : undefined), v);

// untrue is what a difference of two values says that is not so, "" for nothing.
function untrue(a: unknown, b: unknown): string {
  const found = compare(JSON.stringify(a), JSON.stringify(b, null, 1));
  if (found.kind !== "json") {
    return alike(a, b) && found.kind === "none" ? "" : "kind";
  }
  const is = (text: string, v: unknown): boolean => text.endsWith("…") || alike(JSON.parse(text), v);
  const bad = found.changes.find((c) => {
    const [x, y] = [at(a, c.was || c.pointer), at(b, c.pointer)];
    return c.kind === "added" ? !is(c.after, y) : c.kind === "removed" ? !is(c.before, x) : c.kind === "order" ? !Array.isArray(x) : !is(c.before, x) || !is(c.after, y);
  });
  return (found.total === 0) !== alike(a, b) ? "total" : (bad?.kind ?? "");
}

test("what is told of values made by chance is true", () => {
  const wrong: string[] = [];
  for (let seed = 1; seed < 400; seed++) {
    const next = chance(seed);
    const before = value(next, 0);
    const said = untrue(before, changed(before, next));
    if (said) {
      wrong.push(seed + " " + said);
    }
  }
  equal(wrong, []);
});

// fewest is how many lines differ, by the plain table.
function fewest(x: readonly string[], y: readonly string[]): number {
  let row: number[] = Array<number>(y.length + 1).fill(0);
  for (const line of x) {
    const next = [0];
    y.forEach((other, j) => next.push(line === other ? (row[j] ?? 0) + 1 : Math.max(row[j + 1] ?? 0, next[j] ?? 0)));
    row = next;
  }
  return x.length + y.length - 2 * (row[y.length] ?? 0);
}

// misled puts two texts together again out of their difference, and says what does
// not fit, "" for nothing.
function misled(a: string, b: string): string {
  const found = compare(a, b, false);
  if (found.kind !== "lines") {
    return found.kind === "none" && a === b ? "" : "kind";
  }
  const [x, y] = [a.split("\n"), b.split("\n")];
  const of = (kind: string): typeof found.rows => found.rows.filter((row) => row.kind === kind || row.kind === "same");
  const rest = (list: readonly string[], kind: "removed" | "added"): string =>
    list.filter((_, i) => !found.rows.some((row) => row.kind === kind && (kind === "removed" ? row.before : row.after) === i + 1)).join("\n");
  const texts = of("removed").every((row) => x[row.before - 1] === row.text) && of("added").every((row) => y[row.after - 1] === row.text);
  return !texts ? "text" : rest(x, "removed") !== rest(y, "added") ? "rest" : found.removed + found.added === fewest(x, y) ? "" : "fewest";
}

test("differences of lines made by chance are right, and the shortest", () => {
  const wrong: string[] = [];
  for (let seed = 1; seed < 400; seed++) {
    const next = chance(seed);
    const text = (n: number): string => Array.from({ length: Math.floor(next() * n) }, () => "abcd"[Math.floor(next() * 4)]).join("\n");
    const said = misled(text(30), text(30));
    if (said) {
      wrong.push(seed + " " + said);
    }
  }
  equal(wrong, []);
});

test("a difference found in steps is the same", async () => {
  const steps = difference(bytes("[1,2]"), bytes("[1,3]"), true);
  equal(words(await inSteps(steps, 0)), "changed /1 2>3");
});
