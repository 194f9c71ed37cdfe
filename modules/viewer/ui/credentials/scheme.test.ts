import type { Scheme } from "../serialize/part";
import { equal, table, test } from "../testing/testing";
import { webAddress } from "./exchange";
import { about, fills, firstOf, missing, place, prefilled, prefilledLogin, type Values } from "./scheme";

const scheme = (type: string, own: Partial<Scheme> = {}): Scheme => ({ type, in: "", name: "", scheme: "", bearerFormat: "", flows: [], clientId: "", openIdConnectUrl: "", description: "", ...own });

const key = (where: string): Scheme => scheme("apiKey", { in: where, name: "X-Key" });
const basic = scheme("http", { scheme: "Basic" });
const bearer = scheme("http", { scheme: "bearer", bearerFormat: "JWT" });

// Each row: a scheme with its values, where they go, and why they do not.
table<readonly [scheme: Scheme, values: Values, to: string, why: string]>(
  {
    "a key goes into its header": [key("header"), { token: "k" }, "headers X-Key: k", ""],
    "a key goes into the query": [key("query"), { token: "k\n&" }, "query X-Key: k\n&", ""],
    "a key goes into a cookie": [key("cookie"), { token: "k" }, "cookies X-Key: k", ""],
    "a user and a password are encoded": [basic, { username: "ada", password: "p:w" }, "headers Authorization: Basic YWRhOnA6dw==", ""],
    "a user and a password are UTF-8": [basic, { username: "é", password: "😀" }, "headers Authorization: Basic w6k68J+YgA==", ""],
    "a user whose name has a colon cannot be sent": [basic, { username: "a:b", password: "c" }, "", "A user name cannot hold a colon: what follows it would be taken for the password."],
    "a long password is sent": [basic, { username: "", password: "x".repeat(300_000) }, "headers Authorization: Basic " + btoa(":" + "x".repeat(300_000)), ""],
    "a token follows Bearer": [bearer, { token: "t" }, "headers Authorization: Bearer t", ""],
    "a token of another scheme follows its name": [scheme("http", { scheme: "DPoP" }), { token: "t" }, "headers Authorization: DPoP t", ""],
    "a token of a login follows Bearer": [scheme("oauth2"), { token: "t" }, "headers Authorization: Bearer t", ""],
    "a token of several lines cannot be sent": [bearer, { token: "a\r\nX: y" }, "", "It holds a character that cannot be sent there."],
    "a token with a space at its end cannot be sent": [bearer, { token: "a " }, "", "It holds a character that cannot be sent there."],
    "a token beyond Latin cannot be sent": [key("header"), { token: "😀" }, "", "It holds a character that cannot be sent there."],
  },
  ([its, values, wanted, why]) => {
    const to = { headers: [], query: [], cookies: [] };
    const told = place(its, values, to);
    equal([Object.entries(to).flatMap(([name, pairs]: [string, readonly (readonly [string, string])[]]) => pairs.map(([own, value]) => `${name} ${own}: ${value}`)).join(), told], [wanted, why]);
  },
);

const prefill = {
  preferredSecurityScheme: "b",
  apiKey: { token: "key" },
  http: { basic: { username: "u", password: "p" }, bearer: { token: "bear" } },
  oAuth2: { clientId: "client", scopes: ["a", "", 1], accessToken: "access" },
  securitySchemes: { own: { token: "mine", username: "me" } },
};

table<readonly [name: string, scheme: Scheme, values: Values]>(
  {
    "a key is that of its type": ["x", key("header"), { token: "key" }],
    "a scheme's own value goes before": ["own", key("header"), { token: "mine" }],
    "each value goes before for itself": ["own", basic, { username: "me", password: "p" }],
    "a bearer token is another one than a key": ["x", bearer, { token: "bear" }],
    "a login has an access token": ["x", scheme("openIdConnect"), { token: "access" }],
    "a certificate has no values": ["own", scheme("mutualTLS"), {}],
    "a scheme called like a member of every object has no values of its own": ["constructor", key("query"), { token: "key" }],
  },
  ([name, its, values]) => equal(prefilled(name, its, prefill), values),
);

test("what is filled in may have any form", () => equal([prefilled("a", basic, null), prefilled("a", key("query"), { apiKey: { token: 5 } }), prefilled("a", bearer, { http: "x" })], [{ username: "", password: "" }, { token: "" }, { token: "" }]));

table<readonly [origin: string, username: string]>(
  {
    "a login is filled in for an origin of the operator's": ["https://id.example", "me"],
    "a name and a password are withheld from another provider": ["https://evil.example", ""],
    "a name and a password are withheld from what is no address": ["", ""],
  },
  ([origin, username]) =>
    equal(prefilledLogin("own", "another", prefill, origin, new Set(["https://id.example"])), { values: { clientId: "client", username, password: "" }, withheld: username === "", scopes: ["a"] }),
);

test("the client that the description names logs in, unless the operator names one", () => equal(prefilledLogin("x", "described", {}, "", new Set()).values, { clientId: "described", username: "", password: "" }));

test("nothing is withheld of a login that is not filled in", () => equal(prefilledLogin("x", "", prefill, "https://evil.example", new Set()).withheld, false));

const alternatives = (...all: readonly string[]): Parameters<typeof firstOf>[0] => all.map((names) => names.split(" ").filter(Boolean).map((name) => ({ scheme: name, scopes: [] })));

table<readonly [all: readonly string[], preferred: string, first: number]>(
  {
    "the preferred alternative is first": [["a", "c b", "b"], "b", 1],
    "no credentials are first where they are possible": [["a", "", "b"], "", 1],
    "the preferred one goes before none": [["", "b"], "b", 1],
    "the first is first": [["a", "b"], "c", 0],
    "there may be no alternative": [[], "b", 0],
  },
  ([all, preferred, first]) => equal(firstOf(alternatives(...all), { preferredSecurityScheme: preferred }), first),
);

test("a scheme is told in words", () =>
  equal([key("query"), basic, bearer, scheme("oauth2"), scheme("mutualTLS"), scheme("odd"), key("body")].map(about), [
    "API key in the query parameter X-Key", "User name and password", "HTTP bearer, JWT", "OAuth 2.0", "Client certificate", "odd", "API key in the body X-Key",
  ]));

test("what a scheme still needs is told", () =>
  equal([missing(basic, {}), missing(basic, { password: "p" }), missing(key("query"), { token: "" }), missing(bearer, { username: "u" }), missing(scheme("mutualTLS"), {})], ["a user name and a password", "", "a key", "a token", ""]));

test("a scheme fills a header or none", () => equal([key("header"), key("query"), basic, scheme("mutualTLS")].map(fills), ["x-key", "", "authorization", ""]));

test("only addresses of the web are asked", () =>
  equal(["https://a.example/x", "http://127.0.0.1", "javascript:alert(1)", "file:///etc", "https://user@a.example", "a", ""].map((text) => webAddress(text)?.href ?? ""), ["https://a.example/x", "http://127.0.0.1/", "", "", "", "", ""]));
