import { root } from "../base/root";
import { answering, page } from "../testing/pages";
import { equal, replace, table, test, turn } from "../testing/testing";
import { mount } from "./nav";

// Tag is one in the list, with the links to its operations, "" for the page that is shown
// among them; none when they have to be fetched.
type Tag = readonly [name: string, operations: readonly string[] | null, below?: readonly Tag[]];

const item = (at: string, [name, operations, below = []]: Tag, current: string): string => {
  const link = (to: string): string => `<li><a class="nav-link" href="${at}${to}"${to === current ? ' aria-current="page"' : ""}>${to}</a></li>`;
  const inner = below.map((tag) => item(at, tag, current)).join("") + (operations ?? ["all"]).map(link).join("");
  const open = inner.includes("aria-current") ? " open" : "";
  return `<li class="nav-item" data-nav-tag="${name}"><a class="nav-tag" href="${at}tags/${name}"${"tags/" + name === current ? ' aria-current="page"' : ""}>${name}</a><details class="nav-details"${open}${operations ? "" : " data-nav-fetch"}><summary></summary><ul class="nav-links">${inner}</ul></details></li>`;
};

// list is that of a page at an address below the root, which links are relative to.
function list(address: string, tags: readonly Tag[], group = ""): HTMLElement {
  const at = "../".repeat(address.split("/").length - 1) || "./";
  const inner = `<ul class="nav-list">${tags.map((tag) => item(at, tag, address)).join("")}</ul>`;
  const held = group ? `<details class="nav-group" open data-nav-group="${group}"><summary>${group}</summary>${inner}</details>` : inner;
  const its = new DOMParser().parseFromString(`<base href="${root}${address}"><nav data-nav>${held}</nav>`, "text/html");
  return its.querySelector("nav") ?? document.body;
}

// sent is the answer with a page that has a list.
const sent = (address: string, tags: readonly Tag[]): ReturnType<typeof page> => page(`<base href="${root}${address}">${list(address, tags).outerHTML}<main></main>`);

// show shows the list of a page.
function show(address: string, tags: readonly Tag[], group = ""): HTMLElement {
  history.replaceState(null, "", root + address);
  const nav = list(address, tags, group);
  for (const link of nav.querySelectorAll("a")) {
    link.href = link.href; // as the page does
  }
  document.body.append(nav);
  mount(nav);
  return nav;
}

// go brings the list of another page, and reports whether the one before stays.
function go(nav: HTMLElement, address: string, tags: readonly Tag[], group = ""): boolean {
  history.replaceState(null, "", root + address);
  return !nav.dispatchEvent(new CustomEvent("trefoil:replace", { detail: list(address, tags, group), cancelable: true }));
}

// state is what a list shows: open tags with their links, and the link of the page.
function state(nav: HTMLElement): unknown {
  const open = [...nav.querySelectorAll<HTMLElement>("[data-nav-tag] > details[open]")].map((el) => el.parentElement?.dataset["navTag"] + ": " + [...el.querySelectorAll(":scope > ul > li > a.nav-link")].map((a) => a.textContent).join());
  return [open, [...nav.querySelectorAll("[aria-current]")].map((a) => a.textContent)];
}

const names = (nav: HTMLElement): unknown => [...nav.querySelectorAll<HTMLElement>("[data-nav-tag]")].map((el) => el.dataset["navTag"]);

const details = (nav: HTMLElement, tag: string): HTMLDetailsElement => nav.querySelector<HTMLDetailsElement>(`[data-nav-tag="${tag}"] > details`) ?? document.createElement("details");

const settled = async (): Promise<void> => {
  for (let i = 0; i < 4; i++) {
    await turn();
  }
};

test("the list stays on the next page, and names it", () => {
  const tags: readonly Tag[] = [["pets", ["operations/a", "operations/b"]], ["shops", null]];
  const nav = show("operations/a", tags);
  equal(go(nav, "operations/b", tags), true);
  equal(state(nav), [["pets: operations/a,operations/b"], ["operations/b"]]);
});

test("what is the same on both pages is not made again", () => {
  const tags: readonly Tag[] = [["pets", Array.from({ length: 50 }, (_, i) => "operations/" + i)], ["shops", null]];
  const nav = show("operations/3", tags);
  const before = [...nav.querySelectorAll("*")];
  go(nav, "operations/4", tags);
  equal([before.filter((el) => !el.isConnected), before.length === nav.querySelectorAll("*").length], [[], true]);
});

test("the list of the page's tag comes with it, and those before stay open", () => {
  const nav = show("operations/a", [["pets", ["operations/a"]], ["shops", null]]);
  go(nav, "operations/s", [["pets", null], ["shops", ["operations/s", "operations/t"]]]);
  equal(state(nav), [["pets: operations/a", "shops: operations/s,operations/t"], ["operations/s"]]);
  go(nav, "operations/a", [["pets", ["operations/a"]], ["shops", null]]);
  equal(state(nav), [["pets: operations/a", "shops: operations/s,operations/t"], ["operations/a"]]);
});

