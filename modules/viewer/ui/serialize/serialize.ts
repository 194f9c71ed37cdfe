// One request out of what a reader has typed: the one that the samples of the
// server are of, byte for byte, when the values are the same.
import type { Body, Pair, Request } from "../samples/request";
import { allowedRaw, cookieText, encode, header, inPath, inQuery, isToken, mend, placeholder, placeholders } from "./encode";
import { extension, form, parts, type Resolve } from "./form";
import type { Media, Parameter } from "./part";
import { delimiter, flat, join, pairs, pathText, type Style } from "./style";
import { plain, type Value } from "./value";

export type { Resolve } from "./form";

// Typed is a parameter that is sent.
export interface Typed {
  readonly parameter: Parameter;
  readonly value: Value;
}

// TypedBody is a body: a text, the values of a form, or a file.
export interface TypedBody {
  readonly media: Media;
  readonly text?: string;
  readonly value?: Value;
  readonly file?: string;
}

// Authorized is what credentials add to a request.
export interface Authorized {
  readonly headers: readonly Pair[];
  readonly query: readonly Pair[];
  readonly cookies: readonly Pair[];
  readonly withheld: readonly { readonly scheme: string; readonly reason: string }[];
}

// isKey reports whether credentials have what an operation describes as a parameter, too.
export function isKey(p: Parameter, authorized: Authorized): boolean {
  const lists: Partial<Record<Parameter["in"], readonly Pair[]>> = { header: authorized.headers, query: authorized.query, cookie: authorized.cookies };
  const spelled = (name: string): string => (p.in === "header" ? name.toLowerCase() : name);
  return (lists[p.in] ?? []).some(([name]) => spelled(name) === spelled(p.name));
}

// Sheet is what a reader has filled in.
export interface Sheet {
  readonly method: string;
  readonly path: string;
  readonly server: string; // address, see address
  readonly parameters: readonly Typed[];
  readonly body: TypedBody | null;
  readonly authorized: Authorized | null;
  readonly resolve: Resolve;
  readonly files: ReadonlyMap<string, File>; // by the name that stands for them
}

// mask stands where a credential is not shown. It needs no encoding anywhere.
export const mask = "********";

// serialize writes the request. Credentials are masked in it; "revealed" of the
// samples puts them in.
export function serialize(sheet: Sheet): Request {
  return new Builder(sheet).build();
}

class Builder {
  private readonly headers: Pair[] = [];
  private readonly cookies: Pair[] = [];
  private readonly query: string[] = [];
  private readonly secrets: Record<string, string> = {};
  private path: string;
  private fixed: string; // query that the path of the operation has
  private basic: Pair | null = null;

  constructor(private readonly sheet: Sheet) {
    [this.path = "", this.fixed = ""] = (sheet.path.split("#")[0] ?? "").split(/\?(.*)/s);
  }

  build(): Request {
    this.sheet.parameters.forEach((typed) => this.parameter(typed));
    const keys = this.authorize();
    const fixed = this.fixed === "" ? [] : this.fixed.split("&").filter((piece) => !/\{.*\}/.test(piece) || !keys.some(([name]) => name === pieceName(piece)));
    const hidden = keys.filter(([name]) => !fixed.some((piece) => name === pieceName(piece)));
    this.query.unshift(...fixed.map((piece) => mend(placeholders(piece), inQuery)));
    const body = this.body();
    const base = this.sheet.server + mend(placeholders(this.path), inPath);
    const url = (secrets: readonly string[]): string => withQuery(base, [...this.query, ...secrets].join("&"));
    if (hidden.length > 0) {
      this.secrets["url"] = url(hidden.map(([name, value]) => name + "=" + value));
    }
    return {
      method: this.sheet.method || "GET",
      url: url(hidden.map(([name]) => name + "=" + mask)),
      headers: this.headers,
      cookies: this.cookies,
      body,
      basic: this.basic,
      certificate: "",
      secrets: this.secrets,
    };
  }

