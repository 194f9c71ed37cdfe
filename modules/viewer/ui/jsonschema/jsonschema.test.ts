import casesText from "../../../core/jsonschema/testdata/cases.json" with { type: "text" };
import { equal, table, test } from "../testing/testing";
import { wordsOf } from "../words/language";
import { messages } from "../words/messages";
import { Numeral, parse, report, validate, type Options, type Schema } from "./jsonschema";

// Cases are what package core/jsonschema reads, too: both checkers say the same.
interface Cases {
  readonly definitions: Readonly<Record<string, Schema>>;
  readonly cases: readonly {
    readonly name: string;
    readonly schema: Schema;
    readonly data: string;
    readonly direction?: "request" | "response";
    readonly problems?: readonly string[];
    readonly notes?: readonly string[];
  }[];
}

const shared = parse(String(casesText)) as Cases;

const resolve = (ref: string): Schema | undefined => (Object.hasOwn(shared.definitions, ref) ? shared.definitions[ref] : undefined);

// said are the problems in the words of the server. Why a text is no JSON is told
// by the parser, which differs.
function said(data: string, schema: Schema, options: Options): { readonly problems: readonly string[]; readonly notes: readonly string[] } {
  let value: unknown;
  try {
    value = parse(data);
  } catch {
    return { problems: ["no JSON"], notes: [] };
  }
  const { problems, notes } = report(schema, value, resolve, options);
  return { problems: problems.map((p) => (p.pointer === "" ? "the value " : p.pointer + ": ") + p.message), notes };
}

table(Object.fromEntries(shared.cases.map((one, i) => ["the shared case " + i + ": " + one.name, one])), (one) => {
  const problems = (one.problems ?? []).map((text) => (text.startsWith("the value is no JSON") ? "no JSON" : text));
  equal(said(one.data, one.schema, one.direction ? { direction: one.direction } : {}), { problems, notes: one.notes ?? [] });
});

// In pages of other languages each message has to be known by its form.
test("no message of the shared cases is English in another language", () => {
  const { tell } = wordsOf("de", Object.fromEntries(messages.map((text) => [text, "known"])));
  const all = shared.cases.flatMap((one) => one.problems ?? []).filter((text) => !text.startsWith("the value is no JSON"));
  equal([all.length > 100, all.map((text) => text.replace(/^(the value |[^ ]*: )/, "")).filter((text) => tell(text) !== "known")], [true, []]);
});

test("there are enough shared cases", () => equal(shared.cases.length > 300, true));

const none = (): undefined => undefined;

test("a problem has the pointer of its value, the keyword and a message", () =>
  equal(validate({ properties: { "a/b~c": { items: { type: "string" } } } }, { "a/b~c": ["x", 1] }, none), [
    { pointer: "/a~1b~0c/1", keyword: "type", message: "is an integer, not a string" },
  ]));

test("problems stand in the order of the schema", () =>
  equal(
    validate({ required: ["a"], properties: { c: { type: "null" }, b: { minimum: 2 } }, minProperties: 3 }, { b: 1, c: 1 }, none).map((p) => p.keyword),
    ["minProperties", "required", "type", "minimum"],
  ));

test("at most 32 problems are told unless another limit is given", () => {
  const schema = { items: { type: "string" } };
  equal(validate(schema, Array(1000).fill(1), none).length, 32);
  equal(validate(schema, Array(1000).fill(1), none, { limit: 5 }).length, 5);
  equal(validate(schema, Array(3).fill(1), none, { limit: 5 }).length, 3);
});

test("a value that is deeper than the stack is too much to check", () => {
  let value: unknown[] = [];
  for (let i = 0; i < 1e5; i++) {
    value = [value];
  }
  const schema: { items?: Schema } = {};
  schema.items = schema;
  equal(validate(schema, value, none).at(-1), { pointer: "", keyword: "", message: "is too much to check" });
});

test("alternatives within alternatives are too much to check, and end", () => {
  const tree: { anyOf?: Schema[] } = {};
  tree.anyOf = [{ items: tree, minItems: 1 }, { items: tree, minItems: 1, maxItems: 9 }];
  let value: unknown = [];
  for (let i = 0; i < 60; i++) {
    value = [value];
  }
  equal(validate(tree, value, none).at(-1)?.message, "is too much to check");
});

table<readonly [Options, readonly string[]]>(
  {
    "without a direction, members of both sides may be lacking": [{}, ["id", "password"]],
    "a request may lack what is read-only": [{ direction: "request" }, ["password"]],
    "a response may lack what is write-only": [{ direction: "response" }, ["id"]],
  },
  ([options, lacking]) =>
    equal(
      validate({ required: ["id", "password"], properties: { id: { readOnly: true }, password: { writeOnly: true } } }, {}, none, options).map((p) => p.message),
      lacking.map((name) => `lacks the member "${name}"`),
    ),
);

