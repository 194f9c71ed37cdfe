import partsText from "./testdata/parts.json" with { type: "text" };
import requestsText from "./testdata/requests.json" with { type: "text" };
import { toRequest, type Request } from "../samples/request";
import { equal, table, test } from "../testing/testing";
import type { Parameter, Part, Server } from "./part";
import { serverAddress } from "./address";
import { isKey, serialize, type Sheet, type TypedBody } from "./serialize";
import { parse, read } from "./value";

// The tables hold what a console gets of operations of every style, place and
// format, and the requests that the samples of the server show of them. Package
// viewer/internal/snippet writes both, see its serialize_test.go.
const parts = JSON.parse(String(partsText)) as Readonly<Record<string, Part>>;
const requests = JSON.parse(String(requestsText)) as Readonly<Record<string, unknown>>;

const sheet: Sheet = { method: "get", path: "/", server: "https://a.example", parameters: [], body: null, authorized: null, resolve: () => undefined, files: new Map() };

// bodyOf is the body that the console begins with.
function bodyOf(part: Part): TypedBody | null {
  const media = part.body?.media.find((m) => m.type.includes("json")) ?? part.body?.media[0];
  if (!media) {
    return null;
  }
  const example = media.example ?? "";
  return media.kind === "form" ? { media, value: read(example) } : media.kind === "file" ? { media, file: "" } : { media, text: example };
}

table(Object.fromEntries(Object.keys(requests).map((slug) => ["the request of " + slug + " is that of the samples", slug])), (slug) => {
  const part = parts[slug];
  if (!part) {
    throw new Error("the console has no part " + slug);
  }
  const got = serialize({
    ...sheet,
    method: part.operation.method,
    path: part.operation.path,
    server: serverAddress(part.servers[0], {}, "https://docs.example"),
    parameters: part.parameters.map((parameter) => ({ parameter, value: read(parameter.example) })),
    body: bodyOf(part),
    resolve: (ref) => part.schemas[ref],
  });
  equal(got, toRequest(requests[slug]));
});

test("the tables have the same operations, at least 50", () => equal([Object.keys(parts).sort(), Object.keys(parts).length >= 50], [Object.keys(requests).sort(), true]));

const parameter = (place: Parameter["in"], name: string, own: Partial<Parameter> = {}): Parameter => ({
  name, in: place, required: false, deprecated: false, description: "", style: place === "query" || place === "cookie" ? "form" : "simple", explode: false,
  allowReserved: false, allowEmptyValue: false, media: "", schema: null, example: "", given: false, encoding: [], ...own,
});

const typed = (p: Parameter, json: string): Sheet["parameters"][number] => ({ parameter: p, value: parse(json) });

// Each row: the path, parameters with their values, and the address.
table<readonly [path: string, parameters: Sheet["parameters"], url: string]>(
  {
    "a variable of the path is encoded": ["/pets/{id}", [typed(parameter("path", "id"), '"a/b c"')], "https://a.example/pets/a%2Fb%20c"],
    "a variable stands wherever its name does": ["/{id}/x/{id}", [typed(parameter("path", "id"), "7")], "https://a.example/7/x/7"],
    "a dollar in a value means nothing": ["/{id}", [typed(parameter("path", "id", { allowReserved: true }), '"$&"')], "https://a.example/$%26"],
    "an empty variable is a placeholder": ["/{petId}", [typed(parameter("path", "petId"), '""')], "https://a.example/PET_ID"],
    "a variable without a parameter is a placeholder": ["/{petId}", [], "https://a.example/PET_ID"],
    "a query of the path stays before that of parameters": ["/a?b=c d#e", [typed(parameter("query", "f"), "1")], "https://a.example/a?b=c%20d&f=1"],
    "parameters of the query keep their order": ["/", [typed(parameter("query", "b"), "1"), typed(parameter("query", "a"), "2")], "https://a.example/?b=1&a=2"],
    "null is an empty value": ["/", [typed(parameter("query", "a"), "null")], "https://a.example/?a="],
    "an empty list is not sent": ["/", [typed(parameter("query", "a"), "[]")], "https://a.example/"],
    "a number keeps its digits": ["/", [typed(parameter("query", "a"), "12345678901234567890.10")], "https://a.example/?a=12345678901234567890.10"],
    "a whole query in JSON is encoded": ["/", [typed(parameter("querystring", "q", { media: "application/json" }), '{"a":1}')], "https://a.example/?%7B%22a%22%3A1%7D"],
    "a whole query as a form has pairs": ["/", [typed(parameter("querystring", "q", { media: "application/x-www-form-urlencoded" }), '{"a b":1,"c":[2,3]}')], "https://a.example/?a+b=1&c=2&c=3"],
  },
  ([path, parameters, url]) => equal(serialize({ ...sheet, path, parameters }).url, url),
);

