import type { Response, Schema } from "../serialize/part";
import { parse } from "../serialize/value";
import { equal, table, test } from "../testing/testing";
import { cookies, statusClass, timeText } from "./answer";
import { sentence, validate } from "./check";
import { described, mediaOf } from "./described";
import { kindOf, nameOf, sentFields, shapeOf, typeText } from "./schema";

const response = (status: string, headers: readonly (readonly [name: string, required: boolean, schema: Schema | null])[] = []): Response => ({
  status, description: "", headers: headers.map(([name, required, schema]) => ({ name, required, schema })), media: [], links: [],
});

const none = (): undefined => undefined;

table<readonly [responses: readonly string[], status: number, found: string | undefined]>(
  {
    "a response is found by its status": [["200", "404", "default"], 404, "404"],
    "a range is found where there is no status": [["200", "4XX"], 404, "4XX"],
    "a range may be in small letters": [["4xx"], 404, "4xx"],
    "the default is what is left": [["200", "default"], 500, "default"],
    "a description of every status comes first": [["404", ""], 404, ""],
    "a status that is not described is none": [["200"], 404, undefined],
  },
  ([responses, status, found]) => equal(described(responses.map((one) => response(one)), { status, headers: [] }, none).response?.status, found),
);

test("a status that is not described is told, unless nothing is described", () =>
  equal([described([response("200")], { status: 404, headers: [] }, none).words, described([], { status: 404, headers: [] }, none).words], [["The description has no response 404."], []]));

// Each row: the schema of a header, its values, and what is told.
table<readonly [schema: Schema | null, values: readonly string[], words: readonly string[]]>(
  {
    "a number of a header may be one": [{ type: "integer" }, ["12"], []],
    "a header may be a text of digits": [{ type: "string" }, ["12"], []],
    "a header that is no number is told": [{ type: "integer" }, ["many"], ["The header X is not as described. This is a string, not an integer."]],
    "a number that is too large is told": [{ type: "integer", maximum: 5 }, ["12"], ["The header X is not as described. This is 12, above the maximum 5."]],
    "a list has commas": [{ type: "array", items: { type: "integer" } }, ["1, 2"], []],
    "a header that comes twice is a list": [{ type: "array", minItems: 2 }, ["a", "b"], []],
    "an object may have pairs": [{ type: "object", required: ["a"], properties: { a: { type: "integer" } } }, ["a=1,b=2"], []],
    "an object may have names and values in turn": [{ type: "object", required: ["a"], properties: { a: { type: "integer" } } }, ["a,1"], []],
    "JSON may be written out": [{ type: "object" }, ['{"a":1}'], []],
    "a header without a schema may be anything": [null, ["x"], []],
    "a reference is followed": [{ $ref: "n" }, ["x"], ["The header X is not as described. This is a string, not an integer."]],
  },
  ([schema, values, words]) =>
    equal(described([response("200", [["X", false, schema]])], { status: 200, headers: values.map((value) => ["x", value] as const) }, (ref) => (ref === "n" ? { type: "integer" } : undefined)).words, words),
);

test("a required header that is not there is told", () =>
  equal(described([response("200", [["X-A", true, null], ["X-B", false, null]])], { status: 200, headers: [] }, none).words, ["Required headers that are not there, or that the API does not expose: X-A."]));

test("headers that are not described are hinted at, usual ones are not", () =>
  equal(described([response("200", [["X-A", false, null]])], { status: 200, headers: [["x-a", "1"], ["Content-Type", "a"], ["ETag", "b"], ["X-Other", "c"], ["x-other", "d"]] }, none).hints, [
    "Headers that the description does not mention: x-other.",
  ]));

test("a format is found by the type that says the most", () => {
  const media = ["*/*", "text/*", "application/json; charset=utf-8"].map((type) => ({ type, schema: null, itemSchema: null }));
  equal(["application/JSON", "text/csv;x=y", "image/png"].map((type) => mediaOf(media, type)?.type), ["application/json; charset=utf-8", "text/*", "*/*"]);
});

