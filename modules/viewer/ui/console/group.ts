// The controls of lists and objects.
import { schemaOf } from "../serialize/form";
import type { Schema } from "../serialize/part";
import { listOf as listValue, objectOf, textValue, type Member, type Value } from "../serialize/value";
import { button, id, node } from "../base/dom";
import { field, message, type Context, type Field } from "./field";
import { fieldsOf, filesOf, kindOf, listOf, sentFields, shapeOf, textOf, typeText, type Shape } from "./schema";
import { phrase } from "../base/words";

// Named is a field with a name, which may be left out.
export interface Named {
  readonly name: string;
  readonly schema: Schema | null;
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly description: string;
  readonly example: string; // shown while nothing is typed
  readonly type?: string;
  readonly make?: (context: Context) => Field; // in place of the control of the schema
}

// Row is a named field on the page.
export interface Row {
  readonly element: HTMLElement;
  readonly name: string;
  value(): Value | undefined; // undefined when it is not sent
  sent(): boolean;
  set(value: Value | undefined, sent: boolean): void;
  show(path: readonly string[], message: string): boolean;
  clear(): void;
  focus(): void;
}

// row makes a row. The control of an object is made when it is wanted, so that a
// schema that holds itself ends.
export function row(its: Named, context: Context): Row {
  const shape = shapeOf(its.schema, context.resolve);
  const kind = its.make ? "any" : kindOf(shape);
  const grouped = !its.make && (kind === "object" || kind === "list" || kind === "choice");
  const place = node("div", { class: "try-control" });
  const element = node("div", { class: grouped ? "try-row try-grouped" : "try-row", "data-name": its.name });
  let made: Field | undefined;
  let on = its.required;
  let untouched: Value | undefined; // what was set, whose text may be that of nothing
  const toggle = its.required ? null : node("input", { type: "checkbox", class: "try-toggle", "aria-label": phrase("Send {1}", its.name) });
  const show = (): void => {
    element.classList.toggle("is-off", !on);
    if (toggle) {
      toggle.checked = on;
    }
    place.hidden = grouped && !on;
    if (on || !grouped) {
      get();
    }
  };
  const changed = (): void => {
    on = true;
    untouched = undefined;
    show();
    context.changed();
  };
  const get = (): Field => {
    if (!made) {
      const inner = { ...context, changed };
      made = its.make?.(inner) ?? field(its.schema, its.name, inner, its.example);
      place.append(made.element);
    }
    return made;
  };
  toggle?.addEventListener("change", () => {
    on = toggle.checked;
    show();
    context.changed();
  });
  show();
  element.append(head(its, shape, toggle, made, context), place);
  return {
    element,
    name: its.name,
    sent: () => on,
    value: () => (on ? (untouched ?? get().value() ?? (kind === "string" && !its.required ? textValue("") : undefined)) : undefined),
    set(value, sent) {
      on = sent || its.required;
      untouched = filesOf({ properties: { file: its.schema } }).length > 0 ? undefined : value;
      show();
      if (value || made) {
        get().set(value);
      }
    },
    show: (path, words) => get().show(path, words),
    clear: () => made?.clear(),
    focus: () => get().control.focus(),
  };
}

function head(its: Named, shape: Shape, toggle: HTMLElement | null, made: Field | undefined, context: Context): HTMLElement {
  const labelled = made && /^(INPUT|SELECT|TEXTAREA)$/.test(made.control.tagName) ? made.control : null;
  labelled?.removeAttribute("aria-label");
  const words = [its.type ?? typeText(shape, context.resolve), its.required ? phrase("required") : ""].filter(Boolean).join(", ");
  const name = node("span", { class: its.deprecated ? "try-name is-deprecated" : "try-name" }, its.name);
  return node(
    "div",
    { class: "try-head" },
    toggle,
    labelled ? node("label", { for: labelled.id }, name) : name,
    node("span", { class: "try-type" }, words),
    its.deprecated ? node("span", { class: "badge badge-warning" }, phrase("Deprecated")) : null,
    its.description ? node("p", { class: "try-note" }, its.description) : null,
  );
}

// object is a group of rows: one for each property, and those of other names.
export function object(shape: Shape, label: string, context: Context): Field {
  const required = listOf(shape["required"]);
  const rows = sentFields(shape, context.resolve).map(([name, schema]) => {
    const inner = shapeOf(schema, context.resolve);
    return row(
      { name, schema, required: required.includes(name), deprecated: inner["deprecated"] === true, description: textOf(inner["description"]), example: exampleOf(inner) },
      context,
    );
  });
  const others = new Others(shape, context, rows.length === 0 || shape["additionalProperties"] === true || Object.keys(fieldsOf(shape["additionalProperties"])).length > 0);
  let order: readonly string[] = [];
  const element = node("div", { class: "try-group", role: "group", "aria-label": label }, ...rows.map((own) => own.element), others.element);
  return {
    element,
    control: element,
    value() {
      const members: Member[] = rows.flatMap((own): Member[] => {
        const v = own.value();
        return v ? [[own.name, v]] : [];
      });
      const all = [...members, ...others.members()];
      const place = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
      return all.length === 0 && context.depth > 1 && rows.length > 0 ? undefined : objectOf(all.sort(([a], [b]) => place(a) - place(b)));
    },
    set(v) {
      const members = v?.kind === "object" ? v.members : [];
      order = members.map(([name]) => name);
      const known = new Map(members);
      rows.forEach((own) => own.set(known.get(own.name), known.has(own.name)));
      others.set(members.filter(([name]) => !rows.some((own) => own.name === name)));
    },
    show([name, ...path], words) {
      const own = rows.find((each) => each.name === name);
      return own ? own.show(path, words) : others.show(name ?? "", path, words);
    },
    clear() {
      rows.forEach((own) => own.clear());
      others.clear();
    },
  };
}

