// What a reader has given, for all operations of a reference: in memory, and in
// the storage of the tab when the reader asks for that.
import { perRoot, readJSON, write } from "../base/store";
import { stored } from "../base/stored";
import { fields, items, text } from "../samples/request";
import { givenEvent, givenKey } from "./given";
import type { Scheme, Values } from "./scheme";

// Entry is what is known of one scheme. Only values go to an API, and only to
// origins.
export interface Entry {
  readonly values: Values;
  readonly origins: readonly string[];
  readonly login: Values; // for the provider of tokens alone
  readonly scopes: readonly string[] | null; // null for those to begin with
  readonly refresh: string; // token to get another one with, "" for none
  readonly expires: number; // milliseconds since 1970, 0 for unknown
}

export const nothing: Entry = { values: {}, origins: [], login: {}, scopes: null, refresh: "", expires: 0 };

const area = (): Storage => sessionStorage;

export class Store {
  private readonly entries = new Map<string, { readonly print: string; readonly entry: Entry }>();
  private readonly key: string;

  constructor(private readonly root: string) {
    this.key = "trefoil:credentials:" + root;
    for (const [name, value] of Object.entries(fields(readJSON(area, this.key)))) {
      const kept = fields(value);
      this.entries.set(name, { print: text(kept["print"]), entry: toEntry(kept["entry"]) });
    }
  }

  // get is undefined for a scheme that nothing is known of, or that has changed
  // since: what was given for another provider stays with it.
  get(name: string, scheme: Scheme): Entry | undefined {
    const kept = this.entries.get(name);
    return kept?.print === printOf(scheme) ? kept.entry : undefined;
  }

  set(name: string, scheme: Scheme, entry: Entry): void {
    this.entries.set(name, { print: printOf(scheme), entry });
    if (this.remembered) {
      this.save();
    }
    write(area, givenKey(this.root), "1");
    document.dispatchEvent(new CustomEvent(givenEvent));
  }

  // forget forgets a scheme, also what an operator has filled in.
  forget(name: string, scheme: Scheme): void {
    this.set(name, scheme, nothing);
  }

  get remembered(): boolean {
    return stored(area, this.key) !== null;
  }

  // remember keeps everything for as long as the tab is open, or no longer does.
  remember(on: boolean): void {
    if (on) {
      this.save();
    } else {
      write(area, this.key, null);
    }
  }

  private save(): void {
    write(area, this.key, JSON.stringify(Object.fromEntries(this.entries)));
  }
}

// storeOf is the store of the reference at an address.
export const storeOf = perRoot((root) => new Store(root));

// printOf changes with what decides on where secrets of a scheme go.
function printOf(scheme: Scheme): string {
  const flows = scheme.flows.map((f) => [f.kind, f.authorizationUrl, f.deviceAuthorizationUrl, f.tokenUrl, f.refreshUrl]);
  return JSON.stringify([scheme.type, scheme.in, scheme.name, scheme.scheme, scheme.openIdConnectUrl, flows]);
}

function toEntry(value: unknown): Entry {
  const entry = fields(value);
  const strings = (of: unknown): Values => Object.fromEntries(Object.entries(fields(of)).map(([key, v]) => [key, text(v)]));
  const expires = entry["expires"];
  return {
    values: strings(entry["values"]),
    origins: items(entry["origins"]).map(text),
    login: strings(entry["login"]),
    scopes: Array.isArray(entry["scopes"]) ? items(entry["scopes"]).map(text) : null,
    refresh: text(entry["refresh"]),
    expires: typeof expires === "number" ? expires : 0,
  };
}
