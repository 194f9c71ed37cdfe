import type { Parameter, Schema, Scheme } from "../../serialize/part";
import { compact, parse } from "../../serialize/value";
import { equal, table, test } from "../../testing/testing";
import { holdsSecrets, isSecret, opened, secretive } from "./secret";

test("names of secrets are known, however their words are joined", () =>
  equal(
    ["X-Api-Key", "apiKey", "access_token", "clientSecret", "sessionId", "Authorization", "password", "PIN", "auth", "private.key", "APIKEY"].filter((name) => !secretive(name)),
    [],
  ));

test("names that only look like those of secrets are none", () =>
  equal(["pageToken", "next_token", "max_tokens", "author", "monkey", "keyword", "passport", "", "spinner", "sidebar", "tokens", "token count"].filter(secretive), []));

const parameter = (place: Parameter["in"], name: string, schema: Schema | null = null): Parameter => ({
  name, in: place, required: false, deprecated: false, description: "", style: "", explode: false, allowReserved: false, allowEmptyValue: false, media: "", schema, example: "", given: false, encoding: [],
});

const scheme = (place: string, name: string): Scheme => ({ type: "apiKey", in: place, name, scheme: "", bearerFormat: "", flows: [], clientId: "", openIdConnectUrl: "", description: "" });

table<readonly [parameter: Parameter, secret: boolean]>(
  {
    "a parameter is secret by its name": [parameter("query", "token"), true],
    "a parameter is secret by the scheme of its place": [parameter("query", "K"), true],
    "a parameter of another place is not that of the scheme": [parameter("header", "k"), false],
    "cookies that are typed as a header are secret": [parameter("header", "Cookie"), true],
    "a parameter is secret by its format": [parameter("query", "a", { format: "password" }), true],
    "a parameter is secret when it is write-only": [parameter("query", "a", { $ref: "w" }), true],
    "other parameters are open": [parameter("query", "limit", { type: "integer" }), false],
  },
  ([own, secret]) => equal(isSecret(own, { key: scheme("query", "k") }, (ref) => (ref === "w" ? { writeOnly: true } : undefined)), secret),
);

const resolve = (ref: string): Schema | undefined => (ref === "ring" ? ring : undefined);
const ring: Schema = { properties: { next: { $ref: "ring" }, pass: { format: "password" } } };

table<readonly [schema: Schema | null, json: string, open: string, left: readonly string[]]>(
  {
    "a secret is left out by its name": [null, '{"a":1.0,"token":"x"}', '{"a":1.0}', ["/token"]],
    "a secret is left out by its schema": [ring, '{"pass":"x","next":{"next":{"pass":"y"}}}', '{"next":{"next":{}}}', ["/pass", "/next/next/pass"]],
    "secrets in lists have a place": [{ items: ring }, '[1,{"pass":"x","a/b":{"pin":1}}]', '[1,{"a/b":{}}]', ["/1/pass", "/1/a~1b/pin"]],
    "an alternative may know a secret": [{ oneOf: [{}, { properties: { a: { writeOnly: true } } }] }, '{"a":1,"b":2}', '{"b":2}', ["/a"]],
    "additional properties may be secrets inside": [{ additionalProperties: ring }, '{"a":{"pass":"x"}}', '{"a":{}}', ["/a/pass"]],
    "what has no secrets stays": [null, '[{"a":[null,"token"]}]', '[{"a":[null,"token"]}]', []],
  },
  ([schema, json, open, left]) => {
    const found: string[] = [];
    equal([compact(opened(parse(json), schema, resolve, found)), found], [open, left]);
  },
);

test("what is nested too deep is left out", () => {
  const left: string[] = [];
  const text = compact(opened(parse('{"a":'.repeat(50) + "1" + "}".repeat(50)), null, resolve, left));
  equal([text.split('"a"').length - 1, left], [41, ["/a".repeat(41)]]);
});

test("a schema has a place for secrets, or none", () =>
  equal(
    [holdsSecrets(ring, resolve), holdsSecrets({ items: { $ref: "ring" } }, resolve), holdsSecrets({ properties: { apiKey: {} } }, resolve), holdsSecrets({ properties: { a: { $ref: "lost" } } }, resolve), holdsSecrets(true, resolve), holdsSecrets(null, resolve)],
    [true, true, true, false, false, false],
  ));