test("five tags stay open beside that of the page", () => {
  const names = ["a", "b", "c", "d", "e", "f", "g", "h"];
  const at = (name: string): readonly Tag[] => names.map((n) => [n, n === name ? ["operations/" + n] : null]);
  const nav = show("operations/a", at("a"));
  names.slice(1).forEach((name) => go(nav, "operations/" + name, at(name)));
  equal(state(nav), [["c: operations/c", "d: operations/d", "e: operations/e", "f: operations/f", "g: operations/g", "h: operations/h"], ["operations/h"]]);
});

test("links lead to the same place on pages of another depth", () => {
  const nav = show("operations/a", [["pets", ["operations/a"]], ["shops", null]]);
  go(nav, "operations/s", [["pets", null], ["shops", ["operations/s"]]]);
  go(nav, "", [["pets", null], ["shops", null]]);
  equal(
    [...nav.querySelectorAll("a")].map((a) => a.href),
    ["tags/pets", "operations/a", "tags/shops", "operations/s"].map((path) => root + path),
  );
});

test("what comes and goes with a page leaves the rest in its place", async () => {
  answering(sent("tags/c", [["c", ["operations/x"]]]));
  const nav = show("operations/b", [["a", null], ["b", ["operations/b", "operations/c"]], ["c", null]]);
  const stays = nav.querySelector('[data-nav-tag="b"]');
  details(nav, "c").open = true;
  await settled();
  go(nav, "operations/d", [["b", ["operations/c", "operations/d"]], ["bb", null], ["c", null], ["d", null]]);
  equal([state(nav), names(nav), stays?.isConnected], [[["b: operations/c,operations/d", "c: operations/x"], ["operations/d"]], ["b", "bb", "c", "d"], true]);
  go(nav, "operations/e", [["c", null], ["b", ["operations/e"]]]);
  equal([state(nav), names(nav)], [[["c: operations/x", "b: operations/e"], ["operations/e"]], ["c", "b"]]);
});

test("a list with other parts stays the one that works", async () => {
  const nav = show("operations/a", [["pets", ["operations/a"]]]);
  answering(sent("tags/shops", [["pets", null], ["shops", ["operations/s"]]]));
  go(nav, "operations/a", [["pets", ["operations/a"]], ["shops", null]], "Animals");
  details(nav, "shops").open = true;
  await settled();
  equal([state(nav), nav.isConnected], [[["pets: operations/a", "shops: operations/s"], ["operations/a"]], true]);
});

test("the list of a tag is fetched when it is opened, and that of a tag in it", async () => {
  const shops: Tag = ["shops", ["operations/s"], [["stalls", null]]];
  const asked = answering(
    sent("tags/shops", [["pets", null], shops]),
    sent("tags/stalls", [["pets", null], ["shops", ["operations/s"], [["stalls", ["operations/u"]]]]]),
  );
  const nav = show("operations/a", [["pets", ["operations/a"]], ["shops", null]]);
  details(nav, "shops").open = true;
  await settled();
  equal(state(nav), [["pets: operations/a", "shops: operations/s"], ["operations/a"]]);
  details(nav, "stalls").open = true;
  await settled();
  equal([asked, state(nav)], [[root + "tags/shops", root + "tags/stalls"], [["pets: operations/a", "shops: operations/s", "stalls: operations/u"], ["operations/a"]]]);
});

test("a list that is still on its way does not take the place of that of the page", async () => {
  answering(sent("tags/shops", [["pets", null], ["shops", ["operations/s"]]]));
  let answer = (): void => undefined;
  replace(
    globalThis,
    "XMLHttpRequest",
    class extends XMLHttpRequest {
      override send(): void {
        answer = () => super.send();
      }
    },
  );
  const nav = show("operations/a", [["pets", ["operations/a"]], ["shops", null]]);
  details(nav, "shops").open = true;
  await settled();
  go(nav, "operations/s", [["pets", null], ["shops", ["operations/s"]]]);
  answer();
  await settled();
  equal(state(nav), [["pets: operations/a", "shops: operations/s"], ["operations/s"]]);
});

test("a group stays closed until the page is in it", async () => {
  const tags: readonly Tag[] = [["pets", ["operations/a", "operations/b"]]];
  const nav = show("", tags, "Animals");
  const group = (): boolean | undefined => nav.querySelector<HTMLDetailsElement>("[data-nav-group]")?.open;
  equal(group(), true);
  nav.querySelector("[data-nav-group]")?.removeAttribute("open");
  await settled();
  go(nav, "search", tags, "Animals");
  equal([group(), show("", tags, "Animals").querySelector<HTMLDetailsElement>("[data-nav-group]")?.open], [false, false]);
  go(nav, "operations/a", tags, "Animals");
  equal(group(), true);
});

table<readonly [direction: string, opens: string, closes: string]>(
  {
    "arrows open and close a list": ["ltr", "ArrowRight", "ArrowLeft"],
    "arrows open and close a list of a language from right to left": ["rtl", "ArrowLeft", "ArrowRight"],
  },
  ([direction, opens, closes]) => {
    const nav = show("operations/a", [["pets", ["operations/a"]], ["shops", ["operations/s"]]]);
    nav.dir = direction;
    const tag = nav.querySelector<HTMLElement>('[data-nav-tag="shops"] > a');
    tag?.focus();
    const after = [opens, closes].map((key) => {
      tag?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      return details(nav, "shops").open;
    });
    equal(after, [true, false]);
  },
);
