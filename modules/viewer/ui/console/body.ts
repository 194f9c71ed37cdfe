// The body of a request: a form and the text itself, in step.
import { namesOf, pointerOf } from "../base/pointer";
import { announceTo } from "./live";
import type { Media, Part, Schema } from "../serialize/part";
import type { TypedBody } from "../serialize/serialize";
import { indent, JSONError, lineOf, memberOf, parse, plain, read, type Value } from "../serialize/value";
import { read as kept, write as keep } from "../base/store";
import { validate, type Problem } from "./check";
import { node, select } from "../base/dom";
import { field, file, type Context, type Field } from "./field";
import { filesOf, formShape, kindOf, listOf, shapeOf } from "./schema";
import type { BodyState } from "./state";
import { Text } from "./text";
import { expand, expandJSON, spelled, unknown, type Lookup } from "./variables/expand";
import { phrase } from "../base/words";

const viewKey = "trefoil.body";

type View = "form" | "text";

export class Body {
  readonly element = node("section", { class: "try-section" });
  private readonly written: Text;
  private readonly place = node("div", { class: "try-body-place" });
  private readonly views = new Map<View, HTMLButtonElement>();
  private readonly switcher = node("div", { class: "try-views", role: "group", "aria-label": phrase("Show the body as") });
  private readonly toggle: HTMLInputElement | null;
  private readonly examples = node("div", { class: "try-line" });
  private media: Media;
  private picker: HTMLSelectElement | undefined; // where there are several formats
  private form: Field | undefined;
  private file: Field | undefined;
  private view: View = "text";

  constructor(
    private readonly body: NonNullable<Part["body"]>,
    method: string,
    private readonly context: Context,
    coloured: { readonly script: string; readonly names: () => readonly string[] }, // the field for JSON
  ) {
    const schema = (): Schema | null => (this.media.kind === "form" ? formShape(this.media, context.resolve) : this.media.schema);
    this.written = new Text(coloured.script, { schema, resolve: context.resolve, names: coloured.names }, () => this.typedText());
    this.media = preferred(body.media);
    const optional = !body.required && /^(GET|HEAD)$/.test(method);
    this.toggle = body.required ? null : node("input", { type: "checkbox", class: "try-toggle", "aria-label": phrase("Send a body") });
    if (this.toggle) {
      this.toggle.checked = !optional;
      this.toggle.addEventListener("change", context.changed);
    }
    this.element.append(
      node("div", { class: "try-section-head" }, this.toggle, node("h3", {}, phrase("Body")), this.switcher),
      ...(body.description ? [node("p", { class: "try-note" }, body.description)] : []),
      this.formats(),
      this.examples,
      this.place,
    );
    this.choose(this.media);
  }

  // reset puts the first example in.
  reset(): void {
    this.written.say("");
    this.written.value = this.media.example ?? "";
    this.file = undefined;
    this.show(this.view);
  }

  state(): BodyState {
    return { sent: this.toggle?.checked !== false, type: this.media.type, text: this.written.value };
  }

  // restore puts back what was typed. Files have to be chosen again.
  restore(state: BodyState): void {
    const media = this.body.media.find((m) => m.type === state.type);
    if (media && media !== this.media) {
      this.choose(media);
    }
    if (this.toggle) {
      this.toggle.checked = state.sent;
    }
    this.written.value = state.text;
    this.show(this.view);
  }

  everything(): void {
    if (this.toggle) {
      this.toggle.checked = true;
    }
    this.reset();
  }

  // lacks reports whether the body is missing, or a file of it, and moves the focus there
  // then.
  lacks(): boolean {
    const chooser = this.place.querySelector<HTMLInputElement>("input[type=file]");
    const text = this.media.kind === "text" ? this.written : null;
    const empty = this.files() ? chooser?.value === "" : text?.value === "";
    if (!empty || !this.body.required) {
      return false;
    }
    (text ?? chooser)?.focus();
    return true;
  }

  // files reports whether the body cannot do without a file.
  private files(): boolean {
    const shape = formShape(this.media, this.context.resolve);
    return this.media.kind === "file" || (this.media.kind === "form" && filesOf(shape).some((name) => listOf(shape["required"]).includes(name)));
  }

