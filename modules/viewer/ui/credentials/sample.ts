// Samples with what a reader has given.
import type { Pair, Request } from "../samples/request";
import { encode } from "../serialize/encode";
import { serialize, type Authorized } from "../serialize/serialize";
import { fills, type Schemes } from "./scheme";

// credentialed is a request with masks for credentials, in place of the words that stood
// there for them, and beside what they stand for.
export function credentialed(r: Request, authorized: Authorized, schemes: Schemes): Request {
  const { headers, query, cookies } = authorized;
  if (headers.length + query.length + cookies.length === 0) {
    return r;
  }
  const given = serialize({ method: r.method, path: "", server: "", parameters: [], body: null, authorized, resolve: () => undefined, files: new Map() });
  const all = Object.values(schemes);
  const names = (place: string): readonly string[] => all.flatMap((scheme) => (scheme.type === "apiKey" && scheme.in === place ? [scheme.name] : []));
  const filled = all.map(fills);
  const others = (list: readonly Pair[], gone: (name: string) => boolean): readonly Pair[] => list.filter(([name]) => !gone(name));
  const ofHeader = (name: string): boolean => filled.includes(name.toLowerCase());
  const ofCookie = (name: string): boolean => names("cookie").includes(name);
  const gone = new Set(names("query").map((name) => encode(name)));
  const { url = given.url, ...secrets } = given.secrets;
  const kept = Object.entries(r.secrets).filter(([key]) => key !== "url" && key !== "user" && key !== "password" && !(key.startsWith("header ") && ofHeader(key.slice(7))) && !(key.startsWith("cookie ") && ofCookie(key.slice(7))));
  return {
    ...r,
    url: joined(r.url, gone, given.url),
    headers: [...others(r.headers, ofHeader), ...given.headers],
    cookies: [...others(r.cookies, ofCookie), ...given.cookies],
    basic: given.basic,
    secrets: { ...Object.fromEntries(kept), ...secrets, ...(url === given.url ? {} : { url: joined(r.secrets["url"] ?? r.url, gone, url) }) },
  };
}

// joined is an address without some of its query parameters, and with more.
function joined(url: string, gone: ReadonlySet<string>, more: string): string {
  const [base = "", query = ""] = url.split(/\?(.*)/s);
  const pieces = [...query.split("&"), ...more.replace(/^\?/, "").split("&")].filter((piece, at) => piece !== "" && (at >= query.split("&").length || !gone.has(piece.split("=")[0] ?? "")));
  return pieces.length > 0 ? base + "?" + pieces.join("&") : base;
}
