// Sending a request: from the browser itself, by way of the server of the page,
// or by way of a proxy elsewhere.
import { decoded } from "../base/fragment";
import { flat } from "../samples/kit";
import { revealed, type Pair, type Request } from "../samples/request";
import { basicOf, bytes } from "../serialize/encode";
import { forbidden, type Way } from "./server";
import { counted, phrase } from "../base/words";

export interface Answer {
  readonly status: number;
  readonly statusText: string;
  readonly url: string; // that answered, "" when that is not known
  readonly headers: readonly Pair[];
  readonly body: ReadableStream<Uint8Array> | null;
  readonly notes: readonly string[]; // what differs from the request that was meant
  readonly timing: readonly (readonly [name: string, ms: number])[];
  ended(): readonly string[]; // what is known when the body has been read
}

// Failure says why there is no answer, and what can be done.
export class Failure extends Error {
  constructor(
    message: string,
    readonly advice: readonly string[] = [],
  ) {
    super(message);
  }
}

export interface Sending {
  readonly request: Request; // credentials are masks, beside what they stand for
  readonly files: ReadonlyMap<string, File>;
  readonly way: Way;
  readonly root: string; // of the reference
  readonly around: boolean; // the page is somebody else's, and the reference a part of it
  readonly proxy: string; // address of a proxy elsewhere
  readonly signal: AbortSignal;
}

// send sends a request with its credentials. It throws a Failure when there is no
// answer, in which they are masked.
export async function send(masked: Sending): Promise<Answer> {
  const { method, url } = masked.request;
  const real = revealed(masked.request);
  if (!/^https?:/i.test(real.url) || !URL.canParse(real.url)) {
    throw new Failure(phrase("{1} is no address that a request can be sent to.", url), [phrase("Pages send requests by http and https.")]);
  }
  const [address, user] = apart(real.url);
  const sending = { ...masked, request: { ...real, url: address } };
  if (sending.way !== "server" && /^(CONNECT|TRACE|TRACK)$/.test(method)) {
    throw new Failure(phrase("Browsers do not send {1}.", method));
  }
  const { headers, body } = flat(sending.request);
  for (const { file } of body) {
    await sending.files.get(file ?? "")?.slice(0, 1).arrayBuffer().catch(() => {
      throw new Failure(phrase("{1} cannot be read any more: choose it again.", file ?? ""));
    });
  }
  const blob = sending.request.body && new Blob(body.map(({ file, text }) => (file === undefined ? text : (sending.files.get(file) ?? ""))));
  const all = user && !headers.some(([name]) => /^authorization$/i.test(name)) ? [...headers, ["Authorization", user] as const] : headers;
  return (sending.way === "server" ? byServer : byBrowser)(sending, all, blob);
}

async function byBrowser(sending: Sending, headers: readonly Pair[], blob: Blob | null): Promise<Answer> {
  const { request, way, signal } = sending;
  if (blob && /^(GET|HEAD)$/.test(request.method)) {
    throw new Failure(phrase("Browsers send no body with {1}.", request.method), [phrase("Leave the body out, send by way of a server, or copy the sample and run it.")]);
  }
  const target = way === "proxy" ? sending.proxy + (sending.proxy.includes("?") ? "&" : "?") + "scalar_url=" + encodeURIComponent(request.url) : request.url;
  const left = headers.filter(([name]) => forbidden.test(name)).map(([name]) => name);
  const list = new Headers(headers.filter(([name]) => !forbidden.test(name)).map(([name, value]) => [name, bytes(value)]));
  let blocked = false; // by the policy of the page
  const watch = ({ effectiveDirective }: SecurityPolicyViolationEvent): void => {
    blocked ||= effectiveDirective === "connect-src";
  };
  document.addEventListener("securitypolicyviolation", watch);
  try {
    const answer = await fetch(target, {
      method: request.method,
      headers: list,
      body: blob,
      signal,
      credentials: "omit",
      referrerPolicy: "no-referrer",
      redirect: "manual",
      cache: "no-store",
    });
    const notes = left.length > 0 ? [phrase("Browsers do not let pages send: {1}.", left.join(", "))] : [];
    if (answer.type === "opaqueredirect") {
      throw new Failure(phrase("The API has answered with a redirect."), [
        phrase("Browsers do not tell pages where it leads, and following it could take credentials to another place."),
        phrase("Send by way of a server to see it, or ask for the address that it leads to."),
      ]);
    }
    if (new URL(target).origin !== location.origin) {
      notes.push(phrase("Only the headers that the API exposes to pages of other origins are known."));
    }
    const { status, statusText, url } = answer;
    const received = [...answer.headers].map(([name, value]): Pair => [name, readable(value)]);
    return { status, statusText: readable(statusText), url: way === "proxy" ? "" : url, headers: received, body: answer.body, notes, timing: [], ended: () => [] };
  } catch (error) {
    if (error instanceof Failure || signal.aborted) {
      throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 60)); // the event comes later
    throw why(blocked, target, list, sending.around);
  } finally {
    document.removeEventListener("securitypolicyviolation", watch);
  }
}

