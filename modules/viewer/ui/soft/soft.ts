import { announce } from "../base/announce";
import { drafting } from "../base/draft";
import { decoded, unfold } from "../base/fragment";
import { fetchPage, pageEvent, pin } from "../base/page";
import { root } from "../base/root";
import { place, resume } from "../reading/reading";

// Soft navigation: a link to another page of the reference replaces the content
// and the list of the sidebar instead of loading everything again. Whatever does
// not work out is loaded the ordinary way.

const kept = 6; // pages fetched ahead
const fresh = 20_000; // milliseconds that they are good for

interface Ahead {
  page: Promise<Document>;
  at: number;
}

type Mount = (root: ParentNode) => void;

class Soft {
  private readonly ahead = new Map<string, Ahead>();
  private visit = 0;
  private shown = plain(location.href);
  private wanted = ""; // a page that a draft does not have at the moment

  constructor(private readonly mount: Mount) {}

  listen(): void {
    for (const el of document.querySelectorAll("[data-sidebar], .topbar, dialog")) {
      pin(el);
    }
    history.scrollRestoration = "manual";
    document.addEventListener("click", (event) => this.click(event));
    document.addEventListener("pointerover", (event) => this.hover(event));
    window.addEventListener("popstate", (event) => this.back(event));
    window.addEventListener("scrollend", remember);
    window.addEventListener("pagehide", remember);
    document.addEventListener("trefoil:leave", remember);
    restore(history.state, location.hash);
  }

  private click(event: MouseEvent): void {
    const link = target(event);
    if (!link || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) {
      return;
    }
    if (plain(link.href) === this.shown && link.hash) {
      return; // the browser scrolls
    }
    event.preventDefault();
    remember();
    void this.go(link.href, true, null);
  }

  // hover fetches a page that the reader is likely to choose.
  private hover(event: PointerEvent): void {
    const link = target(event);
    if (!link || event.pointerType !== "mouse" || plain(link.href) === this.shown) {
      return;
    }
    const href = link.href; // a relative one means something else on the next page
    const timer = window.setTimeout(() => void this.fetch(href).catch(() => null), 70);
    link.addEventListener("pointerleave", () => window.clearTimeout(timer), { once: true });
  }

  private fetch(href: string): Promise<Document> {
    const url = plain(href);
    const known = this.ahead.get(url);
    if (known && Date.now() - known.at < fresh) {
      return known.page;
    }
    const page = fetchPage(url);
    page.catch(() => this.ahead.delete(url)); // whoever waits for it hears of it too
    this.ahead.set(url, { page, at: Date.now() });
    for (const oldest of [...this.ahead.keys()].slice(0, -kept)) {
      this.ahead.delete(oldest);
    }
    return page;
  }

  private back(event: PopStateEvent): void {
    if (plain(location.href) === this.shown) {
      restore(event.state, location.hash);
    } else {
      void this.go(location.href, false, event.state);
    }
  }

  // go shows the page at an address. Of two visits that overlap the later counts.
  private async go(href: string, push: boolean, state: unknown): Promise<void> {
    const visit = ++this.visit;
    const slow = window.setTimeout(() => document.documentElement.classList.add("is-loading"), 200);
    try {
      const page = await this.fetch(href);
      if (visit !== this.visit) {
        return;
      }
      this.ahead.delete(plain(href)); // its nodes move into this page
      if (!sameProgram(page)) {
        throw new Error(href);
      }
      if (push) {
        history.pushState(null, "", href);
      }
      this.shown = plain(href);
      this.wanted = "";
      this.replace(page);
      arrive(state, new URL(href).hash);
    } catch {
      location.assign(href);
    } finally {
      window.clearTimeout(slow);
      if (visit === this.visit) {
        document.documentElement.classList.remove("is-loading");
      }
    }
  }

  // refresh fetches the page that is shown again.
  async refresh(): Promise<boolean> {
    const visit = ++this.visit;
    const page = await fetchPage(this.shown).catch(() => null);
    if (!page || visit !== this.visit || !sameProgram(page)) {
      return false;
    }
    const focus = document.activeElement?.id ?? "";
    this.ahead.clear();
    remember();
    this.replace(page);
    restore(history.state, "");
    document.getElementById(focus)?.focus({ preventScroll: true });
    return true;
  }

  // renew fetches the page that is shown again, or the overview when there is no
  // such page any more, and has it put in the place of the one before.
  async renew(put: (page: Document) => void): Promise<boolean> {
    const visit = ++this.visit;
    this.ahead.clear();
    for (const href of new Set([this.wanted || this.shown, this.shown, root])) {
      const page = await fetchPage(href).catch(() => null);
      if (visit !== this.visit) {
        return false;
      }
      if (page && sameProgram(page)) {
        this.wanted ||= href === this.shown ? "" : this.shown;
        this.wanted = href === this.wanted ? "" : this.wanted;
        if (href !== this.shown) {
          history.replaceState(history.state, "", href);
          this.shown = href;
        }
        replaceHead(page);
        put(page);
        return true;
      }
    }
    return false;
  }

