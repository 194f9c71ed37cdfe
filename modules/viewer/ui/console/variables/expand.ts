// Names of variables in what is typed, and their values in place of them.
import { schemaOf, type Resolve } from "../../serialize/form";
import type { Schema } from "../../serialize/part";
import { compact, parse, quote, type Value } from "../../serialize/value";
import { alternatives, fieldsOf, listOf, shapeOf, textOf, type Shape } from "../schema";
import { phrase } from "../../base/words";

// Lookup gives the value of a variable, undefined when there is none.
export type Lookup = (name: string) => string | undefined;

// Names are the variables of a reader.
export interface Names {
  readonly lookup: Lookup;
  readonly masked: Lookup; // with masks for secrets, to be shown
}

const name = "\\$?[\\p{L}_][\\p{L}\\p{N}_.-]*";
const use = new RegExp(`\\{\\{\\s*(${name})\\s*\\}\\}`, "gu");
const only = new RegExp(`^"\\{\\{\\s*(${name})\\s*\\}\\}"$`, "u");
const text = '"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"?';
const token = new RegExp(`${text}|\\{\\{\\s*(${name})\\s*\\}\\}`, "gsu");

// nameable reports whether a variable can be called so.
export function nameable(text: string): boolean {
  return new RegExp(`^${name}$`, "u").test(text) && !text.startsWith("$");
}

// expand puts values in place of names. Values are not looked into, and names that
// nobody knows stay.
export function expand(text: string, lookup: Lookup): string {
  return text.replace(use, (all, name: string) => lookup(name) ?? all);
}

// usedIn are the names in a text.
export function usedIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(use)].map((found) => found[1] ?? ""))];
}

// unknown says which names in a text nobody knows, "" when there are none.
export function unknown(text: string, lookup: Lookup): string {
  const names = usedIn(text).filter((name) => lookup(name) === undefined);
  return names.length === 0 ? "" : names.length === 1 ? phrase("There is no variable {1} with a value.", names[0] ?? "") : phrase("There are no variables {1} with values.", names.join(", "));
}

// expandJSON is expand for JSON, which stays JSON: in a string a value is escaped.
// A string that is a name alone becomes a number, or whatever the schema asks for
// that is no string. A name outside of strings stands for JSON.
export function expandJSON(json: string, lookup: Lookup, schema: Schema | null = null, resolve: Resolve = () => undefined): string {
  if (!json.includes("{{")) {
    return json;
  }
  const bare = new Set<number>();
  let quoted = "";
  let last = 0;
  for (const { 0: found, 1: its, index } of json.matchAll(token)) {
    quoted += json.slice(last, index);
    if (its !== undefined) {
      bare.add(quoted.length);
    }
    quoted += its === undefined ? found : `"{{${its}}}"`;
    last = index + found.length;
  }
  quoted += json.slice(last);
  const loose = schema === null ? bare : new Set([...bare, ...places(quoted, schema, resolve)]);
  return quoted.replace(new RegExp(text, "gsu"), (string, at: number) => (loose.has(at) ? one(string, lookup, bare.has(at)) : inString(string, lookup)));
}

// expandValue is expand for a value.
export function expandValue(value: Value, lookup: Lookup, schema: Schema | null, resolve: Resolve): Value {
  const json = compact(value);
  return json.includes("{{") ? parse(expandJSON(json, lookup, schema, resolve)) : value;
}

// spelled is JSON with its names in strings, so that it can be read.
export function spelled(json: string): string {
  return expandJSON(json, (name) => `{{${name}}}`);
}

function inString(string: string, lookup: Lookup): string {
  return string.replace(use, (all, name: string) => {
    const value = lookup(name);
    return value === undefined ? all : quote(value).slice(1, -1);
  });
}

// one is the value of a name that stands alone.
function one(string: string, lookup: Lookup, bare: boolean): string {
  const its = only.exec(string)?.[1];
  if (its === undefined) {
    return inString(string, lookup);
  }
  const value = lookup(its);
  if (value === undefined) {
    return bare ? `{{${its}}}` : string;
  }
  try {
    return parse(value).quoted && !bare ? quote(value) : value;
  } catch {
    return quote(value);
  }
}

// places are those of strings where a schema asks for something else.
function places(json: string, schema: Schema, resolve: Resolve): readonly number[] {
  const found: number[] = [];
  const walk = (v: Value, own: Schema | null): void => {
    const shape = shapeOf(own, resolve);
    v.items.forEach((item) => walk(item, schemaOf(shape["items"])));
    v.members.forEach(([name, member]) => walk(member, property(shape, name, resolve)));
    if (v.quoted && !takesText(shape, resolve, 0)) {
      found.push(v.at);
    }
  };
  try {
    walk(parse(json), schema);
  } catch {
    return []; // it is no JSON
  }
  return found;
}

function property(shape: Shape, name: string, resolve: Resolve): Schema | null {
  const own = fieldsOf(shape["properties"]);
  if (Object.hasOwn(own, name)) {
    return schemaOf(own[name]);
  }
  const other = alternatives(shape).map((one) => fieldsOf(shapeOf(one, resolve)["properties"])).find((fields) => Object.hasOwn(fields, name));
  return schemaOf(other ? other[name] : shape["additionalProperties"]);
}

const deepest = 8;

function takesText(shape: Shape, resolve: Resolve, depth: number): boolean {
  const types = [shape["type"]].flat().map(textOf).filter(Boolean);
  const values = "const" in shape ? [shape["const"]] : listOf(shape["enum"]);
  const others = depth > deepest ? [] : alternatives(shape);
  if (types.length > 0) {
    return types.includes("string");
  }
  return values.length > 0 ? values.some((value) => typeof value === "string") : others.length === 0 || others.some((one) => takesText(shapeOf(one, resolve), resolve, depth + 1));
}
