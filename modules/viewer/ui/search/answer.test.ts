import { after, equal, rejects, replace, test } from "../testing/testing";
import { fromServer, isResult } from "./answer";
import { groups, option, section } from "./option";
import { speak } from "../words/language";

const signal = new AbortController().signal;

function answers(status: number, body: string): string[] {
  const asked: string[] = [];
  replace(globalThis, "fetch", (input) => {
    asked.push(String(input));
    return Promise.resolve(new Response(body, { status }));
  });
  return asked;
}

test("a server is asked for the encoded query", async () => {
  const asked = answers(200, '{"results":[]}');
  await fromServer("https://docs.example/")("a&b c", signal);
  equal(asked, ["https://docs.example/search?q=a%26b%20c"]);
});

test("an answer keeps its results, notes and total", async () => {
  answers(200, '{"total":7,"notes":["n",1],"results":[{"kind":"model","title":"Pet","url":"models/Pet"},{"title":"no address"}]}');
  equal(await fromServer("https://docs.example/")("a", signal), { total: 7, notes: ["n"], results: [{ kind: "model", title: "Pet", url: "models/Pet" }] });
});

test("an answer without a total has as many as there are", async () => {
  answers(200, '{"results":[{"kind":"","title":"","url":""}]}');
  equal((await fromServer("https://docs.example/")("a", signal)).total, 1);
});

test("an answer without results fails", async () => {
  answers(200, "[]");
  await rejects(fromServer("https://docs.example/")("a", signal), "no results");
});

test("an error fails with its status", async () => {
  answers(503, "");
  await rejects(fromServer("https://docs.example/")("a", signal), "503");
});

test("a result has a kind, a title and an address", () => equal([null, 1, {}, { kind: "a", title: "b" }, { kind: "a", title: "b", url: "c" }].map(isResult), [false, false, false, false, true]));

test("results are grouped by kind, in the order of the best of each", () => {
  const result = (kind: string, title: string) => ({ kind, title, url: "" });
  equal(
    groups([result("model", "a"), result("operation", "b"), result("model", "c"), result("odd", "d")]).map((g) => g.title + ": " + g.results.map((r) => r.title).join()),
    ["Models: a,c", "Operations: b", "odd: d"],
  );
});

test("a result is a link with what was found marked, and never markup", () => {
  const el = option({ kind: "operation", title: "<b>Get</b>", titleParts: ["<b>", "Get", "</b>"], method: "GET", path: "/a", url: "operations/a" }, "https://docs.example/", true);
  equal(el.outerHTML,
    '<a class="result" role="option" tabindex="-1" href="https://docs.example/operations/a"><span class="result-head"><span class="result-title">&lt;b&gt;<mark class="">Get</mark>&lt;/b&gt;</span>' +
    '<span class="result-pin">Pinned</span></span><span class="result-place"><span class="method method-get">GET</span><span class="result-path">/a</span></span></a>');
});

test("a result is pinned in the language of the page", () => {
  speak("de", { Pinned: "Angeheftet" });
  after(() => { Reflect.deleteProperty(globalThis, "trefoilWords"); });
  equal(option({ kind: "model", title: "Pet", url: "models/Pet" }, "", true).querySelector(".result-pin")?.textContent, "Angeheftet");
});

test("a deprecated result looks so, and says where it was found", () => {
  const el = option({ kind: "model", title: "Pet", url: "models/Pet", deprecated: true, where: "field a", excerpt: "An excerpt", excerptParts: ["An ", "excerpt", ""] }, "", false);
  equal([el.querySelector(".result-title")?.className, el.querySelector(".result-excerpt")?.textContent], ["result-title is-deprecated", "field aAn excerpt"]);
});

test("a group is named by its heading", () => {
  const el = section("Models", "g1", []);
  equal([el.getAttribute("role"), el.getAttribute("aria-labelledby"), el.firstElementChild?.id, el.textContent], ["group", "g1", "g1", "Models"]);
});