  // replace puts the content of another page into this one.
  private replace(page: Document): void {
    replaceHead(page);
    this.swap(page, "main");
    this.swap(page, "[data-nav]");
    this.swap(page, "[data-documents]");
    const sidebar = document.querySelector<HTMLElement>("[data-sidebar]");
    if (sidebar?.matches(":popover-open")) {
      sidebar.hidePopover();
    }
    document.dispatchEvent(new CustomEvent(pageEvent));
  }

  // swap puts a part of another page in the place of this one's, unless what mounted
  // that takes it over itself and cancels the event.
  private swap(page: Document, selector: string): void {
    const before = document.querySelector(selector);
    const after = page.querySelector(selector);
    if (!before || !after) {
      return;
    }
    for (const script of after.querySelectorAll("script:not([type='application/json'])")) {
      script.remove();
    }
    if (before.dispatchEvent(new CustomEvent("trefoil:replace", { detail: after, cancelable: true }))) {
      before.replaceWith(document.adoptNode(after));
      this.mount(after);
    }
  }
}

let soft: Soft | null = null;

// start makes links soft. Components of new content are mounted by mount.
export function start(mount: Mount): void {
  if (document.querySelector("main")) {
    soft = new Soft(mount);
    soft.listen();
  }
}

// refresh shows what the server has for this page now, and leaves the reader where
// they are. It is false when the page has to be loaded again for that.
export async function refresh(): Promise<boolean> {
  return (await soft?.refresh()) ?? false;
}

// renew shows what the server has now, as refresh does, but leaves the focus where
// it is, and goes to the overview when there is no such page any more.
export async function renew(put: (page: Document) => void): Promise<boolean> {
  return (await soft?.renew(put)) ?? false;
}

// plain is an address without its fragment.
function plain(href: string): string {
  return href.split("#", 1)[0] ?? href;
}

// target returns the link to a page of the reference that an event is about.
function target(event: Event): HTMLAnchorElement | null {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!link || link.target || link.hasAttribute("download") || !link.href.startsWith(root)) {
    return null;
  }
  const path = plain(link.href).slice(root.length).split("?", 1)[0] ?? "";
  return /^$|^search$|^(operations|webhooks|tags|models|schemas)\//.test(path) && !path.endsWith(".md") ? link : null;
}

// sameProgram reports whether a page was written for the scripts and sheets that
// are loaded. The sheet of the fonts stands wherever it has been put.
// The pages of a draft go without what an operator has added.
function sameProgram(page: Document): boolean {
  const which = drafting() ? "script[src*='reference.js']" : "script[src], link[rel='stylesheet']:not([href*='fonts'])";
  const files = (of: Document): string => [...of.head.querySelectorAll(which)].map((el) => el.getAttribute("integrity") ?? "").join();
  return files(page) === files(document);
}

// replaceHead takes over what says what the page is.
function replaceHead(page: Document): void {
  document.title = page.title;
  const selector = "meta[name='description'], meta[name='robots'], meta[property], link[rel='canonical'], link[rel='alternate']";
  for (const el of document.head.querySelectorAll(selector)) {
    el.remove();
  }
  for (const el of page.head.querySelectorAll(selector)) {
    document.head.append(document.adoptNode(el));
  }
}

// remember notes in the history how far the page is scrolled.
function remember(): void {
  history.replaceState({ ...(history.state as object | null), y: Math.round(window.scrollY), ...place() }, "");
}

// restore scrolls to where a page was left, which needs all of it to be laid out.
function restore(state: unknown, hash: string): void {
  document.documentElement.classList.toggle("is-placed", Boolean(state ?? hash));
  const left = state as { y?: unknown } | null;
  if (typeof left?.y === "number") {
    window.scrollTo({ top: left.y, behavior: "instant" });
    resume(left);
  } else if (hash) {
    reveal(hash);
  }
}

// arrive puts the reader at the beginning of a new page, or at the part of it that
// the address names.
function arrive(state: unknown, hash: string): void {
  const heading = document.querySelector<HTMLElement>("main h1") ?? document.querySelector<HTMLElement>("main");
  if (heading) {
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }
  window.scrollTo({ top: 0, behavior: "instant" });
  restore(state, hash);
  announce(document.title);
}

// reveal opens what an element is in and scrolls to it.
function reveal(hash: string): void {
  const el = document.getElementById(decoded(hash.slice(1)));
  if (el) {
    unfold(el);
    el.scrollIntoView({ behavior: "instant" });
  }
}
