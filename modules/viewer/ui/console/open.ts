import { announce } from "../base/announce";
import { load, sheet } from "../base/module";
import { root } from "../base/root";
import type { How, Place, Samples } from "./place";
import { phrase } from "../base/words";

interface Console {
  open(place: Place, button: HTMLElement, how: How): Promise<void>;
  authenticate(place: Place, el: HTMLElement): Promise<void>;
}

// mount makes a button work that opens the console of an operation, or asks for the
// credentials of all operations. The console is loaded by the first press.
export function mount(el: HTMLElement): void {
  const { body } = document;
  const { console: script, consoleStyle, home = "" } = body.dataset;
  const around = !(body instanceof HTMLBodyElement);
  // A description that a page has sent is tried in that page only, under its policy.
  if (!script || !consoleStyle || (home && !around)) {
    return;
  }
  const place: Place = { body, root, around, home: new URL(home, root).href, style: sheet(new URL(consoleStyle, root).href), samples };
  const all = el.dataset["try"] === undefined;
  const open = (how: How): void => {
    el.ariaBusy = "true";
    load<Console>(new URL(script, root).href)
      .then((module) => (all ? module.authenticate(place, el) : module.open(place, el, how)))
      .catch(() => announce(phrase("The console could not be loaded.")))
      .finally(() => (el.ariaBusy = null));
  };
  el.hidden = false;
  el.addEventListener("click", () => open({}));
  if (!all) {
    const straight = el.parentElement?.querySelector<HTMLElement>("[data-send]");
    if (straight) {
      straight.hidden = false;
      straight.addEventListener("click", () => open({ send: true }));
    }
    follow(el, (fragment) => open({ fragment }));
  }
}

function samples(card: HTMLElement): Promise<Samples> {
  return load(new URL(card.dataset["script"] ?? "", card.isConnected ? document.baseURI : card.baseURI).href);
}

const prefix = "#try=";

// follow opens the console when the address is a link to a filled request, now or
// later. The fragment goes then: the page is the same without it.
function follow(el: HTMLElement, open: (fragment: string) => void): void {
  const look = (): void => {
    const { hash, pathname, search } = location;
    if (!el.isConnected) {
      window.removeEventListener("hashchange", look);
    } else if (hash.startsWith(prefix) && new URL(el.dataset["try"] ?? "", root).pathname === pathname) {
      history.replaceState(history.state, "", pathname + search);
      open(hash.slice(prefix.length));
    }
  };
  window.addEventListener("hashchange", look);
  look();
}
