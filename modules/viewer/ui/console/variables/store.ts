// The variables of a reader, for all operations of a reference: in memory, and in
// the storage of the tab when the reader asks for that, then without secrets.
import { perRoot, readJSON, write } from "../../base/store";
import { stored } from "../../base/stored";
import { phrase } from "../../base/words";
import { fields, items, text } from "../../samples/request";
import { mask } from "../../serialize/serialize";
import type { Lookup, Names } from "./expand";

export interface Variable {
  readonly name: string;
  readonly value: string;
  readonly secret: boolean;
}

export interface Environment {
  readonly name: string;
  readonly variables: readonly Variable[];
}

// Rule sets a variable from every answer of an operation.
export interface Rule {
  readonly operation: string; // address of its page, relative to the root
  readonly label: string; // the operation in words
  readonly name: string; // of the variable
  readonly from: "body" | "header";
  readonly where: string; // a JSON pointer, or the name of a header
  readonly secret: boolean; // where the variable is new
}

const most = 200; // of each
const longest = 64 << 10; // characters of a value

const area = (): Storage => sessionStorage;

// dynamic are variables that everybody has. Each has one value for a request.
export const dynamic: Readonly<Record<string, () => string>> = {
  $uuid: uuid,
  $timestamp: () => String(Math.floor(Date.now() / 1000)),
  $isoTimestamp: () => new Date().toISOString(),
  $randomInt: () => String(Math.floor(Math.random() * 1001)),
  $braces: () => "{{",
};

export class Variables implements Names {
  environments: readonly Environment[] = [{ name: phrase("Default"), variables: [] }];
  rules: readonly Rule[] = [];
  private chosen = 0;
  private made = new Map<string, string>();
  private readonly key: string;

  constructor(root: string) {
    this.key = "trefoil:variables:" + root;
    const kept = fields(readJSON(area, this.key));
    const all = items(kept["environments"]).slice(0, most).map(toEnvironment);
    if (all.length > 0) {
      this.environments = all;
      this.chosen = Math.max(0, Math.min(Number(kept["chosen"]) || 0, all.length - 1));
      this.rules = items(kept["rules"]).slice(0, most).map(toRule);
    }
  }

  get at(): number {
    return this.chosen;
  }

  get current(): Environment {
    return this.environments[this.chosen] ?? { name: "", variables: [] };
  }

  // A secret has no value until it is given again: none is kept.
  readonly lookup: Lookup = (name) => {
    const own = this.named(name);
    return own ? (own.secret && own.value === "" ? undefined : own.value) : this.make(name);
  };

  readonly masked: Lookup = (name) => (this.named(name)?.secret ? this.lookup(name) && mask : this.lookup(name));

  // open knows no secrets.
  readonly open: Lookup = (name) => (this.named(name)?.secret ? undefined : this.lookup(name));

  // secret reports whether there is any.
  get secret(): boolean {
    return this.current.variables.some((own) => own.secret);
  }

  named(name: string): Variable | undefined {
    return this.current.variables.find((own) => own.name === name);
  }

  // names are those that can be used.
  get names(): readonly string[] {
    return [...new Set(this.current.variables.map((own) => own.name).filter(Boolean)), ...Object.keys(dynamic)];
  }

  // renew forgets what has been made for the request before.
  renew(): void {
    this.made.clear();
  }

  choose(at: number): void {
    this.chosen = at;
    this.save();
  }

  // replace gives the current environment another name or other variables.
  replace(its: Partial<Environment>): void {
    const variables = (its.variables ?? this.current.variables).slice(0, most).map((own) => ({ ...own, value: own.value.slice(0, longest) }));
    this.environments = this.environments.map((own, at) => (at === this.chosen ? { name: its.name ?? own.name, variables } : own));
    this.save();
  }

  // set gives one variable a value.
  set(name: string, value: string, secret = false): void {
    const known = this.named(name);
    const { variables } = this.current;
    this.replace({ variables: known ? variables.map((own) => (own === known ? { ...own, value, secret } : own)) : [...variables, { name, value, secret }] });
  }

  // forget takes one variable away, and what sets it.
  forget(name: string): void {
    this.rules = this.rules.filter((own) => own.name !== name);
    this.replace({ variables: this.current.variables.filter((own) => own.name !== name) });
  }

  // add makes an environment with the names and open values of the current one.
  add(): void {
    if (this.environments.length < most) {
      const variables = this.current.variables.map((own) => (own.secret ? { ...own, value: "" } : own));
      this.environments = [...this.environments, { name: phrase("Environment {1}", this.environments.length + 1), variables }];
      this.chosen = this.environments.length - 1;
      this.save();
    }
  }

  // remove takes the current environment away.
  remove(): void {
    this.environments = this.environments.filter((_, at) => at !== this.chosen || this.environments.length === 1);
    this.chosen = Math.min(this.chosen, this.environments.length - 1);
    this.save();
  }

  // rule keeps a rule, in place of the one that set the same variable.
  rule(rule: Rule): void {
    this.rules = [...this.rules.filter((own) => own.name !== rule.name || own.operation !== rule.operation), rule].slice(-most);
    this.save();
  }

  unrule(rule: Rule): void {
    this.rules = this.rules.filter((own) => own !== rule);
    this.save();
  }

  get remembered(): boolean {
    return stored(area, this.key) !== null;
  }

  // remember keeps everything but secrets for as long as the tab is open, or no
  // longer does.
  remember(on: boolean): void {
    write(area, this.key, on ? this.text() : null);
  }

  private save(): void {
    if (this.remembered) {
      write(area, this.key, this.text());
    }
  }

  private text(): string {
    const environments = this.environments.map(({ name, variables }) => ({ name, variables: variables.map((own) => (own.secret ? { ...own, value: "" } : own)) }));
    return JSON.stringify({ environments, chosen: this.chosen, rules: this.rules });
  }

  private make(name: string): string | undefined {
    const made = this.made.get(name) ?? (Object.hasOwn(dynamic, name) ? dynamic[name]?.() : undefined);
    if (made !== undefined) {
      this.made.set(name, made);
    }
    return made;
  }
}

// variablesOf are the variables of the reference with a root.
export const variablesOf = perRoot((root) => new Variables(root));

// uuid is a random one (RFC 9562, version 4), also where a page is not secure.
function uuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

function toEnvironment(value: unknown): Environment {
  const its = fields(value);
  const variables = items(its["variables"]).slice(0, most).map((one) => {
    const own = fields(one);
    return { name: text(own["name"]), value: text(own["value"]), secret: own["secret"] === true };
  });
  return { name: text(its["name"]), variables };
}

function toRule(value: unknown): Rule {
  const its = fields(value);
  return { operation: text(its["operation"]), label: text(its["label"]), name: text(its["name"]), from: its["from"] === "header" ? "header" : "body", where: text(its["where"]), secret: its["secret"] === true };
}
