import { around, arrive, decoded } from "../base/fragment";
import { bring } from "../nav/nav";

const settle = 180; // milliseconds without scrolling after which the address follows
const line = 140; // pixels below the top of the window where reading takes place

// Follower makes the sidebar and the address follow what is read, operations and
// the headings of a description, and links of the sidebar lead to where it stands
// on the page.
export class Follower {
  readonly heads: readonly HTMLElement[];
  private readonly byId = new Map<string, HTMLElement>();
  private readonly links = new Map<string, HTMLElement>(); // heads by the address that the sidebar has for them
  private readonly hrefs = new Map<HTMLElement, string>(); // and the other way round
  private readonly end = new AbortController();
  private timer = 0;
  private frame = 0;
  private opened: HTMLDetailsElement | null = null;

  constructor(
    entries: readonly HTMLElement[],
    private readonly summon: (id: string) => Promise<void>,
  ) {
    const operations = entries.flatMap((entry) => [...entry.querySelectorAll<HTMLElement>(":scope > header h3[id]")]);
    const named = headings();
    for (const head of operations) {
      this.know(head, head.querySelector("a")?.href);
    }
    for (const [href, head] of named) {
      this.know(head, href);
    }
    this.heads = [...named.values(), ...operations];
    const { signal } = this.end;
    window.addEventListener("scroll", () => this.scrolled(), { passive: true, signal });
    document.addEventListener("click", (event) => this.click(event), { capture: true, signal });
    window.setTimeout(() => this.mark());
  }

  private know(head: HTMLElement, href: string | undefined): void {
    this.byId.set(head.id, head);
    if (href !== undefined) {
      this.links.set(href, head);
      this.hrefs.set(head, href);
    }
  }

  stop(): void {
    this.end.abort();
    window.clearTimeout(this.timer);
    window.cancelAnimationFrame(this.frame);
  }

  // headOf is the heading of the operation that the element with an id belongs to.
  headOf(id: string): HTMLElement | undefined {
    return around(id)
      .map((part) => this.byId.get(part))
      .find(Boolean);
  }

  private scrolled(): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.address(), settle);
    this.frame ||= window.requestAnimationFrame(() => {
      this.frame = 0;
      this.mark();
    });
  }

  // address names what is read in the address of the page, without a step in the
  // history. A part of it that the address names already stays.
  private address(): void {
    const head = this.read();
    const named = decoded(location.hash.slice(1));
    if (head ? this.headOf(named) === head : !this.headOf(named)) {
      return;
    }
    history.replaceState(history.state, "", head ? "#" + encodeURIComponent(head.id) : location.pathname + location.search);
  }

  // read is the heading of what is read. At the end of the page it is the one that
  // the address names, if that is in view: it cannot come nearer to the top.
  private read(): HTMLElement | null {
    const end = window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 2;
    const named = end ? this.headOf(decoded(location.hash.slice(1))) : undefined;
    const top = named?.getBoundingClientRect().top ?? -1;
    const head = named && top >= 0 && top < window.innerHeight ? named : current(this.heads);
    const text = head?.closest(".prose"); // below its description a heading is not read any more
    return text && text.getBoundingClientRect().bottom < line ? null : head;
  }

  // mark marks the link to what is read.
  private mark(): void {
    const nav = document.querySelector<HTMLElement>("[data-nav]");
    const head = this.read();
    const href = (head && this.hrefs.get(head)) ?? "";
    const before = nav?.querySelector<HTMLAnchorElement>("a[aria-current='location']");
    if (!nav || (before?.href ?? "") === href) {
      return;
    }
    before?.removeAttribute("aria-current");
    const link = href === "" ? undefined : [...nav.querySelectorAll<HTMLAnchorElement>("a.nav-link")].find((a) => a.href === href);
    if (!link) {
      return;
    }
    link.ariaCurrent = "location";
    this.open(link);
    bring(nav, link);
  }

  // open opens the list that a link stands in, and closes the one that was opened
  // like this before.
  private open(link: HTMLElement): void {
    const details = link.closest<HTMLDetailsElement>(".nav-details");
    if (this.opened && this.opened !== details && !this.opened.contains(link)) {
      this.opened.open = false;
      this.opened = null;
    }
    if (details && !details.open) {
      details.open = true;
      this.opened = details;
    }
  }

  // click leads to a place of the page where the sidebar leads to its own page.
  private click(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("[data-nav] a[href]") : null;
    const head = link ? this.links.get(link.href) : undefined;
    if (!link || !head || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) {
      return;
    }
    event.preventDefault();
    const sidebar = document.querySelector<HTMLElement>("[data-sidebar]");
    if (sidebar?.matches(":popover-open")) {
      sidebar.hidePopover();
    }
    document.dispatchEvent(new CustomEvent("trefoil:leave")); // notes where the page is scrolled
    history.pushState(null, "", "#" + encodeURIComponent(head.id));
    arrive(head, "instant");
    void this.summon(head.id + ".");
  }
}

// headings are those of the description of this page that the sidebar leads to, by
// the address that it has for them.
export function headings(): Map<string, HTMLElement> {
  const found = new Map<string, HTMLElement>();
  for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-nav] a.nav-link[href*='#']")) {
    const [page, id] = link.href.split("#", 2);
    const head = page === location.href.split(/[?#]/, 1)[0] && id ? document.getElementById(decoded(id)) : null;
    if (head) {
      found.set(link.href, head);
    }
  }
  return found;
}

// current is the last heading above the line where reading takes place, null
// above the first. Headings are in order.
export function current(heads: readonly HTMLElement[]): HTMLElement | null {
  let low = 0;
  let high = heads.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((heads[middle]?.getBoundingClientRect().top ?? 0) <= line) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return heads[low - 1] ?? null;
}