test("cookies of an answer have names and values", () =>
  equal(cookies([["Set-Cookie", "a=b=c; Path=/"], ["set-cookie", "odd"], ["X", "d=e"]]), [["a", "b=c; Path=/"], ["", "odd"]]));

test("a status has a colour", () => equal([200, 204, 304, 404, 500].map(statusClass), ["is-ok", "is-ok", "is-moved", "is-refused", "is-failed"]));

test("times are told in milliseconds or seconds", () => equal([0.4, 999, 1000, 12_345].map(timeText), ["0 ms", "999 ms", "1.00 s", "12.35 s"]));

test("what is wrong with a value is told in sentences", () =>
  equal(["is not null", "lacks the member \"a\"", "cannot be checked", "is it?", "has 1 item(s)"].map(sentence), ["This is not null.", 'This lacks the member "a".', "Cannot be checked.", "This is it?", "This has 1 item(s)."]));

test("a value that is sent is checked as a request, its numbers exactly", () =>
  equal(validate({ required: ["id"], properties: { id: { readOnly: true }, n: { maximum: 9007199254740992 } } }, parse('{"n":9007199254740993}'), none), [
    { pointer: "/n", keyword: "maximum", message: "This is 9007199254740993, above the maximum 9007199254740992." },
  ]));

const resolve = (ref: string): Schema | undefined => ({ base: { type: "object", properties: { a: { type: "integer" } }, required: ["a"] }, "#/ring": { allOf: [{ $ref: "#/ring" }], title: "Ring" } })[ref];

table<readonly [schema: Schema, kind: ReturnType<typeof kindOf>, type: string]>(
  {
    "a number": [{ type: "integer", format: "int64" }, "number", "integer, int64"],
    "a text or nothing": [{ type: ["string", "null"] }, "string", "string or null"],
    "a list of values": [{ type: "array" }, "list", "list of values"],
    "a list of texts": [{ type: "array", items: { type: "string" } }, "list", "list of string"],
    "one of several values": [{ enum: [1, 2] }, "enum", ""],
    "one of several schemas": [{ oneOf: [{ type: "string" }, { type: "number" }] }, "choice", "one of several"],
    "a schema or nothing is the schema": [{ oneOf: [{ $ref: "base" }, { type: "null" }] }, "object", "object"],
    "an object by its properties": [{ properties: {} }, "object", ""],
    "a list by its items": [{ items: {} }, "list", "list of values"],
    "anything": [true, "any", ""],
    "parts of allOf together": [{ allOf: [{ $ref: "base" }, { description: "d" }] }, "object", "object"],
  },
  ([schema, kind, type]) => {
    const shape = shapeOf(schema, resolve);
    equal([kindOf(shape), typeText(shape, resolve)], [kind, type]);
  },
);

test("parts of allOf have all properties, and require all", () => {
  const shape = shapeOf({ allOf: [{ $ref: "base" }, { properties: { b: {} }, required: ["b", "a"] }] }, resolve);
  equal([shape["properties"], shape["required"]], [{ a: { type: "integer" }, b: {} }, ["a", "b"]]);
});

test("a schema that consists of itself ends", () => equal(shapeOf({ $ref: "#/ring" }, resolve)["title"], "Ring"));

test("an alternative is called by its title, its reference, its type or its place", () =>
  equal([nameOf({ title: "T", type: "string" }, 0, resolve), nameOf({ $ref: "#/components/schemas/a~1b%20c" }, 0, none), nameOf({ type: "integer" }, 0, none), nameOf(true, 2, none)], ["T", "a/b c", "integer", "Alternative 3"]));

test("what is read-only is not sent", () => equal(sentFields({ properties: { a: {}, b: { readOnly: true }, c: false, d: { $ref: "base" } } }, resolve).map(([name]) => name), ["a", "d"]));
