import { arrive, decoded } from "../base/fragment";
import { root } from "../base/root";
import { fold } from "./fold";
import { resolve } from "./resolve";

// Links of other viewers name a place in the fragment of the address, which the
// server never sees. Those that look like one are brought to the page they mean.
const pattern = /^#(\/|tag[/-]|models?\/|models$|model-|webhooks?\/|description\/|operation\/|paths\/|schemas?\/|components\/|definitions\/|(get|put|post|patch|delete|head|options|trace)[-/])/i;

// mount follows the fragment of the address, now and when it changes.
export function mount(el: HTMLElement): void {
  void follow(el);
  window.addEventListener("hashchange", () => void follow(el));
}

async function follow(el: HTMLElement): Promise<void> {
  const hash = location.hash;
  if (!pattern.test(hash) || document.getElementById(decoded(hash.slice(1)))) {
    return;
  }
  const heading = /^#description\/(.+)$/.exec(hash)?.[1];
  if (heading !== undefined) {
    showHeading(decoded(heading));
    return;
  }
  const url = await resolve(el, hash, decoded(hash.slice(1))).catch(() => null);
  if (url !== null) {
    location.replace(root + url + "#content");
  }
}

// showHeading brings a heading of the description into view.
function showHeading(name: string): void {
  const wanted = fold(name);
  for (const el of document.querySelectorAll<HTMLElement>("main :is(h2, h3, h4, h5)")) {
    if (fold(el.textContent ?? "") === wanted) {
      arrive(el);
      return;
    }
  }
}
