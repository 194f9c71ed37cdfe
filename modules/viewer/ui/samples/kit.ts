// What the languages share. Their files are loaded one by one and get it handed
// in, so that none of it is loaded twice.
import { digests, type Pair, type Part, type Request } from "./request";

// Segment is a piece of a body: text, or what a file holds.
export type Segment = { readonly text: string; readonly file?: undefined } | { readonly file: string; readonly text?: undefined };

// Flat is a request whose body is bytes: forms are written out.
export interface Flat {
  readonly headers: readonly Pair[]; // cookies among them
  readonly body: readonly Segment[];
}

// Client writes a request. Part is what the server says of the operation to those
// clients that ask for it, undefined where there is no server.
export type Client = (r: Request, kit: Kit, part?: unknown) => string;

// Clients are those of one language, by their keys.
export type Clients = Readonly<Record<string, Client>>;

export interface Kit {
  readonly headers: typeof headers;
  readonly flat: typeof flat;
  readonly disposition: typeof disposition;
  readonly headed: typeof headed;
  readonly escape: typeof escape;
  readonly quote: typeof quote;
  readonly wide: typeof wide;
  readonly fresh: typeof fresh;
  readonly place: typeof place;
  readonly known: typeof known;
  readonly type: typeof type;
  readonly rest: typeof rest;
  readonly pairs: typeof pairs;
  readonly form: typeof form;
  readonly basic: typeof basic;
}

// headers are all headers of a request, cookies among them.
export function headers(r: Request): readonly Pair[] {
  const cookies = r.cookies.map(([name, value]) => name + "=" + value).join("; ");
  return cookies ? [...r.headers, ["Cookie", cookies]] : r.headers;
}

export function flat(r: Request): Flat {
  const body = r.body;
  if (!body?.parts) {
    return { headers: headers(r), body: body ? [body.file ? { file: body.file } : { text: body.text }] : [] };
  }
  const boundary = fresh("trefoil-boundary", JSON.stringify(body.parts));
  const end: Segment = { text: "--" + boundary + "--\r\n" };
  return {
    headers: [["Content-Type", "multipart/form-data; boundary=" + boundary], ...headers(r)],
    body: merge([...body.parts.flatMap((p) => segments(p, boundary)), end]),
  };
}

function segments(p: Part, boundary: string): Segment[] {
  const type = p.type || (p.file && "application/octet-stream");
  const more = (p.headers ?? []).map(([own, value]) => "\r\n" + own + ": " + value).join("");
  const head = "--" + boundary + "\r\nContent-Disposition: " + disposition(p) + (type && "\r\nContent-Type: " + type) + more + "\r\n\r\n";
  return [{ text: head }, p.file ? { file: p.file } : { text: p.text }, { text: "\r\n" }];
}

// disposition is the header of a part that names it and its file.
function disposition(p: Part): string {
  return 'form-data; name="' + escape(p.name, { '"': "%22", "\r": "%0D", "\n": "%0A" }) + '"' + (p.file && '; filename="' + p.file + '"');
}

// headed reports whether a part of a form has headers of its own.
function headed(r: Request): boolean {
  return !!r.body?.parts?.some((p) => p.headers);
}

function merge(list: readonly Segment[]): Segment[] {
  const merged: Segment[] = [];
  for (const s of list) {
    const last = merged.at(-1);
    if (last?.text !== undefined && s.text !== undefined) {
      merged[merged.length - 1] = { text: last.text + s.text };
    } else {
      merged.push(s);
    }
  }
  return merged;
}

type Specials = Readonly<Record<string, string>>;

// Control is how a control character is written: with its code behind "\\u", behind
// "\\u{" with a brace at the end, or as the function makes it of its code.
type Control = "\\u" | "\\u{" | ((code: number) => string);

// escape replaces characters: those of specials, and control characters.
function escape(text: string, specials: Specials, control?: Control): string {
  let out = "";
  for (const c of text) {
    const code = c.codePointAt(0) ?? 0;
    const special = specials[c];
    if (special !== undefined) {
      out += special;
    } else if (control && (code < 32 || code === 127 || code === 0x2028 || code === 0x2029)) {
      const hex = code.toString(16);
      out += typeof control === "function" ? control(code) : control + (control === "\\u" ? hex.padStart(4, "0") : hex + "}");
    } else {
      out += c;
    }
  }
  return out;
}

// quote writes text in double quotes, with the escapes of most languages and those of
// more.
function quote(text: string, more: Specials = {}, control: Control = "\\u"): string {
  return '"' + escape(text, { "\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r", ...more }, control) + '"';
}

// wide is a text in quotes, with its bytes in UTF-8 in place of it where it is not all
// ASCII: by what follows it, or in JavaScript.
function wide(text: string, quoted: string, after = ""): string {
  return !/[^\0-\x7f]/.test(text) ? quoted : after ? quoted + after : "String.fromCharCode(...new TextEncoder().encode(" + quoted + "))";
}

// fresh is a word that does not occur in text.
export function fresh(word: string, text: string): string {
  let candidate = word;
  for (let n = 1; text.includes(candidate); n++) {
    candidate = word + n;
  }
  return candidate;
}

// place splits an address into what is before the path, and the path with the
// query.
function place(url: string): { readonly secure: boolean; readonly host: string; readonly target: string } {
  const match = /^(?:http|ws)(s?):\/\/([^/?#]*)(.*)$/.exec(url);
  const target = match?.[3] ?? "";
  return { secure: match?.[1] === "s", host: match?.[2] ?? "", target: target.startsWith("/") ? target : "/" + target };
}

// known reports whether a method is one of those that libraries have a name for.
function known(method: string): boolean {
  return /^(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/.test(method);
}

// type is the header of the media type.
function type(list: readonly Pair[]): Pair | undefined {
  return list.find(([name]) => name === "Content-Type");
}

// rest are headers without those that a library writes itself: that of a user, and that of
// the type of a body.
function rest(list: readonly Pair[], user: unknown, typed: unknown): readonly Pair[] {
  return list.filter(([name]) => !(user && name === "Authorization") && !(typed && name === "Content-Type"));
}

// pairs are the names and values of a query or a form, null where libraries would write
// them another way: some encode a tilde or an asterisk.
function pairs(text: string): readonly Pair[] | null {
  const list = [...new URLSearchParams(text)];
  return text && !/[*~]/.test(text) && String(new URLSearchParams(list)) === text ? list : null;
}

// form are the fields of a body that is a form, null for another one.
function form({ body, headers }: Request): readonly Pair[] | null {
  return body && type(headers)?.[1] === "application/x-www-form-urlencoded" && !body.file && !body.parts ? pairs(body.text) : null;
}

// basic are the user and the password of Basic authentication, null where libraries would
// not agree on how they are sent.
function basic(r: Request): Pair | null {
  return !digests(r) && r.basic?.every((text) => /^[\x20-\x7e]+$/.test(text)) && !r.basic[0].includes(":") ? r.basic : null;
}

export const kit: Kit = { headers, flat, disposition, headed, escape, quote, wide, fresh, place, known, type, rest, pairs, form, basic };
