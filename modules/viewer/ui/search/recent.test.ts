import { equal, table, test } from "../testing/testing";
import { root } from "../base/root";
import { here, Recent } from "./recent";
import type { Result } from "./answer";

const page = (n: number | string, own: Partial<Result> = {}): Result => ({ kind: "operation", title: "T" + n, url: "operations/o" + n, ...own });

test("the last six pages are remembered, the newest first", () => {
  const recent = new Recent(root);
  for (let n = 1; n <= 8; n++) {
    recent.visited(page(n));
  }
  equal(new Recent(root).pages().map((p) => p.title), ["T8", "T7", "T6", "T5", "T4", "T3"]);
});

test("a page that is read again comes first, once", () => {
  const recent = new Recent(root);
  [1, 2, 1].forEach((n) => recent.visited(page(n)));
  equal(recent.pages().map((p) => p.title), ["T1", "T2"]);
});

test("what was found on a page is not remembered, the page is", () => {
  const recent = new Recent(root);
  recent.visited(page(1, { url: "operations/o1#x", excerpt: "e", method: "GET", path: "/a" }));
  equal(recent.pages(), [{ kind: "operation", title: "T1", url: "operations/o1", method: "GET", path: "/a" }]);
});

test("what was typed on the way to a query is forgotten", () => {
  const recent = new Recent(root);
  ["pet", "p", "pe", "pets"].forEach((query) => recent.asked(query));
  equal(recent.queries(), ["pets"]);
});

test("the last five queries are remembered", () => {
  const recent = new Recent(root);
  Array.from("abcdef").forEach((query) => recent.asked(query));
  equal(recent.queries(), ["f", "e", "d", "c", "b"]);
});

test("a page is pinned and unpinned", () => {
  const recent = new Recent(root);
  equal([recent.togglePin(page(1, { url: "operations/o1#part" })), recent.pinned(page(1)), recent.pins().length, recent.togglePin(page(1)), recent.pinned(page(1))], [true, true, 1, false, false]);
});

test("long titles are cut", () => {
  const recent = new Recent(root);
  recent.visited(page(1, { title: "x".repeat(500) }));
  equal(recent.pages()[0]?.title.length, 200);
});

test("each reference has its own", () => {
  new Recent("a/").visited(page(1));
  equal([new Recent("b/").pages(), new Recent("a/").pages().length], [[], 1]);
});

// What a browser remembers is not trusted.
table<readonly [kept: string, pages: number]>(
  {
    "no JSON is nothing": ["{", 0],
    "no list is nothing": ['{"a":1}', 0],
    "what is no page is left out": ['[1,null,"x",{},{"title":"T","url":1,"kind":"k"}]', 0],
    "a script is no address": ['[{"title":"T","kind":"k","url":"javascript:alert(1)"}]', 0],
    "another host is no address": ['[{"title":"T","kind":"k","url":"//evil.example/operations/a"}]', 0],
    "a way up is no address": ['[{"title":"T","kind":"k","url":"operations/../../x"}]', 0],
    "a page is one": ['[{"title":"T","kind":"k","url":"models/a"},{"title":"T","kind":"k","url":"tags/a.html"},{"title":"T","kind":"k","url":"webhooks/a/"}]', 3],
  },
  ([kept, pages]) => {
    localStorage.setItem("trefoil-search-pages " + new URL(root).pathname, kept);
    equal(new Recent(root).pages().length, pages);
  },
);

function show(path: string, markup: readonly [name: string, className: string, text: string][]): void {
  history.replaceState(null, "", path);
  const main = document.createElement("main");
  const endpoint = document.createElement("div");
  endpoint.className = "endpoint";
  for (const [name, className, text] of markup) {
    const el = document.createElement(name);
    el.className = className;
    el.textContent = text;
    (name === "h1" ? main : endpoint).append(el);
  }
  main.append(endpoint);
  document.body.append(main);
}

test("the page that is shown is that of an operation", () => {
  show("operations/getPet?x=1#y", [["h1", "", " Get a pet "], ["span", "method", "GET"], ["span", "path", "/pets"]]);
  equal(here(root), { kind: "operation", title: "Get a pet", url: "operations/getPet", method: "GET", path: "/pets" });
});

test("a model has no method", () => {
  show("models/Pet", [["h1", "", "Pet"]]);
  equal(here(root), { kind: "model", title: "Pet", url: "models/Pet" });
});

test("the overview is not remembered", () => {
  show("./", [["h1", "", "API"]]);
  equal(here(root), null);
});

test("a page without a heading is not remembered", () => {
  show("models/Pet", []);
  equal(here(root), null);
});