// apart is an address without its user, whom browsers do not let pages name there, and the
// header that stands for the user.
function apart(address: string): readonly [address: string, header: string] {
  const url = new URL(address);
  const { username, password } = url;
  if (!username && !password) {
    return [address, ""];
  }
  url.username = url.password = "";
  return [url.href, basicOf(decoded(username), decoded(password))];
}

// readable is what the browser gives of a header, each byte a character, as text: of
// UTF-8 where it is that, of ISO 8859-1 otherwise.
function readable(given: string): string {
  try {
    return decodeURIComponent(given.replace(/[%\u0080-\u00ff]/g, (byte) => "%" + byte.charCodeAt(0).toString(16)));
  } catch {
    return given;
  }
}

// why is why a request has not been sent.
function why(blocked: boolean, target: string, headers: Headers, around: boolean): Failure {
  const origin = new URL(target).origin;
  if (blocked) {
    return new Failure(phrase("This page may not connect to {1}.", origin), [
      around
        ? phrase("Its Content-Security-Policy forbids it: whoever runs this page can add {1} to connect-src.", origin)
        : phrase("It may connect to the servers that the description declares, with the listed values of their variables. A page that was open before the description changed has to be loaded again."),
    ]);
  }
  if (location.protocol === "https:" && target.startsWith("http:")) {
    return new Failure(phrase("A page that was loaded by https cannot send by http."), [phrase("Choose a server with https, or send by way of a server.")]);
  }
  if (!navigator.onLine) {
    return new Failure(phrase("There is no connection to the network."));
  }
  const names = [...headers.keys()].filter((name) => !/^(accept|accept-language|content-language)$/.test(name));
  return new Failure(phrase("The browser has no answer that it may show to this page: {1} cannot be reached, or it does not allow requests from {2} (CORS).", origin, location.origin), [
    names.length > 0 ? phrase("The API allows them by answering with {1} and, to OPTIONS requests, {2}.", "Access-Control-Allow-Origin: " + location.origin, "Access-Control-Allow-Headers: " + names.join(", ")) : phrase("The API allows them by answering with {1}.", "Access-Control-Allow-Origin: " + location.origin),
    phrase("Whoever runs this reference can let it send requests itself: see WithRequestProxy."),
    phrase("The sample beside the form sends the same request from a terminal."),
  ]);
}

interface Problem {
  readonly title?: string;
}

