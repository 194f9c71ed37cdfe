// The script of the element, for <script src> and for import alike. Everything
// else is loaded with the first element.
import { ApiReference, serveFrom } from "./element";
import { start } from "./script";

// address is that of this script. An imported one is not told, and asks the page
// which script has its name.
function address(): string {
  const current = document.currentScript;
  const named = [...document.querySelectorAll<HTMLScriptElement>("script[src]")].map((el) => el.src).find((src) => /\/api-reference\.js(\?|$)/.test(src));
  const loaded = performance.getEntriesByType("resource").map((entry) => entry.name).find((name) => /\/api-reference\.js(\?|$)/.test(name));
  return (current instanceof HTMLScriptElement && current.src) || named || loaded || document.baseURI;
}

const script = address();
serveFrom(new URL("../", script).href);
// unit makes the lengths of the sheet those of the browser, see scope.css.
function unit(): void {
  try {
    CSS.registerProperty({ name: "--api-reference-rem", syntax: "<length>", inherits: true, initialValue: "16px" });
  } catch {
    // There is one already, or the browser knows none: the sheet says 16 pixels.
  }
}

if (!customElements.get("api-reference")) {
  unit();
  customElements.define("api-reference", ApiReference);
  start(new URL("api-reference.css", script).href);
}
