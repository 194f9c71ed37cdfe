// The parameters of a request.
import { namesOf } from "../base/pointer";
import type { Parameter } from "../serialize/part";
import type { Typed } from "../serialize/serialize";
import { compact, plain, read, textValue, type Value } from "../serialize/value";
import { validate } from "./check";
import { node } from "../base/dom";
import { area, type Context } from "./field";
import { row, type Row } from "./group";
import type { ParameterState } from "./state";
import { expand, expandJSON, expandValue, unknown, type Lookup } from "./variables/expand";
import { phrase } from "../base/words";

const groups: readonly (readonly [title: string, places: readonly string[]])[] = [
  [phrase("Path"), ["path"]],
  [phrase("Query"), ["query", "querystring"]],
  [phrase("Headers"), ["header"]],
  [phrase("Cookies"), ["cookie"]],
];

export class Parameters {
  readonly elements: readonly HTMLElement[];
  private readonly rows: readonly { readonly parameter: Parameter; readonly row: Row }[];

  constructor(
    list: readonly Parameter[],
    private readonly context: Context,
  ) {
    this.rows = list.map((parameter) => ({ parameter, row: this.row(parameter) }));
    this.elements = groups.flatMap(([title, places]) => {
      const own = this.rows.filter(({ parameter }) => places.includes(parameter.in));
      return own.length === 0 ? [] : [node("section", { class: "try-section" }, node("h3", {}, title), ...own.map((each) => each.row.element))];
    });
    this.reset();
  }

  private row(p: Parameter): Row {
    const example = read(p.example);
    return row(
      {
        name: p.name,
        schema: p.schema,
        required: p.required,
        deprecated: p.deprecated,
        description: p.description,
        example: example.kind === "scalar" && !p.given ? plain(example) : "",
        ...(p.media && p.in !== "querystring" ? { type: p.media, make: (context: Context) => area(p.name, context, textValue, plain) } : {}),
      },
      this.context,
    );
  }

  // reset puts the examples in that the description gives. Only what is required
  // is sent.
  reset(): void {
    for (const { parameter, row } of this.rows) {
      row.set(parameter.given ? read(parameter.example) : undefined, parameter.required);
      row.clear();
    }
  }

  // everything puts all examples in, made up or not, and sends them.
  everything(): void {
    this.rows.forEach(({ parameter, row }) => row.set(read(parameter.example), true));
  }

  // lacks reports whether a value is missing, and moves the focus to the first then.
  lacks(): boolean {
    const first = this.rows.find(({ parameter: p, row }) => p.required && !p.allowEmptyValue && row.value() === undefined);
    first?.row.focus();
    return first !== undefined;
  }

  state(): readonly ParameterState[] {
    return this.rows.flatMap(({ parameter: p, row }) => (row.sent() ? [{ in: p.in, name: p.name, value: compact(row.value() ?? textValue("")) }] : []));
  }

  // restore puts back what was typed. What was not sent then is not sent now.
  restore(state: readonly ParameterState[]): void {
    for (const { parameter: p, row } of this.rows) {
      const own = state.find((one) => one.in === p.in && one.name === p.name);
      row.set(own && read(own.value), own !== undefined);
      row.clear();
    }
  }

  typed(lookup: Lookup): readonly Typed[] {
    return this.rows.flatMap(({ parameter, row }) => {
      const value = row.value() ?? (row.sent() && parameter.allowEmptyValue ? textValue("") : undefined);
      return value ? [{ parameter, value: this.expanded(parameter, value, lookup) }] : [];
    });
  }

  // expanded is a value with those of variables. One with a format of its own is
  // typed as a text.
  private expanded(p: Parameter, value: Value, lookup: Lookup): Value {
    if (p.media && p.in !== "querystring") {
      return textValue(p.media.includes("json") ? expandJSON(plain(value), lookup, p.schema, this.context.resolve) : expand(plain(value), lookup));
    }
    return expandValue(value, lookup, p.schema, this.context.resolve);
  }

  // check shows what is wrong at the fields, and returns how to go to each of it.
  check(): readonly (() => void)[] {
    return this.rows.flatMap(({ parameter: p, row }) => {
      row.clear();
      if (!row.sent()) {
        return [];
      }
      const { lookup } = this.context.variables;
      const typed = row.value();
      const value = typed && this.expanded(p, typed, lookup);
      const lacking = typed ? unknown(compact(typed), lookup) : "";
      if (lacking) {
        return this.say(row, [], lacking);
      }
      if (!value || (plain(value) === "" && p.in === "path")) {
        return p.allowEmptyValue ? [] : this.say(row, [], p.required ? phrase("This is required.") : phrase("Give a value, or do not send it."));
      }
      if (p.in === "path" && /^\.{1,2}$/.test(plain(value))) {
        return this.say(row, [], phrase("Browsers take this for a step in the path."));
      }
      if (p.media || p.schema === null) {
        return [];
      }
      const found = validate(p.schema, value, this.context.resolve);
      return found.flatMap((problem) => this.say(row, namesOf(problem.pointer), problem.message));
    });
  }

  private say(row: Row, path: readonly string[], words: string): (() => void)[] {
    row.show(path, words);
    return [() => row.focus()];
  }
}
