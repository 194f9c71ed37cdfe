// Go as gofmt lays it out.
import type { Kit } from "../kit";
import type { Request } from "../request";
import { quoted } from "./goquote";
import type { GoStruct, Literal } from "./gotype";

const wide = 72; // characters of a list that still stands on one line

// print writes a literal whose last line begins with some tabs.
export function print(literal: Literal, tabs = ""): string {
  if ("text" in literal) {
    return literal.text;
  }
  const line = flat(literal);
  if (line.length <= wide && !line.includes("\n")) {
    return line;
  }
  const values = literal.items.map(([key, value]) => ({ key, text: print(value, tabs + "\t") }));
  const widths = columns(values.map(({ key, text }) => (text.includes("\n") || values.length < 2 ? 0 : width(key))));
  const lines = values.map(({ key, text }, i) => tabs + "\t" + (key && (key + ":").padEnd((widths[i] ?? 0) + 1 - width(key) + key.length) + " ") + text + ",\n");
  return literal.open + "{\n" + lines.join("") + tabs + "}";
}

// values is the body of a form as its fields, whose last line begins with some tabs, ""
// for another body. Go sorts them by their names: what a name that occurs twice belongs to
// can depend on the order of all.
export function values(r: Request, kit: Kit, tabs: string): string {
  const form = kit.form(r) ?? [];
  const names = form.map(([name]) => name);
  const unique = [...new Set(names)];
  if (form.length === 0 || (unique.length < names.length && !names.every((name, i) => /^[ -~]*$/.test(name) && (names[i - 1] ?? "") <= name))) {
    return "";
  }
  const list = (name: string): string => form.filter((pair) => pair[0] === name).map((pair) => quoted(pair[1], kit)).join(", ");
  return print({ open: "url.Values", items: unique.map((name) => [quoted(name, kit), { text: "{" + list(name) + "}", zero: false }] as const), zero: false }, tabs) + ".Encode()";
}

function flat(literal: Literal): string {
  return "text" in literal ? literal.text : literal.open + "{" + literal.items.map(([key, value]) => (key && key + ": ") + flat(value)).join(", ") + "}";
}

function width(text: string): number {
  return [...text].length;
}

// columns are how wide keys are made so that the values of neighbours align. The
// width of a key is 0 where a value has lines of its own; one that is much longer
// or shorter than those before begins anew.
function columns(widths: readonly number[]): readonly number[] {
  const all = [...widths];
  let begin = 0;
  let logs = 0;
  let count = 0;
  const align = (end: number): void => void all.fill(Math.max(...widths.slice(begin, end), 0), begin, end);
  widths.forEach((own, i) => {
    const before = widths[i - 1] ?? 0;
    const ratio = own / Math.exp(logs / Math.max(count, 1));
    const small = count === 0 || (before <= 40 && own <= 40);
    if (i > 0 && (own === 0 || before === 0 || !(small || (2.5 * ratio > 1 && ratio < 2.5)))) {
      align(i);
      begin = i;
    }
    logs += own > 0 ? Math.log(own) : 0;
    count += own > 0 ? 1 : 0;
  });
  align(widths.length);
  return all.map((w, i) => (widths[i] === 0 ? 0 : w));
}

// Field is one of a struct, with its tag.
export interface Field {
  readonly name: string;
  readonly type: string;
  readonly tag: string;
}

// struct declares a struct.
export function struct(name: string, fields: readonly Field[]): string {
  const names = Math.max(0, ...fields.map((f) => width(f.name)));
  const types = Math.max(0, ...fields.map((f) => width(f.type)));
  const pad = (text: string, to: number): string => text + " ".repeat(to - width(text));
  const lines = fields.map((f) => "\t" + pad(f.name, names) + " " + pad(f.type, types) + " `" + f.tag + "`\n");
  return "type " + name + " struct {" + (lines.length > 0 ? "\n" + lines.join("") : "") + "}\n\n";
}

// declared declares a struct of the description.
export function declared(type: GoStruct): string {
  const about = type.schema ? "// " + type.name + " is the schema " + line(type.schema) + ".\n" : "";
  return about + struct(type.name, type.fields.map((f) => ({ name: f.name, type: f.type, tag: 'json:"' + f.json + (f.optional ? ",omitzero" : "") + '"' })));
}

// line is a text for a comment.
export function line(text: string): string {
  return text.replace(/[\s\p{C}]+/gu, " ").trim();
}
