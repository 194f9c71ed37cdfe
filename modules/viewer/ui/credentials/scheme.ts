// What the server says about the ways to authenticate, and what goes into a request.
import { fields, items, text } from "../samples/request";
import type { Requirement, Scheme } from "../serialize/part";
import { basicOf } from "../serialize/encode";
import { phrase } from "../base/words";

export type Pair = readonly [name: string, value: string];

export type { Flow, Requirement, Scheme, Scope } from "../serialize/part";

export type Schemes = Readonly<Record<string, Scheme>>;

// Authorized is what credentials add to a request. Withheld says what they do not,
// and why.
export interface Authorized {
  readonly headers: readonly Pair[];
  readonly query: readonly Pair[];
  readonly cookies: readonly Pair[];
  readonly withheld: readonly { readonly scheme: string; readonly reason: string }[];
}

export type Values = Readonly<Record<string, string>>;

// prefilled is what the operator fills in for a scheme: its own values before
// those of its type, each for itself. The prefill is the JSON of "authentication".
export function prefilled(name: string, scheme: Scheme, prefill: unknown): Values {
  const all = fields(prefill);
  const own = fields(fields(all["securitySchemes"])[name]);
  const from = (type: Readonly<Record<string, unknown>>, key: string): string => text(own[key]) || text(type[key]);
  const http = fields(all["http"]);
  const oauth = fields(all["oAuth2"]);
  switch (scheme.type) {
    case "apiKey":
      return { token: from(fields(all["apiKey"]), "token") };
    case "http":
      return isBasic(scheme)
        ? { username: from(fields(http["basic"]), "username"), password: from(fields(http["basic"]), "password") }
        : { token: from(fields(http["bearer"]), "token") };
    case "oauth2":
    case "openIdConnect":
      return { token: text(own["token"]) || text(oauth["accessToken"]) };
  }
  return {};
}

// prefilledLogin is what the operator fills in to log in with at an origin, by the client
// that the description names unless there is another. A client is no secret (RFC 6749,
// section 2.2); a name and a password are for the declared origins, and withheld from
// others.
export function prefilledLogin(name: string, described: string, prefill: unknown, origin: string, declared: ReadonlySet<string>): { readonly values: Values; readonly withheld: boolean; readonly scopes: readonly string[] } {
  const own = fields(fields(fields(prefill)["securitySchemes"])[name]);
  const oauth = fields(fields(prefill)["oAuth2"]);
  const login = { username: text(own["username"]), password: text(own["password"]) };
  const withheld = !declared.has(origin) && Object.values(login).some(Boolean);
  return {
    values: { clientId: text(oauth["clientId"]) || described, ...(withheld ? { username: "", password: "" } : login) },
    withheld,
    scopes: items(oauth["scopes"]).map(text).filter(Boolean),
  };
}

// firstOf is the alternative to begin with: the preferred one, none where that is
// possible too, or the first.
export function firstOf(all: readonly (readonly Requirement[])[], prefill: unknown): number {
  const preferred = text(fields(prefill)["preferredSecurityScheme"]);
  const naming = all.findIndex((required) => preferred !== "" && required.some(({ scheme }) => scheme === preferred));
  return Math.max(naming >= 0 ? naming : all.findIndex((required) => required.length === 0), 0);
}

export function isBasic(scheme: Scheme): boolean {
  return scheme.type === "http" && scheme.scheme.toLowerCase() === "basic";
}

export function hasLogin(scheme: Scheme): boolean {
  return scheme.type === "oauth2" || scheme.type === "openIdConnect";
}

// about says what a scheme is, in words.
export function about(scheme: Scheme): string {
  const places: Readonly<Record<string, string>> = { query: phrase("query parameter"), cookie: phrase("cookie"), header: phrase("header") };
  switch (scheme.type) {
    case "apiKey":
      return phrase("API key in the {1} {2}", places[scheme.in] ?? scheme.in, scheme.name);
    case "http":
      return isBasic(scheme) ? phrase("User name and password") : `HTTP ${scheme.scheme}${scheme.bearerFormat ? ", " + scheme.bearerFormat : ""}`;
    case "oauth2":
      return phrase("OAuth 2.0");
    case "openIdConnect":
      return phrase("OpenID Connect");
    case "mutualTLS":
      return phrase("Client certificate");
  }
  return scheme.type;
}

// noun is what a scheme is given.
export function noun(scheme: Scheme): string {
  return scheme.type === "apiKey" ? phrase("API key") : isBasic(scheme) ? phrase("user name with its password") : phrase("token");
}

// listed are origins in words.
export function listed(origins: readonly string[]): string {
  return origins.length > 3 ? phrase("{1} and {2} more", origins.slice(0, 3).join(", "), origins.length - 3) : origins.join(phrase(" and ")) || phrase("no server");
}

// fills is the header that a scheme fills, in small letters, "" for none.
export function fills(scheme: Scheme): string {
  return scheme.type === "apiKey" ? (scheme.in === "header" ? scheme.name.toLowerCase() : "") : scheme.type === "mutualTLS" ? "" : "authorization";
}

// missing says what a scheme still needs, "" for nothing.
export function missing(scheme: Scheme, values: Values): string {
  if (scheme.type === "mutualTLS") {
    return "";
  }
  if (isBasic(scheme)) {
    return values["username"] || values["password"] ? "" : phrase("a user name and a password");
  }
  return values["token"] ? "" : scheme.type === "apiKey" ? phrase("a key") : phrase("a token");
}

// place adds the values of a scheme to where it wants them. It returns why not,
// "" when it does.
export function place(scheme: Scheme, values: Values, to: { headers: Pair[]; query: Pair[]; cookies: Pair[] }): string {
  const token = values["token"] ?? "";
  if (scheme.type === "apiKey" && scheme.in === "query") {
    to.query.push([scheme.name, token]);
    return "";
  }
  if (isBasic(scheme) && values["username"]?.includes(":")) {
    return phrase("A user name cannot hold a colon: what follows it would be taken for the password.");
  }
  const [name, value] = headerOf(scheme, values);
  if (!/^[\x20-\x7e\x80-\xff]*$/.test(value) || /^\s|\s$/.test(value)) {
    return phrase("It holds a character that cannot be sent there.");
  }
  (scheme.in === "cookie" && scheme.type === "apiKey" ? to.cookies : to.headers).push([name, value]);
  return "";
}

function headerOf(scheme: Scheme, values: Values): Pair {
  const token = values["token"] ?? "";
  if (scheme.type === "apiKey") {
    return [scheme.name, token];
  }
  if (isBasic(scheme)) {
    return ["Authorization", basicOf(values["username"] ?? "", values["password"] ?? "")];
  }
  const word = scheme.type === "http" && scheme.scheme.toLowerCase() !== "bearer" ? scheme.scheme : "Bearer";
  return ["Authorization", word + " " + token];
}
