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
    navigator.clipboard.writeText(textOf(source)).then(
      () => confirm(el, phrase("Copied")),
      () => confirm(el, phrase("Not copied")),
    );
  });
}

// textOf is the text of a source without the space around it.
function textOf(source: HTMLElement): string {
  return (source.textContent ?? "").trim();
}

function confirm(el: HTMLElement, word: string): void {
  const label = el.dataset["label"] ?? el.textContent ?? phrase("Copy");
  el.dataset["label"] = label;
  el.textContent = word;
  announce(word);
  window.setTimeout(() => {
    el.textContent = label;
  }, 1600);
}
