import { load } from "./level";

let listening = false;

// mount makes links to parts of the page open what the parts stand in, and gives
// the part the focus.
export function mount(_: HTMLElement): void {
  if (!listening) {
    listening = true;
    window.addEventListener("hashchange", () => void show());
  }
  window.setTimeout(() => void show()); // after whoever has changed the page
}

async function show(): Promise<void> {
  const id = decode(location.hash.slice(1));
  if (!id.includes(".")) {
    return;
  }
  const el = document.getElementById(id) ?? (await dig(id));
  if (!el) {
    return;
  }
  for (let up: HTMLElement | null = el; up; up = up.parentElement) {
    if (up instanceof HTMLDetailsElement) {
      up.open = true;
    }
  }
  const state: unknown = history.state;
  if (typeof state === "object" && state !== null && "y" in state) {
    return; // the reader comes back to where the page was left
  }
  el.tabIndex = -1;
  el.scrollIntoView({ block: "start" });
  el.focus({ preventScroll: true });
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

function decode(hash: string): string {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}
