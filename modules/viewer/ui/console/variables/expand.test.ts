import type { Schema } from "../../serialize/part";
import { compact, parse } from "../../serialize/value";
import { equal, table, test } from "../../testing/testing";
import { expand, expandJSON, expandValue, nameable, spelled, unknown, usedIn } from "./expand";

const values: Readonly<Record<string, string>> = { n: "5", s: 'a "b" \\ \n{{n}}', z: "", o: '{"x":[1.50]}', "a.b-c_1": "dots", $uuid: "u", é: "accent" };
const lookup = (name: string): string | undefined => (Object.hasOwn(values, name) ? values[name] : undefined);
const resolve = (ref: string): Schema | undefined => (ref === "N" ? { type: "number" } : undefined);
const schema: Schema = {
  type: "object",
  properties: {
    n: { type: "integer" },
    maybe: { type: ["number", "null"] },
    text: { type: "string" },
    list: { type: "array", items: { type: "boolean" } },
    one: { oneOf: [{ type: "number" }, { type: "boolean" }] },
    either: { oneOf: [{ type: "number" }, { type: "string" }] },
    ref: { $ref: "N" },
    fixed: { enum: [1, 2] },
    deep: { oneOf: [{ properties: { n: { type: "integer" } } }] },
  },
  additionalProperties: { type: "number" },
};

table<readonly [text: string, expanded: string]>(
  {
    "names stand for values, with space in their braces": ["{{ n }}-{{a.b-c_1}}{{é}}", "5-dotsaccent"],
    "what is no name stays": ["{{#if n}}{{ n n }}{{}}", "{{#if n}}{{ n n }}{{}}"],
    "the innermost braces are those of a name": ["{{{n}}}", "{5}"],
    "one brace is a brace": ["{n}", "{n}"],
    "an empty value is put in": ["a{{z}}b", "ab"],
    "a name that nobody knows stays": ["{{nobody}}", "{{nobody}}"],
    "a name of every object stays": ["{{constructor}}", "{{constructor}}"],
    "values are not looked into": ["{{s}}", 'a "b" \\ \n{{n}}'],
    "a name with a dollar is one": ["{{$uuid}}", "u"],
  },
  ([text, expanded]) => equal(expand(text, lookup), expanded),
);

table<readonly [json: string, expanded: string]>(
  {
    "the schema says which names are numbers": ['{"n":"{{n}}","text":"{{n}}","maybe":"{{ n }}","ref":"{{n}}","other":"{{n}}"}', '{"n":5,"text":"5","maybe":5,"ref":5,"other":5}'],
    "lists and alternatives have schemas, too": ['{"list":["{{n}}"],"one":"{{n}}","either":"{{n}}"}', '{"list":[5],"one":5,"either":"5"}'],
    "an alternative may have the property": ['{"deep":{"n":"{{n}}"}}', '{"deep":{"n":5}}'],
    "a list of values says what is no text": ['{"fixed":"{{n}}"}', '{"fixed":5}'],
    "a value that is no JSON is a text all the same": ['{"n":"{{s}}"}', '{"n":"a \\"b\\" \\\\ \\n{{n}}"}'],
    "a name outside of strings stands for JSON": ['{"n": {{n}} , "text":{{n}},"other":{{s}}}', '{"n": 5 , "text":5,"other":"a \\"b\\" \\\\ \\n{{n}}"}'],
    "names that nobody knows stay as they are": ['{"n":"{{nobody}}","text":{{nobody}}}', '{"n":"{{nobody}}","text":{{nobody}}}'],
    "a name in a string is a part of it": ['{"n":"a{{n}}"}', '{"n":"a5"}'],
    "names of members have values, too": ['{"{{n}}":"{{o}}"}', '{"5":{"x":[1.50]}}'],
    "a value may be an object": ['{"n":"{{o}}"}', '{"n":{"x":[1.50]}}'],
    "an empty value is no JSON, and a text": ['{"n":"{{z}}"}', '{"n":""}'],
    "JSON without names stays as it is written": ['{ "n" : 1.0 }', '{ "n" : 1.0 }'],
    "what is no JSON is taken": ['{"n":"{{n}}"', '{"n":"5"'],
  },
  ([json, expanded]) => equal(expandJSON(json, lookup, schema, resolve), expanded),
);

