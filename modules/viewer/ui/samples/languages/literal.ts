// JSON and forms as the values of a language.
import type { Pair, Request } from "../request";

// Literals are how a language writes values.
export interface Literals {
  readonly words: Readonly<Record<string, string>>; // for true, false and null
  readonly pair: string; // between a name and its value
  readonly object: string; // its brackets
  readonly empty: string; // an object without members
  readonly indent: string;
  readonly quote: (text: string) => string;
  readonly unfit?: RegExp; // names that an object cannot have
}

// literal is a body of JSON as a language writes it, with its last line indented, "" for
// another body, where that would be another value, and for half a character.
export function literal({ body, headers }: Request, style: Literals, within: string): string {
  const text = body?.text ?? "";
  if (!headers.some(([name, value]) => name === "Content-Type" && value === "application/json")) {
    return "";
  }
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[^\s{}[\],:"]+|[{}[\],:]/g) ?? [];
  let at = 0;
  const value = (indent: string): string => {
    const token = tokens[at++] ?? "";
    const isObject = token === "{";
    if (!isObject && token !== "[") {
      return token.startsWith('"') ? style.quote(string(token)) : (style.words[token] ?? number(token));
    }
    const [open = "", close = ""] = isObject ? style.object : "[]";
    const items: string[] = [];
    const names = new Set<string>();
    while (tokens[at] !== (isObject ? "}" : "]")) {
      const name = isObject ? string(tokens[at++] ?? "") : "";
      if (isObject && (names.has(name) || style.unfit?.test(name))) {
        throw new Error("an object cannot have this name");
      }
      names.add(name);
      at += isObject ? 1 : 0; // the colon
      items.push((isObject ? style.quote(name) + style.pair : "") + value(indent + style.indent));
      at += tokens[at] === "," ? 1 : 0;
    }
    at++;
    return items.length > 0 ? open + "\n" + items.map((item) => indent + style.indent + item + ",\n").join("") + indent + close : isObject ? style.empty : open + close;
  };
  try {
    JSON.parse(text);
    return value(within);
  } catch {
    return "";
  }
}

// unique reports whether no name occurs twice.
export function unique(list: readonly Pair[]): boolean {
  return new Set(list.map(([name]) => name)).size === list.length;
}

function string(token: string): string {
  const own: string = JSON.parse(token);
  encodeURIComponent(own); // throws for half a character
  return own;
}

function number(token: string): string {
  if (!/^(0|-?[1-9]\d{0,17})$/.test(token) && !(/^-?\d+\.\d+$/.test(token) && String(Number(token)) === token)) {
    throw new Error("this number would be rounded");
  }
  return token;
}