function exampleOf(shape: Shape): string {
  const example = listOf(shape["examples"])[0] ?? shape["default"];
  return typeof example === "string" || typeof example === "number" ? String(example) : "";
}

interface Other {
  readonly name: HTMLInputElement;
  readonly field: Field;
  readonly element: HTMLElement;
}

// Others are the members of an object that have no row of their own.
class Others {
  readonly element = node("div", { class: "try-others" });
  private readonly list = node("div", {});
  private readonly problem = message(this.list);
  private all: Other[] = [];

  constructor(
    private readonly shape: Shape,
    private readonly context: Context,
    allowed: boolean,
  ) {
    this.element.append(this.list, this.problem.element);
    if (allowed) {
      const what = textOf(shape["x-additionalPropertiesName"]) || phrase("property");
      this.element.append(
        button(phrase("Add {1}", what), () => {
          this.add("").name.focus();
          this.context.changed();
        }, { class: "button try-add" }),
      );
    }
  }

  members(): Member[] {
    return this.all.flatMap((other): Member[] => {
      const v = other.field.value();
      return other.name.value !== "" && v ? [[other.name.value, v]] : [];
    });
  }

  set(members: readonly Member[]): void {
    this.list.replaceChildren();
    this.all = [];
    members.forEach(([name, value]) => this.add(name).field.set(value));
  }

  show(name: string, path: readonly string[], words: string): boolean {
    const other = this.all.find((each) => each.name.value === name);
    return other ? other.field.show(path, words) : this.problem.say(name ? name + ": " + words : words);
  }

  clear(): void {
    this.problem.say("");
    this.all.forEach((other) => other.field.clear());
  }

  private add(text: string): Other {
    const name = node("input", { class: "try-input try-key", type: "text", id: id(), "aria-label": phrase("Name"), placeholder: phrase("Name"), autocomplete: "off", spellcheck: "false" });
    name.value = text;
    name.addEventListener("input", this.context.changed);
    const own = field(schemaOf(this.shape["additionalProperties"]), phrase("Value"), this.context);
    const element = node("div", { class: "try-item" }, name, own.element);
    const other = { name, field: own, element };
    element.append(
      remover(phrase("this property"), () => {
        this.all = this.all.filter((each) => each !== other);
        element.remove();
        this.context.changed();
      }),
    );
    this.all.push(other);
    this.list.append(element);
    return other;
  }
}

function remover(what: string, press: () => void): HTMLElement {
  return button(phrase("Remove"), press, { class: "button try-remove", "aria-label": phrase("Remove {1}", what) });
}

// list is a group of items.
export function list(schema: Schema | null, label: string, context: Context): Field {
  let items: { readonly field: Field; readonly element: HTMLElement }[] = [];
  const blank = kindOf(shapeOf(schema, context.resolve)) === "string" ? textValue("") : [];
  const place = node("div", {});
  const problem = message(place);
  const add = (value: Value | undefined): Field => {
    const own = field(schema, phrase("Item of {1}", label), context);
    const element = node("div", { class: "try-item" }, own.element);
    const item = { field: own, element };
    element.append(
      remover(phrase("this item of {1}", label), () => {
        items = items.filter((each) => each !== item);
        element.remove();
        context.changed();
      }),
    );
    items.push(item);
    place.append(element);
    if (value) {
      own.set(value);
    }
    return own;
  };
  const more = button(phrase("Add item"), () => {
    add(undefined).control.focus();
    context.changed();
  }, { class: "button try-add", "aria-label": phrase("Add item to {1}", label) });
  const element = node("div", { class: "try-group", role: "group", "aria-label": label }, place, problem.element, more);
  return {
    element,
    control: more,
    value: () => listValue(items.flatMap((item) => item.field.value() ?? blank)),
    set(v) {
      place.replaceChildren();
      items = [];
      (v?.kind === "list" ? v.items : v ? [v] : []).forEach(add);
    },
    show([index, ...path], words) {
      const own = items[Number(index ?? NaN)];
      return own ? own.field.show(path, words) : problem.say(words);
    },
    clear() {
      problem.say("");
      items.forEach((item) => item.field.clear());
    },
  };
}