async function byServer(sending: Sending, headers: readonly Pair[], blob: Blob | null): Promise<Answer> {
  const { request, root, signal } = sending;
  const line = JSON.stringify({ method: request.method, url: request.url, headers });
  const answer = await fetch(new URL("_/request", root), {
    method: "POST",
    headers: { "Trefoil-Request": "1", "Content-Type": "application/vnd.trefoil.request" },
    body: new Blob([line, "\n", blob ?? ""]),
    signal,
    credentials: "same-origin",
    cache: "no-store",
  }).catch(() => {
    throw new Failure(phrase("The server of this page does not answer."));
  });
  if (answer.status !== 200 || !answer.body) {
    const problem: Problem = await answer.json().catch(() => ({}));
    throw new Failure(problem.title ?? phrase("The server of this page has not sent the request."), [phrase("It said {1} {2}.", answer.status, answer.statusText)]);
  }
  return new Lines(answer.body).answer();
}

interface Head {
  readonly status: number;
  readonly statusText: string;
  readonly url: string;
  readonly headers: readonly (readonly string[])[];
  readonly redirects?: number;
  readonly notSent?: readonly string[];
  readonly notPassed?: readonly string[];
  readonly timing: { readonly dns: number; readonly connect: number; readonly tls: number; readonly firstByte: number };
}

interface Next {
  readonly data?: string;
  readonly end?: boolean;
  readonly truncated?: boolean;
  readonly incomplete?: boolean;
  readonly reason?: string;
  readonly undecoded?: string;
}

// Lines reads what the server of the page answers: lines of JSON.
class Lines {
  private readonly reader: ReadableStreamDefaultReader<Uint8Array>;
  private readonly decoder = new TextDecoder();
  private rest = "";
  private last: Next = {};

  constructor(body: ReadableStream<Uint8Array>) {
    this.reader = body.getReader();
  }

  async answer(): Promise<Answer> {
    const first = await this.line().catch(() => undefined);
    if (first === undefined) {
      throw new Failure(phrase("The server of this page has not answered in full."));
    }
    const head: Head = JSON.parse(first);
    const notes: string[] = [];
    const named = (list: readonly string[] | undefined, words: string): void => void (list?.length && notes.push(words + list.join(", ") + "."));
    named(head.notSent, phrase("Not sent on: "));
    named(head.notPassed, phrase("Not passed back: "));
    if (head.redirects) {
      notes.push(counted(head.redirects, "redirect followed.", "redirects followed."));
    }
    const { dns, connect, tls, firstByte } = head.timing;
    return {
      status: head.status,
      statusText: head.statusText,
      url: head.url,
      headers: head.headers.map(([name = "", value = ""]) => [name, value]),
      body: this.body(),
      notes,
      timing: [["DNS", dns], [phrase("Connection"), connect], ["TLS", tls], [phrase("First byte"), firstByte]],
      ended: () => this.ended(),
    };
  }

  private body(): ReadableStream<Uint8Array> {
    return new ReadableStream({
      pull: async (controller) => {
        const line = await this.line();
        this.last = line === undefined ? { incomplete: true } : (JSON.parse(line) as Next);
        const { data, incomplete, reason } = this.last;
        if (data !== undefined) {
          controller.enqueue(Uint8Array.from(atob(data), (c) => c.charCodeAt(0)));
        } else if (incomplete && reason !== "encoding") {
          controller.error(new Error(reason)); // as the browser does
        } else {
          controller.close();
        }
      },
      cancel: (reason) => this.reader.cancel(reason),
    });
  }

  private ended(): readonly string[] {
    const { truncated, incomplete, reason, undecoded } = this.last;
    return [
      ...(truncated ? [phrase("The answer is longer than the server of this page passes on: it has been cut off.")] : []),
      ...(incomplete ? [reason ? phrase("The answer has not arrived in full ({1}).", reason) : phrase("The answer has not arrived in full.")] : []),
      ...(undecoded ? [phrase("The body is still encoded: {1}.", undecoded)] : []),
    ];
  }

  private async line(): Promise<string | undefined> {
    for (;;) {
      const end = this.rest.indexOf("\n");
      if (end >= 0) {
        const line = this.rest.slice(0, end);
        this.rest = this.rest.slice(end + 1);
        return line;
      }
      const { done, value } = await this.reader.read();
      if (done) {
        return undefined;
      }
      this.rest += this.decoder.decode(value, { stream: true });
    }
  }
}
