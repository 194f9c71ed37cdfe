// Bodies of forms.
import type { Part } from "../samples/request";
import { formEncode, header } from "./encode";
import type { Encoding, Media, Schema } from "./part";
import { join, pairs, type Style } from "./style";
import { compact, plain, textValue, type Value } from "./value";

export type Resolve = (ref: string) => Schema | undefined;

// form writes a body of application/x-www-form-urlencoded.
export function form(encoding: readonly Encoding[], v: Value): string {
  return join(
    v.members.flatMap(([name, value]) => {
      const e = encoding.find((own) => own.property === name);
      if (e?.style) {
        return pairs(styled(e, formEncode), name, value);
      }
      return pairs({ name: "form", explode: true, encode: formEncode }, name, value.kind === "object" ? textValue(compact(value)) : value);
    }),
    "&",
  );
}

function styled(e: Encoding, encode: (text: string) => string): Style {
  return { name: e.style, explode: e.explode ?? e.style === "form", encode };
}

// parts writes a body of multipart/form-data: a list is a part for each item, an
// object is JSON, and what is binary comes from a file, whose name is the value
// when there is such a file. What has a style is written in that.
export function parts(media: Media, v: Value, resolve: Resolve, files: ReadonlyMap<string, File>): Part[] {
  return v.members.flatMap(([name, value]) => {
    const encoding = media.encoding?.find((own) => own.property === name);
    const type = (encoding?.contentType.split(",")[0] ?? "").trim();
    const own = property(media.schema, name, resolve);
    const list = value.kind === "list";
    const schema = list ? schemaOf(resolved(own, resolve)["items"]) : own;
    const headers = encoding?.send;
    if (encoding?.style && !isBinary(resolved(schema, resolve), "")) {
      const all = pairs({ ...styled(encoding, (text) => text), plain: true }, name, value);
      return all.map(([own, text]) => ({ name: own, text, file: "", type: "", ...(headers && { headers }) }));
    }
    return (list ? value.items : [value]).map((item) => ({ ...part(name, item, type, resolved(schema, resolve), files), ...(headers && { headers }) }));
  });
}

function part(name: string, v: Value, given: string, schema: Fields, files: ReadonlyMap<string, File>): Part {
  let type = given.includes("*") ? "" : given;
  if (isBinary(schema, type)) {
    const file = files.get(plain(v));
    type ||= text(schema["contentMediaType"]) || (file?.type ?? "");
    return { name, text: "", file: file ? plain(v) : fileName(name) + extension(type), type };
  }
  if (type === "" && (v.kind === "object" || v.kind === "list")) {
    type = "application/json";
  }
  return { name, text: plain(v), file: "", type: header(type) };
}

type Fields = { readonly [keyword: string]: unknown };

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export function schemaOf(value: unknown): Schema | null {
  return typeof value === "boolean" || (typeof value === "object" && value !== null) ? (value as Schema) : null;
}

const maxChain = 32;

// resolved follows references, and gives nothing for one that leads nowhere.
export function resolved(schema: Schema | null | undefined, resolve: Resolve): Fields {
  let at = schema;
  for (let i = 0; i < maxChain && typeof at === "object" && at !== null; i++) {
    const ref = text(at["$ref"]);
    if (!ref) {
      return at;
    }
    at = resolve(ref);
  }
  return {};
}

// property returns the schema of a property, looked for in all that a schema
// consists of.
export function property(schema: Schema | null, name: string, resolve: Resolve, depth = 8): Schema | null {
  const s = resolved(schema, resolve);
  const own = s["properties"];
  if (typeof own === "object" && own !== null && Object.hasOwn(own, name)) {
    return schemaOf((own as Fields)[name]);
  }
  const first = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, 1) : []);
  const inner: unknown[] = [...(Array.isArray(s["allOf"]) ? s["allOf"] : []), ...first(s["oneOf"]), ...first(s["anyOf"])];
  for (const part of depth > 1 ? inner : []) {
    const found = property(schemaOf(part), name, resolve, depth - 1);
    if (found !== null) {
      return found;
    }
  }
  return null;
}

// isBinary reports whether a value is bytes and not text.
export function isBinary(schema: Fields, type: string): boolean {
  const format = text(schema["format"]);
  const media = text(schema["contentMediaType"]);
  const types = [schema["type"]].flat();
  return (
    format === "binary" || format === "file" || types.includes("file") || (media !== "" && !schema["contentEncoding"] && !textual(media)) || (type !== "" && !textual(type))
  );
}

// textual reports whether bodies of a media type are text.
export function textual(type: string): boolean {
  return /^text\/|^multipart\/form-data|json|xml|yaml|urlencoded|graphql|javascript|csv|toml|sql|pem|cbor-diag|jwt|jose/.test(type);
}

// fileName makes a name for a file that no client has to quote.
function fileName(name: string): string {
  const out = [...name].map((c) => (/[A-Za-z0-9_-]/.test(c) ? c : "-")).join("");
  return out.replace(/^-+|-+$/g, "") || "file";
}

const extensions: readonly (readonly [part: string, extension: string])[] = [
  ["json", ".json"],
  ["xml", ".xml"],
  ["yaml", ".yaml"],
  ["png", ".png"],
  ["jpeg", ".jpg"],
  ["jpg", ".jpg"],
  ["gif", ".gif"],
  ["webp", ".webp"],
  ["svg", ".svg"],
  ["pdf", ".pdf"],
  ["csv", ".csv"],
  ["zip", ".zip"],
  ["text/", ".txt"],
  ["urlencoded", ".txt"],
];

export function extension(type: string): string {
  return extensions.find(([part]) => type.includes(part))?.[1] ?? ".bin";
}
