import type { Parameter } from "../../serialize/part";
import { compact, parse, read } from "../../serialize/value";
import { equal, table, test } from "../../testing/testing";
import { at, evaluate, type Exchange } from "./expression";

const parameter = (place: Parameter["in"], name: string, json: string): Exchange["parameters"][number] => ({
  parameter: { name, in: place, required: false, deprecated: false, description: "", style: "", explode: false, allowReserved: false, allowEmptyValue: false, media: "", schema: null, example: "", given: false, encoding: [] },
  value: read(json),
});

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const exchange: Exchange = {
  request: {
    method: "POST", url: "https://api.example/a?b=c", headers: [["Content-Type", "application/json"], ["Authorization", "Bearer ********"]], cookies: [],
    body: null, basic: null, certificate: "", secrets: { "header Authorization": "Bearer real" },
  },
  parameters: [parameter("path", "id", "7"), parameter("query", "a.b", '["x",1.0]'), parameter("header", "X-Trace", '"t"'), parameter("query", "none", "null")],
  body: { media: { type: "application/json", schema: null, itemSchema: null }, text: '{"n":12345678901234567890.10,"list":[{"a/b":true}]}' },
  answer: {
    status: 201, statusText: "", url: "", headers: [["Location", "/a/1"]], size: 0, whole: true,
    body: bytes('{"id":9007199254740993,"~":{"%41":"pct"},"é":"u","no":null,"id2":[0,1]}'),
  },
};

const hidden: Exchange = { ...exchange, request: { ...exchange.request, secrets: { url: "x" } } };
const cut: Exchange = { ...exchange, answer: { ...exchange.answer, whole: false } };
const empty: Exchange = { ...exchange, body: null, answer: { ...exchange.answer, body: new Uint8Array() } };

const of = (json: string, its: Exchange): string => {
  const { value, lacking } = evaluate(read(json), its);
  return value ? compact(value) : "nothing: " + lacking.join();
};

// Each row: what the description says, and what that is.
table<readonly [json: string, value: string]>(
  {
    "the address of the request": ['"$url"', '"https://api.example/a?b=c"'],
    "the method of the request": ['"$method"', '"POST"'],
    "the status of the answer is a number": ['"$statusCode"', "201"],
    "a variable of the path": ['"$request.path.id"', "7"],
    "a parameter of the query with a point in its name": ['"$request.query.a.b"', '["x",1.0]'],
    "a header as it was typed, whatever its capitals": ['"$request.header.x-TRACE"', '"t"'],
    "a header that was added": ['"$request.header.content-type"', '"application/json"'],
    "a credential is nothing": ['"$request.header.authorization"', "nothing: $request.header.authorization"],
    "null is nothing": ['"$request.query.none"', "nothing: $request.query.none"],
    "the body of the request, its numbers as written": ['"$request.body"', '{"n":12345678901234567890.10,"list":[{"a/b":true}]}'],
    "a pointer into the body of the request": ['"$request.body#/list/0/a~1b"', "true"],
    "an index with a zero before it is nothing": ['"$request.body#/list/00"', "nothing: $request.body#/list/00"],
    "a number that a double would round": ['"$response.body#/id"', "9007199254740993"],
    "a pointer with escapes of both kinds": ['"$response.body#/~0/%2541"', '"pct"'],
    "a pointer with encoded letters": ['"$response.body#/%C3%A9"', '"u"'],
    "null in the answer is nothing": ['"$response.body#/no"', "nothing: $response.body#/no"],
    "a pointer without a slash is nothing": ['"$response.body#id"', "nothing: $response.body#id"],
    "a header of the answer": ['"$response.header.LOCATION"', '"/a/1"'],
    "a header that the answer lacks": ['"$response.header.Set-Cookie"', "nothing: $response.header.Set-Cookie"],
    "an answer has no query": ['"$response.query.id"', "nothing: $response.query.id"],
    "expressions in braces are parts of a text": ['"a {$request.path.id}/{$statusCode} {b}"', '"a 7/201 {b}"'],
    "a text with a part that is nothing is nothing": ['"a {$response.body#/lost}"', "nothing: $response.body#/lost"],
    "what begins with a dollar and is no expression is a text": ['"$other"', '"$other"'],
    "a body without a pointer behind a point is a text": ['"$request.body.id"', '"$request.body.id"'],
    "a number stays as written": ["1.50", "1.50"],
    "null stays": ["null", "null"],
    "expressions stand in lists and objects": ['{"a":["$method",{"b":"{$statusCode}"}]}', '{"a":["POST",{"b":"201"}]}'],
    "all that is nothing is told": ['["$response.body#/x","$request.query.y"]', "nothing: $response.body#/x,$request.query.y"],
  },
  ([json, value]) => equal(of(json, exchange), value),
);

test("an address with a credential is nothing", () => equal(of('"$url"', hidden), "nothing: $url"));

test("a part of an answer that was cut is nothing", () => equal(of('"$response.body#/id"', cut), "nothing: $response.body#/id"));

test("parts of bodies that there are not are nothing", () => equal([of('"$response.body"', empty), of('"$request.body#/n"', empty)], ["nothing: $response.body", "nothing: $request.body#/n"]));

test("an answer that is no JSON is a text", () => equal(of('"$response.body"', { ...exchange, answer: { ...exchange.answer, body: bytes("plain é") } }), '"plain é"'));

table<readonly [pointer: string, value: string | undefined]>(
  {
    "the empty pointer is the whole": ["", '{"a":[1,{"":2}],"a":[3,{"":4}]}'],
    "of members of the same name the last one counts": ["/a/0", "3"],
    "an empty name is a name": ["/a/1/", "4"],
    "an index behind the end is nothing": ["/a/2", undefined],
    "a name in a list is nothing": ["/a/-", undefined],
    "a step into a scalar is nothing": ["/a/0/b", undefined],
    "a member of every object is nothing": ["/constructor", undefined],
    "a pointer begins with a slash": ["a", undefined],
  },
  ([pointer, value]) => {
    const found = at(parse('{"a":[1,{"":2}],"a":[3,{"":4}]}'), pointer);
    equal(found && compact(found), value);
  },
);
