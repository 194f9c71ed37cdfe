import { announce } from "../base/announce";
import { adopt, page } from "./fetch";
import { phrase } from "../base/words";

// mount keeps examples that belong together together: opening one opens those of
// the same name in the other cards, and opening a response or a format of a body
// opens its example. Only what the reader opens counts; keys come as clicks too.
export function mount(el: HTMLElement): void {
  choices.clear(); // those of the page before
  el.addEventListener("click", (event) => {
    const summary = event.target instanceof Element ? event.target.closest("summary") : null;
    const opened = summary?.parentElement;
    if (!(opened instanceof HTMLDetailsElement)) {
      return;
    }
    if (opened.open) {
      if (opened.parentElement?.matches(".has-tabs") && CSS.supports("selector(::details-content)")) {
        event.preventDefault(); // one of the tabs is open
      }
      return;
    }
    if (opened.dataset["example"] !== undefined) {
      followExample(opened);
    } else if (opened.matches(".media, .response")) {
      followBody(opened);
    }
  });
}

// followExample opens the example of the same name in every other card, or else
// the one at the same place among as many.
function followExample(opened: HTMLDetailsElement): void {
  const card = opened.closest("[data-examples]");
  for (const other of around(opened).querySelectorAll<HTMLElement>("[data-examples]")) {
    if (other === card) {
      continue;
    }
    const match = counterpart(opened, other);
    if (match) {
      match.open = true;
    }
  }
}

// around is the operation that an element belongs to, on a page of several, and
// else the page.
function around(el: Element | null): ParentNode {
  return el?.closest("[data-entry]") ?? document;
}

function counterpart(opened: HTMLDetailsElement, card: HTMLElement): HTMLDetailsElement | null {
  const name = opened.dataset["example"] ?? "";
  const all = [...card.querySelectorAll<HTMLDetailsElement>("details[data-example]")];
  const named = all.filter((el) => name !== "" && el.dataset["example"] === name);
  const now = all.find((el) => el.open);
  const here = all.filter((el) => el.dataset["group"] === (now ?? all[0])?.dataset["group"]);
  const placed = here.filter((el) => el.dataset["number"] === opened.dataset["number"] && el.dataset["of"] === opened.dataset["of"]);
  return named.find((el) => here.includes(el)) ?? named[0] ?? (opened.dataset["of"] === "1" ? null : (placed[0] ?? null));
}

// followBody opens the first example of a response or of a format of a body.
function followBody(opened: HTMLDetailsElement): void {
  for (const el of document.querySelectorAll<HTMLDetailsElement>("[data-examples] > details")) {
    if (el.id.startsWith(opened.id + ".")) {
      el.open = true;
      return;
    }
  }
}

// showChoice shows the alternative that the reader has chosen in the examples:
// the one that is there already, or else those that the server makes.
export function showChoice(place: string, at: number): void {
  const there = document.querySelector<HTMLDetailsElement>(`details[data-pick="${CSS.escape(place)}:${at}"]`);
  if (there) {
    there.open = true;
    return;
  }
  choices.set(place, at);
  const box = document.querySelector<HTMLElement>(`[data-choice="${CSS.escape(place)}"]`);
  const entry = box?.closest<HTMLElement>("[data-entry]");
  const address = new URL(entry?.dataset["entry"] ?? "", location.href);
  address.searchParams.set("part", "");
  for (const [name, number] of choices) {
    address.searchParams.append("choose", `${name}:${number}`);
  }
  page(address.href).then(replaceExamples, () => undefined);
}

const choices = new Map<string, number>();

// replaceExamples puts the text of new examples where the old ones are.
function replaceExamples(made: Document): void {
  let changed = false;
  for (const old of document.querySelectorAll<HTMLElement>("details[data-example]")) {
    const next = made.getElementById(old.id);
    const source = old.querySelector("[data-copy-source]");
    const text = next?.querySelector<HTMLElement>("[data-copy-source]");
    if (source && text && source.textContent !== text.textContent) {
      source.replaceWith(adopt(text));
      changed = true;
    }
  }
  if (changed) {
    announce(phrase("The example has changed."));
  }
}
