// What a reader authenticates with. It is bound to the origins that it was given
// for, and goes to no others.
import { announce } from "../base/announce";
import { button, node } from "../base/dom";
import { remember } from "./control";
import { LoginForm } from "./login";
import { place, fills, firstOf, missing, type Authorized, type Pair, type Requirement, type Scheme, type Schemes } from "./scheme";
import { Row } from "./row";
import { storeOf, type Store } from "./store";
import { phrase } from "../base/words";

export interface Options {
  readonly root: string; // absolute address of the reference
  readonly home: string; // and of the viewer, which takes logins
  readonly exchange: boolean; // it asks providers for tokens
  readonly declared: ReadonlySet<string>; // origins that what the operator fills in is for
  readonly origin: () => string; // that a request would go to now, "" for none
  readonly changed: () => void; // something has been given or taken away
}

export interface Credentials {
  // authorize is what to add to a request to an origin. Tokens that are about to
  // expire are renewed for it.
  authorize(origin: string): Promise<Authorized>;
  // update shows what has changed: that requests go to another origin now.
  update(): void;
  // lacks reports whether something is missing that only the reader can give, and moves
  // the focus to it then.
  lacks(): boolean;
  // ready gets tokens from providers that ask nobody. It is false when one is refused.
  ready(signal: AbortSignal): Promise<boolean>;
}

// mountCredentials shows what an operation requires in an element, and asks for it.
// The prefill is the JSON of the configuration's "authentication".
export function mountCredentials(
  el: HTMLElement,
  schemes: Schemes,
  security: readonly (readonly Requirement[])[],
  prefill: unknown,
  options: Options,
): Credentials {
  return new Panel(el, schemes, security, prefill, options);
}

class Panel implements Credentials {
  private readonly all: readonly (readonly Requirement[])[];
  private readonly store: Store;
  private readonly place = node("div", { class: "credential-rows" });
  private readonly status = node("p", { class: "credential-status", role: "status" });
  private rows: readonly Row[] = [];
  private current: readonly Requirement[] = [];
  private readonly radios: HTMLInputElement[] = [];
  private touched = false; // the reader has chosen or typed here

  constructor(
    el: HTMLElement,
    private readonly schemes: Schemes,
    security: readonly (readonly Requirement[])[],
    private readonly prefill: unknown,
    private readonly options: Options,
  ) {
    this.store = storeOf(options.root);
    this.all = security.filter((required) => required.every(({ scheme }) => Object.hasOwn(schemes, scheme)));
    el.classList.add("credentials");
    el.replaceChildren(this.alternatives(), this.place, this.status, this.foot());
    el.hidden = this.all.every((required) => required.length === 0);
    this.choose(this.first());
  }

  async authorize(origin: string): Promise<Authorized> {
    const found = { headers: [] as Pair[], query: [] as Pair[], cookies: [] as Pair[], withheld: [] as { scheme: string; reason: string }[] };
    for (const row of this.rows) {
      const reason = await this.add(row, origin, found);
      if (reason) {
        found.withheld.push({ scheme: row.name, reason });
      }
    }
    return found;
  }

  update(): void {
    if (!this.touched && this.all[this.first()] !== this.current) {
      this.choose(this.first());
      return;
    }
    this.rows.forEach((row) => row.update());
    this.tell();
  }

  lacks(): boolean {
    const first = this.lacking().find((row) => !row.login?.able);
    first?.focus();
    return first !== undefined;
  }

  async ready(signal: AbortSignal): Promise<boolean> {
    for (const { login } of this.lacking()) {
      if (login?.able && !(await login.obtain(signal))) {
        return false;
      }
    }
    return true;
  }

  private lacking(): readonly Row[] {
    return this.rows.filter((row) => missing(row.scheme, row.entry.values) !== "");
  }

