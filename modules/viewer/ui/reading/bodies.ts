import { announce } from "../base/announce";
import { phrase } from "../base/words";
import { adopt, page } from "../schema/fetch";

const mostElements = 4700; // of the page; bodies that are far go when there are more
const mostKept = 40; // bodies that were put away and are kept as they were
const atOnce = 3; // bodies that are fetched at the same time
const leastHeight = 120; // of the classes of heights, as in reading.css
const heightStep = 1.1;
const heightClasses = 48;

// anchors says whether the browser keeps what is in view where it is when
// something above it changes.
const anchors = CSS.supports("overflow-anchor", "auto");

// Bodies are the bodies of the operations of a page.
export class Bodies {
  private readonly known = new WeakSet<HTMLElement>();
  private readonly fetched = new Set<HTMLElement>();
  private readonly end = new AbortController();
  private readonly near = new Set<HTMLElement>();
  private readonly loading = new Map<HTMLElement, Promise<void>>();
  private readonly failed = new Set<HTMLElement>();
  private readonly kept = new Map<HTMLElement, HTMLElement>();
  private readonly observer = new IntersectionObserver((seen) => this.see(seen), { rootMargin: "150% 0px" });

  constructor(private readonly main: HTMLElement) {
    for (const body of main.querySelectorAll<HTMLElement>("[data-entry]")) {
      this.known.add(body);
      this.observer.observe(body);
    }
    document.addEventListener("trefoil:live", () => this.refresh(), { signal: this.end.signal });
  }

  stop(): void {
    this.end.abort();
    this.observer.disconnect();
    this.near.clear();
  }

  knows(body: HTMLElement): boolean {
    return this.known.has(body);
  }

  // refresh fetches bodies again that a script has put into the page: what they
  // show may have changed.
  private refresh(): void {
    this.kept.clear();
    for (const body of this.fetched) {
      if (body.isConnected && loaded(body)) {
        body.classList.remove("is-loaded");
        void this.load(body);
      }
    }
  }

  private see(seen: IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of seen) {
      if (target instanceof HTMLElement) {
        if (isIntersecting) {
          this.near.add(target);
        } else {
          this.near.delete(target);
        }
      }
    }
    this.pump();
  }

  // pump fetches what is nearest to the middle of the window first.
  private pump(): void {
    const missing = [...this.near].filter((body) => !loaded(body) && !this.loading.has(body) && !this.failed.has(body));
    missing.sort((a, b) => distance(a) - distance(b));
    for (const body of missing.slice(0, Math.max(0, atOnce - this.loading.size))) {
      void this.load(body);
    }
  }

  // load shows a body: the one that was put away, or else what the server sends.
  // When that fails the link to the page stays.
  load(body: HTMLElement): Promise<void> {
    if (loaded(body)) {
      return Promise.resolve();
    }
    const known = this.kept.get(body);
    if (known) {
      this.kept.delete(body);
      this.insert(body, known);
      return Promise.resolve();
    }
    const pending = this.loading.get(body);
    if (pending) {
      return pending;
    }
    const address = new URL(body.dataset["entry"] ?? "", location.href).href;
    const done = page(address)
      .then((found) => {
        const part = found.querySelector<HTMLElement>("[data-entry-part]");
        if (!part) {
          throw new Error("no page at " + address);
        }
        if (this.main.isConnected) {
          adopt(part);
          this.fetched.add(body);
          this.insert(body, part);
          part.dispatchEvent(new CustomEvent("trefoil:content", { bubbles: true }));
        }
      })
      .catch(() => {
        this.failed.add(body);
        announce(phrase("This part could not be loaded."));
      })
      .finally(() => {
        this.loading.delete(body);
        this.pump();
      });
    this.loading.set(body, done);
    return done;
  }

  private insert(body: HTMLElement, part: HTMLElement): void {
    this.keepPlace(body, () => {
      body.replaceChildren(part);
      body.classList.add("is-loaded");
    });
    this.clear(body);
  }

  // clear puts bodies away, the farthest first, when the page has grown large.
  private clear(newest: HTMLElement): void {
    const all = document.getElementsByTagName("*");
    if (all.length <= mostElements) {
      return;
    }
    const far = [...this.main.querySelectorAll<HTMLElement>("[data-entry].is-loaded")].filter(
      (body) => body !== newest && !this.near.has(body) && !body.contains(document.activeElement),
    );
    far.sort((a, b) => distance(b) - distance(a));
    for (const body of far) {
      if (all.length <= mostElements) {
        return;
      }
      this.putAway(body);
    }
  }

  private putAway(body: HTMLElement): void {
    const part = body.firstElementChild;
    if (!(part instanceof HTMLElement)) {
      return;
    }
    this.keepPlace(body, () => {
      const height = body.getBoundingClientRect().height;
      body.className = body.className.replace(/\bheight-\d+/, "height-" + heightClass(height));
      body.classList.remove("is-loaded");
      part.remove();
    });
    this.kept.set(body, part);
    for (const oldest of [...this.kept.keys()].slice(0, -mostKept)) {
      this.kept.delete(oldest);
    }
  }

  // keepPlace changes a body without moving what is in view.
  private keepPlace(body: HTMLElement, change: () => void): void {
    const before = anchors ? null : body.getBoundingClientRect();
    change();
    if (before && before.bottom <= 0) {
      window.scrollBy({ top: body.getBoundingClientRect().height - before.height, behavior: "instant" });
    }
  }
}

function loaded(body: HTMLElement): boolean {
  return body.classList.contains("is-loaded");
}

// distance is how far a body is from the window.
function distance(body: HTMLElement): number {
  const { top, bottom } = body.getBoundingClientRect();
  return Math.max(top - window.innerHeight, -bottom, 0);
}

function heightClass(pixels: number): number {
  const n = Math.round(Math.log(Math.max(pixels, leastHeight) / leastHeight) / Math.log(heightStep));
  return Math.min(n, heightClasses - 1);
}
