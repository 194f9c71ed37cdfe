import { read, write } from "../base/store";
import { phrase } from "../base/words";

const key = "trefoil-editor-width";
const least = 25;
const most = 75;
const step = 2; // percent

// divide makes the line between the editor and the page move, with the pointer and
// with arrows. Where it was left is remembered.
export function divide(el: HTMLElement): void {
  el.tabIndex = 0;
  for (const [name, value] of Object.entries({
    role: "separator", "aria-orientation": "vertical", "aria-label": phrase("Width of the editor"), "aria-valuemin": String(least), "aria-valuemax": String(most),
  })) {
    el.setAttribute(name, value);
  }
  const arrow = el.matches(":dir(ltr)") ? step : -step; // the editor stands at the right otherwise
  let width = Number(read(() => localStorage, key) ?? 46) || 46;
  const move = (to: number): void => {
    width = Math.max(least, Math.min(most, to));
    el.setAttribute("aria-valuenow", String(Math.round(width)));
    document.body.style.setProperty("--editor-width", width.toFixed(1) + "%");
    write(() => localStorage, key, width.toFixed(1));
  };
  move(width);
  el.addEventListener("keydown", (event) => {
    const to: Readonly<Record<string, number>> = { ArrowLeft: width - arrow, ArrowRight: width + arrow, Home: least, End: most };
    const next = to[event.key];
    if (next !== undefined) {
      event.preventDefault();
      move(next);
    }
  });
  el.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    el.setPointerCapture(event.pointerId);
  });
  el.addEventListener("pointermove", (event) => {
    if (el.hasPointerCapture(event.pointerId)) {
      const box = document.body.getBoundingClientRect();
      const at = (100 * (event.clientX - box.left)) / box.width;
      move(arrow > 0 ? at : 100 - at);
    }
  });
}