  typed(lookup: Lookup): TypedBody | null {
    if (this.toggle?.checked === false) {
      return null;
    }
    const { media } = this;
    if (media.kind === "file") {
      const name = this.file?.value()?.text ?? "";
      return { media, file: name };
    }
    if (media.kind === "form") {
      return { media, value: read(this.text(lookup)) };
    }
    return this.written.value === "" && !this.body.required ? null : { media, text: this.text(lookup) };
  }

  // text is what has been typed, with the values of variables.
  private text(lookup: Lookup): string {
    const { media } = this;
    const json = media.kind === "form" || media.type.includes("json");
    return json ? expandJSON(this.written.value, lookup, structured(media) ? media.schema : null, this.context.resolve) : expand(this.written.value, lookup);
  }

  // check shows what is wrong, and returns how to go to each of it.
  check(): readonly (() => void)[] {
    this.written.say("");
    this.form?.clear();
    if (this.toggle?.checked === false) {
      return [];
    }
    if (this.media.kind === "file") {
      this.file?.clear();
      return this.file?.value() ? [] : this.say([], phrase("Choose a file."));
    }
    const { lookup } = this.context.variables;
    const lacking = unknown(this.written.value, lookup);
    if (lacking) {
      this.show("text");
      return this.say([], lacking);
    }
    const text = this.text(lookup);
    if (!structured(this.media)) {
      return text === "" && this.body.required ? this.say([], phrase("This is required.")) : [];
    }
    let value: Value;
    try {
      value = parse(text);
    } catch (error) {
      this.show("text");
      return this.say([], syntax(error, text));
    }
    const found = this.media.schema === null ? [] : validate(this.media.schema, value, this.context.resolve);
    const files = this.media.kind === "form" ? this.missing(value) : [];
    const names = this.media.kind === "form" ? filesOf(formShape(this.media, this.context.resolve)) : [];
    const others = found.filter((problem) => !names.includes(namesOf(problem.pointer)[0] ?? ""));
    return [...others, ...files].flatMap((problem) => this.say(namesOf(problem.pointer), this.words(problem, value, text)));
  }

  // missing are the files that are to be sent and have not been chosen.
  private missing(value: Value): readonly Problem[] {
    const shape = formShape(this.media, this.context.resolve);
    return filesOf(shape).flatMap((name) => {
      const own = memberOf(value, name);
      const wanted = own ? (own.kind === "list" ? own.items : [own]) : [];
      const lacks = own ? wanted.some((item) => !this.context.files.has(plain(item))) : listOf(shape["required"]).includes(name);
      return lacks ? [{ pointer: pointerOf([name]), keyword: "file", message: phrase("Choose a file.") }] : [];
    });
  }

  private words(problem: Problem, value: Value, text: string): string {
    if (this.view === "form") {
      return problem.message;
    }
    const at = namesOf(problem.pointer).reduce<Value>((v, name) => v.members.find(([own]) => own === name)?.[1] ?? v.items[Number(name)] ?? v, value).at;
    const place = lineOf(text, at);
    return phrase("Line {1}, {2}: {3}", place.line, problem.pointer || phrase("the whole"), problem.message);
  }

  private say(path: readonly string[], words: string): (() => void)[] {
    if (this.view === "form" && this.form) {
      const form = this.form;
      form.show(path, words);
      return [() => (form.element.querySelector<HTMLElement>("[aria-invalid]") ?? form.control).focus()];
    }
    if (this.media.kind === "file" && this.file) {
      const own = this.file;
      own.show([], words);
      return [() => own.control.focus()];
    }
    this.written.say(this.written.said ? this.written.said + "\n" + words : words);
    return [() => this.written.focus()];
  }

  private formats(): HTMLElement {
    const list = this.body.media;
    const label = node("span", { class: "try-type" }, this.media.type);
    if (list.length < 2) {
      return node("div", { class: "try-line" }, label);
    }
    this.picker = select(list.map((m) => m.type), { "aria-label": phrase("Format of the body") }, (index) => {
      this.choose(list[index] ?? this.media);
      this.context.changed();
    });
    return node("div", { class: "try-line" }, this.picker);
  }

