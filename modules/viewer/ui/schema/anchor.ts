import { around, arrive, decoded, unfold } from "../base/fragment";
import { summon } from "../reading/reading";
import { load } from "./level";

let listening = false;

// mount makes links to parts of the page open what the parts stand in, and gives
// the part the focus.
export function mount(_: HTMLElement): void {
  const before = listening || loadedByBack();
  if (!listening) {
    listening = true;
    window.addEventListener("hashchange", () => void show(wasLeft()));
  }
  const left = before && wasLeft(); // scrolling says so of every page before long
  window.setTimeout(() => void show(left)); // after whoever has changed the page
}

// wasLeft reports whether the history says how far the page was scrolled.
function wasLeft(): boolean {
  const state: unknown = history.state;
  return typeof state === "object" && state !== null && "y" in state;
}

// loadedByBack reports whether the reader comes back to a page that was left.
function loadedByBack(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  return entry instanceof PerformanceNavigationTiming && entry.type !== "navigate";
}

// show opens what the part is in that the address names. A reader who comes back
// to where a page was left stays there.
async function show(comesBack: boolean): Promise<void> {
  const id = decoded(location.hash.slice(1));
  if (!id.includes(".")) {
    return;
  }
  await summon(id);
  const el = document.getElementById(id) ?? (await dig(id)) ?? around(id).map((part) => document.getElementById(part)).find(Boolean);
  if (!el) {
    return;
  }
  unfold(el);
  if (comesBack) {
    return;
  }
  arrive(el);
}

// dig opens the levels above a part that is not in the page yet, the nearest
// first.
async function dig(id: string): Promise<HTMLElement | null> {
  for (let tries = 0; tries < 20; tries++) {
    const next = nearest(id);
    if (!next) {
      return document.getElementById(id);
    }
    await load(next);
    const found = document.getElementById(id);
    if (found || next.dataset["lazy"] !== undefined) {
      return found;
    }
  }
  return null;
}

// nearest is the closed level that a part can stand in: the one whose id is the
// longest beginning of the part's.
function nearest(id: string): HTMLElement | null {
  let best: HTMLElement | null = null;
  for (const el of document.querySelectorAll<HTMLElement>("[data-lazy][data-id]")) {
    const own = el.dataset["id"] ?? "";
    if (id.startsWith(own + ".") && own.length > (best?.dataset["id"] ?? "").length) {
      best = el;
    }
  }
  return best;
}
