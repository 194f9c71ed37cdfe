import { announce } from "../base/announce";
import { phrase } from "../base/words";

// mount shows a button that copies the text of the source beside it.
export function mount(el: HTMLElement): void {
  const source = el.parentElement?.querySelector<HTMLElement>("[data-copy-source]");
  if (!source || !("clipboard" in navigator)) {
    return;
  }
  el.hidden = false;
  el.addEventListener("click", () => {
    navigator.clipboard.writeText((source.textContent ?? "").trim()).then(
      () => confirm(el, phrase("Copied")),
      () => confirm(el, phrase("Not copied")),
    );
  });
}

// confirm shows a word in the place of a label for a moment.
export function confirm(el: HTMLElement, word: string): void {
  const label = el.dataset["label"] ?? el.textContent ?? phrase("Copy");
  el.dataset["label"] = label;
  el.textContent = word;
  announce(word);
  window.setTimeout(() => {
    el.textContent = label;
  }, 1600);
}