test("what is read-only is known through references and allOf", () =>
  equal(validate({ allOf: [{ $ref: "base" }], required: ["id"] }, {}, (ref) => (ref === "base" ? { properties: { id: { $ref: "id" } } } : ref === "id" ? { readOnly: true } : undefined), { direction: "request" }), []));

table<readonly [schema: Schema, value: unknown, undescribed: readonly string[]]>(
  {
    "a member without a description is told of": [{ properties: { a: {} } }, { a: 1, b: 2 }, ["/b"]],
    "a schema that names no members says nothing of them": [{ type: "object" }, { a: 1 }, []],
    "additionalProperties with a schema describes members": [{ properties: { a: {} }, additionalProperties: { type: "integer" } }, { a: 1, b: 2 }, []],
    "additionalProperties true lets pass, and does not describe": [{ properties: { a: {} }, additionalProperties: true }, { a: 1, b: 2 }, ["/b"]],
    "patternProperties describes members": [{ properties: { a: {} }, patternProperties: { "^x-": {} } }, { a: 1, "x-b": 2, y: 3 }, ["/y"]],
    "parts of allOf describe together": [{ allOf: [{ properties: { a: {} } }, { properties: { b: {} } }] }, { a: 1, b: 2, c: 3 }, ["/c"]],
    "an alternative that does not fit describes nothing": [{ anyOf: [{ properties: { a: { type: "string" } } }, { properties: { b: {} } }] }, { a: 1, b: 2 }, ["/a"]],
    "members of items are told of with their place": [{ items: { properties: { a: {} } } }, [{ a: 1 }, { "b/c": 2 }], ["/1/b~1c"]],
  },
  ([schema, value, undescribed]) => equal(report(schema, value, none, { undescribed: true }), { problems: [], notes: [], undescribed }),
);

test("members are not told of unless they are asked for", () => equal(report({ properties: {} }, { a: 1 }, none), { problems: [], notes: [] }));

test("at most 32 members are told of", () => {
  const value = Object.fromEntries(Array.from({ length: 40 }, (_, i) => ["m" + i, i]));
  equal(report({ properties: {} }, value, none, { undescribed: true }).undescribed?.length, 32);
});

table<readonly [Schema, unknown, string]>(
  {
    "a reference that leads nowhere is a problem": [{ $ref: "x" }, 1, "cannot be checked: the description lacks x"],
    "a member called like one of every object is lacking all the same": [{ required: ["constructor"] }, {}, 'lacks the member "constructor"'],
    "a member called like one of every object has no schema of its own": [{ properties: {}, additionalProperties: false }, { toString: 1 }, "is not a member that is described"],
    "a character outside of the basic plane counts as one": [{ minLength: 2 }, "😀", "has 1 character(s), at least 2 are wanted"],
    "half a character counts as one": [{ maxLength: 1 }, "\ud83d\ud83d", "has 2 character(s), at most 1 are allowed"],
    "negative zero is zero": [{ const: 1 }, -0, "is not 1"],
    "a long number is told as it is written": [{ maximum: 1 }, new Numeral("12345678901234567890.10"), "is 12345678901234567890.10, above the maximum 1"],
    "items that are equal as JSON are the same": [{ uniqueItems: true }, [{ a: 1, b: 2 }, 3, { b: 2, a: 1 }], "is the same as item 0"],
    "a long list of values is shortened between characters": [{ enum: ["ä".repeat(200)] }, 1, 'is none of "' + "ä".repeat(149) + "…"],
  },
  ([schema, value, message]) => equal(validate(schema, value, none).map((p) => p.message), [message]),
);

table<readonly [Schema, unknown]>(
  {
    "negative zero equals zero": [{ const: 0 }, -0],
    "a number with a fraction of zeros is an integer": [{ type: "integer" }, new Numeral("1.000000000000000000")],
    "a number equals one that is written otherwise": [{ enum: [100] }, new Numeral("1.0000000000000000e2")],
    "a chain of references that comes back to itself accepts": [{ $ref: "self" }, 1],
    "true accepts everything": [true, { a: [null] }],
    "an unknown format accepts everything": [{ format: "constructor" }, "x"],
  },
  ([schema, value]) => equal(validate(schema, value, (ref) => (ref === "self" ? { $ref: "self" } : undefined)), []),
);

test("a text that is too long for a pattern is noted, and accepted", () =>
  equal(report({ items: { pattern: "(a+)+$" } }, ["a".repeat(1e6) + "!"], none), { problems: [], notes: ["a text is too long to be checked for the pattern (a+)+$"] }));

test("a pattern that cannot be read is noted once", () =>
  equal(report({ items: { pattern: "(?=a)" } }, ["a", "b"], none), { problems: [], notes: ["the pattern (?=a) cannot be read and accepts everything"] }));

test("at most 8 notes are made", () => {
  const allOf = Array.from({ length: 12 }, (_, i) => ({ pattern: "(?=" + i + ")" }));
  equal(report({ allOf }, "x", none).notes.length, 8);
});
