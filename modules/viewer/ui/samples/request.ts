// A finished request, as the server wrote it into the page. Whoever writes it in
// a language only quotes: every value is encoded already.
export type Pair = readonly [name: string, value: string];

export interface Part {
  readonly name: string;
  readonly text: string;
  readonly file: string; // name of a file, "" for text
  readonly type: string; // media type, "" for the client's default
  readonly headers?: readonly Pair[]; // further ones
}

export interface Body {
  readonly text: string;
  readonly file: string;
  readonly parts: readonly Part[] | null;
}

export interface Request {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly Pair[];
  readonly cookies: readonly Pair[];
  readonly body: Body | null;
  readonly basic: Pair | null; // user and password of the Authorization header, Basic or Digest
  readonly certificate: string;
  readonly secrets: Readonly<Record<string, string>>;
}

// digests reports whether a request authenticates by Digest with its user and password.
export function digests({ basic, headers }: Request): boolean {
  return basic !== null && headers.some(([name, value]) => name === "Authorization" && value.startsWith("Digest "));
}

type Fields = Readonly<Record<string, unknown>>;

export function fields(value: unknown): Fields {
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

export function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export function items(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function pair(value: unknown): Pair {
  const list = items(value);
  return [text(list[0]), text(list[1])];
}

// hasFiles reports whether a request sends files.
export function hasFiles({ body }: Request): boolean {
  return body !== null && (body.file !== "" || (body.parts ?? []).some((own) => own.file !== ""));
}

// toRequest reads the JSON form of a request.
export function toRequest(value: unknown): Request {
  const r = fields(value);
  const body = fields(r["body"]);
  return {
    method: text(r["method"]),
    url: text(r["url"]),
    headers: items(r["headers"]).map(pair),
    cookies: items(r["cookies"]).map(pair),
    body: r["body"] ? { text: text(body["text"]), file: text(body["file"]), parts: body["parts"] ? items(body["parts"]).map(part) : null } : null,
    basic: r["basic"] ? pair(r["basic"]) : null,
    certificate: text(r["certificate"]),
    secrets: Object.fromEntries(Object.entries(fields(r["secrets"])).map(([key, code]) => [key, decode(text(code))])),
  };
}

function part(value: unknown): Part {
  const p = fields(value);
  const own = { name: text(p["name"]), text: text(p["text"]), file: text(p["file"]), type: text(p["type"]) };
  return p["headers"] ? { ...own, headers: items(p["headers"]).map(pair) } : own;
}

function decode(code: string): string {
  return new TextDecoder().decode(Uint8Array.from(atob(code), (c) => c.charCodeAt(0)));
}

// revealed is a request with its credentials in place of the mask: to copy, and
// never to show.
export function revealed(r: Request): Request {
  const real = (key: string, shown: string): string => r.secrets[key] ?? shown;
  return {
    ...r,
    url: real("url", r.url),
    headers: r.headers.map(([name, value]) => [name, real("header " + name, value)]),
    cookies: r.cookies.map(([name, value]) => [name, real("cookie " + name, value)]),
    body: r.body && { ...r.body, text: real("body", r.body.text), parts: r.body.parts?.map((part, at) => ({ ...part, text: real("part " + at, part.text) })) ?? null },
    basic: r.basic && [real("user", r.basic[0]), real("password", r.basic[1])],
    secrets: {},
  };
}
