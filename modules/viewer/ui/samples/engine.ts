// The languages of samples, loaded one by one when a reader asks for them.
import { load as loadScript } from "../base/script";
import { origin } from "../base/share";
import { kit, type Clients } from "./kit";
import { fields, items, text, toRequest, type Request } from "./request";

export interface Language {
  readonly key: string;
  readonly title: string;
  readonly src: string;
  readonly clients: readonly { readonly key: string; readonly title: string }[];
}

export interface Variant {
  readonly label: string;
  readonly request: Request;
}

// Data is what the server writes into the card of a request.
export interface Data {
  readonly languages: readonly Language[];
  readonly featured: readonly string[]; // "shell/curl"
  readonly initial: string; // "" when no client is visible
  readonly placeholder: string; // in place of the host of the reference, "" when the server knows it
  readonly variants: readonly Variant[];
  readonly go: string; // address of how the operation looks in Go, "" for none
  readonly base: string; // what addresses begin with: that of the first server
  readonly servers: readonly string[]; // as the description has them, to choose from
}

// toData reads it while the page is the one that it was written for: addresses are
// relative to that.
export function toData(value: unknown): Data {
  const data = fields(value);
  const placeholder = text(data["placeholder"]);
  return {
    languages: items(data["languages"]).map((l) => {
      const language = fields(l);
      const clients = items(language["clients"]).map((c) => ({ key: text(fields(c)["key"]), title: text(fields(c)["title"]) }));
      return { key: text(language["key"]), title: text(language["title"]), src: new URL(text(language["src"]), document.baseURI).href, clients };
    }),
    featured: items(data["featured"]).map(text),
    initial: text(data["initial"]),
    go: data["go"] ? new URL(text(data["go"]), document.baseURI).href : "",
    placeholder,
    base: atHost(text(data["base"]), placeholder),
    servers: items(data["servers"]).map(text),
    variants: items(data["variants"]).map((v) => ({ label: text(fields(v)["label"]), request: hosted(toRequest(fields(v)["request"]), placeholder) })),
  };
}

function hosted(r: Request, placeholder: string): Request {
  const { url } = r.secrets;
  return { ...r, url: atHost(r.url, placeholder), secrets: url === undefined ? r.secrets : { ...r.secrets, url: atHost(url, placeholder) } };
}

// at puts the address of another server into a request.
export function at(r: Request, base: string, address: string): Request {
  const moved = (url: string): string => (url.startsWith(base) ? address + url.slice(base.length) : url);
  const { url } = r.secrets;
  return { ...r, url: moved(r.url), secrets: url === undefined ? r.secrets : { ...r.secrets, url: moved(url) } };
}

// atHost puts the origin of the page in the place of the placeholder, which comes
// first in an address and in curl.
export function atHost(sample: string, placeholder: string): string {
  const host = placeholder && origin();
  return host ? sample.replace(placeholder, () => host) : sample;
}

// load returns the clients of a language, which comes together with its
// relatives. The browser keeps what it has loaded.
export async function load(src: string, language: string): Promise<Clients> {
  const module = await loadScript<{ readonly languages: Readonly<Record<string, Clients>> }>(new URL(src, document.baseURI).href);
  return module.languages[language] ?? {};
}

// headless are the clients whose forms have no headers of parts, with what begins a line
// of comment.
const headless: Readonly<Record<string, string>> = { "csharp/restsharp": "//", "java/unirest": "//", "dart/http": "//", "clojure/clj_http": ";;", "julia/http": "#", "r/httr": "#" };

// write writes a request with one of the clients of a language. Where that has no headers
// of parts, a form without files is a text, and one with files has a note of what is
// missing.
export function write(clients: Clients, language: string, client: string, request: Request, part?: unknown): string {
  const comment = kit.headed(request) ? headless[language + "/" + client] : undefined;
  const { headers, body } = kit.flat(request);
  const [only] = comment && body.length === 1 ? body : [];
  const r = only?.text ? { ...request, headers: [...headers.slice(0, 1), ...request.headers], body: { text: only.text, file: "", parts: null } } : request;
  const missing = (request.body?.parts ?? []).flatMap((p) => (p.headers ?? []).map(([name, value]) => comment + " This client cannot send the header of the part " + JSON.stringify(p.name) + ": " + name + ": " + value + "\n"));
  return (comment && r === request ? missing.join("") : "") + (clients[client]?.(r, kit, part) ?? "").replace(/\n$/, "");
}

// asks reports whether a client asks what the server knows of the operation.
export function asks(language: string, client: string): boolean {
  return language === "go" && client === "trefoil";
}
