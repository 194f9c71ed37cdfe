import { phrase } from "../base/words";

// JSON as it is written: members keep their order and numbers their spelling, so
// that what is sent is what was typed. JSON.parse rounds numbers.
export interface Value {
  readonly kind: "null" | "scalar" | "list" | "object";
  readonly text: string; // of a scalar: a string without quotes, anything else as written
  readonly quoted: boolean; // the scalar is a string
  readonly items: readonly Value[];
  readonly members: readonly Member[];
  readonly at: number; // where it begins in the text it was read from
}

export type Member = readonly [name: string, value: Value];

const empty = { text: "", quoted: false, items: [], members: [], at: 0 };

export const nothing: Value = { ...empty, kind: "null" };

export function textValue(text: string): Value {
  return { ...empty, kind: "scalar", text, quoted: true };
}

// bare is a number or boolean.
export function bare(text: string): Value {
  return { ...empty, kind: "scalar", text };
}

export function listOf(items: readonly Value[]): Value {
  return { ...empty, kind: "list", items };
}

export function objectOf(members: readonly Member[]): Value {
  return { ...empty, kind: "object", members };
}

// JSONError says where a text stops being JSON.
export class JSONError extends Error {
  constructor(
    message: string,
    readonly at: number,
  ) {
    super(message);
  }
}

// lineOf is the place of an offset, from 1.
export function lineOf(text: string, at: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, at).split("\n");
  return { line: before.length, column: (before.at(-1) ?? "").length + 1 };
}

const maxDepth = 500;
const space = /[ \t\n\r]*/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const plainText = /[^"\\\u0000-\u001f]*/y;

// parse reads JSON. It throws a JSONError for anything else.
export function parse(text: string): Value {
  const reader = new Reader(text);
  const value = reader.value(0);
  reader.end();
  return value;
}

// read reads JSON. What is not JSON is a string.
export function read(text: string): Value {
  try {
    return parse(text);
  } catch {
    return textValue(text);
  }
}

class Reader {
  private at = 0;

  constructor(private readonly source: string) {}

  value(depth: number): Value {
    this.skip();
    const at = this.at;
    const c = this.source[at];
    if (depth > maxDepth) {
      throw new JSONError(phrase("There are too many levels here."), at);
    }
    if (c === "{") {
      return { ...objectOf(this.members(depth)), at };
    }
    if (c === "[") {
      return { ...listOf(this.list(depth)), at };
    }
    return { ...this.scalar(), at };
  }

  end(): void {
    this.skip();
    if (this.at < this.source.length) {
      throw new JSONError(phrase("Nothing may follow the value."), this.at);
    }
  }

  private scalar(): Value {
    if (this.source[this.at] === '"') {
      return textValue(this.string());
    }
    for (const word of ["true", "false", "null"]) {
      if (this.source.startsWith(word, this.at)) {
        this.at += word.length;
        return word === "null" ? nothing : bare(word);
      }
    }
    const digits = this.match(number);
    if (!digits) {
      throw new JSONError(this.at < this.source.length ? phrase("A value has to stand here.") : phrase("The text ends too early."), this.at);
    }
    return bare(digits);
  }

  private members(depth: number): Member[] {
    const all: Member[] = [];
    this.at++;
    while (this.next("}", all.length > 0)) {
      if (this.source[this.at] !== '"') {
        throw new JSONError(phrase("A name in quotes has to stand here."), this.at);
      }
      const name = this.string();
      this.skip();
      this.expect(":");
      all.push([name, this.value(depth + 1)]);
    }
    return all;
  }

  private list(depth: number): Value[] {
    const all: Value[] = [];
    this.at++;
    while (this.next("]", all.length > 0)) {
      all.push(this.value(depth + 1));
    }
    return all;
  }

  // next goes to the next part of a list or object, or behind its end.
  private next(end: string, comma: boolean): boolean {
    this.skip();
    if (this.source[this.at] === end) {
      this.at++;
      return false;
    }
    if (comma) {
      this.expect(",", end);
      this.skip();
    }
    return true;
  }

  private expect(c: string, other = ""): void {
    if (this.source[this.at] !== c) {
      throw new JSONError(this.at < this.source.length ? other ? phrase("Here has to be {1} or {2}", c, other) : phrase("Here has to be {1}", c) : phrase("The text ends too early."), this.at);
    }
    this.at++;
  }

  private string(): string {
    const begin = this.at++;
    let out = "";
    for (;;) {
      out += this.match(plainText);
      const c = this.source[this.at++];
      if (c === '"') {
        return whole(out);
      }
      if (c !== "\\") {
        throw new JSONError(c === undefined ? phrase("This string does not end.") : phrase("A string cannot hold this character as it is."), c === undefined ? begin : this.at - 1);
      }
      out += this.escape();
    }
  }

  private escape(): string {
    const c = this.source[this.at++] ?? "";
    const known: Readonly<Record<string, string>> = { '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
    const hex = this.source.slice(this.at, this.at + 4);
    if (c === "u" && /^[0-9a-fA-F]{4}$/.test(hex)) {
      this.at += 4;
      return String.fromCharCode(parseInt(hex, 16));
    }
    const out = Object.hasOwn(known, c) ? known[c] : undefined;
    if (out === undefined) {
      throw new JSONError(phrase("A string has no such escape."), this.at - 2);
    }
    return out;
  }

  private skip(): void {
    this.match(space);
  }

  private match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.source)?.[0] ?? "";
    this.at += found.length;
    return found;
  }
}

// whole replaces halves of characters.
function whole(text: string): string {
  return /[\ud800-\udfff]/.test(text) ? text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd") : text;
}

// quote writes a string as JSON.
export function quote(text: string): string {
  return JSON.stringify(text).replace(/[\u2028\u2029]/g, (c) => "\\u" + c.charCodeAt(0).toString(16));
}

// compact writes a value without space.
export function compact(v: Value): string {
  switch (v.kind) {
    case "null":
      return "null";
    case "scalar":
      return v.quoted ? quote(v.text) : v.text;
    case "list":
      return "[" + v.items.map(compact).join(",") + "]";
    case "object":
      return "{" + v.members.map(([name, value]) => quote(name) + ":" + compact(value)).join(",") + "}";
  }
}

// indent writes a value with one member or item per line.
export function indent(v: Value, before = ""): string {
  const inner = before + "  ";
  const wrap = (open: string, parts: readonly string[], close: string): string =>
    parts.length === 0 ? open + close : open + "\n" + parts.map((part) => inner + part).join(",\n") + "\n" + before + close;
  switch (v.kind) {
    case "list":
      return wrap("[", v.items.map((item) => indent(item, inner)), "]");
    case "object":
      return wrap("{", v.members.map(([name, value]) => quote(name) + ": " + indent(value, inner)), "}");
    default:
      return compact(v);
  }
}

// plain is the text of a value: that of a scalar, JSON of anything else, nothing
// of null.
export function plain(v: Value): string {
  return v.kind === "null" ? "" : v.kind === "scalar" ? v.text : compact(v);
}

// fromData is the value of something a script knows.
export function fromData(data: unknown): Value {
  return data === undefined ? nothing : read(JSON.stringify(data));
}

// memberOf returns the last member with a name.
export function memberOf(v: Value | undefined, name: string): Value | undefined {
  return v?.members.filter(([own]) => own === name).at(-1)?.[1];
}