  // choose takes one of the formats.
  private choose(media: Media): void {
    this.media = media;
    if (this.picker) {
      this.picker.selectedIndex = this.body.media.indexOf(media);
    }
    this.form = undefined;
    const named = media.examples ?? [];
    this.examples.replaceChildren();
    if (named.length > 1 || (named[0] && named[0].summary)) {
      this.examples.append(
        select(named.map((e) => e.summary || e.name), { "aria-label": phrase("Example of the body") }, (index) => {
          this.written.value = named[index]?.value ?? "";
          this.show(this.view);
          this.context.changed();
        }),
      );
    }
    this.switchers();
    const formed = media.kind === "form" || (kept(() => localStorage, viewKey) === "form" && this.hasForm());
    this.view = formed ? "form" : "text";
    this.reset();
  }

  private hasForm(): boolean {
    return structured(this.media) && this.media.schema !== null && kindOf(shapeOf(this.media.schema, this.context.resolve)) !== "any";
  }

  private switchers(): void {
    this.views.clear();
    this.switcher.hidden = !this.hasForm() && this.media.kind !== "form";
    for (const [view, title] of [["form", phrase("Form")], ["text", this.media.kind === "form" ? phrase("Values") : phrase("Text")]] as const) {
      const one = node("button", { type: "button", class: "try-view" }, title);
      one.addEventListener("click", () => {
        keep(() => localStorage, viewKey, view);
        this.show(view);
      });
      this.views.set(view, one);
    }
    this.switcher.replaceChildren(...this.views.values());
  }

  // show shows the form, or the text. A text that is no JSON stays a text.
  private show(view: View): void {
    this.view = view;
    if (this.media.kind === "file") {
      this.file ??= file(phrase("File to send as the body"), this.context);
      this.place.replaceChildren(this.file.element);
    } else if (view === "form" && this.fill()) {
      this.place.replaceChildren(...(this.form ? [this.form.element] : []));
    } else {
      this.view = "text";
      this.place.replaceChildren(...this.written.elements);
      this.written.colour(structured(this.media));
    }
    this.views.forEach((one, name) => one.setAttribute("aria-pressed", String(name === this.view)));
  }

  // fill puts the text into the form.
  private fill(): boolean {
    let value: Value | undefined;
    try {
      value = this.written.value.trim() === "" ? undefined : parse(spelled(this.written.value));
    } catch (error) {
      this.written.say(syntax(error, this.written.value));
      announceTo(this.element, phrase("The text is not JSON, so it has no form."));
      return false;
    }
    this.written.say("");
    this.form ??= field(this.media.kind === "form" ? formShape(this.media, this.context.resolve) : this.media.schema, phrase("Body"), { ...this.context, changed: () => this.formed() });
    this.form.set(value);
    return true;
  }

  // formed puts the form into the text.
  private formed(): void {
    const value = this.form?.value();
    this.written.value = value ? indent(value) : "";
    this.context.changed();
  }

  private typedText(): void {
    const text = this.written.value;
    let words = "";
    if (structured(this.media) && text.trim() !== "") {
      try {
        parse(spelled(text));
      } catch (error) {
        words = syntax(error, text);
      }
    }
    this.written.say(words);
    this.context.changed();
  }
}

// preferred is the format that is easiest to read, as in the samples.
function preferred(list: readonly Media[]): Media {
  const first = list.find((m) => m.type.includes("json") && !lines(m.type)) ?? list[0];
  return first ?? { type: "", schema: null, itemSchema: null, kind: "text" };
}

function lines(type: string): boolean {
  return /ndjson|jsonl|json-lines|json-seq/.test(type);
}

// structured reports whether a body is one value of JSON, or a form made of one.
function structured(media: Media): boolean {
  return media.kind === "form" || (media.type.includes("json") && !lines(media.type));
}

function syntax(error: unknown, text: string): string {
  if (!(error instanceof JSONError)) {
    return phrase("This cannot be read.");
  }
  const { line, column } = lineOf(text, error.at);
  return phrase("Line {1}, column {2}: {3}", line, column, error.message);
}
