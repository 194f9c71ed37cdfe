// The controls of values, one for each kind of schema.
import { schemaOf, type Resolve } from "../serialize/form";
import type { Schema } from "../serialize/part";
import { fromData, indent, plain, read, textValue, type Value } from "../serialize/value";
import { validate } from "./check";
import { id, node, select } from "../base/dom";
import { list, object } from "./group";
import type { Names } from "./variables/expand";
import { alternatives, kindOf, listOf, nameOf, shapeOf, textOf, type Shape } from "./schema";
import { phrase } from "../base/words";

// Field is a control, or several that make one value.
export interface Field {
  readonly element: HTMLElement;
  readonly control: HTMLElement; // that has the focus, and the label when it is labelable
  value(): Value | undefined; // undefined while nothing is given
  set(value: Value | undefined): void;
  show(path: readonly string[], message: string): boolean; // false when there is no such place
  clear(): void; // takes messages away
}

export interface Context {
  readonly resolve: Resolve;
  readonly changed: () => void;
  readonly files: Map<string, File>; // by the name that stands for them
  readonly variables: Names;
  readonly depth: number;
}

const maxDepth = 10;

// field makes the control of a schema. Label names it where no label stands
// beside it.
export function field(schema: Schema | null, label: string, context: Context, example = ""): Field {
  const shape = shapeOf(schema, context.resolve);
  const inner = { ...context, depth: context.depth + 1 };
  switch (context.depth > maxDepth ? "any" : kindOf(shape)) {
    case "enum":
      return choice("const" in shape ? [shape["const"]] : listOf(shape["enum"]), label, context);
    case "boolean":
      return choice([true, false], label, context);
    case "number":
      return line(label, context, example, numeral, "decimal");
    case "string":
      return text(shape, label, context, example);
    case "file":
      return file(label, context);
    case "list":
      return list(schemaOf(shape["items"]), label, inner);
    case "object":
      return object(shape, label, inner);
    case "choice":
      return variants(shape, label, inner);
    default:
      return area(label, context, (written) => read(written), unread);
  }
}

// numeral is a number as it is typed, maybe between spaces. Anything else stays a text.
function numeral(typed: string): Value {
  const v = read(typed);
  return /\d/.test(v.text) && !v.quoted ? v : textValue(typed);
}

// message is the place of what is wrong with a control.
export function message(control: HTMLElement): { readonly element: HTMLElement; say(words: string): boolean } {
  const element = node("p", { class: "try-problem", id: id(), hidden: true });
  return {
    element,
    say(words: string): boolean {
      element.textContent = words;
      element.hidden = words === "";
      if (words) {
        control.setAttribute("aria-invalid", "true");
        control.setAttribute("aria-errormessage", element.id);
        control.setAttribute("aria-describedby", element.id);
      } else {
        ["aria-invalid", "aria-errormessage", "aria-describedby"].forEach((name) => control.removeAttribute(name));
      }
      return true;
    },
  };
}

// unread is the shortest text that is read as a value.
function unread(v: Value): string {
  const again = read(v.text);
  return v.quoted && v.text !== "" && again.quoted && again.text === v.text ? v.text : indent(v);
}

// single is a field of one control.
function single(control: HTMLElement, value: () => Value | undefined, set: (value: Value | undefined) => void): Field {
  const problem = message(control);
  return {
    element: node("div", { class: "try-field" }, control, problem.element),
    control,
    value,
    set,
    show: (_, words) => problem.say(words),
    clear: () => void problem.say(""),
  };
}

function line(label: string, context: Context, example: string, value: (text: string) => Value, mode: string, type = "text"): Field {
  const input = node("input", { class: "try-input", id: id(), type, "aria-label": label, autocomplete: "off", spellcheck: "false", inputmode: mode, placeholder: example });
  input.addEventListener("input", context.changed);
  return single(
    input,
    () => (input.value === "" ? undefined : value(input.value)),
    (v) => {
      input.value = v ? plain(v) : "";
    },
  );
}

