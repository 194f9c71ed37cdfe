// Values of JSON as literals of Go, in the types that the server has found for an
// operation.
import type { Value } from "../../serialize/value";
import type { Kit } from "../kit";
import { quoted } from "./goquote";

// GoPart is what the server says of an operation, see package gotype.
export interface GoPart {
  readonly name: string;
  readonly path: string;
  readonly arguments: readonly GoArgument[];
  readonly body: string;
  readonly result: string;
  readonly types: readonly GoStruct[];
}

export interface GoArgument {
  readonly in: string;
  readonly name: string;
  readonly field: string;
  readonly type: string;
}

export interface GoStruct {
  readonly name: string;
  readonly schema?: string;
  readonly fields: readonly GoField[];
}

export interface GoField {
  readonly name: string;
  readonly json: string;
  readonly type: string;
  readonly optional?: boolean;
}

// Literal is an expression: a text, or a list of elements in braces.
export type Literal = { readonly text: string; readonly zero: boolean } | { readonly open: string; readonly items: readonly Item[]; readonly zero: boolean };

type Item = readonly [key: string, value: Literal];

const sizes: Readonly<Record<string, readonly [bigint, bigint]>> = {
  int: [-(2n ** 63n), 2n ** 63n - 1n],
  int8: [-128n, 127n],
  int16: [-32768n, 32767n],
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  uint8: [0n, 255n],
  uint16: [0n, 65535n],
  uint32: [0n, 2n ** 32n - 1n],
  uint64: [0n, 2n ** 64n - 1n],
};

// number is a number as Go writes it again, null for one that Go spells otherwise.
function number(type: string, text: string): string | null {
  const size = sizes[type];
  if (size) {
    const fits = /^(0|-?[1-9]\d{0,19})$/.test(text) && BigInt(text) >= size[0] && BigInt(text) <= size[1];
    return fits ? text : null;
  }
  const digits = type === "float32" ? 6 : 17; // more of them may not come back
  return String(Number(text)) === text && text.replace(/e.*|\D/g, "").length <= digits ? text : null;
}

// time is a moment as Go writes it again.
function time(text: string): string | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{0,8}[1-9]))?Z$/.exec(text);
  if (!match || new Date(text.replace(/\.\d+/, "")).toISOString().replace(".000", "") !== text.replace(/\.\d+/, "")) {
    return null;
  }
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number);
  return `time.Date(${year}, ${month}, ${day}, ${hour}, ${minute}, ${second}, ${Number((match[7] ?? "").padEnd(9, "0"))}, time.UTC)`;
}

// scalar is a text as a value of a plain type, null when it is none of that type:
// of a string in JSON, or of what stands in an address.
export function scalar(type: string, text: string, isText: boolean, kit: Kit): Literal | null {
  const of = (literal: string | null, zero: boolean): Literal | null => (literal === null ? null : { text: literal, zero });
  switch (type) {
    case "string":
      return isText ? of(quoted(text, kit), text === "") : null;
    case "time.Time":
      return isText && !Number.isNaN(Date.parse(text)) ? of(time(text), false) : null;
    case "[]byte":
      return isText ? of(bytes(text), false) : null;
    case "bool":
      return !isText && /^(true|false)$/.test(text) ? of(text, text === "false") : null;
    default:
      return isText ? null : of(number(type, text), text === "0");
  }
}

