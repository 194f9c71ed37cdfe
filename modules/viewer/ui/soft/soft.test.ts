import { preview } from "../base/draft";
import { node } from "../base/dom";
import { pageEvent } from "../base/page";
import { root } from "../base/root";
import { answering, page } from "../testing/pages";
import { after, equal, table, test, turn } from "../testing/testing";
import { refresh, renew, start } from "./soft";

// The script listens to the document from here on, whatever stands in it. The
// page that is shown is one of the reference.
const mounted: ParentNode[] = [];
document.body.append(node("main"));
start((el) => void mounted.push(el));

function show(...content: readonly Node[]): HTMLElement {
  mounted.length = 0;
  const main = node("main", {}, node("h1", {}, "Before"), ...content);
  document.body.append(node("div", { "data-announcer": true }), node("nav", { "data-nav": true }, "old"), main);
  return main;
}

// click clicks an element, and reports whether the script took the click. The
// browser itself goes nowhere.
function click(el: Element, own: MouseEventInit = {}): boolean {
  let taken = false;
  const end = (event: Event): void => {
    taken = event.defaultPrevented;
    event.preventDefault();
  };
  window.addEventListener("click", end, { once: true });
  el.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ...own }));
  return taken;
}

const next = (title: string, more = ""): ReturnType<typeof page> =>
  page(`<html><head><title>${title}</title><meta name="description" content="${title} described"></head><body><nav data-nav>new</nav><main><h1>${title}</h1>${more}<script>window.ran = true</script></main></body></html>`);

const settled = async (): Promise<void> => {
  await turn();
  await turn();
};

// home goes back to the root, which other cases begin with.
async function home(): Promise<void> {
  answering(next("Home"));
  click(document.body.appendChild(node("a", { href: root })));
  await settled();
}

test("a link to a page of the reference replaces the content", async () => {
  show(node("a", { href: "models/Pet" }, "Pet"));
  const asked = answering(next("Pet"));
  let told = 0;
  const end = new AbortController();
  document.addEventListener(pageEvent, () => told++, { signal: end.signal });
  const taken = click(document.querySelector("main a") ?? document.body);
  await settled();
  end.abort();
  equal(
    [taken, asked, location.href, document.title, document.querySelector("h1")?.textContent, document.querySelector("nav")?.textContent, told],
    [true, [root + "models/Pet"], root + "models/Pet", "Pet", "Pet", "new", 1],
  );
  equal(
    [document.activeElement?.textContent, document.querySelector("[data-announcer]")?.textContent, document.querySelector("meta[name=description]")?.getAttribute("content"), mounted.length, document.querySelector("main script"), Reflect.get(window, "ran")],
    ["Pet", "Pet", "Pet described", 2, null, undefined],
  );
  await home();
});

// Each row: the attributes of a link, how it is clicked, and whether the script
// takes it.
table<readonly [attributes: Readonly<Record<string, string | boolean>>, how: MouseEventInit]>(
  {
    "a link to another host is the browser's": [{ href: "https://a.example/models/Pet" }, {}],
    "a link to another part of the site is the browser's": [{ href: "/models/Pet" }, {}],
    "a link to a file is the browser's": [{ href: "openapi.json" }, {}],
    "a link to Markdown is the browser's": [{ href: "models/Pet.md" }, {}],
    "a link for another window is the browser's": [{ href: "models/Pet", target: "_blank" }, {}],
    "a download is the browser's": [{ href: "models/Pet", download: true }, {}],
    "a link to a part of this page is the browser's": [{ href: "#part" }, {}],
    "a click with Ctrl is the browser's": [{ href: "models/Pet" }, { ctrlKey: true }],
    "a click with Shift is the browser's": [{ href: "models/Pet" }, { shiftKey: true }],
    "a click with the second button is the browser's": [{ href: "models/Pet" }, { button: 1 }],
  },
  async ([attributes, how]) => {
    show(node("a", attributes));
    const asked = answering();
    const taken = click(document.querySelector("main a") ?? document.body, how);
    await settled();
    equal([taken, asked, location.href], [false, [], root]);
  },
);

