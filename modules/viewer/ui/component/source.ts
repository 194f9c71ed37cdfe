import { items } from "../samples/request";
import { addressOf, ofServer, proxied, textOf, type Configuration } from "./configuration";
import { fetchPage } from "./fetch";
import { Gone, Trouble } from "./trouble";

// Source is a reference to show: where it is, the text that it was made of, "" for
// one that is mounted on a server, and the page to begin with.
export interface Source {
  readonly root: string;
  readonly text: string;
  readonly page: Document;
  readonly first: First | undefined; // undefined for one that is mounted
}

// First is the description that an element has shown first, and the origins of its
// servers: credentials of the configuration are for these.
export interface First {
  readonly text: string;
  readonly origins: readonly string[];
}

// bound says where credentials of the configuration may go when a text is not the
// first: nowhere else than before, unless the page says so itself.
export function bound(authentication: unknown, text: string, first: First | undefined): object {
  const given = members(authentication);
  return first && first.text !== text && given.size > 0 && !given.has("origins") ? { authentication: { ...Object.fromEntries(given), origins: first.origins } } : {};
}

// find finds the reference that a configuration means. A description that is no
// reference yet is sent to the server of the script, which makes one of it.
export async function find(c: Configuration, server: string, first: First | undefined, signal: AbortSignal): Promise<Source> {
  const address = addressOf(c);
  if (!address) {
    const text = textOf(c);
    return text ? send(text, c, server, first, signal) : mounted(server, c, signal);
  }
  const answer = await fetch(proxied(c, address), { headers: { Accept: "text/html;q=0.8, application/json, application/yaml, */*;q=0.5" }, signal }).catch((error: unknown) => {
    throw signal.aborted ? error : new Trouble("There is no answer from " + address + ". A server of another origin has to allow it (CORS), or set proxyUrl.");
  });
  if ((answer.headers.get("Content-Type") ?? "").startsWith("text/html") && (answer.ok || answer.status === 503)) {
    return mounted(answer.url, c, signal);
  }
  if (!answer.ok) {
    throw new Trouble(address + " answers with status " + answer.status + ".");
  }
  return send(await answer.text(), c, server, first, signal);
}

// mounted is the reference that has a page at an address.
export async function mounted(address: string, c: Configuration, signal: AbortSignal): Promise<Source> {
  const others = ofServer(c);
  if (others.length > 0) {
    console.warn("api-reference: these are set on the server of the reference: " + others.join(", "));
  }
  const page = await fetchPage(new URL(address, document.baseURI).href, signal).catch((error: unknown) => {
    throw error instanceof Gone ? new Trouble("There is no reference at " + address + ".") : error;
  });
  return { root: new URL(page.body.dataset["root"] ?? "./", page.URL).href, text: "", page, first: undefined };
}

// send has the server make a reference of a description.
async function send(text: string, c: Configuration, server: string, first: First | undefined, signal: AbortSignal): Promise<Source> {
  const { spec, url, content, customCss, metaData, proxyUrl, proxy, ...configuration } = c;
  const by = proxyUrl ?? proxy;
  const answer = await fetch(server + "_d/", {
    method: "POST",
    headers: { "Content-Type": "application/json", "Trefoil-Description": "1" },
    body: JSON.stringify({ content: text, configuration: { ...configuration, ...bound(c["authentication"], text, first), proxyUrl: by && new URL(by, document.baseURI).href } }),
    signal,
  });
  if (answer.status === 404 || answer.status === 405) {
    throw new Trouble("The server of this script shows its own reference only. Start its viewer with viewer.WithVisitorDescriptions, or name a mounted reference with src.");
  }
  const said = await answer.json().then(members, () => new Map<string, unknown>());
  if (!answer.ok) {
    const line = said.get("line");
    throw new Trouble(String(said.get("error") ?? "The server answers with status " + answer.status) + (typeof line === "number" ? " (line " + line + ")" : ""));
  }
  const root = new URL(String(said.get("root")), server).href;
  const origins = items(said.get("origins")).map(String);
  return { root, text, page: await fetchPage(root, signal), first: first ?? { text, origins: origins.length > 0 ? origins : [location.origin] } };
}

function members(value: unknown): Map<string, unknown> {
  return new Map(Object.entries(typeof value === "object" && value !== null ? value : {}));
}
