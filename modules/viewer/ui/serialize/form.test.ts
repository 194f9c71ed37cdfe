import { equal, table, test } from "../testing/testing";
import { extension, form, isBinary, parts, property, resolved, textual } from "./form";
import type { Encoding, Media, Schema } from "./part";
import { parse } from "./value";

const encoding = (property: string, own: Partial<Encoding> = {}): Encoding => ({ property, contentType: "", style: "", explode: null, allowReserved: false, ...own });

table<readonly [encoding: readonly Encoding[], json: string, text: string]>(
  {
    "a form has pairs, with a plus for a space": [[], '{"a b":"x y&*é","n":1.0}', "a+b=x+y%26*%C3%A9&n=1.0"],
    "a list is a pair for each item": [[], '{"a":["1 2",3]}', "a=1+2&a=3"],
    "an object is JSON": [[], '{"a":{"k":"v","n":1.0}}', "a=%7B%22k%22%3A%22v%22%2C%22n%22%3A1.0%7D"],
    "null is an empty value": [[], '{"a":null}', "a="],
    "an empty list is left out": [[], '{"a":[],"b":1}', "b=1"],
    "a style of a property is used": [[encoding("a", { style: "pipeDelimited" })], '{"a":["b","c"],"d":["e","f"]}', "a=b%7Cc&d=e&d=f"],
    "the style form explodes by default": [[encoding("a", { style: "form" })], '{"a":[1,2]}', "a=1&a=2"],
    "a style may not explode": [[encoding("a", { style: "form", explode: false })], '{"a":[1,2]}', "a=1,2"],
    "a style of objects is used": [[encoding("a", { style: "deepObject" })], '{"a":{"b":1}}', "a%5Bb%5D=1"],
    "names that come twice are both sent": [[], '{"a":1,"a":2}', "a=1&a=2"],
  },
  ([own, json, text]) => equal(form(own, parse(json)), text),
);

const none = (): undefined => undefined;

const media = (schema: Schema | null, ...own: readonly Encoding[]): Media => ({ type: "multipart/form-data", schema, itemSchema: null, encoding: own });

const part = (name: string, own: Partial<ReturnType<typeof parts>[number]>) => ({ name, text: "", file: "", type: "", ...own });

table<readonly [media: Media, json: string, wanted: ReturnType<typeof parts>]>(
  {
    "a scalar is a part without a type": [media(null), '{"a":"b c","n":1.0}', [part("a", { text: "b c" }), part("n", { text: "1.0" })]],
    "an object is a part of JSON": [media(null), '{"a":{"b":[1]}}', [part("a", { text: '{"b":[1]}', type: "application/json" })]],
    "a list is as many parts as it has items": [media(null), '{"a":["b",[1]]}', [part("a", { text: "b" }), part("a", { text: "[1]", type: "application/json" })]],
    "a given type is the first of its list": [media(null, encoding("a", { contentType: "text/csv, text/plain" })), '{"a":"b"}', [part("a", { text: "b", type: "text/csv" })]],
    "a type with a star is none": [media(null, encoding("a", { contentType: "image/*" })), '{"a":"b"}', [part("a", { text: "b" })]],
    "bytes come from a file": [media({ properties: { "my photo": { format: "binary" } } }), '{"my photo":""}', [part("my photo", { file: "my-photo.bin" })]],
    "a file has the type of the schema": [media({ properties: { a: { contentMediaType: "image/png" } } }), '{"a":""}', [part("a", { file: "a.png", type: "image/png" })]],
    "items of a list may be files": [media({ properties: { a: { items: { format: "binary" } } } }), '{"a":["",""]}', [part("a", { file: "a.bin" }), part("a", { file: "a.bin" })]],
    "a name of signs alone is a file": [media({ properties: { "é": { format: "binary" } } }), '{"é":""}', [part("é", { file: "file.bin" })]],
  },
  ([own, json, wanted]) => equal(parts(own, parse(json), none, new Map()), wanted),
);

test("a part is the file that its value names, with the file's type", () => {
  const files = new Map([["me", new File(["x"], "me.png", { type: "image/png" })]]);
  equal(parts(media({ properties: { a: { format: "binary" } } }), parse('{"a":"me"}'), none, files), [part("a", { file: "me", type: "image/png" })]);
});

test("references are followed, in a circle to nothing", () => {
  const schemas: Readonly<Record<string, Schema>> = { a: { $ref: "b" }, b: { type: "string" }, ring: { $ref: "ring" } };
  const resolve = (ref: string): Schema | undefined => schemas[ref];
  equal([resolved({ $ref: "a" }, resolve), resolved({ $ref: "ring" }, resolve), resolved({ $ref: "lost" }, resolve), resolved(true, resolve), resolved(null, resolve)], [{ type: "string" }, {}, {}, {}, {}]);
});

table<readonly [schema: Schema, found: Schema | null]>(
  {
    "a property is looked for in allOf": [{ allOf: [{}, { properties: { a: { type: "null" } } }] }, { type: "null" }],
    "a property is looked for in the first alternative": [{ oneOf: [{ properties: { a: true } }, { properties: { a: false } }] }, true],
    "a property of a later alternative is not found": [{ anyOf: [{}, { properties: { a: true } }] }, null],
    "a property called like a member of every object is not found": [{ properties: {} }, null],
    "a property of a schema that holds itself is not found": [{ $ref: "ring" }, null],
  },
  ([schema, found]) => equal(property(schema, found === null ? "constructor" : "a", (ref) => (ref === "ring" ? { allOf: [{ $ref: "ring" }] } : undefined)), found),
);

test("bytes are told by the schema or the type", () =>
  equal(
    [
      isBinary({ format: "binary" }, ""), isBinary({ type: "file" }, ""), isBinary({ type: ["null", "file"] }, ""), isBinary({ contentMediaType: "image/png" }, ""),
      isBinary({ contentMediaType: "image/png", contentEncoding: "base64" }, ""), isBinary({ contentMediaType: "text/csv" }, ""), isBinary({}, "image/png"), isBinary({}, "application/json"), isBinary({}, ""),
    ],
    [true, true, true, true, false, false, true, false, false],
  ));

test("a media type is textual or not", () =>
  equal(["text/plain", "application/vnd.a+json", "image/svg+xml", "application/yaml", "multipart/form-data", "image/png", "application/zip", "multipart/mixed"].filter(textual), [
    "text/plain", "application/vnd.a+json", "image/svg+xml", "application/yaml", "multipart/form-data",
  ]));

test("a media type has the end of a file's name", () => equal(["application/problem+json", "image/jpeg", "image/svg+xml", "text/plain", "application/x-unknown", ""].map(extension), [".json", ".jpg", ".xml", ".txt", ".bin", ".bin"]));