table<readonly [parameters: Sheet["parameters"], headers: Request["headers"]]>(
  {
    "a header is one line": [[typed(parameter("header", "X-A"), '" a\\r\\nb "')], [["X-A", "a  b"]]],
    "a header is not encoded": [[typed(parameter("header", "X-A"), '"é&="')], [["X-A", "é&="]]],
    "a list in a header has commas": [[typed(parameter("header", "X-A"), '["a","b"]')], [["X-A", "a,b"]]],
    "an object in a header that explodes has pairs": [[typed(parameter("header", "X-A", { explode: true }), '{"a":1,"b":2}')], [["X-A", "a=1,b=2"]]],
    "a name that is no token is no header": [[typed(parameter("header", "X A"), "1")], []],
  },
  ([parameters, headers]) => equal(serialize({ ...sheet, parameters }).headers, headers),
);

test("cookies are pairs, encoded unless their style is cookie", () =>
  equal(serialize({ ...sheet, parameters: [typed(parameter("cookie", "a"), '"b c;"'), typed(parameter("cookie", "d", { style: "cookie" }), '"e f;"')] }).cookies, [["a", "b%20c%3B"], ["d", "e f%3B"]]));

test("the method is as it is spelled, and GET without one", () => equal([serialize({ ...sheet, method: "pUrGe" }).method, serialize({ ...sheet, method: "" }).method], ["pUrGe", "GET"]));

const authorized = { headers: [], query: [], cookies: [], withheld: [] };

test("credentials of headers are masks beside what they are", () => {
  const got = serialize({ ...sheet, authorized: { ...authorized, headers: [["Authorization", "Bearer abc"], ["X-Key", "k\n1"]] } });
  equal([got.headers, got.secrets], [[["Authorization", "Bearer ********"], ["X-Key", "********"]], { "header Authorization": "Bearer abc", "header X-Key": "k 1" }]);
});

test("credentials of the query stand at its end, encoded", () => {
  const got = serialize({ ...sheet, path: "/a?b=c", authorized: { ...authorized, query: [["api key", "x&y"]] } });
  equal([got.url, got.secrets], ["https://a.example/a?b=c&api%20key=********", { url: "https://a.example/a?b=c&api%20key=x%26y" }]);
});

table<readonly [path: string, url: string]>(
  {
    "a key that the query of the path has is sent once, with the value of the path": ["/a?b=2&api%20key=1", "https://a.example/a?b=2&api%20key=1"],
    "a key that the query of the path has is sent once, without a value, as the path has it": ["/a?api+key", "https://a.example/a?api+key"],
    "a key that the query of the path has is sent once, with its own value where the path has a variable": ["/a?api%20key={key}&b={x}", "https://a.example/a?b=X&api%20key=k"],
  },
  ([path, url]) => {
    const got = serialize({ ...sheet, path, authorized: { ...authorized, query: [["api key", "k"]] } });
    equal(got.secrets["url"] ?? got.url, url);
  },
);

test("credentials of cookies are masks", () => {
  const got = serialize({ ...sheet, authorized: { ...authorized, cookies: [["sid", "a;b"]] } });
  equal([got.cookies, got.secrets], [[["sid", "********"]], { "cookie sid": "a%3Bb" }]);
});

table<readonly [code: string, user: string | undefined, password: string | undefined]>(
  {
    "basic credentials are a user and a password": [btoa("ada:love:lace"), "ada", "love:lace"],
    "basic credentials are UTF-8": [btoa(String.fromCharCode(0xc3, 0xa9) + ":"), "é", ""],
    "basic credentials that are no base64 are only a header": ["?", undefined, undefined],
  },
  ([code, user, password]) => {
    const got = serialize({ ...sheet, authorized: { ...authorized, headers: [["Authorization", "Basic " + code]] } });
    equal([got.basic, got.secrets["user"], got.secrets["password"]], [user === undefined ? null : ["********", "********"], user, password]);
  },
);

test("credentials give way to a typed header of the same name", () => {
  const got = serialize({ ...sheet, parameters: [typed(parameter("header", "authorization"), '"mine"')], authorized: { ...authorized, headers: [["Authorization", "Bearer abc"]] } });
  equal(got.headers.map(([name]) => name), ["authorization"]);
});

table<readonly [place: Parameter["in"], name: string, key: boolean]>(
  {
    "a header that is a key is one, however it is spelled": ["header", "X-KEY", true],
    "a parameter of the query that is a key is one": ["query", "api key", true],
    "a cookie that is a key is one": ["cookie", "sid", true],
    "a parameter with another place is no key": ["query", "sid", false],
    "a parameter in another spelling is no key": ["query", "API key", false],
    "a variable of the path is no key": ["path", "sid", false],
  },
  ([place, name, key]) => equal(isKey(parameter(place, name), { ...authorized, headers: [["X-Key", "k"]], query: [["api key", "k"]], cookies: [["sid", "k"]] }), key),
);

