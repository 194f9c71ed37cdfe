// What can stand at a place of a body in JSON, as far as its schema says. The text may be
// unfinished: it is being typed.
import { schemaOf, type Resolve } from "../serialize/form";
import type { Schema } from "../serialize/part";
import { alternatives, fieldsOf, kindOf, listOf, sentFields, shapeOf, textOf, typeText, type Shape } from "./schema";
import { phrase } from "../base/words";

// Spot is a place in a text.
export interface Spot {
  readonly path: readonly string[]; // of the object for a name, of the value otherwise
  readonly name: boolean; // a name belongs there, else a value
  readonly names: readonly string[]; // that the object has
  readonly from: number; // where the word begins that the place is in
  readonly to: number; // and ends
}

interface Level {
  readonly list: boolean;
  readonly names: string[];
  key: string;
  index: number;
  value: boolean; // a value belongs here, else a name
  filled: boolean; // it is there
}

// spotOf is the place of a character of a text, null where nothing new may stand.
export function spotOf(text: string, at: number): Spot | null {
  const levels: Level[] = [];
  let from = at;
  let i = 0;
  while (i < at) {
    const level = levels.at(-1);
    const c = text[i] ?? "";
    const word = /["\w+.-]/.test(c) ? wordAt(text, i) : "";
    if (word && i + word.length >= at && !(c === '"' && closed(word) && i + word.length === at)) {
      from = i;
      break;
    }
    if (word) {
      took(level, word);
    } else if (c === "{" || c === "[") {
      levels.push({ list: c === "[", names: [], key: "", index: 0, value: c === "[", filled: false });
    } else if (c === "}" || c === "]") {
      levels.pop();
      took(levels.at(-1), "");
    } else if (level && c === ":") {
      level.value = true;
      level.filled = false;
    } else if (level && c === ",") {
      level.index++;
      level.value = level.list;
      level.filled = false;
    }
    i += Math.max(word.length, 1);
  }
  const level = levels.at(-1);
  if (level?.filled) {
    return null;
  }
  const to = from < at || /["\w]/.test(text[at] ?? "") ? from + wordAt(text, from).length : at;
  const name = level !== undefined && !level.value;
  const path = levels.map((one) => (one.list ? String(one.index) : one.key));
  return { path: name ? path.slice(0, -1) : path, name, names: level ? [...level.names, ...namesAfter(text, to)] : [], from, to: Math.max(to, at) };
}

// took notes that a name or a value has gone by.
function took(level: Level | undefined, word: string): void {
  if (!level) {
    return;
  }
  level.filled = true;
  if (!level.value && word) {
    level.key = word.slice(1, -1);
    level.names.push(level.key);
  }
}

// wordAt is the text in quotes, or the word, that begins at a place. Quotes end with the line.
function wordAt(text: string, at: number): string {
  const rest = text.slice(at, at + 10_000);
  return (/^"(?:[^"\\\n]|\\.)*"?/.exec(rest) ?? /^[\w+.-]*/.exec(rest))?.[0] ?? "";
}

function closed(word: string): boolean {
  return word.length > 1 && word.endsWith('"');
}

// namesAfter are the names that the rest of an object has.
function namesAfter(text: string, at: number): readonly string[] {
  const names: string[] = [];
  let depth = 0;
  for (let i = at; i < text.length && depth >= 0; i++) {
    const c = text[i] ?? "";
    depth += c === "{" || c === "[" ? 1 : c === "}" || c === "]" ? -1 : 0;
    if (c === '"') {
      const word = wordAt(text, i);
      i += Math.max(word.length - 1, 0);
      if (depth === 0 && /^\s*:/.test(text.slice(i + 1, i + 50))) {
        names.push(word.slice(1, -1));
      }
    }
  }
  return names;
}

// Suggestion is a name or a value that may stand at a spot.
export interface Suggestion {
  readonly label: string;
  readonly detail: string; // the type of a member
  readonly info: string; // what the description says about it
  readonly before: string; // what is put in, before the cursor
  readonly after: string; // and behind it
  readonly required: boolean;
}

// suggestions are what the schema of a body has for a spot.
export function suggestions(spot: Spot, schema: Schema | null, resolve: Resolve): readonly Suggestion[] {
  const shapes = at([shapeOf(schema, resolve)], spot.path, resolve);
  const found = spot.name ? shapes.flatMap((shape) => members(shape, spot, resolve)) : shapes.flatMap(values);
  return found.filter((one, i) => found.findIndex((other) => other.label === one.label) === i).sort((a, b) => Number(b.required) - Number(a.required));
}

// at are the shapes that a value at a path may have.
function at(shapes: readonly Shape[], path: readonly string[], resolve: Resolve): readonly Shape[] {
  const all = shapes.flatMap((shape) => [shape, ...alternatives(shape).map((one) => shapeOf(one, resolve))]);
  const [name, ...rest] = path;
  if (name === undefined) {
    return all;
  }
  const inner = all.flatMap((shape): Shape[] => {
    const properties = fieldsOf(shape["properties"]);
    const own = Object.hasOwn(properties, name) ? properties[name] : kindOf(shape) === "list" ? shape["items"] : shape["additionalProperties"];
    return own === undefined ? [] : [shapeOf(schemaOf(own), resolve)];
  });
  return at(inner, rest, resolve);
}

const opened: Readonly<Record<string, readonly [before: string, after: string]>> = { string: ['"', '"'], list: ["[", "]"], object: ["{", "}"] };

function members(shape: Shape, spot: Spot, resolve: Resolve): readonly Suggestion[] {
  const required = listOf(shape["required"]);
  return sentFields(shape, resolve).flatMap(([name, schema]) => {
    if (spot.names.includes(name)) {
      return [];
    }
    const own = shapeOf(schema, resolve);
    const [before, after] = opened[kindOf(own)] ?? ["", ""];
    const must = required.includes(name);
    return [{ label: name, detail: [typeText(own, resolve), must ? phrase("required") : ""].filter(Boolean).join(", "), info: textOf(own["description"]), before: JSON.stringify(name) + ": " + before, after, required: must }];
  });
}

function values(shape: Shape): readonly Suggestion[] {
  const listed = "const" in shape ? [shape["const"]] : listOf(shape["enum"]).length > 0 ? listOf(shape["enum"]) : shape["type"] === "boolean" ? [true, false] : [];
  const info = textOf(shape["description"]);
  const nothing = [shape["type"]].flat().includes("null") && !listed.includes(null) ? [null] : [];
  return [...listed, ...nothing].map((value) => {
    const text = JSON.stringify(value);
    return { label: text, detail: "", info, before: text, after: "", required: false };
  });
}
