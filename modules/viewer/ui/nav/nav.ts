import { fetchList, pin } from "../base/page";
import { read, write } from "../base/store";

const key = "trefoil-nav-closed";
const here = "a[aria-current='page']";
const keepOpen = 5; // tags that stay open from page to page

// mount makes the list of the sidebar work: groups that were closed stay closed,
// the lists of other tags are fetched when they are opened, arrows lead through
// it, and the link of the page is in view.
export function mount(el: HTMLElement): void {
  closeGroups(el);
  el.addEventListener("toggle", (event) => toggled(event.target), true); // of whatever comes into it, too
  el.addEventListener("keydown", (event) => arrows(el, event));
  el.addEventListener("trefoil:replace", (event) => {
    if (event instanceof CustomEvent && event.detail instanceof HTMLElement) {
      event.preventDefault(); // it stays
      update(el, event.detail);
      show(el);
    }
  });
  show(el);
}

// show scrolls the list to the link of the page. A list that was to come a frame later
// is there now: what is not rendered cannot be scrolled.
function show(el: HTMLElement): void {
  for (const late of el.getAnimations()) {
    late.finish();
  }
  const current = el.querySelector<HTMLElement>(here);
  if (current) {
    bring(el, current);
  }
}

// bring scrolls the list, and nothing else, until a link is in view.
export function bring(el: HTMLElement, link: HTMLElement): void {
  const top = link.getBoundingClientRect().top - el.getBoundingClientRect().top;
  if (top < 32 || top > el.clientHeight - 64) {
    el.scrollTop += top - el.clientHeight / 2;
  }
}

// update makes of the list that of another page, in which the reader finds open what
// they have opened.
function update(el: HTMLElement, after: HTMLElement): void {
  pin(after); // it stays when the address of the page changes
  for (const link of el.querySelectorAll("a[aria-current]")) {
    link.removeAttribute("aria-current");
  }
  const open = [...el.querySelectorAll<HTMLDetailsElement>("[data-nav-tag] > details[open]")];
  for (const details of open.slice(0, -keepOpen)) {
    details.open = false;
  }
  merge(el, document.adoptNode(after));
}

// merge makes of an element another one, and returns what stands there then. What is the
// same in both stays: a long list takes longer to lay out than the rest of a page. So do
// links, which may have the focus, and what was fetched.
function merge(before: Element, after: Element): Element {
  before.ariaCurrent = after.ariaCurrent;
  if (before.isEqualNode(after)) {
    return before;
  }
  if (before.matches("a, summary")) {
    before.replaceWith(after);
    return after;
  }
  if (before instanceof HTMLDetailsElement && after instanceof HTMLDetailsElement) {
    before.open ||= after.open && (!after.dataset["navGroup"] || after.querySelector(here) !== null);
    if (lacks(after)) {
      return before;
    }
    delete before.dataset["navFetch"];
  }
  const old = [...before.children];
  const names = old.map(named); // once: it resolves addresses
  const kept = [...after.children].map((now) => {
    const at = names.indexOf(named(now));
    delete names[at]; // which has its twin
    return old[at] ? merge(old[at], now) : now;
  });
  for (const el of old) {
    if (!kept.includes(el)) {
      el.remove();
    }
  }
  kept.forEach((el, i) => before.children[i] === el || before.insertBefore(el, before.children[i] ?? null));
  return before;
}

// named is what an element is told from those beside it by. The link of an item is its
// first child.
function named(el: Element): string {
  return el.getAttribute("data-nav-group") ?? (el.firstElementChild as HTMLAnchorElement | null)?.href ?? el.tagName;
}

// lacks reports whether the list of a tag has to be fetched.
function lacks(details: HTMLElement): boolean {
  return details.dataset["navFetch"] !== undefined;
}

// toggled is called behind what opens and closes in the list.
function toggled(details: EventTarget | null): void {
  if (!(details instanceof HTMLDetailsElement)) {
    return;
  }
  const group = details.dataset["navGroup"];
  if (group) {
    const closed = closedGroups();
    closed[details.open ? "delete" : "add"](group);
    write(() => sessionStorage, key, [...closed].join("\n"));
  } else if (details.open && lacks(details)) {
    fill(details);
  }
}

// fill fetches the list of a tag when it is opened for the first time: the page of
// the tag holds it.
function fill(details: HTMLElement): void {
  const link = details.parentElement?.querySelector("a");
  if (!link) {
    return;
  }
  delete details.dataset["navFetch"];
  fetchList(link.href).then(
    (page) => {
      const list = page.querySelector(`[data-nav-tag] > ${here} + details > ul`);
      if (list && !details.querySelector(here)) { // that page has not brought it meanwhile
        pin(list);
        details.querySelector("ul")?.replaceWith(document.adoptNode(list));
      }
    },
    () => {
      details.dataset["navFetch"] = ""; // the link to all of them is there
    },
  );
}

function closedGroups(): Set<string> {
  return new Set(read(() => sessionStorage, key)?.split("\n"));
}

function closeGroups(el: HTMLElement): void {
  const closed = closedGroups();
  for (const group of el.querySelectorAll<HTMLDetailsElement>("[data-nav-group]")) {
    if (closed.has(group.dataset["navGroup"] ?? "") && !group.querySelector(here)) {
      group.open = false;
    }
  }
}

// arrows moves through the links, and opens tags with the arrow in the direction of the
// text, and closes them with the other one.
function arrows(el: HTMLElement, event: KeyboardEvent): void {
  const at = document.activeElement;
  if (!(at instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) {
    return;
  }
  const stops = [...el.querySelectorAll<HTMLElement>("a, summary.nav-group-name")].filter((stop) => stop.checkVisibility());
  const here = stops.indexOf(at);
  const moves: Readonly<Record<string, number>> = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: stops.length - 1 };
  const to = moves[event.key];
  if (to !== undefined) {
    event.preventDefault();
    stops[to]?.focus();
  } else if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
    const box = at.parentElement;
    const details = box instanceof HTMLDetailsElement ? box : box?.querySelector<HTMLDetailsElement>(":scope > details");
    if (details) {
      event.preventDefault();
      details.open = (event.key === "ArrowRight") === el.matches(":dir(ltr)");
    }
  }
}
