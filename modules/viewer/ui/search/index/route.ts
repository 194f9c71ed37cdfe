import { decoded } from "../../base/fragment";
import type { Entries } from "./entry";

const mostSkipped = 4;

// bare is an address without a scheme, as curl takes it.
const bare = /\s['"]?((?:localhost|[\w-]+(?:\.[\w-]+)+)(?::\d+)?\/[^\s'"]*)/i;

// Request is a request that a reader pasted.
interface Request {
  readonly method: string; // "" for any
  readonly path: string;
  readonly whole: boolean; // with a method or a host, so that nothing else can be meant
}

// parseRequest reads "GET /planets/7", a URL, a path, or a command of curl.
export function parseRequest(text: string): Request | null {
  let rest = text.slice(0, 8192).trim();
  const curl = /^curl\s/.test(rest);
  let method = "";
  if (curl) {
    const url = /https?:\/\/[^\s'"]+/.exec(rest)?.[0] ?? rest.match(bare)?.[1]?.replace(/^/, "http://") ?? "";
    const given = /\s(?:-\w*?X|--request)[\s=]*['"]?([A-Za-z]+)/.exec(rest)?.[1]?.toUpperCase();
    method = given ?? (/\s(-I|--head)\b/.test(rest) ? "HEAD" : /\s(-d|--data\S*|--json|-F|--form)\b/.test(rest) ? "POST" : "GET");
    rest = url;
  } else {
    const line = /^([A-Za-z]+)\s+(\S*\/\S*)/.exec(rest);
    if (line && (/^(get|put|post|delete|options|head|patch|trace|query)$/i.test(line[1] ?? "") || /^[A-Z]{3,19}$/.test(line[1] ?? ""))) {
      method = (line[1] ?? "").toUpperCase();
      rest = line[2] ?? "";
    }
  }
  const [, host, path] = /^(https?:\/\/[^/?#\s]*)?(\/[^\s?#"]*)?[^\s"]*$/.exec(rest) ?? [];
  return host || (path && !rest.startsWith("//")) ? { method, path: path ?? "/", whole: curl || method !== "" || host !== undefined } : null;
}

// route returns the operations that answer a request, the most specific template
// first. The base path of a server is left out; when nothing fits then, so are the
// first segments.
export function route(entries: Entries, r: Request): number[] {
  for (const prefix of entries.prefixes) {
    const rest = r.path.startsWith(prefix) ? r.path.slice(prefix.length) : null;
    const found = rest === null || (rest && !rest.startsWith("/")) ? [] : fit(entries, r.method, segments(rest));
    if (found.length > 0) {
      return found;
    }
  }
  const list = segments(r.path);
  for (let skip = 1; r.whole && skip <= mostSkipped && skip < list.length; skip++) {
    const found = fit(entries, r.method, list.slice(skip));
    if (found.length > 0) {
      return found;
    }
  }
  return [];
}

function segments(path: string): string[] {
  return path.replace(/^\/+|\/+$/g, "").split("/");
}

function fit(entries: Entries, method: string, path: string[]): number[] {
  const plain = path.map(decoded);
  const fits = entries.list.flatMap((e, entry) => {
    if (e.result.kind !== "operation" || (method && e.result.method !== method)) {
      return [];
    }
    const template = segments((e.result.path ?? "").replace(/[?#].*/s, ""));
    const score = template.length === plain.length ? template.map((t, i) => specific(t, plain[i] ?? "")) : [-1];
    return score.includes(-1) ? [] : [{ entry, score }];
  });
  const compare = (a: number[], b: number[]): number => a.map((n, i) => (b[i] ?? 0) - n).find((d) => d !== 0) ?? 0;
  return fits.sort((a, b) => compare(a.score, b.score)).map((f) => f.entry);
}

// specific is the number of fixed characters of a segment of a template, most for
// one without variables, -1 when it does not fit.
function specific(template: string, segment: string): number {
  if (template === segment) {
    return template.includes("{") ? 1 << 19 : 1 << 20;
  }
  const fixed = template.split(/\{[^}]*\}/);
  if (fixed.length === 1) {
    return -1;
  }
  const pattern = new RegExp("^" + fixed.map((f) => f.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("[^]+") + "$");
  return pattern.test(segment) ? fixed.join("").length : -1;
}