function text(shape: Shape, label: string, context: Context, example: string): Field {
  const short = textOf(shape["format"]) !== "" || Number(shape["maxLength"] ?? Infinity) <= 64;
  if (short) {
    return line(label, context, example, textValue, "text", shape["format"] === "password" ? "password" : "text");
  }
  const one = area(label, context, textValue, plain);
  one.control.setAttribute("rows", "1"); // it grows: a line would lose the ends of lines
  one.control.setAttribute("placeholder", example);
  return one;
}

// area is a text of several lines.
export function area(label: string, context: Pick<Context, "changed">, value: (text: string) => Value, write: (v: Value) => string): Field {
  const input = node("textarea", { class: "try-input try-area", id: id(), "aria-label": label, spellcheck: "false", rows: "3" });
  input.addEventListener("input", context.changed);
  return single(
    input,
    () => (input.value === "" ? undefined : value(input.value)),
    (v) => {
      input.value = v ? write(v) : "";
    },
  );
}

// choice is one of several values.
function choice(data: readonly unknown[], label: string, context: Context): Field {
  const values = data.map(fromData);
  const chosen = select(["—", ...values.map((v) => (v.kind === "null" ? "null" : plain(v) || '""'))], { id: id(), "aria-label": label }, context.changed);
  let other: Value | undefined;
  return single(
    chosen,
    () => (chosen.selectedIndex <= values.length ? values[chosen.selectedIndex - 1] : other),
    (v) => {
      const at = v ? data.findIndex((own) => validate({ const: own }, v, context.resolve, 1).length === 0) : -1;
      if (v && at < 0) {
        chosen.options[values.length + 1]?.remove();
        chosen.append(new Option(phrase("{1} (not in the list)", plain(v))));
        other = v;
      }
      chosen.selectedIndex = v && at < 0 ? values.length + 1 : at + 1;
    },
  );
}

// file is a file of the reader's. Its name stands for it, with a number where that
// stands for a file of another field.
export function file(label: string, context: Pick<Context, "changed" | "files">): Field {
  const input = node("input", { class: "try-input", id: id(), type: "file", "aria-label": label });
  let name = "";
  let before: File | undefined;
  input.addEventListener("change", () => {
    const chosen = input.files?.[0];
    const given = (name = chosen ? chosen.name.replace(/["\\\u0000-\u001f\u007f]/g, "_") : "");
    if (chosen) {
      for (let n = 2; ![undefined, before].includes(context.files.get(name)); n++) {
        name = given.replace(/(\.[^.]*)?$/, `-${n}$1`);
      }
      context.files.set(name, (before = chosen));
    }
    context.changed();
  });
  // Browsers take the choice of the same file for none, also when the file has changed.
  input.addEventListener("click", () => void before?.slice(0, 1).arrayBuffer().catch(() => (input.value = "")));
  return single(
    input,
    () => (name ? textValue(name) : undefined),
    (v) => {
      name = v && context.files.has(plain(v)) ? plain(v) : "";
      if (!name) {
        input.value = "";
      }
    },
  );
}

// variants is one of several schemas. A value chooses the first that it fits.
function variants(shape: Shape, label: string, context: Context): Field {
  const all = alternatives(shape);
  const at = id();
  const place = node("div", { class: "try-variant" });
  let current = field(all[0] ?? null, label, context);
  let value: Value | undefined;
  const choose = (index: number): void => {
    current = field(all[index] ?? null, label, context);
    place.replaceChildren(current.element);
  };
  const picker = select(all.map((schema, i) => nameOf(schema, i, context.resolve)), { id: at, "aria-label": phrase("{1}: which alternative", label) }, (index) => {
    choose(index);
    context.changed();
  });
  choose(0);
  return {
    element: node("div", { class: "try-choice" }, picker, place),
    control: picker,
    value: () => current.value(),
    set(v) {
      const fits = v ? all.findIndex((schema) => validate(schema, v, context.resolve, 1).length === 0) : -1;
      value = v;
      if (fits >= 0 && fits !== picker.selectedIndex) {
        picker.selectedIndex = fits;
        choose(fits);
      }
      current.set(value);
    },
    show: (path, words) => current.show(path, words),
    clear: () => current.clear(),
  };
}