test("variables in the query of a path are replaced, as in its segments", () => {
  const q = typed(parameter("path", "q"), '"a&b c"');
  equal(serialize({ ...sheet, path: "/a/{q}?x={q}&y={other}&z=1#part", parameters: [q] }).url, "https://a.example/a/a%26b%20c?x=a%26b%20c&y=OTHER&z=1");
});

const media = (type: string) => ({ type, schema: null, itemSchema: null });

table<readonly [body: TypedBody, wanted: Request["body"], headers: Request["headers"]]>(
  {
    "a text is sent as it is typed": [{ media: media("application/json"), text: '{"a" : 1.0}' }, { text: '{"a" : 1.0}', file: "", parts: null }, [["Content-Type", "application/json"]]],
    "a file has a name by its type": [{ media: media("image/png"), file: "" }, { text: "", file: "body.png", parts: null }, [["Content-Type", "image/png"]]],
    "a file that is chosen keeps its name": [{ media: media("image/png"), file: "me.png" }, { text: "", file: "me.png", parts: null }, [["Content-Type", "image/png"]]],
    "a form without values is no body": [{ media: media("application/x-www-form-urlencoded"), value: parse("{}") }, null, []],
    "a form of parts without values is no body": [{ media: media("multipart/form-data"), value: parse("{}") }, null, []],
    "a form of parts has no type of its own": [
      { media: media("Multipart/Form-Data; x=y"), value: parse('{"a":"b"}') }, { text: "", file: "", parts: [{ name: "a", text: "b", file: "", type: "" }] }, [],
    ],
  },
  ([body, wanted, headers]) => {
    const got = serialize({ ...sheet, body });
    equal([got.body, got.headers], [wanted, headers]);
  },
);

test("the type of a body takes the place of a typed header", () =>
  equal(serialize({ ...sheet, parameters: [typed(parameter("header", "content-type"), '"x"')], body: { media: media("text/plain"), text: "a" } }).headers, [["Content-Type", "text/plain"]]));

const server = (url: string, ...names: readonly string[]): Server => ({ url, description: "", variables: names.map((name) => ({ name, default: "d" + name, enum: [], description: "" })) });

// Each row: the server, values of its variables, and the address below
// https://docs.example/api/.
table<readonly [server: Server | undefined, values: Readonly<Record<string, string>>, address: string]>(
  {
    "an address of its own stays": [server("https://a.example/v1"), {}, "https://a.example/v1"],
    "a slash at the end is left out": [server("https://a.example/"), {}, "https://a.example"],
    "a variable has its default": [server("https://{host}.example", "host"), {}, "https://dhost.example"],
    "a variable has its value": [server("https://{host}.example", "host"), { host: "eu" }, "https://eu.example"],
    "a value may look like a pattern": [server("https://a.example/{v}", "v"), { v: "$&" }, "https://a.example/$&"],
    "a variable called like a member of every object has its default": [server("https://{constructor}.example", "constructor"), {}, "https://dconstructor.example"],
    "a variable without a value is a placeholder": [server("https://{hostName}.example", "hostName"), { hostName: "" }, "https://HOST_NAME.example"],
    "an empty value may be a part of the host's name": [server("https://api{env}.example", "env"), { env: "" }, "https://api.example"],
    "an empty value may be the path": [server("https://a.example/{v}", "v"), { v: "" }, "https://a.example"],
    "an empty value is no host": [server("{scheme}://{host}/v1", "scheme", "host"), { scheme: "https", host: "" }, "https://HOST/v1"],
    "an empty value is no port": [server("https://a.example:{port}/v1", "port"), { port: "" }, "https://a.example:PORT/v1"],
    "the scheme is in small letters": [server("HTTPS://a.example"), {}, "https://a.example"],
    "the scheme of WebSockets stays": [server("wss://a.example"), {}, "wss://a.example"],
    "an address without a scheme has https": [server("//a.example/b"), {}, "https://a.example/b"],
    "no server is the base": [undefined, {}, "https://docs.example/api"],
    "an empty address is the base": [server(""), {}, "https://docs.example/api"],
    "a relative address stands below the base": [server("./v2/"), {}, "https://docs.example/api/v2"],
    "an absolute path stands below the base": [server("/v2"), {}, "https://docs.example/api/v2"],
    "a scheme that no page sends to is the base": [server("ftp://a.example"), {}, "https://docs.example/api"],
    "a script is the base": [server("javascript:alert(1)"), {}, "https://docs.example/api"],
    "spaces and quotes are encoded, brackets are not": [server('https://[::1]/a "b"'), {}, "https://[::1]/a%20%22b%22"],
    "what is encoded stays so": [server("https://a.example/%41"), {}, "https://a.example/%41"],
  },
  ([own, values, address]) => equal(serverAddress(own, values, "https://docs.example/api/"), address),
);
