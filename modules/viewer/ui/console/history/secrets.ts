// Credentials in requests that leave the page as files: in place of each stands a
// name, for which whoever runs the file gives the value.
import { fresh } from "../../samples/kit";
import type { Pair, Request } from "../../samples/request";
import { mask } from "../../serialize/serialize";

// Secret is one of the credentials of a request, or of the secrets among variables.
export interface Secret {
  readonly place: "url" | "header" | "cookie" | "body" | "user" | "password";
  readonly name: string; // of the header and so on, "" where it has none
  readonly before: string; // what stands before it, such as "Bearer "
  readonly real: string; // as it stands in the request
}

// Text is a text of a request with masks, and what it really is.
interface Text {
  readonly key: string; // of Request.secrets
  readonly place: Secret["place"];
  readonly name: string;
  readonly shown: string;
}

function textsOf(r: Request): readonly Text[] {
  return [
    { key: "url", place: "url", name: "", shown: r.url },
    ...r.headers.map(([name, shown]): Text => ({ key: "header " + name, place: "header", name, shown })),
    ...r.cookies.map(([name, shown]): Text => ({ key: "cookie " + name, place: "cookie", name, shown })),
    ...(r.body && !r.body.parts ? [{ key: "body", place: "body", name: "", shown: r.body.text } as const] : []),
    ...(r.body?.parts ?? []).map(({ name, text }, at): Text => ({ key: "part " + at, place: "body", name, shown: text })),
    ...(["user", "password"] as const).flatMap((key, at) => (r.basic ? [{ key, place: key, name: key, shown: r.basic[at] ?? "" }] : [])),
  ];
}

// ofText are the secrets of a text: one for each mask, all of it where it cannot be
// told what the masks stand for.
function ofText(r: Request, { key, place, name, shown }: Text): readonly Secret[] {
  const real = Object.hasOwn(r.secrets, key) ? r.secrets[key] : undefined;
  if (real === undefined) {
    return [];
  }
  const plain = shown.split(mask);
  const found: Secret[] = [];
  let at = real.startsWith(plain[0] ?? "") ? (plain[0] ?? "").length : -1;
  for (let i = 1; i < plain.length && at >= 0; i++) {
    const next = plain[i] ?? "";
    const end = i === plain.length - 1 ? (real.endsWith(next) ? real.length - next.length : -1) : real.indexOf(next, at);
    if (end < at) {
      at = -1;
      break;
    }
    const before = plain[i - 1] ?? "";
    const own = name || (/(?:[?&]|^)([^?&=]+)=[^?&=]*$/.exec(before) ?? /"([^"\\]+)"\s*:\s*"?$/.exec(before))?.[1] || "";
    found.push({ place, name: own, before: place === "header" ? before : "", real: real.slice(at, end) });
    at = end + next.length;
  }
  return at >= 0 && plain.length > 1 ? found : [{ place, name, before: "", real }];
}

// secretsOf are the secrets of a request, in the order in which they stand.
export function secretsOf(r: Request): readonly Secret[] {
  return textsOf(r).flatMap((text) => ofText(r, text));
}

// Variable is what a credential is called in a file.
export interface Variable {
  readonly name: string;
  readonly about: string; // what it is
}

// Vault names the credentials of some requests: one that is the same in several has
// one name.
export class Vault {
  private readonly word: string;
  private readonly variables: Variable[] = [];
  private readonly known = new Map<string, number>(); // by place and value

  constructor(requests: readonly Request[]) {
    this.word = fresh("SECRETWORD", JSON.stringify(requests.map((r) => ({ ...r, secrets: null }))));
  }

  // veil is a request with a word for each secret, see write.
  veil(r: Request): Request {
    const texts = textsOf(r).map((text) => this.veiled(r, text));
    const next = (): string => texts.shift() ?? "";
    return {
      ...r,
      url: next(),
      headers: r.headers.map(([name]): Pair => [name, next()]),
      cookies: r.cookies.map(([name]): Pair => [name, next()]),
      body: r.body && { ...r.body, text: r.body.parts ? r.body.text : next(), parts: r.body.parts?.map((part) => ({ ...part, text: next() })) ?? null },
      basic: r.basic && [next(), next()],
      secrets: {},
    };
  }

  private veiled(r: Request, text: Text): string {
    const secrets = ofText(r, text);
    const plain = text.shown.split(mask);
    if (secrets.length === 0) {
      return text.shown;
    }
    if (secrets.length !== plain.length - 1) {
      return this.wordOf(secrets[0] ?? { place: text.place, name: text.name, before: "", real: "" });
    }
    return plain.map((piece, i) => piece + (secrets[i] ? this.wordOf(secrets[i]) : "")).join("");
  }

  private wordOf(secret: Secret): string {
    const key = secret.place + " " + secret.real;
    const at = this.known.get(key) ?? this.variables.push({ name: this.nameOf(secret), about: aboutOf(secret) }) - 1;
    this.known.set(key, at);
    return `${this.word}x${at}x`;
  }

  private nameOf({ place, name, before }: Secret): string {
    const plain = /^bearer /i.test(before) ? "token" : /^basic /i.test(before) ? "basic" : name || place;
    const wanted = "API_" + (place === "user" || place === "password" ? place : plain).toUpperCase().replace(/[^A-Z0-9]+/g, "_").replace(/^_?(API_)?|_$/g, "") || "SECRET";
    const free = (n: number): string => (n === 1 ? wanted : wanted + "_" + n);
    let n = 1;
    while (this.variables.some((one) => one.name === free(n))) {
      n++;
    }
    return free(n);
  }

  // write puts the names of credentials, as a file spells them, for their words. It
  // returns those that stand in the text.
  write(text: string, spelled: (name: string) => string): { readonly text: string; readonly used: readonly Variable[] } {
    const used = new Set<Variable>();
    const written = text.replace(new RegExp(this.word + "x(\\d+)x", "g"), (all, at: string) => {
      const variable = this.variables[Number(at)];
      if (!variable) {
        return all;
      }
      used.add(variable);
      return spelled(variable.name);
    });
    return { text: written, used: this.variables.filter((one) => used.has(one)) };
  }
}

function aboutOf({ place, name, before }: Secret): string {
  switch (place) {
    case "url":
      return name ? `what ${plainName(name)} is in the address, percent-encoded` : "a part of the address, percent-encoded";
    case "header":
      return before ? `what follows ${before.trim()} in the header ${plainName(name)}` : `the header ${plainName(name)}`;
    case "body":
      return (name ? `what ${plainName(name)} is in the body` : "a part of the body") + ", as it is written there";
    case "cookie":
      return `the cookie ${plainName(name)}`;
    default:
      return `the ${place} of HTTP authentication`;
  }
}

// plainName is a name without anything that means something to a shell.
function plainName(name: string): string {
  return name.replace(/[^\w.-]/g, "_");
}
