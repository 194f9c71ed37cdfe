// What can be done with a schema: levels are fetched when they are opened, a link
// to a part opens what it stands in, alternatives become one control, long lists
// of values get a filter. Without this script all of it is links and lists.
import * as anchor from "./anchor";
import * as choice from "./choice";
import * as examples from "./examples";
import * as level from "./level";
import * as values from "./values";

// mount gives the page what it needs once; parts that come later are given to
// enhance.
export function mount(el: HTMLElement): void {
  if (el.dataset["schemas"] === undefined) {
    el.dataset["schemas"] = "";
    level.mount(el, enhance);
    values.mount(el);
    examples.mount(el);
  }
  enhance(el);
  anchor.mount(el);
}

// enhance gives a part of the page what single schemas need.
export function enhance(el: HTMLElement): void {
  for (const box of el.querySelectorAll<HTMLElement>("[data-choice]")) {
    choice.mount(box);
  }
}
