// Headers and query parameters of the reader's own, which the description does not have.
import { button, node } from "../base/dom";
import { isToken } from "../serialize/encode";
import type { Parameter } from "../serialize/part";
import type { Typed } from "../serialize/serialize";
import { plain, read, textValue, compact } from "../serialize/value";
import { message, type Context } from "./field";
import { forbidden, type Way } from "./server";
import type { ParameterState } from "./state";
import { expand, unknown, type Lookup } from "./variables/expand";
import { phrase } from "../base/words";

type Kind = "header" | "query";

const kinds: readonly (readonly [Kind, string])[] = [["header", phrase("header")], ["query", phrase("query parameter")]];

interface Row {
  readonly kind: Kind;
  readonly name: HTMLInputElement;
  readonly value: HTMLInputElement;
  say(words: string): void;
}

export class Own {
  readonly element: HTMLElement;
  private readonly list = node("div", {});
  private rows: readonly Row[] = [];

  constructor(
    private readonly known: readonly Parameter[],
    private readonly context: Pick<Context, "changed" | "variables">,
    private readonly way: () => Way,
    private readonly body: boolean, // whose format is a header
  ) {
    const add = kinds.map(([kind, title]) =>
      button(phrase("Add {1}", title), () => {
        this.add(kind, "", "").name.focus();
        this.context.changed();
      }, { class: "button try-add" }),
    );
    this.element = node("section", { class: "try-section try-own" }, this.list, node("div", { class: "try-line" }, ...add));
  }

  state(): readonly ParameterState[] {
    return this.named().map(({ kind, name, value }) => ({ in: kind, name: name.value, value: compact(textValue(value.value)) }));
  }

  // restore puts back what was typed.
  restore(state: readonly ParameterState[]): void {
    this.rows = [];
    this.list.replaceChildren();
    for (const one of state) {
      this.add(one.in === "header" ? "header" : "query", one.name, plain(read(one.value)));
    }
  }

  typed(lookup: Lookup): readonly Typed[] {
    return this.named().map(({ kind, name, value }) => ({ parameter: parameterOf(kind, name.value), value: textValue(expand(value.value, lookup)) }));
  }

  // check shows what is wrong at the fields, and returns how to go to each of it.
  check(): readonly (() => void)[] {
    return this.named().flatMap((row) => {
      const lacking = unknown(row.value.value, this.context.variables.lookup);
      const words = this.wrong(row) || lacking;
      row.say(words);
      return words ? [() => (lacking ? row.value : row.name).focus()] : [];
    });
  }

  private named(): readonly Row[] {
    return this.rows.filter(({ name }) => name.value !== "");
  }

  // wrong says why a name cannot be sent as it is.
  private wrong(row: Row): string {
    const { kind, name: { value: name } } = row;
    const spelled = (own: string): string => (kind === "header" ? own.toLowerCase() : own);
    const same = (place: string, own: string): boolean => place === kind && spelled(own) === spelled(name);
    if (this.known.some((own) => same(own.in, own.name)) || (kind === "header" && this.named().some((other) => other !== row && same(other.kind, other.name.value)))) {
      return phrase("The form has a field for it.");
    }
    if (kind !== "header" || name === "") {
      return "";
    }
    if (!isToken(name)) {
      return phrase("A header cannot have this name.");
    }
    if (this.body && /^content-type$/i.test(name)) {
      return phrase("The format of the body decides on it.");
    }
    return this.way() !== "server" && forbidden.test(name) ? phrase("Browsers do not let pages send this header.") : "";
  }

  private add(kind: Kind, name: string, value: string): Row {
    const title = kinds.find(([own]) => own === kind)?.[1] ?? "";
    const field = (label: string, text: string): HTMLInputElement => {
      const input = node("input", { class: "try-input", type: "text", "aria-label": phrase("{1} of the {2}", label, title), placeholder: label, autocomplete: "off", autocapitalize: "none", spellcheck: "false" });
      input.value = text;
      input.addEventListener("input", () => {
        problem.say(this.wrong(row));
        this.context.changed();
      });
      return input;
    };
    const [its, of] = [field(phrase("Name"), name), field(phrase("Value"), value)];
    const problem = message(its);
    const row: Row = { kind, name: its, value: of, say: (words) => void problem.say(words) };
    const remove = button(phrase("Remove"), () => {
      this.rows = this.rows.filter((other) => other !== row);
      element.remove();
      this.element.querySelector<HTMLElement>(".try-add")?.focus();
      this.context.changed();
    }, { "aria-label": phrase("Remove the {1}", title) });
    const element = node("div", { class: "try-own-row" }, node("span", { class: "try-type" }, kind === "header" ? phrase("Header") : phrase("Query")), node("div", { class: "try-item" }, node("div", { class: "try-field" }, its, problem.element), node("div", { class: "try-field" }, of), remove));
    this.list.append(element);
    this.rows = [...this.rows, row];
    return row;
  }
}

// parameterOf is a parameter whose value is one text.
function parameterOf(kind: Kind, name: string): Parameter {
  return {
    name, in: kind, required: false, deprecated: false, description: "", style: kind === "header" ? "simple" : "form", explode: kind === "query",
    allowReserved: false, allowEmptyValue: true, media: "", schema: null, example: "", given: false, encoding: [],
  };
}
