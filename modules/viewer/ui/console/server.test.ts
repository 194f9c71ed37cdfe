import type { Part, Server } from "../serialize/part";
import { equal, replace, table, test } from "../testing/testing";
import { originOf, originsOf, Servers } from "./server";

type Variable = Server["variables"][number];

const variable = (name: string, usual: string, ...values: readonly string[]): Variable => ({ name, default: usual, enum: values, description: "" });

const server = (url: string, ...variables: readonly Variable[]): Server => ({ url, description: "", variables });

const part = (...servers: readonly Server[]): Part => ({
  operation: { slug: "", url: "", method: "GET", path: "/", id: "", title: "" }, servers, parameters: [], body: null, responses: [], security: [], schemes: {},
  prefill: { preferredSecurityScheme: "", apiKey: { token: "" }, http: { basic: { username: "", password: "" }, bearer: { token: "" } }, oAuth2: { clientId: "", scopes: [], accessToken: "" }, securitySchemes: {}, servers: [] },
  proxy: { own: true, url: "https://proxy.example/x", tokens: false }, schemas: {}, truncated: false,
});

const names = { lookup: (name: string): string | undefined => (name === "stage" ? "test" : undefined), masked: (): string => "********" };

function servers(its: Part): Servers {
  return new Servers(its, "https://docs.example/", names, () => undefined);
}

const two = part(server("https://a.example"), server("https://{region}.example/{constructor}", variable("region", "eu", "eu", "us"), variable("constructor", "v1")));

test("the first server is chosen to begin with, as it is described", () => equal([servers(two).address, servers(two).state()], ["https://a.example", { url: "https://a.example", values: {} }]));

test("what was chosen is put back, and only what differs from the default is kept", () => {
  const own = servers(two);
  own.restore({ url: "https://{region}.example/{constructor}", values: { region: "us", constructor: "v1" }, way: "direct" });
  equal([own.address, own.state(), own.way], ["https://us.example/v1", { url: "https://{region}.example/{constructor}", values: { region: "us" }, way: "direct" }, "direct"]);
});

test("a value that a variable does not list is passed over: its field could not show it", () => {
  const own = servers(two);
  own.restore({ url: "https://{region}.example/{constructor}", values: { region: "asia", constructor: "v2" } });
  equal([own.address, own.element.querySelector<HTMLSelectElement>(".try-control select")?.value], ["https://eu.example/v2", "eu"]);
});

test("a variable called like a member of every object has its default", () => {
  const own = servers(part(server("https://a.example/{constructor}", variable("constructor", "v1"))));
  equal([own.address, own.state().values, own.element.querySelector("input")?.value], ["https://a.example/v1", {}, "v1"]);
});

test("the address of a webhook is explained in the language of the page", () => {
  replace(globalThis as { trefoilWords?: unknown }, "trefoilWords", { say: (english: string) => (english.startsWith("Where your server listens.") ? "Wo Ihr Server lauscht." : undefined) });
  const its = part(server("{address}", variable("address", "https://example.com/webhook")));
  equal(servers({ ...its, operation: { ...its.operation, path: "" } }).element.querySelector(".try-head .try-note")?.textContent, "Wo Ihr Server lauscht.");
});

test("a server that the description does not have is passed over", () => {
  const own = servers(two);
  own.restore({ url: "https://evil.example", values: { region: "us" } });
  equal(own.address, "https://a.example");
});

test("a variable of the server may hold one of the reader's", () => {
  const own = servers(part(server("https://{host}.example", variable("host", "x"))));
  own.restore({ url: "https://{host}.example", values: { host: "{{stage}}" } });
  equal([own.address, own.expanded(names.masked), own.check().length], ["https://test.example", "https://********.example", 0]);
});

test("a name of a variable that nobody knows is told at its field", () => {
  const own = servers(part(server("https://{host}.example", variable("host", "x"))));
  own.restore({ url: "https://{host}.example", values: { host: "{{nobody}}" } });
  equal([own.check().length, own.element.textContent?.includes("There is no variable nobody with a value.")], [1, true]);
});

test("a request takes the way of the server unless another one is chosen", () => equal(servers(two).way, "server"));

test("a request to the host of the page goes there itself", () => equal(servers(part(server(location.origin + "/api"))).way, "direct"));

test("an operation without servers is at the host of the page", () => equal(servers(part()).address, location.origin));

test("the mock server of a reference stands below its root", () => equal(servers(part(server("_/mock"))).address, "https://docs.example/_/mock"));

table<readonly [address: string, origin: string]>(
  {
    "the origin of an address": ["https://a.example:8443/b?c", "https://a.example:8443"],
    "the port that is usual is left out": ["https://A.example:443/", "https://a.example"],
    "data has no origin": ["data:,x", ""],
    "what is no address has none": ["a", ""],
  },
  ([address, origin]) => equal(originOf(address), origin),
);

table<readonly [servers: readonly Server[], origins: readonly string[]]>(
  {
    "no server is the page": [[], [location.origin]],
    "servers of the same host are one origin": [[server("https://a.example/v1"), server("https://a.example/v2"), server("/v3")], ["https://a.example", location.origin]],
    "listed values make several": [[server("https://{r}.example:{p}", variable("r", "eu", "eu", "us"), variable("p", "1", "1", "2"))], ["https://eu.example:1", "https://eu.example:2", "https://us.example:1", "https://us.example:2"]],
    "a variable without a list has its default": [[server("https://{r}.example", variable("r", "eu"))], ["https://eu.example"]],
  },
  ([all, origins]) => equal([...originsOf(all)], origins),
);

test("at most 64 origins are spelled out of a server", () => {
  const values = Array.from({ length: 20 }, (_, i) => "v" + i);
  equal(originsOf([server("https://{a}.{b}.example", variable("a", "v0", ...values), variable("b", "v0", ...values))]).size, 64);
});
