// Credentials outside of consoles: a place of the page that asks for them, and the
// samples that show them.
import { node } from "../base/dom";
import { mountCredentials, type Credentials, type Options } from "../credentials/credentials";
import { credentialed } from "../credentials/sample";
import type { Request } from "../samples/request";
import type { Part } from "../serialize/part";
import { chosenEvent } from "../servers/chosen";
import type { Place } from "./place";
import { originsOf, Servers } from "./server";
import { variablesOf } from "./variables/store";

type Reference = Pick<Place, "root" | "home">;

const parts = new Map<string, Promise<Part>>();

// partOf is what the server says of the operation at an address, or of all for "".
function partOf(root: string, address: string): Promise<Part> {
  const url = new URL(address + "?part=console", root).href;
  const known = parts.get(url) ?? fetch(url).then((answer): Promise<Part> => (answer.ok ? answer.json() : Promise.reject(new Error("no console at " + url))));
  parts.set(url, known);
  known.catch(() => parts.delete(url));
  return known;
}

function optionsOf({ root, home }: Reference, part: Part, servers: Servers): Options {
  return { root, home, exchange: part.proxy.tokens, declared: originsOf(part.prefill.servers), origin: () => servers.origin, changed: () => undefined };
}

// authenticate asks for credentials for all operations, in the place of a button.
export async function authenticate(place: Place, button: HTMLElement): Promise<void> {
  const part = await partOf(place.root, "");
  const servers: Servers = new Servers(part, place.root, variablesOf(place.root), () => credentials.update());
  const space = node("div");
  const credentials: Credentials = mountCredentials(space, part.schemes, part.security, part.prefill, optionsOf(place, part, servers));
  const el = node("div", {}, node("link", { rel: "stylesheet", href: place.style }), space);
  button.replaceWith(el);
  space.querySelector<HTMLElement>("input")?.focus();
  const follow = (): void => {
    if (el.isConnected) {
      servers.recall();
      credentials.update();
    } else {
      document.removeEventListener(chosenEvent, follow);
    }
  };
  document.addEventListener(chosenEvent, follow);
}

// authorized is a request of the operation at an address as a sample shows it: with masks
// for what the reader has given.
export async function authorized(of: Reference, address: string, request: Request): Promise<Request> {
  const part = await partOf(of.root, address);
  const servers = new Servers(part, of.root, variablesOf(of.root), () => undefined);
  const credentials = mountCredentials(node("div"), part.schemes, part.security, part.prefill, { ...optionsOf(of, part, servers), exchange: false });
  return credentialed(request, await credentials.authorize(servers.origin), part.schemes);
}
