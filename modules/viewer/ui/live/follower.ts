import { pageEvent } from "../base/page";
import { Region } from "./region";

// Follower puts newer versions of a page in its place, where the reader is. What is
// the same in both stays as the reader and the scripts have made it.
export class Follower {
  private address = here();
  private regions = Region.all(document);

  constructor() {
    document.addEventListener(pageEvent, () => this.forget());
  }

  // forget is called when the page has changed in another way.
  forget(): void {
    this.address = "";
  }

  // show shows another version. It is false when the page has to be loaded again
  // for that.
  show(page: Document): boolean {
    const next = Region.all(page);
    const known = this.address === here() && next.length === this.regions.length;
    if (!known && document.querySelector("main") === null) {
      return false;
    }
    if (!known) {
      this.regions = Region.all(document);
    }
    const place = anchor();
    this.regions.forEach((region, i) => {
      const to = next[i];
      if (to) {
        region.become(to, known);
      }
    });
    document.dispatchEvent(new CustomEvent("trefoil:live"));
    document.title = page.title;
    rename(page);
    hold(place);
    this.regions = next.map((region, i) => region.over(this.regions[i]));
    this.address = here();
    return true;
  }
}

// rename shows the name of the API where it stands outside of what is replaced.
function rename(page: Document): void {
  for (const selector of [".sidebar-title", ".topbar-title"]) {
    const el = document.querySelector(selector);
    const name = page.querySelector(selector)?.textContent;
    if (el && name) {
      el.textContent = name;
    }
  }
}

function here(): string {
  return location.pathname + location.search;
}

// anchor finds something in view, and where it is. Samples do not tell: they stay
// in view while the text beside them moves.
function anchor(): { el: Element; top: number } | null {
  const main = document.querySelector("main");
  if (!main || window.scrollY === 0) {
    return null;
  }
  for (const el of main.querySelectorAll("[id], h1, h2, h3, li, p, tr")) {
    const box = el.getBoundingClientRect();
    if (box.top >= 0 && box.height > 0 && !el.closest(".samples")) {
      return { el, top: box.top };
    }
  }
  return null;
}

// hold keeps what was in view where it was.
function hold(place: { el: Element; top: number } | null): void {
  if (place?.el.isConnected) {
    const moved = place.el.getBoundingClientRect().top - place.top;
    if (Math.abs(moved) >= 1) {
      window.scrollBy({ top: moved, behavior: "instant" });
    }
  }
}