  // add adds what a scheme wants. It returns why not, "" when it does.
  private async add(row: Row, origin: string, to: { headers: Pair[]; query: Pair[]; cookies: Pair[] }): Promise<string> {
    if (row.scheme.type === "mutualTLS") {
      return phrase("The browser chooses the certificate of the reader.");
    }
    const lacking = missing(row.scheme, row.entry.values);
    if (lacking) {
      return phrase("It still needs {1}.", lacking);
    }
    const stranger = row.stranger(origin);
    if (stranger) {
      return stranger;
    }
    if (row.login && !(await row.login.renew())) {
      return phrase("Its token has expired. Log in again.");
    }
    return place(row.scheme, row.entry.values, to);
  }

  // first is the alternative to begin with: the usual one, or one that the reader has
  // given everything for elsewhere.
  private first(): number {
    const usual = firstOf(this.all, this.prefill);
    const origin = this.options.origin();
    const given = ({ scheme: name }: Requirement): boolean => {
      const scheme = this.schemes[name];
      const its = scheme && this.store.get(name, scheme);
      return scheme !== undefined && !!its?.origins.includes(origin) && missing(scheme, its.values) === "";
    };
    const ready = this.all.map((required) => required.length > 0 && required.every(given));
    return ready[usual] || !ready.includes(true) ? usual : ready.indexOf(true);
  }

  private choose(at: number): void {
    this.current = this.all[at] ?? [];
    this.radios.forEach((radio, i) => (radio.checked = i === at));
    this.show();
  }

  // alternatives are what an operation can be authorized with, of which the reader
  // chooses one.
  private alternatives(): HTMLElement {
    if (this.all.length < 2) {
      return node("div", { hidden: "" });
    }
    const group = "alternative-" + Math.random().toString(36).slice(2);
    return node(
      "fieldset",
      { class: "credential-alternatives" },
      node("legend", {}, phrase("Authenticate with one of")),
      ...this.all.map((required, index) => {
        const radio = node("input", { type: "radio", name: group, value: String(index) });
        this.radios.push(radio);
        radio.addEventListener("change", () => {
          this.touched = true;
          this.choose(index);
          this.options.changed();
        });
        return node("label", { class: "credential-check" }, radio, node("span", {}, required.map(({ scheme }) => scheme).join(phrase(" and ")) || phrase("Nothing")));
      }),
    );
  }

  private show(): void {
    this.rows.forEach((row) => row.close());
    const filled = new Map<string, string>(); // headers, by the scheme that fills them
    this.rows = this.current.flatMap(({ scheme: name, scopes }) => {
      const scheme = this.schemes[name];
      if (!scheme) {
        return [];
      }
      const header = fills(scheme);
      const before = filled.get(header) ?? "";
      if (header && !before) {
        filled.set(header, name);
      }
      return [this.row(name, scheme, scopes, before)];
    });
    this.place.replaceChildren(...this.rows.map((row) => row.element));
    this.tell();
  }

  private row(name: string, scheme: Scheme, scopes: readonly string[], before: string): Row {
    return new Row(name, scheme, this.store, this.prefill, this.options, () => this.given(), before, (row) => new LoginForm(row, scopes, this.prefill, this.options, () => this.given()));
  }

  private given(): void {
    this.touched = true;
    this.tell();
    this.options.changed();
  }

  // tell says what is still needed, and what is not sent.
  private tell(): void {
    const lacking = this.lacking().map((row) => ({ name: row.name, needs: missing(row.scheme, row.entry.values) }));
    const text = lacking.length > 0 ? phrase("Still needed: {1}.", lacking.map(({ name, needs }) => phrase("{1} for {2}", needs, name)).join(", ")) : "";
    if (this.status.textContent !== text) {
      this.status.textContent = text;
    }
  }

  private foot(): HTMLElement {
    return node(
      "div",
      { class: "credential-foot" },
      remember(phrase("until it is closed; otherwise until the page is left"), this.store, (words) => announce(words, this.place)),
      button(phrase("Forget everything"), () => {
        for (const [name, scheme] of Object.entries(this.schemes)) {
          this.store.forget(name, scheme);
        }
        this.show();
        this.options.changed();
        announce(phrase("All credentials are forgotten"), this.place);
      }),
    );
  }
}
