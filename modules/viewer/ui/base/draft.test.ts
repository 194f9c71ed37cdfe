import { answering, page, type Sent } from "../testing/pages";
import { after, equal, rejects, table, test } from "../testing/testing";
import { ask, drafting, preview, served } from "./draft";
import { fetchPage, pin } from "./page";
import { root } from "./root";

const draft = { root: "https://drafts.example/d1/", renew: (): Promise<boolean> => Promise.resolve(true) };

function show(next: Parameters<typeof preview>[0]): void {
  preview(next);
  after(() => preview(null));
}

test("pages are those of the reference unless there is a draft", () => {
  equal([drafting(), served(root + "models/a?x#y"), served("models/a")], [false, root + "models/a?x#y", root + "models/a"]);
});

table<readonly [url: string, served: string]>(
  {
    "a page of the reference is that of the draft": [root + "models/a?x=1", "https://drafts.example/d1/models/a?x=1"],
    "a relative address is a page of the reference": ["models/a", "https://drafts.example/d1/models/a"],
    "the root is the root of the draft": [root, "https://drafts.example/d1/"],
    "what is outside of the reference stays": ["/other", location.origin + "/other"],
    "another host stays": ["https://a.example/", "https://a.example/"],
  },
  ([url, wanted]) => {
    show(draft);
    equal([drafting(), served(url)], [true, wanted]);
  },
);

test("a page is asked for as a document", async () => {
  const asked = answering(page("<main>a</main>"));
  const answer = await ask("models/a");
  equal([asked, answer.status, answer.page?.querySelector("main")?.textContent], [[root + "models/a"], 200, "a"]);
});

test("a request without an answer fails", async () => {
  answering();
  await rejects(ask("models/a"), "no page at " + root + "models/a");
});

test("links of a page of a draft lead to where the reader sees it", async () => {
  answering(page('<main><a href="../b">b</a><a href="#c">c</a><form action="search"></form><i data-lazy="../d"></i></main>'));
  show(draft);
  const answer = await ask(root + "models/a");
  const of = (selector: string, name: string): string | null | undefined => answer.page?.querySelector(selector)?.getAttribute(name);
  equal([of("a", "href"), of("a + a", "href"), of("form", "action"), of("i", "data-lazy")], [root + "b", "#c", root + "models/search", root + "d"]);
});

test("a draft that the server has forgotten is read again", async () => {
  const asked = answering(page("", { status: 404, type: "text/plain" }), page("<main>b</main>"));
  show(draft);
  const answer = await ask("models/a");
  equal([asked.length, answer.status], [2, 200]);
});

test("a page that a draft does not have is not asked for again", async () => {
  const asked = answering(page("<main>none</main>", { status: 404 }));
  show(draft);
  equal([(await ask("models/a")).status, asked.length], [404, 1]);
});

test("a draft that cannot be read again stays forgotten", async () => {
  const asked = answering(page("", { status: 404, type: "text/plain" }));
  show({ ...draft, renew: () => Promise.resolve(false) });
  equal([(await ask("models/a")).status, asked.length], [404, 1]);
});

table<readonly [sent: Sent]>(
  {
    "a page with an error is none": [page("<main></main>", { status: 500 })],
    "what is no HTML is no page": [page("<main></main>", { type: "application/json" })],
    "a page without content is none": [page("<p>Sign in</p>")],
  },
  async ([sent]) => {
    answering(sent);
    await rejects(fetchPage("models/a"), "no page at models/a");
  },
);

test("a pinned element keeps where its links lead", () => {
  const el = document.createElement("nav");
  const link = document.createElement("a");
  const form = document.createElement("form");
  link.setAttribute("href", "models/a");
  form.setAttribute("action", "search");
  el.append(link, form);
  pin(el);
  equal([link.getAttribute("href"), form.getAttribute("action")], [root + "models/a", root + "search"]);
});
