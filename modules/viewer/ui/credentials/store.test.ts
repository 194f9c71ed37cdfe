import type { Scheme } from "../serialize/part";
import { equal, table, test } from "../testing/testing";
import { nothing, Store, storeOf, type Entry } from "./store";

const root = "https://docs.example/";
const key = "trefoil:credentials:" + root;

const scheme = (own: Partial<Scheme> = {}): Scheme => ({ type: "apiKey", in: "header", name: "X-Key", scheme: "", bearerFormat: "", flows: [], clientId: "", openIdConnectUrl: "", description: "", ...own });

const flow = (tokenUrl: string): Scheme["flows"][number] => ({ kind: "password", authorizationUrl: "", deviceAuthorizationUrl: "", tokenUrl, refreshUrl: "", clientId: "", scopes: [] });

const entry = (value: string): Entry => ({ ...nothing, values: { value }, origins: ["https://a.example"] });

test("what was given is there for all operations", () => {
  const store = new Store(root);
  store.set("key", scheme(), entry("k"));
  equal([store.get("key", scheme()), store.get("other", scheme())], [entry("k"), undefined]);
});

// What was given for another provider stays with it.
table<readonly [changed: Partial<Scheme>, kept: boolean]>(
  {
    "a scheme with another description is the same": [{ description: "d", bearerFormat: "JWT" }, true],
    "a scheme with another name of the header is another one": [{ name: "X-Other" }, false],
    "a scheme of another place is another one": [{ in: "query" }, false],
    "a scheme of another type is another one": [{ type: "http", scheme: "basic" }, false],
    "a scheme of another provider is another one": [{ openIdConnectUrl: "https://evil.example" }, false],
    "a scheme with another address for tokens is another one": [{ flows: [flow("https://evil.example")] }, false],
  },
  ([changed, kept]) => {
    const store = new Store(root);
    store.set("key", scheme(), entry("k"));
    equal(store.get("key", scheme(changed)), kept ? entry("k") : undefined);
  },
);

test("scopes do not make another scheme", () => {
  const store = new Store(root);
  store.set("login", scheme({ flows: [flow("t")] }), entry("k"));
  equal(store.get("login", scheme({ flows: [{ ...flow("t"), scopes: [{ name: "a", description: "", default: true }] }] })), entry("k"));
});

test("a scheme is forgotten", () => {
  const store = new Store(root);
  store.set("key", scheme(), entry("k"));
  store.forget("key", scheme());
  equal(store.get("key", scheme()), nothing);
});

test("nothing is kept unless the reader asks for it, but that there is something", () => {
  const store = new Store(root);
  store.set("key", scheme(), entry("k"));
  equal([store.remembered, { ...sessionStorage }, localStorage.length], [false, { ["trefoil:given:" + root]: "1" }, 0]);
});

test("what is kept comes back, and what is given later", () => {
  const store = new Store(root);
  store.set("key", scheme(), entry("k"));
  store.remember(true);
  store.set("later", scheme(), { ...nothing, scopes: ["a"], refresh: "r", expires: 5, login: { user: "u" } });
  const again = new Store(root);
  equal([again.get("key", scheme()), again.get("later", scheme()), localStorage.length], [entry("k"), { ...nothing, scopes: ["a"], refresh: "r", expires: 5, login: { user: "u" } }, 0]);
});

test("what is no longer kept is gone from the storage", () => {
  const store = new Store(root);
  store.remember(true);
  store.remember(false);
  store.set("key", scheme(), entry("k"));
  equal([store.remembered, sessionStorage.getItem(key)], [false, null]);
});

test("what a browser has kept is not trusted", () => {
  const store = new Store(root);
  store.set("key", scheme(), entry("k"));
  store.remember(true);
  const { print } = JSON.parse(sessionStorage.getItem(key) ?? "{}").key;
  sessionStorage.setItem(key, JSON.stringify({ key: { print, entry: { values: { value: 1 }, origins: "x", scopes: {}, refresh: null, expires: "soon" } }, other: 1, more: null }));
  equal(new Store(root).get("key", scheme()), { ...nothing, values: { value: "" } });
});

test("a storage without JSON is empty", () => {
  sessionStorage.setItem(key, "{");
  equal(new Store(root).get("key", scheme()), undefined);
});

test("each reference has one store", () => equal([storeOf("a") === storeOf("a"), storeOf("a") === storeOf("b")], [true, false]));
