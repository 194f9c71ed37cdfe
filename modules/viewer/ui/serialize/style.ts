// How values are written: the style of a parameter, and whether it explodes.
import type { Pair } from "../samples/request";
import { encode } from "./encode";
import { plain, type Value } from "./value";

export interface Style {
  readonly name: string;
  readonly explode: boolean;
  readonly encode: (text: string) => string;
  readonly plain?: boolean; // what stands between items is not encoded either
}

// flat returns the texts of a list, or names and values of an object in turn,
// encoded. With equals each member is one text, "name=value".
export function flat(s: Style, v: Value, equals: boolean): string[] {
  const texts = v.items.map((item) => s.encode(plain(item)));
  for (const [name, value] of v.members) {
    const pair = [s.encode(name), s.encode(plain(value))];
    texts.push(...(equals ? [pair.join("=")] : pair));
  }
  return v.kind === "scalar" ? [...texts, s.encode(v.text)] : texts;
}

// pathText writes the value of a path parameter.
export function pathText(s: Style, name: string, v: Value): string {
  switch (s.name) {
    case "label":
      return "." + flat(s, v, s.explode).join(s.explode ? "." : ",");
    case "matrix":
      return matrix(s, s.encode(name), v);
  }
  return flat(s, v, s.explode).join(encode(delimiter(s.name), ","));
}

// matrix writes names without "=" before what is empty (RFC 6570, section 3.2.7).
function matrix(s: Style, name: string, v: Value): string {
  const texts = !s.explode || v.kind === "scalar" ? [name + "=" + flat(s, v, false).join(",")] : flat(s, v, true).map((text) => (v.kind === "list" ? name + "=" : "") + text);
  return texts.map((text) => ";" + text.replace(/=$/, "")).join("") || ";";
}

const delimiters = new Map([["spaceDelimited", " "], ["pipeDelimited", "|"], ["tabDelimited", "\t"]]);

// delimiter is what stands between the items of a style that does not explode.
export const delimiter = (style: string): string => delimiters.get(style) ?? ",";

// pairs writes the value of a parameter of the query, of a form or of a cookie.
// An empty list or object writes nothing.
export function pairs(s: Style, name: string, v: Value): Pair[] {
  if (v.kind === "null" || v.kind === "scalar") {
    return [[s.encode(name), v.kind === "null" ? "" : s.encode(v.text)]];
  }
  if (s.name === "deepObject") {
    return deep(s, name, v);
  }
  if (s.explode) {
    return [...v.items.map((item): Pair => [s.encode(name), s.encode(plain(item))]), ...v.members.map(([own, value]): Pair => [s.encode(own), s.encode(plain(value))])];
  }
  const texts = flat(s, v, false);
  return texts.length === 0 ? [] : [[s.encode(name), texts.join(s.plain ? delimiter(s.name) : encode(delimiter(s.name), ","))]];
}

// deep writes objects as name[member][member], plain lists as name[], and lists
// of objects as name[0][member].
function deep(s: Style, name: string, v: Value): Pair[] {
  if (v.kind === "object") {
    return v.members.flatMap(([own, value]) => deep(s, name + "[" + own + "]", value));
  }
  if (v.kind === "list") {
    return v.items.flatMap((item, i) => deep(s, name + "[" + (item.kind === "object" || item.kind === "list" ? i : "") + "]", item));
  }
  return [[s.encode(name), s.encode(plain(v))]];
}

export function join(all: readonly Pair[], separator: string): string {
  return all.map(([name, value]) => name + "=" + value).join(separator);
}