test("without a schema every string stays a string", () => equal(expandJSON('["{{n}}",{{n}}]', lookup), '["5",5]'));

test("a value is expanded like its JSON", () =>
  equal(compact(expandValue(parse('{"n":"{{n}}","text":"{{s}}"}'), lookup, schema, resolve)), '{"n":5,"text":"a \\"b\\" \\\\ \\n{{n}}"}'));

test("spelled puts names outside of strings into strings", () => equal(spelled('{"a":{{ n }},"b":"{{n}}"}'), '{"a":"{{n}}","b":"{{n}}"}'));

test("the names in a text are found once each", () => equal(usedIn("{{a}} {{ b }} {{a}} {{$uuid}} {{1}}"), ["a", "b", "$uuid"]));

test("names without a value are told", () =>
  equal([unknown("{{n}}", lookup), unknown("{{n}} {{x}}", lookup), unknown("{{x}}{{y}}", lookup)], ["", "There is no variable x with a value.", "There are no variables x, y with values."]));

test("a variable may be called with letters, digits and some signs", () =>
  equal(["a", "é1", "_x", "a.b-c_1", "", "1a", "$uuid", "a b", "a}}", "-a"].filter(nameable), ["a", "é1", "_x", "a.b-c_1"]));

// What follows must be true of every text. The texts are made by chance, always
// the same ones.
const pieces = ["{{n}}", "{{ s }}", "{{z}}", "{{o}}", "{{nobody}}", "{{", "}}", "{", "}", "\\", '"', "\n", "x", "é", "$", "{{$uuid}}", "😀", " ", "{{a.b-c_1}}", "$&"];

interface Sample {
  readonly text: string;
  readonly data: unknown;
  readonly json: string;
}

const isJSON = (text: string): boolean => {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
};

const samples = made();

function made(): readonly Sample[] {
  let seed = 20261121;
  const random = (n: number): number => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 4294967296) * n);
  };
  const text = (): string => Array.from({ length: random(8) }, () => pieces[random(pieces.length)]).join("");
  const value = (depth: number): unknown => {
    const kind = random(depth > 3 ? 3 : 5);
    if (kind < 3) {
      return kind === 0 ? random(1000) / 4 : kind === 1 ? text() : "{{" + (["n", "s", "z", "o", "nobody"][random(5)] ?? "") + "}}";
    }
    const name = (): string => ["n", "text", "list", "one", text()][random(5)] ?? "";
    return kind === 3 ? Array.from({ length: random(4) }, () => value(depth + 1)) : Object.fromEntries(Array.from({ length: random(4) }, () => [name(), value(depth + 1)]));
  };
  return Array.from({ length: 4000 }, () => {
    const data = value(0);
    return { text: text(), data, json: JSON.stringify(data, null, random(3)) };
  });
}

const walk = (v: unknown): unknown =>
  typeof v === "string"
    ? expand(v, lookup)
    : Array.isArray(v)
      ? v.map(walk)
      : typeof v === "object" && v !== null
        ? Object.fromEntries(Object.entries(v).map(([name, member]) => [expand(name, lookup), walk(member)]))
        : v;

table<(sample: Sample) => boolean>(
  {
    "of any text, names that nobody knows stay": ({ text }) => expand(text, () => undefined) === text,
    "of any text, values are not looked into": ({ text }) => expand(text, () => "{{n}}").replaceAll("{{n}}", "") === expand(text, () => ""),
    "of any JSON, nothing known means nothing changed": ({ json }) => expandJSON(json, () => undefined) === json,
    "any JSON stays JSON": ({ json }) => isJSON(expandJSON(json, lookup)),
    "strings of any JSON hold the values": ({ json, data }) => JSON.stringify(JSON.parse(expandJSON(json, lookup))) === JSON.stringify(walk(data)),
    "schemas keep any JSON JSON": ({ json }) => isJSON(expandJSON(json, lookup, schema, resolve)),
    "any text is taken for JSON": ({ text }) => typeof expandJSON(text, lookup, schema, resolve) === "string",
  },
  (holds) => equal(samples.filter((sample) => !holds(sample)).slice(0, 3), []),
);
