import { equal, table, test, throws } from "../testing/testing";
import { absolute } from "./absolute";
import { addressOf, configurationOf, ofServer, proxied, textOf, type Configuration } from "./configuration";
import { Route } from "./route";

const root = "https://docs.example/api/";

const route = (inHash: boolean, first = "", mounted = true): Route => new Route(root, inHash, mounted, first, () => undefined);

function at(hash: string): void {
  history.replaceState(null, "", location.pathname + hash);
}

// Each row: the fragment of the page, and where the element begins.
table<readonly [hash: string, href: string]>(
  {
    "no fragment is the page to begin with": ["", root + "models/Pet"],
    "a fragment names a page": ["#/operations/getPet?x=1", root + "operations/getPet?x=1"],
    "a way up ends at the root": ["#/../../evil", root],
    "another host stays below the root": ["#///evil.example/x", root + "//evil.example/x"],
    "a link of another viewer is kept": ["#tag/pets", root + "#tag/pets"],
    "a fragment that cannot be decoded is kept": ["#100%", root + "#100%"],
  },
  ([hash, href]) => {
    at(hash);
    equal(route(true, "models/Pet").href, href);
  },
);

test("a part of the page around is not a page of the reference", () => {
  at("#é");
  const part = document.createElement("p");
  part.id = "é";
  document.body.append(part);
  equal(route(true, "models/Pet").href, root + "models/Pet");
});

test("an element that is not in the fragment begins where it is told", () => {
  at("#/operations/a");
  equal([route(false, "models/Pet").href, route(false, "models/Pet").path], [root + "models/Pet", "models/Pet"]);
});

test("another page is in the fragment, with the state beside that of the page", () => {
  const own = route(true);
  own.push({ y: 5 }, "operations/a");
  own.replace({ y: 7 });
  equal([own.href, own.state, location.hash, history.state], [root + "operations/a", { y: 7 }, "#/operations/a", { trefoil: { y: 7 } }]);
});

test("the state of the page around stays when the element's changes", () => {
  history.replaceState({ theirs: 1 }, "");
  route(true).replace({ y: 1 });
  equal(history.state, { theirs: 1, trefoil: { y: 1 } });
});

test("an element in memory leaves the address alone", () => {
  const before = location.href;
  const own = route(false);
  own.push(null, "models/Pet");
  equal([own.path, location.href], ["models/Pet", before]);
});

test("the address for others is that of the page, or of the reference", () => {
  equal([route(true).shared, route(false, "models/Pet").shared, route(false, "models/Pet", false).shared], [location.href, root + "models/Pet", location.href]);
});

test("the browser's way back is told to the element", () => {
  const own = route(true);
  const end = new AbortController();
  own.listen(end.signal);
  let told = 0;
  own.events.addEventListener("popstate", () => told++);
  at("#/models/Pet");
  window.dispatchEvent(new PopStateEvent("popstate", { state: { trefoil: { y: 3 } } }));
  end.abort();
  window.dispatchEvent(new PopStateEvent("popstate", { state: null }));
  equal([own.path, own.state, told], ["models/Pet", { y: 3 }, 1]);
});

test("a link within the reference is loaded by the element", () => {
  const loaded: string[] = [];
  new Route(root, false, true, "models/Pet", (href) => loaded.push(href)).open("../operations/a");
  equal(loaded, [root + "operations/a"]);
});

test("a configuration is an object, or its JSON", () => {
  equal([configurationOf({ theme: "moon" }), configurationOf('{"theme":"moon"}'), configurationOf("")], [{ theme: "moon" }, { theme: "moon" }, {}]);
  throws(() => configurationOf([]), "configuration is no object");
  throws(() => configurationOf("null"), "configuration is no object");
});

table<readonly [c: Configuration, address: string, text: string]>(
  {
    "a description has an address": [{ spec: { url: "a" }, url: "b" }, "a", ""],
    "the address has another spelling": [{ url: "b" }, "b", ""],
    "a description may be a text": [{ content: "openapi: 3.1.0" }, "", "openapi: 3.1.0"],
    "a description may be an object": [{ spec: { content: { a: 1 } } }, "", '{\n  "a": 1\n}'],
    "a description may be a function": [{ content: () => "x" }, "", "x"],
    "there may be none": [{}, "", ""],
  },
  ([c, address, text]) => equal([addressOf(c), textOf(c)], [address, text]),
);

table<readonly [c: Configuration, address: string, wanted: string]>(
  {
    "a description of another origin comes by way of the proxy": [{ proxyUrl: "https://p.example/x?y=1" }, "https://a.example/b?c", "https://p.example/x?y=1&scalar_url=https%3A%2F%2Fa.example%2Fb%3Fc"],
    "a description of this origin does not": [{ proxy: "https://p.example/" }, location.origin + "/b", location.origin + "/b"],
    "a relative address does not": [{ proxy: "https://p.example/" }, "/b", location.origin + "/b"],
    "without a proxy it is fetched itself": [{}, "https://a.example/b", "https://a.example/b"],
  },
  ([c, address, wanted]) => equal(proxied(c, address), wanted),
);

test("what only a server can do is told", () => equal(ofServer({ theme: "moon", layout: "classic", constructor: 1 }), ["layout", "constructor"]));

test("addresses of another document are absolute in this one, and its scripts stay behind", () => {
  const page = new DOMParser().parseFromString(
    '<base href="https://a.example/b/"><main><a href="c">c</a><a href="#d">d</a><img src="../e.png"><form action="?f"></form><script>g</script><script type="application/json">{}</script><a href="http://[">h</a></main>', "text/html",
  );
  const main = page.querySelector("main");
  equal(main && [...absolute(main).children].map((el) => el.getAttribute("href") ?? el.getAttribute("src") ?? el.getAttribute("action") ?? el.tagName), [
    "https://a.example/b/c", "#d", "https://a.example/e.png", "https://a.example/b/?f", "SCRIPT", "http://[",
  ]);
});
