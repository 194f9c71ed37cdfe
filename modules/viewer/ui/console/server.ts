// Where a request goes, and by which way.
import type { Part, Server } from "../serialize/part";
import { serverAddress } from "../serialize/address";
import { choose, chosen } from "../servers/chosen";
import { id, node, select } from "../base/dom";
import { message } from "./field";
import type { ServerState } from "./state";
import { expand, unknown, type Lookup, type Names } from "./variables/expand";
import { phrase } from "../base/words";

// Way is how a request gets to its server.
export type Way = "direct" | "server" | "proxy";

const maxOrigins = 64;

// forbidden are the headers that pages cannot set.
export const forbidden =
  /^(accept-charset|accept-encoding|access-control-request-.*|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|permissions-policy|proxy-.*|referer|sec-.*|set-cookie|te|trailer|transfer-encoding|upgrade|via)$/i;

export class Servers {
  readonly element = node("section", { class: "try-section" }, node("h3", {}, phrase("Server")));
  private readonly place = node("div", {});
  private readonly ways = node("div", { class: "try-line" });
  private readonly shown = node("code", { class: "try-address" });
  private readonly values: Record<string, string> = Object.create(null); // names may be those of every object
  private readonly picker: HTMLSelectElement | null = null;
  private readonly fields = new Map<string, { readonly control: HTMLElement; say(words: string): void }>(); // of variables
  private index = 0;
  private wanted: Way | undefined;

  constructor(
    private readonly part: Part,
    private readonly root: string, // of the reference
    private readonly names: Names,
    private readonly changed: () => void,
  ) {
    if (part.servers.length > 1) {
      const names = part.servers.map((s) => (s.description ? s.description + " – " : "") + s.url);
      this.picker = select(names, { "aria-label": phrase("Server") }, (index) => {
        this.index = index;
        this.variables();
        this.choose();
      });
      this.element.append(this.picker);
    } else if (part.servers[0]?.description) {
      this.element.append(node("p", { class: "try-note" }, part.servers[0].description));
    }
    this.element.append(this.place, this.shown, this.ways);
    this.recall();
  }

  // recall takes the server that was chosen on another page, or for another operation.
  recall(): void {
    const its = chosen(this.root);
    if (its && its.address !== this.address) {
      this.take(its);
    }
    this.variables();
    this.show();
  }

  // take chooses a server that the description has.
  private take(state: Pick<ServerState, "url" | "values">): void {
    const index = this.part.servers.findIndex((server) => server.url === state.url);
    if (index < 0) {
      return;
    }
    this.index = index;
    if (this.picker) {
      this.picker.selectedIndex = index;
    }
    for (const { name, default: usual, enum: listed } of this.part.servers[index]?.variables ?? []) {
      const value = (Object.hasOwn(state.values, name) ? state.values[name] : undefined) ?? usual;
      this.values[name] = listed.length === 0 || listed.includes(value) ? value : usual;
    }
  }

  // choose keeps the choice of a reader for other pages.
  private choose(): void {
    const { url, values } = this.state();
    if (this.part.operation.path !== "") {
      choose(this.root, { url, values, address: this.address });
    }
    this.update();
  }

  get address(): string {
    return this.expanded(this.names.lookup);
  }

  // expanded is the address with values of the reader's variables.
  expanded(lookup: Lookup): string {
    const server = this.part.servers[this.index];
    const values = Object.fromEntries(Object.entries(this.values).map(([name, value]) => [name, expand(value, lookup)]));
    return serverAddress(server, values, baseOf(server, this.root));
  }

  // check shows what is wrong at the fields, and returns how to go to each of it.
  check(): readonly (() => void)[] {
    const server = this.part.servers[this.index];
    return (server?.variables ?? []).flatMap(({ name }) => {
      const field = this.fields.get(name);
      const lacking = unknown(this.values[name] ?? "", this.names.lookup);
      field?.say(lacking);
      return lacking && field ? [() => field.control.focus()] : [];
    });
  }

  // origin is "" for an address that is none.
  get origin(): string {
    return originOf(this.address);
  }

  // way is what the reader has chosen, or the first that can work.
  get way(): Way {
    const possible = this.possible();
    return this.wanted && possible.includes(this.wanted) ? this.wanted : (possible[0] ?? "direct");
  }

