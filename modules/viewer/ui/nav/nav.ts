import { fetchList, pin } from "../base/page";
import { read, write } from "../base/store";

const key = "trefoil-nav-closed";
const keepOpen = 5; // tags that stay open from page to page

// mount makes the list of the sidebar work: groups that were closed stay closed,
// the lists of other tags are fetched when they are opened, arrows lead through
// it, and the link of the page is in view.
export function mount(el: HTMLElement): void {
  keepGroups(el);
  for (const details of el.querySelectorAll<HTMLDetailsElement>("[data-nav-fetch]")) {
    fill(details);
  }
  el.addEventListener("keydown", (event) => arrows(el, event));
  el.addEventListener("trefoil:replace", (event) => {
    if (event instanceof CustomEvent && event.detail instanceof HTMLElement) {
      takeOver(el, event.detail);
    }
  });
  show(el);
}

// show scrolls the list, and nothing else, to the link of the page. A list that was to
// come a frame later is there now: what is not rendered cannot be scrolled.
function show(el: HTMLElement): void {
  for (const late of el.getAnimations()) {
    late.finish();
  }
  const current = el.querySelector<HTMLElement>("a[aria-current='page']");
  const kept = Number(el.dataset["top"] ?? 0);
  el.scrollTop = kept;
  if (!current) {
    return;
  }
  const top = current.getBoundingClientRect().top - el.getBoundingClientRect().top;
  if (top < 0 || top > el.clientHeight - 64) {
    el.scrollTop = kept + top - el.clientHeight / 2;
  }
}

// takeOver keeps what the reader has opened when another page brings its list.
function takeOver(before: HTMLElement, after: HTMLElement): void {
  after.dataset["top"] = String(before.scrollTop);
  sameGroups(before, after);
  const introduction = "[data-nav-introduction] > details";
  if (before.querySelector<HTMLDetailsElement>(introduction)?.open) {
    after.querySelector(introduction)?.setAttribute("open", "");
  }
  const opened = [...before.querySelectorAll<HTMLDetailsElement>("[data-nav-tag] > details[open]")];
  for (const details of opened.slice(-keepOpen)) {
    const name = details.parentElement?.dataset["navTag"] ?? "";
    const twin = item(after, "tag", name)?.querySelector<HTMLDetailsElement>(":scope > details");
    if (twin && !twin.open) {
      pin(details);
      for (const link of details.querySelectorAll("a[aria-current]")) {
        link.removeAttribute("aria-current");
      }
      if (twin.dataset["navFetch"] !== undefined && details.dataset["navFetch"] === undefined) {
        twin.replaceWith(details);
      } else {
        twin.open = true;
      }
    }
  }
}

// sameGroups opens and closes groups as they were.
function sameGroups(before: HTMLElement, after: HTMLElement): void {
  for (const group of before.querySelectorAll<HTMLDetailsElement>("[data-nav-group]")) {
    const twin = item(after, "group", group.dataset["navGroup"] ?? "");
    if (twin instanceof HTMLDetailsElement && !twin.querySelector("a[aria-current='page']")) {
      twin.open = group.open;
    }
  }
}

function item(el: ParentNode, kind: "group" | "tag", name: string): HTMLElement | null {
  return el.querySelector<HTMLElement>(`[data-nav-${kind}="${CSS.escape(name)}"]`);
}

// fill fetches the list of a tag when it is opened for the first time: the page of
// the tag holds it.
function fill(details: HTMLDetailsElement): void {
  details.addEventListener("toggle", () => {
    const name = details.parentElement?.dataset["navTag"] ?? "";
    const link = details.parentElement?.querySelector<HTMLAnchorElement>(":scope > a");
    if (!details.open || details.dataset["navFetch"] === undefined || !link) {
      return;
    }
    delete details.dataset["navFetch"];
    fetchList(link.href).then(
      (page) => {
        const list = item(page, "tag", name)?.querySelector(":scope > details > ul");
        if (list) {
          pin(list);
          list.querySelector("a[aria-current]")?.removeAttribute("aria-current");
          details.querySelector("ul")?.replaceWith(document.adoptNode(list));
        }
      },
      () => {
        details.dataset["navFetch"] = ""; // the link to all of them is there
      },
    );
  });
}

function keepGroups(el: HTMLElement): void {
  const closed = new Set((read(() => sessionStorage, key) ?? "").split("\n"));
  for (const group of el.querySelectorAll<HTMLDetailsElement>("[data-nav-group]")) {
    const name = group.dataset["navGroup"] ?? "";
    if (closed.has(name) && !group.querySelector("a[aria-current='page']")) {
      group.open = false;
    }
    group.addEventListener("toggle", () => {
      if (group.open) {
        closed.delete(name);
      } else {
        closed.add(name);
      }
      write(() => sessionStorage, key, [...closed].join("\n"));
    });
  }
}

// arrows moves through the links, and opens and closes tags.
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
    stops[Math.max(0, Math.min(to, stops.length - 1))]?.focus();
  } else if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
    const details = at.tagName === "SUMMARY" ? at.closest("details") : at.parentElement?.querySelector<HTMLDetailsElement>(":scope > details");
    if (details) {
      event.preventDefault();
      details.open = event.key === "ArrowRight";
    }
  }
}