test("a click that something else has taken is left alone", async () => {
  const link = node("a", { href: "models/Pet" });
  link.addEventListener("click", (event) => event.preventDefault());
  show(link);
  const asked = answering();
  click(link);
  await settled();
  equal(asked, []);
});

test("of two visits that overlap the later one counts", async () => {
  const [first, second] = [node("a", { href: "models/A" }), node("a", { href: "models/B" })];
  show(first, second);
  answering(next("A"), next("B"));
  click(first);
  click(second);
  await settled();
  equal([document.title, location.href], ["B", root + "models/B"]);
  await home();
});

test("a page is fetched once while it is fresh", async () => {
  const link = node("a", { href: "models/Fresh" });
  show(link);
  const asked = answering(next("Fresh"));
  click(link);
  click(link);
  await settled();
  equal([asked, document.title], [[root + "models/Fresh"], "Fresh"]);
  await home();
});

test("the part that an address names is opened", async () => {
  const link = node("a", { href: "models/Pet#inner%20part" });
  show(link);
  answering(next("Pet", '<details><summary>a</summary><details><p id="inner part">b</p></details></details>'));
  click(link);
  await settled();
  equal([location.hash, [...document.querySelectorAll("details")].map((el) => el.open)], ["#inner%20part", [true, true]]);
  await home();
});

test("a fragment that cannot be decoded does no harm", async () => {
  const link = node("a", { href: "models/Pet#100%" });
  show(link);
  answering(next("Pet"));
  click(link);
  await settled();
  equal([document.title, location.hash], ["Pet", "#100%"]);
  await home();
});

test("what stays in place is told what replaces it", async () => {
  const link = node("a", { href: "models/Pet" });
  const main = show(link);
  answering(next("Pet"));
  const told: unknown[] = [];
  main.addEventListener("trefoil:replace", (event) => told.push(event instanceof CustomEvent && event.detail));
  click(link);
  await settled();
  equal(told.map((el) => el === document.querySelector("main")), [true]);
  await home();
});

test("how far a page is scrolled is noted in the history", async () => {
  show();
  history.replaceState({ theirs: 1 }, "");
  window.dispatchEvent(new Event("pagehide"));
  equal(history.state, { theirs: 1, y: 0 });
});

test("a page is shown again, and the focus stays", async () => {
  show(node("button", { id: "here" }));
  document.getElementById("here")?.focus();
  answering(next("Again", '<button id="here"></button>'));
  equal([await refresh(), document.title, document.activeElement?.id, location.href], [true, "Again", "here", root]);
});

test("a page that cannot be had is not shown again", async () => {
  show();
  answering(page("", { status: 500 }));
  equal([await refresh(), document.querySelector("h1")?.textContent], [false, "Before"]);
});

test("a page for other scripts is not shown again", async () => {
  show();
  answering(page('<html><head><script src="reference.js" integrity="sha384-other"></script></head><body><main></main></body></html>'));
  equal(await refresh(), false);
});

test("a page that is gone gives way to the overview, and comes back", async () => {
  const link = node("a", { href: "models/Pet" });
  show(link);
  answering(next("Pet"));
  click(link);
  await settled();

  const put: string[] = [];
  const asked = answering(page("", { status: 404 }), next("Overview"));
  const first = await renew((its) => void put.push(its.title));
  equal([first, asked, put, location.href], [true, [root + "models/Pet", root], ["Overview"], root]);

  const again = answering(next("Pet"));
  const second = await renew((its) => void put.push(its.title));
  equal([second, again, put, location.href], [true, [root + "models/Pet"], ["Overview", "Pet"], root + "models/Pet"]);
  await home();
});

test("a draft without any page is not shown", async () => {
  show();
  preview({ root: "https://drafts.example/d/", renew: () => Promise.resolve(false) });
  after(() => preview(null));
  const asked = answering(page("", { status: 404 }));
  equal([await renew(() => undefined), asked], [false, ["https://drafts.example/d/"]]);
});
