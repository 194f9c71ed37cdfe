import { arrive as reach, decoded, unfold } from "../base/fragment";

// The script of a reference in one file. Without it every page is a section of
// the document, and the fragment of the address shows one. With it the browser
// reads the pages as text, and only the one that is shown becomes elements: there
// may be thousands.
const overview = document.querySelector<HTMLElement>("#overview");
const nav = document.querySelector<HTMLElement>("#nav");
// Parsed pages that are kept: others show parts of them.
const mostParsed = 40;
const parsed = new Map<string, HTMLElement | null>();
const sources = new Map<string, Element>();
for (const source of document.querySelectorAll("noscript[data-page]")) {
  sources.set(source.getAttribute("data-page") ?? "", source);
}

let shown = overview;
let shownID = "overview";
let first = true;

// show puts the page that the address names in the place of the one before, and brings
// the reader to the part of it that the address names behind a colon.
function show(): void {
  const named = decoded(location.hash.slice(1)) || "overview";
  const [id = ""] = named.split(":");
  const page = pageOf(id);
  if (page && page !== shown) {
    if (shown === overview) {
      overview?.setAttribute("hidden", "");
    } else {
      shown?.remove();
    }
    if (page === overview) {
      page.removeAttribute("hidden");
    } else {
      overview?.before(page);
      page.dispatchEvent(new CustomEvent("trefoil:content", { bubbles: true }));
    }
    shown = page;
    shownID = page === overview ? "overview" : id;
    arrive(page);
  }
  first = false;
  mark(shownID);
  const part = named === id ? null : document.getElementById(named);
  if (part) {
    unfold(part);
    reach(part, "instant");
  }
}

// pageOf returns the page with an id, null when the address names something else.
function pageOf(id: string): HTMLElement | null {
  if (id === shownID) {
    return shown;
  }
  if (id === "overview") {
    return overview;
  }
  if (!sources.has(id)) {
    return first ? overview : null;
  }
  const section = sectionOf(id);
  return section && complete(document.importNode(section, true), id);
}

// sectionOf makes elements of the text of a page.
function sectionOf(id: string): HTMLElement | null {
  const known = parsed.get(id);
  if (known) {
    return known;
  }
  const text = sources.get(id)?.textContent ?? "";
  const section = new DOMParser().parseFromString(text, "text/html").querySelector<HTMLElement>(".single-page");
  parsed.set(id, section);
  for (const oldest of [...parsed.keys()].slice(0, -mostParsed)) {
    parsed.delete(oldest);
  }
  return section;
}

// complete puts schemas in place of the links to the page that they stand on, and
// writes the ids out.
function complete(page: HTMLElement, id: string): HTMLElement {
  for (let link = page.querySelector<HTMLElement>("[data-same]"); link; link = page.querySelector("[data-same]")) {
    const from = decoded(link.querySelector("a")?.hash.slice(1) ?? "");
    const block = sectionOf(from)?.querySelector(`[data-block="${link.dataset["same"] ?? ""}"]`);
    link.removeAttribute("data-same");
    if (block) {
      const copy = document.importNode(block, true);
      if (copy instanceof HTMLElement) {
        delete copy.dataset["base"];
        Object.assign(copy.dataset, link.dataset);
        link.replaceWith(copy);
      }
    }
  }
  for (const el of page.querySelectorAll<HTMLElement>("[data-at]")) {
    const above = el.parentElement?.closest<HTMLElement>("[id], [data-base]");
    el.id = (above?.dataset["base"] ?? above?.id ?? id) + "." + (el.dataset["at"] ?? "");
    if (el instanceof HTMLDetailsElement && el.matches(".alternative")) {
      el.name = "choice." + (above?.id ?? "");
    }
  }
  for (const link of page.querySelectorAll<HTMLAnchorElement>("a.schema-anchor:not([href]), a.part-link:not([href])")) {
    link.dataset["inner"] = link.closest("[id]")?.id ?? "";
  }
  lead(page);
  page.dataset["entryPart"] = ""; // its schemas get what parts of pages get
  return page;
}

// arrive puts the reader at the beginning of a page.
function arrive(page: HTMLElement): void {
  const heading = page.querySelector<HTMLElement>("h1");
  document.title = heading?.textContent ?? document.title;
  window.scrollTo({ top: 0, behavior: "instant" });
  if (!first) {
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
  }
}

// mark shows in the list where the reader is.
function mark(id: string): void {
  nav?.querySelector("a[aria-current]")?.removeAttribute("aria-current");
  const link = [...(nav?.querySelectorAll<HTMLAnchorElement>("a.nav-link") ?? [])].find((a) => decoded(a.hash.slice(1)) === id);
  link?.setAttribute("aria-current", "page");
  const group = link?.closest("details");
  if (group) {
    group.open = true;
  }
  link?.scrollIntoView({ block: "nearest" });
  if (nav?.matches(":popover-open")) {
    nav.hidePopover();
  }
}

// lead makes links lead to the parts of pages that they mean. Without a script they lead
// to the pages.
function lead(page: HTMLElement | null): void {
  for (const link of page?.querySelectorAll<HTMLAnchorElement>("a[data-inner]") ?? []) {
    link.href = "#" + encodeURI(link.dataset["inner"] ?? "");
  }
}

// filter shows the links that hold every word.
function filter(list: HTMLElement, query: string): void {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  for (const group of list.querySelectorAll<HTMLDetailsElement>("details")) {
    const heading = (group.querySelector("summary")?.textContent ?? "").toLowerCase();
    let hits = 0;
    for (const item of group.querySelectorAll<HTMLElement>("li")) {
      const text = heading + " " + (item.textContent ?? "").toLowerCase() + " " + (item.querySelector("a")?.hash ?? "").toLowerCase();
      item.hidden = !words.every((word) => text.includes(word));
      hits += item.hidden ? 0 : 1;
    }
    group.hidden = hits === 0;
    group.open = words.length > 0 && hits > 0;
  }
}

function search(list: HTMLElement, field: HTMLInputElement): void {
  field.hidden = false;
  field.addEventListener("input", () => filter(list, field.value));
  const key = document.body.dataset["hotKey"];
  document.addEventListener("keydown", (event) => {
    if (key && (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === key) {
      event.preventDefault();
      field.focus();
    }
  });
}

const field = document.querySelector<HTMLInputElement>("[data-filter]");
if (nav && field) {
  search(nav, field);
}
window.addEventListener("hashchange", show);
lead(overview);
show();
