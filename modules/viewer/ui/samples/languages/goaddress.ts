// The address of a request as our client in Go writes it: a path with variables,
// and arguments.
import type { Kit } from "../kit";
import { quoted } from "./goquote";
import { fit, type GoArgument, type GoPart, type Literal } from "./gotype";

// Argument is a field of the arguments with its value.
export interface Argument {
  readonly field: string;
  readonly type: string;
  readonly tag: string;
  readonly value: Literal;
}

export interface Address {
  readonly prefix: string;
  readonly path: string;
  readonly args: readonly Argument[];
}

// address takes an address apart, null when the client would write another one.
export function address(url: string, part: GoPart, names: Names, kit: Kit): Address | null {
  const [whole = "", query] = url.split(/\?(.*)/s, 2);
  const found = path(whole, part, kit);
  const args = found && arguments_(query, part, names, found.args.map((a) => a.wire), kit);
  return found && args && { prefix: found.prefix, path: found.template, args: [...found.args.map(({ argument }) => names.own(argument)), ...args] };
}

// Names hands out the names of fields, each once.
export class Names {
  private readonly taken = new Set<string>();

  own(argument: Argument): Argument {
    const { field } = argument;
    for (let n = 2, name = field; ; name = field + n++) {
      if (!this.taken.has(name)) {
        this.taken.add(name);
        return { ...argument, field: name };
      }
    }
  }
}

interface Found {
  readonly prefix: string;
  readonly template: string;
  readonly args: readonly { readonly wire: string; readonly argument: Argument }[];
}

// path matches the end of an address with the path of the operation, segment by
// segment, each with one variable at most.
function path(whole: string, part: GoPart, kit: Kit): Found | null {
  const wanted = part.path.split("/");
  const own = whole.split("/");
  const prefix = own.slice(0, own.length - wanted.length + 1).join("/");
  if (wanted[0] !== "" || /[?#]/.test(part.path) || !/^https?:\/\/[^/]/.test(prefix)) {
    return null;
  }
  const args: { readonly wire: string; readonly argument: Argument }[] = [];
  let template = "";
  for (const [i, text] of own.slice(own.length - wanted.length + 1).entries()) {
    const match = /^([^{}]*)(?:\{([^{}]+)\}([^{}]*))?$/.exec(wanted[i + 1] ?? "");
    const [, before = "", name, after = ""] = match ?? [];
    const head = literal(before);
    const tail = literal(after);
    const value = decoded(text.slice(head.length, text.length - tail.length));
    if (!match || (name === undefined && text !== head) || head.length + tail.length > text.length || !text.startsWith(head) || !text.endsWith(tail) || /^\.{1,2}$/.test(text)) {
      return null;
    }
    template += "/" + escaped(before);
    if (name === undefined) {
      continue;
    }
    const known = part.arguments.find((a) => a.in === "path" && a.name === name);
    if (!known || args.some((a) => a.wire === name) || value === null || /^\.{0,2}$/.test(value) || strict(value) !== text.slice(head.length, text.length - tail.length)) {
      return null;
    }
    const { type, literal: its } = fit(known.type, value, kit);
    args.push({ wire: name, argument: { field: known.field, type, tag: tag("path", name), value: its } });
    template += variable(name, after) + escaped(after);
  }
  return { prefix, template, args };
}

// literal is a piece of a path as it stands in an address.
function literal(text: string): string {
  return text.replace(/%[0-9A-Fa-f]{2}|[^\w.~!$&'()*+,;=:@-]/gu, (c) => (c.startsWith("%") && c.length === 3 ? c : encodeURIComponent(c)));
}

// escaped is a piece of a path in a template.
function escaped(text: string): string {
  return text.replace(/[\\:*{}()[\]+?!]/g, "\\$&");
}

function variable(name: string, after: string): string {
  const plain = /^[A-Za-z_]\w*$/.test(name) && !/^[\w$\p{L}\p{N}\p{M}]/u.test(after);
  return ":" + (plain ? name : '"' + name.replace(/[\\"]/g, "\\$&") + '"');
}

function tag(key: string, name: string): string {
  return key + ':"' + name + '"';
}

// strict encodes all but the unreserved characters.
function strict(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (c) => "%" + c.charCodeAt(0).toString(16).toUpperCase());
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

// arguments_ are those of a query, null when the client would write another one:
// it sorts them by their names.
function arguments_(query: string | undefined, part: GoPart, names: Names, taken: readonly string[], kit: Kit): Argument[] | null {
  if (query === undefined) {
    return [];
  }
  const values = new Map<string, string[]>();
  let before = "";
  for (const piece of query.split("&")) {
    const [name = "", value] = piece.split(/=(.*)/s, 2).map(decoded);
    const again = name !== null && value !== undefined && value !== null && strict(name) + "=" + strict(value) === piece && !/%20/.test(piece);
    if (!again || !/^[^,\\'"`\x00-\x20\x7f-\uffff]+$/.test(name) || name < before || taken.includes(name)) {
      return null;
    }
    values.set(name, [...(values.get(name) ?? []), value]);
    before = name;
  }
  return [...values].map(([name, list]) => names.own(argument(name, list, part.arguments, kit)));
}

function argument(name: string, list: readonly string[], known: readonly GoArgument[], kit: Kit): Argument {
  const own = known.find((a) => a.in === "query" && a.name === name);
  const field = own?.field ?? fieldName(name);
  const type = own?.type ?? "string";
  const item = type.replace(/^\[\]/, "");
  const [first] = list;
  if (first !== undefined && list.length === 1 && item === type) {
    const { type: its, literal: value } = fit(type, first, kit);
    return { field, type: its, tag: tag("query", name), value };
  }
  const fits = list.map((text) => fit(item, text, kit));
  const all = fits.every((f) => f.type === item) ? item : "string";
  const items = list.map((text, i) => ["", all === "string" ? { text: quoted(text, kit), zero: false } : (fits[i]?.literal ?? { text: "", zero: false })] as const);
  return { field, type: "[]" + all, tag: tag("query", name), value: { open: "[]" + all, items, zero: false } };
}

// header is a header as an argument.
export function header(name: string, text: string, known: readonly GoArgument[], kit: Kit): Argument {
  const own = known.find((a) => a.in === "header" && a.name.toLowerCase() === name.toLowerCase());
  const { type, literal: value } = fit(own?.type ?? "string", text, kit);
  return { field: own?.field ?? fieldName(name), type, tag: tag("header", name), value };
}

// fieldName is a name in Go for what the description does not name.
function fieldName(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const joined = words.map((word) => (/^(id|url|uri|api|ip|http)$/i.test(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1))).join("");
  return /^[A-Z]/.test(joined) ? joined : "X" + joined;
}
