import type { Check, Place } from "./check";
import { formats, isBase64 } from "./format";
import { decimal, isInt, isInteger, isMultiple, Numeral, order } from "./number";
import type { Keywords } from "./schema";

// kindOf is the type of a value. An integer is a number without a fraction, however
// it is written (JSON Schema 2020-12 validation, section 6.1.1).
export function kindOf(value: unknown): string {
  if (value === null) {
    return "null";
  }
  if (Array.isArray(value)) {
    return "array";
  }
  if (typeof value === "number" || value instanceof Numeral) {
    const exact = decimal(value);
    return exact && isInteger(exact) ? "integer" : "number";
  }
  return typeof value;
}

// types says whether a value has one of the types, and tells when it has not.
export function types(c: Check, p: Place, value: unknown, schema: Keywords): boolean {
  const wanted = typeof schema.type === "string" ? [schema.type] : (schema.type ?? []);
  const is = kindOf(value);
  if (wanted.length === 0 || wanted.includes(is) || (is === "integer" && wanted.includes("number"))) {
    return true;
  }
  c.fail(p, "type", "is " + withArticle(is) + ", not " + wanted.map(withArticle).join(" or "));
  return false;
}

function withArticle(name: string): string {
  return name === "null" ? name : (/^[aio]/.test(name) ? "an " : "a ") + name;
}

export function values(c: Check, p: Place, value: unknown, schema: Keywords): void {
  const choices = schema.enum ?? [];
  c.left -= choices.length >> 3;
  if (c.left < 0) {
    return;
  }
  if (schema.const !== undefined && !equal(value, schema.const)) {
    c.fail(p, "const", "is not " + shortened(written(schema.const)));
  }
  if (choices.length > 0 && !choices.some((choice) => equal(value, choice))) {
    c.fail(p, "enum", "is none of " + shortened(choices.map(written).join(", ")));
  }
}

function equal(a: unknown, b: unknown): boolean {
  return kindOf(a) === kindOf(b) && canonical(a) === canonical(b);
}

// written is a value as JSON.
function written(value: unknown): string {
  return value instanceof Numeral ? value.text : (JSON.stringify(value) ?? "null");
}

// shortened bounds what a message repeats of a schema.
function shortened(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return bytes.length <= 300 ? text : new TextDecoder().decode(bytes.subarray(0, 300)).replace(/\ufffd+$/, "") + "…";
}

// canonical is the same text for values that are equal as JSON.
export function canonical(value: unknown): string {
  if (typeof value === "number" || value instanceof Numeral) {
    const exact = decimal(value);
    return exact ? exact.digits + "e" + exact.exponent : written(value);
  }
  if (Array.isArray(value)) {
    return "[" + value.map(canonical).join(",") + "]";
  }
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).map(([name, member]) => JSON.stringify(name) + ":" + canonical(member));
    return "{" + members.sort().join(",") + "}";
  }
  return JSON.stringify(value) ?? "null";
}

const bounds = [
  ["minimum", (o: number) => o < 0, "below the minimum"],
  ["exclusiveMinimum", (o: number) => o <= 0, "not more than"],
  ["maximum", (o: number) => o > 0, "above the maximum"],
  ["exclusiveMaximum", (o: number) => o >= 0, "not less than"],
] as const;

export function number(c: Check, p: Place, value: unknown, schema: Keywords): void {
  if (schema.format === "float" && !Number.isFinite(Math.fround(Number(written(value))))) {
    c.fail(p, "format", "is not in the format float");
  }
  const exact = decimal(value);
  if (!exact) {
    return;
  }
  for (const [keyword, broken, message] of bounds) {
    const bound = decimal(schema[keyword]);
    if (bound && broken(order(exact, bound))) {
      c.fail(p, keyword, "is " + written(value) + ", " + message + " " + written(schema[keyword]));
    }
  }
  const factor = decimal(schema.multipleOf);
  if (factor && !isMultiple(exact, factor)) {
    c.fail(p, "multipleOf", "is " + written(value) + ", not a multiple of " + written(schema.multipleOf));
  }
  const bits = schema.format === "int32" ? 32 : schema.format === "int64" ? 64 : 0;
  if (bits > 0 && !isInt(exact, bits)) {
    c.fail(p, "format", "is " + written(value) + ", not an " + schema.format);
  }
}

export function text(c: Check, p: Place, value: string, schema: Keywords): void {
  if (schema.minLength !== undefined || schema.maxLength !== undefined) {
    count(c, p, length(value), schema, "minLength", "maxLength", "character(s)");
  }
  if (schema.pattern && !c.matches(schema.pattern, value)) {
    c.fail(p, "pattern", "does not match the pattern " + schema.pattern);
  }
  const known = schema.format !== undefined && Object.hasOwn(formats, schema.format) ? formats[schema.format] : undefined;
  if (known && !known(value)) {
    c.fail(p, "format", "is not in the format " + schema.format);
  }
  if (schema.contentEncoding === "base64" && !isBase64(value)) {
    c.fail(p, "contentEncoding", "is not in the encoding base64");
  }
}

// length counts characters, not what they are made of.
function length(value: string): number {
  let n = 0;
  for (let i = 0; i < value.length; i++) {
    const unit = value.charCodeAt(i);
    const next = value.charCodeAt(i + 1);
    if (unit >= 0xd800 && unit < 0xdc00 && next >= 0xdc00 && next < 0xe000) {
      i++;
    }
    n++;
  }
  return n;
}

type Bound = "minItems" | "maxItems" | "minContains" | "maxContains" | "minProperties" | "maxProperties" | "minLength" | "maxLength";

// count checks how many there are of something.
export function count(c: Check, p: Place, n: number, schema: Keywords, least: Bound, most: Bound, what: string): void {
  const [min, max] = [schema[least], schema[most]];
  if (min !== undefined && n < min) {
    c.fail(p, least, "has " + n + " " + what + ", at least " + min + " are wanted");
  }
  if (max !== undefined && n > max) {
    c.fail(p, most, "has " + n + " " + what + ", at most " + max + " are allowed");
  }
}
