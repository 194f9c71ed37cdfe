// The text of a body. A field in colours takes the place of the textarea for JSON, as soon
// as it is loaded; the textarea holds the text all the same.
import { id, node } from "../base/dom";
import { load } from "../base/script";
import type { JSONField, JSONOptions } from "../editor/json";
import { message } from "./field";
import { phrase } from "../base/words";

interface Module {
  readonly JSONField: new (parent: HTMLElement, options: JSONOptions) => JSONField;
}

export class Text {
  readonly elements: readonly HTMLElement[];
  private readonly area = node("textarea", { class: "try-input try-area try-body", id: id(), spellcheck: "false", rows: "10", "aria-label": phrase("Body") });
  private readonly place = node("div", { class: "try-json", hidden: true });
  private readonly problem = message(this.area);
  private field: JSONField | undefined;
  private wanted = false;

  constructor(
    private readonly script: string, // address of the field in colours
    private readonly options: Pick<JSONOptions, "schema" | "resolve" | "names">,
    private readonly typed: () => void,
  ) {
    this.elements = [this.place, this.area, this.problem.element];
    this.area.addEventListener("input", () => {
      this.show();
      typed();
    });
  }

  get value(): string {
    return this.area.value;
  }

  set value(text: string) {
    this.area.value = text;
    this.show();
  }

  // colour shows JSON in colours, and other texts as they are.
  colour(on: boolean): void {
    const first = on && !this.wanted;
    this.wanted ||= on;
    this.swap(on);
    if (first) {
      load<Module>(this.script).then(
        (module) => {
          this.field = new module.JSONField(this.place, { ...this.options, label: phrase("Body"), text: this.value, changed: (text) => this.given(text) });
          this.say(this.said);
          this.swap(on);
        },
        () => undefined, // the textarea stays
      );
    }
  }

  get said(): string {
    return this.problem.element.textContent ?? "";
  }

  // say says what is wrong, "" for nothing.
  say(words: string): void {
    this.problem.say(words);
    this.field?.mark(words);
  }

  focus(): void {
    this.place.hidden ? this.area.focus() : this.field?.focus();
  }

  // swap shows the field, or the textarea. What has the focus keeps it.
  private swap(on: boolean): void {
    const focused = this.area.matches(":focus");
    const coloured = on && this.field !== undefined;
    this.place.hidden = !coloured;
    this.area.hidden = coloured;
    if (focused && coloured) {
      this.field?.focus(this.area.selectionStart);
    }
  }

  // show shows in the field what was put into the textarea.
  private show(): void {
    if (this.field && this.field.text !== this.area.value) {
      this.field.replace(this.area.value);
    }
  }

  private given(text: string): void {
    this.area.value = text;
    this.typed();
  }
}