  private parameter({ parameter: p, value }: Typed): void {
    switch (p.in) {
      case "path":
        [this.path, this.fixed] = [this.path, this.fixed].map((text) => text.replaceAll("{" + p.name + "}", () => pathText(styleOf(p, "/?#[]"), p.name, value) || placeholder(p.name))) as [string, string];
        return;
      case "query":
        this.query.push(...pairs(styleOf(p, ""), p.name, value).map((pair) => pair.join("=")));
        return;
      case "querystring":
        this.query.push(p.media.startsWith("application/x-www-form-urlencoded") && value.kind === "object" ? form(p.encoding, value) : encode(plain(value)));
        return;
      case "header":
        this.header(p.name, flat({ name: "", explode: p.explode, encode: (text) => text }, value, p.explode).join(delimiter(p.style)));
        return;
      case "cookie":
        this.cookies.push(...pairs(p.style === "cookie" ? { ...styleOf(p, ""), encode: cookieText } : styleOf(p, ""), p.name, value));
    }
  }

  // header sets a header, the first time.
  private header(name: string, text: string, real?: string): void {
    if (isToken(name) && !this.headers.some(([own]) => own.toLowerCase() === name.toLowerCase())) {
      this.headers.push([name, header(text)]);
      if (real !== undefined) {
        this.secrets["header " + name] = header(real);
      }
    }
  }

  // authorize adds credentials. It returns those of the query, encoded.
  private authorize(): Pair[] {
    const { headers = [], query = [], cookies = [] } = this.sheet.authorized ?? {};
    for (const [name, value] of headers) {
      const scheme = /^[A-Za-z][\w-]* (?=\S)/.exec(value)?.[0] ?? "";
      this.header(name, (name.toLowerCase() === "authorization" ? scheme : "") + mask, value);
      if (name.toLowerCase() === "authorization" && /^basic /i.test(value)) {
        this.setBasic(value.slice(6));
      }
    }
    for (const [name, value] of cookies) {
      this.cookies.push([cookieText(name), mask]);
      this.secrets["cookie " + cookieText(name)] = cookieText(value);
    }
    return query.map(([name, value]) => [encode(name), encode(value)]);
  }

  private setBasic(code: string): void {
    let pair: string;
    try {
      pair = new TextDecoder().decode(Uint8Array.from(atob(code), (c) => c.charCodeAt(0)));
    } catch {
      return;
    }
    const at = pair.indexOf(":");
    this.basic = [mask, mask];
    this.secrets["user"] = pair.slice(0, Math.max(at, 0));
    this.secrets["password"] = pair.slice(at + 1);
  }

  private body(): Body | null {
    const body = this.sheet.body;
    if (!body) {
      return null;
    }
    const { type, encoding = [] } = body.media;
    const base = type.split(";")[0]?.trim().toLowerCase() ?? "";
    if (body.value && base === "multipart/form-data") {
      const all = parts(body.media, body.value, this.sheet.resolve, this.sheet.files);
      return all.length > 0 ? { text: "", file: "", parts: all } : null;
    }
    const text = body.value ? form(encoding, body.value) : (body.text ?? "");
    if (body.value && text === "") {
      return null;
    }
    const at = this.headers.findIndex(([name]) => name.toLowerCase() === "content-type");
    if (at >= 0) {
      this.headers.splice(at, 1);
    }
    this.header("Content-Type", type);
    return { text, file: body.file === undefined ? "" : body.file || "body" + extension(type), parts: null };
  }
}

// pieceName is the name in a piece of a query, encoded.
function pieceName(piece: string): string {
  return encode([...new URLSearchParams(piece).keys()][0] ?? "");
}

function withQuery(base: string, query: string): string {
  return query === "" ? base : base + (base.includes("?") ? "&" : "?") + query;
}

// styleOf is how a parameter is written; never stays encoded even with
// allowReserved.
function styleOf(p: Parameter, never: string): Style {
  const keep = [...allowedRaw].filter((c) => !never.includes(c)).join("");
  return { name: p.style, explode: p.explode, encode: (text) => (p.allowReserved ? mend(text, keep) : encode(text)) };
}

export { join };
