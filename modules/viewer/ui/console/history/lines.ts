// The lines of a difference: each says what it is with a sign and a word.
import { button, node } from "../../base/dom";
import type { Change } from "../../difference/tree";
import type { Row } from "../../difference/lines";
import { phrase } from "../../base/words";

const step = 200; // lines that are shown at once

// changeLine is one thing that differs.
export function changeLine(kind: Change["kind"], name: string, before: string, after: string, note = ""): HTMLElement {
  const sign = { added: phrase("+ added"), removed: phrase("− removed"), changed: phrase("~ changed"), spelling: phrase("= written otherwise"), order: phrase("↕ in another order") }[kind];
  const both = kind === "changed" || kind === "spelling";
  return node(
    "li",
    { class: "past-change is-" + kind },
    node("span", { class: "past-sign" }, sign),
    " ",
    node("code", { class: "past-name" }, name),
    note ? node("span", { class: "try-type" }, " " + note) : null,
    kind === "removed" || both ? node("del", {}, before) : null,
    both ? node("span", { class: "visually-hidden" }, phrase(" became ")) : null,
    kind === "added" || both ? node("ins", {}, after) : null,
  );
}

// lineOf is a value of JSON that differs.
export function lineOf(change: Change): HTMLElement {
  const was = change.was ? phrase("was {1}", change.was) : "";
  return changeLine(change.kind, change.pointer || phrase("the whole"), change.before, change.after, was);
}

// textLine is a line of two texts.
export function textLine(row: Row): HTMLElement {
  const sign = { same: " ", removed: "−", added: "+", gap: "⋯" }[row.kind];
  const word = { same: "", removed: phrase("removed: "), added: phrase("added: "), gap: "" }[row.kind];
  return node(
    "div",
    { class: "past-line is-" + row.kind },
    node("span", { class: "past-number" }, String((row.after || row.before) || "")),
    node("span", { class: "past-mark", "aria-hidden": "true" }, sign),
    word ? node("span", { class: "visually-hidden" }, word) : null,
    node("span", { class: "past-text" }, row.text),
  );
}

export function none(words: string): HTMLElement {
  return node("p", { class: "try-note" }, words);
}

// more shows some lines, and more of them when that is asked for.
export function more<T>(list: HTMLElement, all: readonly T[], line: (one: T) => HTMLElement): HTMLElement {
  let shown = 0;
  const next = button("", () => show());
  const show = (): void => {
    const from = shown;
    shown = Math.min(all.length, shown + step);
    list.append(...all.slice(from, shown).map(line));
    next.hidden = shown === all.length;
    next.textContent = phrase("Show {1} more", Math.min(step, all.length - shown));
  };
  show();
  return node("div", {}, list, next);
}