  state(): ServerState {
    const server = this.part.servers[this.index];
    const values = (server?.variables ?? []).flatMap(({ name, default: usual }) => {
      const value = this.values[name] ?? usual;
      return value === usual ? [] : [[name, value] as const];
    });
    return { url: server?.url ?? "", values: Object.fromEntries(values), ...(this.wanted ? { way: this.wanted } : {}) };
  }

  // restore puts back what was chosen. A server that the description does not have
  // (any more) is passed over.
  restore(state: ServerState): void {
    this.take(state);
    this.wanted = state.way;
    this.variables();
    this.update();
  }

  private possible(): readonly Way[] {
    const { own, url } = this.part.proxy;
    return this.origin === location.origin ? ["direct"] : [...(own ? (["server"] as const) : []), ...(url ? (["proxy"] as const) : []), "direct"];
  }

  private update(): void {
    this.show();
    this.changed();
  }

  // show shows where requests go now.
  show(): void {
    this.shown.textContent = this.expanded(this.names.masked);
    this.shown.hidden = this.part.servers.length > 1 && this.part.servers[this.index]?.url === this.address;
    const possible = this.possible();
    this.ways.replaceChildren();
    if (possible.length > 1) {
      const names = { direct: phrase("Directly from this browser"), server: phrase("By way of the server of this page"), proxy: phrase("By way of {1}", originOf(this.part.proxy.url)) };
      const picker = select(possible.map((way) => names[way]), { "aria-label": phrase("How to send") }, (index) => {
        this.wanted = possible[index];
        this.update();
      });
      picker.selectedIndex = possible.indexOf(this.way);
      this.ways.append(picker);
    }
  }

  // variables shows a control for each variable of the server.
  private variables(): void {
    const server = this.part.servers[this.index];
    this.place.replaceChildren(...(server?.variables ?? []).map((v) => this.variable(v)));
  }

  private variable(v: Server["variables"][number]): HTMLElement {
    const at = id();
    const current = this.values[v.name] ?? v.default;
    let control: HTMLInputElement | HTMLSelectElement;
    if (v.enum.length > 0) {
      control = select(v.enum, { id: at }, (index) => this.give(v.name, v.enum[index] ?? ""));
      control.value = current;
    } else {
      const input = node("input", { class: "try-input", type: "text", id: at, autocomplete: "off", spellcheck: "false" });
      input.value = current;
      input.addEventListener("input", () => this.give(v.name, input.value));
      control = input;
    }
    const note = this.part.operation.path === "" ? phrase("Where your server listens. Pages send to described servers alone, the sample to any.") : v.description;
    const problem = message(control);
    this.fields.set(v.name, { control, say: (words) => void problem.say(words) });
    return node(
      "div",
      { class: "try-row" },
      node("div", { class: "try-head" }, node("label", { for: at }, node("span", { class: "try-name" }, v.name)), note ? node("p", { class: "try-note" }, note) : null),
      node("div", { class: "try-control" }, node("div", { class: "try-field" }, control, problem.element)),
    );
  }

  private give(name: string, value: string): void {
    this.values[name] = value;
    this.choose();
  }
}

// baseOf is what a relative server stands below: the root of the reference for its
// own mock server, the origin for those of the description.
function baseOf(server: Server | undefined, root: string): string {
  return server?.url.startsWith("_/") ? root : location.origin;
}

export function originOf(address: string): string {
  try {
    const { origin } = new URL(address);
    return origin === "null" ? "" : origin;
  } catch {
    return "";
  }
}

// originsOf are the origins that servers spell out, with every listed value of their
// variables.
export function originsOf(servers: readonly Server[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const server of servers.length > 0 ? servers : [undefined]) {
    let all: Readonly<Record<string, string>>[] = [{}];
    for (const v of server?.variables ?? []) {
      all = all.flatMap((values) => (v.enum.length > 0 ? v.enum : [v.default]).map((value) => ({ ...values, [v.name]: value }))).slice(0, maxOrigins);
    }
    all.forEach((values) => found.add(originOf(serverAddress(server, values, location.origin))));
  }
  found.delete("");
  return found;
}
