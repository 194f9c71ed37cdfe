// The controls of credentials.
import { button, id, node, select } from "../base/dom";
import { phrase } from "../base/words";

export interface Field {
  readonly element: HTMLElement;
  readonly input: HTMLInputElement;
}

// field is a line to type in. A secret one is masked until it is asked for.
export function field(label: string, key: string, secret: boolean, typed: (value: string) => void): Field {
  const at = id();
  const input = node("input", {
    class: "credential-input", id: at, type: secret ? "password" : "text", autocomplete: "off", autocapitalize: "none", spellcheck: "false", "data-credential": key,
  });
  input.addEventListener("input", () => typed(input.value));
  const line = node("div", { class: "credential-line" }, input);
  if (secret) {
    const reveal = button(phrase("Show"), () => {
      const shown = input.type === "text";
      input.type = shown ? "password" : "text";
      reveal.setAttribute("aria-pressed", String(!shown));
    }, { "aria-pressed": "false", "aria-label": phrase("Show {1}", label.toLowerCase()), "aria-controls": at });
    line.append(reveal);
  }
  return { element: node("div", { class: "credential-field" }, node("label", { for: at }, label), line), input };
}

// check is a box to tick.
export function check(label: string, note: string, on: boolean, changed: (on: boolean) => void): HTMLElement {
  const box = node("input", { type: "checkbox" });
  box.checked = on;
  box.addEventListener("change", () => changed(box.checked));
  return node("label", { class: "credential-check" }, box, node("span", {}, label, note ? node("span", { class: "credential-note" }, " " + note) : null));
}

// Kept is what may be remembered in a tab.
interface Kept {
  readonly remembered: boolean;
  remember(on: boolean): void;
}

// remember is a box to have something remembered, which a browser may refuse.
export function remember(note: string, kept: Kept, say: (words: string) => void): HTMLElement {
  const el = check(phrase("Remember in this tab"), note, kept.remembered, (on) => {
    kept.remember(on);
    kept.remember(kept.remembered); // where the browser refuses, nothing of it stays
    el.querySelectorAll("input").forEach((box) => (box.checked = kept.remembered));
    say(kept.remembered ? phrase("Remembered in this tab") : on ? phrase("The browser does not keep it.") : phrase("No longer remembered"));
  });
  return el;
}

// choose is a list to choose from.
export function choose(label: string, options: readonly string[], at: number, chosen: (index: number) => void): HTMLElement {
  const its = id();
  const list = select(options, { class: "credential-input", id: its }, chosen);
  list.selectedIndex = at;
  return node("div", { class: "credential-field" }, node("label", { for: its }, label), list);
}