// bytes is what base64 stands for.
function bytes(code: string): string | null {
  try {
    const text = atob(code);
    return btoa(text) === code ? '[]byte("' + text.replace(/[^ !#-[\]-~]/g, (c) => "\\x" + c.charCodeAt(0).toString(16).padStart(2, "0")) + '")' : null;
  } catch {
    return null;
  }
}

// compact writes JSON without space.
export function compact(value: Value): string {
  switch (value.kind) {
    case "object":
      return "{" + value.members.map(([name, inner]) => JSON.stringify(name) + ":" + compact(inner)).join() + "}";
    case "list":
      return "[" + value.items.map(compact).join() + "]";
    case "null":
      return "null";
    default:
      return value.quoted ? JSON.stringify(value.text) : value.text;
  }
}

// Typed writes one value, and learns from it which fields are left out when they
// are zero. It stands for what Go would send: where that is not what was meant,
// there is no literal.
export class Typed {
  private readonly structs: Map<string, GoStruct>;
  private readonly seen = new Map<string, (readonly string[])[]>(); // members of all values of a struct, in their order
  private readonly absent = new Set<string>();
  private readonly zero = new Set<string>();

  constructor(
    part: GoPart,
    private readonly kit: Kit,
  ) {
    this.structs = new Map(part.types.map((t) => [t.name, t]));
  }

  // whole is the literal of a whole value, null when Go would send another one.
  whole(type: string, value: Value): Literal | null {
    const literal = this.literal(type, value);
    const consistent = [...this.absent].every((field) => !this.zero.has(field)) && [...this.seen].every(([name, all]) => this.ordered(name, all));
    return consistent ? literal : null;
  }

  // type is a struct as it has to be so that what is sent is the value.
  type(name: string): GoStruct | undefined {
    const struct = this.structs.get(name);
    const optional = (f: GoField): boolean => this.absent.has(name + "." + f.json) || (f.optional === true && !this.zero.has(name + "." + f.json));
    return struct && { ...struct, fields: struct.fields.map((f) => ({ ...f, optional: optional(f) })) };
  }

  // ordered puts the fields of a struct into the order of the members of its
  // values. It is false when these have several.
  private ordered(name: string, all: readonly (readonly string[])[]): boolean {
    const struct = this.structs.get(name);
    const first = all[0];
    if (!struct || !first) {
      return false;
    }
    const left = [...first];
    const byName = new Map(struct.fields.map((f) => [f.json, f]));
    const fields = struct.fields.map((f) => (first.includes(f.json) ? (byName.get(left.shift() ?? "") ?? f) : f));
    this.structs.set(name, { ...struct, fields });
    const place = new Map(fields.map((f, i) => [f.json, i]));
    return all.every((members) => members.every((m, i) => i === 0 || (place.get(members[i - 1] ?? "") ?? 0) < (place.get(m) ?? 0)));
  }

  private literal(type: string, value: Value): Literal | null {
    const struct = this.structs.get(type);
    if (type.startsWith("*")) {
      return this.pointer(type.slice(1), value);
    }
    if (type === "any" || type === "json.RawMessage") {
      return this.any(type, value);
    }
    if (struct) {
      return value.kind === "object" ? this.struct(struct, value) : null;
    }
    if (type.startsWith("[]") && type !== "[]byte") {
      return value.kind === "list" ? this.list(type, type.slice(2), value.items.map((item) => ["", item] as const)) : null;
    }
    if (type.startsWith("map[string]")) {
      const { members } = value; // Go has no order for more of them
      return value.kind === "object" && members.length < 2 ? this.list(type, type.slice(11), members.map(([name, inner]) => [quoted(name, this.kit), inner] as const)) : null;
    }
    return value.kind === "scalar" ? scalar(type, value.text, value.quoted, this.kit) : null;
  }

  private pointer(type: string, value: Value): Literal | null {
    if (value.kind === "null") {
      return { text: "nil", zero: true };
    }
    const inner = this.literal(type, value);
    if (!inner) {
      return null;
    }
    if (!("text" in inner)) {
      return { ...inner, open: "&" + inner.open, zero: false };
    }
    const plain = /^(string|bool|int|time\.Time)$/.test(type);
    return { text: plain ? `new(${inner.text})` : `new(${type}(${inner.text}))`, zero: false };
  }

  private any(type: string, value: Value): Literal {
    const literal = type === "any" && value.kind === "scalar" && (value.quoted || /^(true|false)$/.test(value.text)) && scalar(value.quoted ? "string" : "bool", value.text, value.quoted, this.kit);
    if (literal) {
      return { ...literal, zero: false };
    }
    const text = compact(value);
    return { text: "json.RawMessage(" + (/[`\\\r\0\ufeff]/.test(text) ? quoted(text, this.kit) : "`" + text + "`") + ")", zero: false };
  }

  private list(type: string, of: string, values: readonly (readonly [key: string, value: Value])[]): Literal | null {
    const items: Item[] = [];
    for (const [key, value] of values) {
      const item = this.literal(of, value);
      if (!item) {
        return null;
      }
      const open = "text" in item ? "" : item.open;
      items.push([key, "text" in item || (open !== of && open !== "&" + of.slice(1)) ? item : { ...item, open: "" }]); // the type stands before the list
    }
    return { open: type, items, zero: false };
  }

  private struct(struct: GoStruct, value: Value): Literal | null {
    const names = value.members.map(([name]) => name);
    if (new Set(names).size < names.length) {
      return null;
    }
    this.seen.set(struct.name, [...(this.seen.get(struct.name) ?? []), names]);
    struct.fields.filter((f) => !names.includes(f.json)).forEach((f) => this.absent.add(struct.name + "." + f.json));
    const items: Item[] = [];
    for (const [name, inner] of value.members) {
      const field = struct.fields.find((f) => f.json === name);
      const item = field && this.literal(field.type, inner);
      if (!item) {
        return null;
      }
      if (item.zero) {
        this.zero.add(struct.name + "." + name);
      }
      items.push([field.name, item]);
    }
    return { open: struct.name, items, zero: items.every(([, item]) => item.zero) };
  }
}

// fit is a text of an address in a plain type, or else as a string.
export function fit(type: string, text: string, kit: Kit): { readonly type: string; readonly literal: Literal } {
  const isText = type === "string" || type === "time.Time";
  const literal = /^float/.test(type) && /e/i.test(text) ? null : scalar(type, text, isText, kit);
  return literal ? { type, literal } : { type: "string", literal: { text: quoted(text, kit), zero: text === "" } };
}
