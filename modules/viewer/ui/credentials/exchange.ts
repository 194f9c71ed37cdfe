// How a page asks a provider: by way of the server of the reference where that is
// offered, and itself where it is not.
import { fields, text } from "../samples/request";
import type { Pair } from "./scheme";
import { phrase } from "../base/words";

// Trouble is an error whose message is for the reader. The code is that of RFC 6749, section
// 5.2, "" for none.
export class Trouble extends Error {
  constructor(
    message: string,
    readonly code = "",
  ) {
    super(message);
  }
}

export type Endpoint = "token" | "refresh" | "device" | "discovery";

// Question is what a provider is asked. The url is what the description says, or a
// provider itself; the server finds it on its own.
export interface Question {
  readonly scheme: string;
  readonly flow: string;
  readonly endpoint: Endpoint;
  readonly url: string;
  readonly form: readonly Pair[];
  readonly basic: Pair | null;
}

export interface Reply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>; // JSON, empty when it is none
}

// Via is the way: the address of the server's exchange, "" for none.
export async function ask(question: Question, via: string, signal: AbortSignal): Promise<Reply> {
  const address = webAddress(question.url);
  if (!address) {
    throw new Trouble(phrase("The description names no address of the web for this."));
  }
  try {
    return via ? await throughServer(question, via, signal) : await directly(question, address, signal);
  } catch (trouble) {
    if (trouble instanceof Trouble || signal.aborted) {
      throw trouble;
    }
    throw new Trouble(via ? phrase("The server of this reference cannot be reached.") : phrase("The provider cannot be reached, or does not let pages ask it."));
  }
}

// webAddress is null for what is not of the web: a script, above all. A path is one of the
// server of the page.
export function webAddress(address: string): URL | null {
  try {
    const url = new URL(address.startsWith("/") ? location.origin + address : address);
    return /^https?:$/.test(url.protocol) && !url.username && !url.password ? url : null;
  } catch {
    return null;
  }
}

async function throughServer({ scheme, flow, endpoint, form, basic }: Question, via: string, signal: AbortSignal): Promise<Reply> {
  const answer = await fetch(via, {
    method: "POST",
    headers: { "Content-Type": "application/vnd.trefoil.token", "Trefoil-Request": "1" },
    body: JSON.stringify({ scheme, flow, endpoint, form, ...(basic ? { basic } : {}) }),
    credentials: "same-origin",
    cache: "no-store",
    redirect: "error",
    referrerPolicy: "no-referrer",
    signal,
  });
  if (!answer.ok) {
    throw new Trouble(text(object(await answer.text())["title"]) || phrase("The server of this reference refuses to ask the provider."));
  }
  const lines = (await answer.text()).split("\n").filter(Boolean).map(object);
  const end = lines.at(-1);
  if (end?.["end"] !== true || end["truncated"] === true || end["incomplete"] === true) {
    throw new Trouble(phrase("The answer of the provider has been cut off."));
  }
  const parts = lines.slice(1, -1).map((line) => Uint8Array.from(atob(text(line["data"])), (c) => c.charCodeAt(0)));
  const status = lines[0]?.["status"];
  return { status: typeof status === "number" ? status : 0, body: object(await new Blob(parts).text()) };
}

async function directly({ endpoint, form, basic }: Question, address: URL, signal: AbortSignal): Promise<Reply> {
  const headers = new Headers({ Accept: "application/json" });
  if (basic) {
    headers.set("Authorization", "Basic " + btoa(basic.map((part) => new URLSearchParams([["", part]]).toString().slice(1)).join(":")));
  }
  const answer = await fetch(address, {
    method: endpoint === "discovery" ? "GET" : "POST",
    headers,
    body: endpoint === "discovery" ? null : new URLSearchParams(form.map(([name, value]) => [name, value])),
    credentials: "omit",
    cache: "no-store",
    redirect: "error",
    referrerPolicy: "no-referrer",
    signal,
  });
  return { status: answer.status, body: object(await answer.text()) };
}

function object(json: string): Readonly<Record<string, unknown>> {
  try {
    return fields(JSON.parse(json));
  } catch {
    return {};
  }
}
