// What is typed for one operation: where it goes, credentials, variables,
// parameters and the body.
import { node } from "../base/dom";
import { mountCredentials, type Credentials } from "../credentials/credentials";
import type { Request } from "../samples/request";
import type { Part } from "../serialize/part";
import { isKey, serialize, type Authorized, type Resolve, type Typed } from "../serialize/serialize";
import { Body } from "./body";
import type { Context } from "./field";
import type { Exchange } from "./links/expression";
import type { Tool } from "./menu";
import { Own } from "./own";
import { Parameters } from "./parameters";
import type { Place } from "./place";
import { originsOf, Servers, type Way } from "./server";
import type { State } from "./state";
import { Completion } from "./variables/complete";
import type { Lookup } from "./variables/expand";
import { VariablesForm } from "./variables/form";
import { hide } from "./variables/hide";
import { variablesOf, type Variables } from "./variables/store";
import { phrase } from "../base/words";

export interface Host {
  readonly changed: (request: Request) => void; // something else would be sent now
  readonly filled: () => void; // all of it has been filled in anew
  readonly announce: (words: string) => void;
}

export class Form {
  readonly elements: readonly HTMLElement[];
  readonly files = new Map<string, File>();
  readonly variables: Variables;
  private readonly servers: Servers;
  private readonly credentials: Credentials;
  private readonly parameters: Parameters;
  private readonly own: Own;
  private readonly body: Body | null;
  private readonly shown: VariablesForm;
  private readonly resolve: Resolve;
  private turn = 0;

  constructor(
    private readonly part: Part,
    { root, home }: Place,
    field: string, // address of the one for JSON
    private readonly host: Host,
  ) {
    this.resolve = (ref) => (Object.hasOwn(part.schemas, ref) ? part.schemas[ref] : undefined);
    this.variables = variablesOf(root);
    this.shown = new VariablesForm(this.variables, () => this.varied(), host.announce);
    this.servers = new Servers(part, root, this.variables, () => {
      this.credentials.update();
      this.changed();
    });
    const place = node("div");
    this.credentials = mountCredentials(place, part.schemes, part.security, part.prefill, {
      root,
      home,
      exchange: part.proxy.tokens,
      declared: originsOf(part.prefill.servers),
      origin: () => this.servers.origin,
      changed: () => this.changed(),
    });
    const context: Context = { resolve: this.resolve, changed: () => this.changed(), files: this.files, variables: this.variables, depth: 0 };
    this.parameters = new Parameters(part.parameters, context);
    this.body = part.body ? new Body(part.body, part.operation.method, context, { script: field, names: () => this.variables.names }) : null;
    this.own = new Own(part.parameters, context, () => this.way, this.body !== null);
    const authentication = node("section", { class: "try-section" }, node("h3", {}, phrase("Authentication")), place);
    authentication.hidden = place.hidden;
    this.elements = [this.servers.element, authentication, ...this.parameters.elements, ...(this.body ? [this.body.element] : []), this.own.element, this.shown.element];
  }

  // complete offers the names of variables in a place that holds the elements.
  complete(place: HTMLElement): void {
    new Completion(place, () => this.variables.names, this.host.announce);
  }

  // tools fill all of it.
  tools(): readonly Tool[] {
    return [
      [phrase("Reset to examples"), () => {
        this.parameters.reset();
        this.own.restore([]);
        this.body?.reset();
        this.host.filled();
        this.changed();
      }],
      [phrase("Use every field"), () => {
        this.parameters.everything();
        this.body?.everything();
        this.changed();
      }],
      [phrase("Variables"), () => this.shown.open()],
    ];
  }

  get way(): Way {
    return this.servers.way;
  }

  // state is what has been typed.
  state(): State {
    return { server: this.servers.state(), parameters: this.parameters.state(), own: this.own.state(), body: this.body?.state() ?? null };
  }

  // restore puts back what was typed, here or elsewhere.
  restore(state: State): void {
    this.servers.restore(state.server);
    this.parameters.restore(state.parameters);
    this.own.restore(state.own ?? []);
    if (state.body) {
      this.body?.restore(state.body);
    }
    this.host.filled();
    this.shown.show();
    this.varied();
  }

  // begin moves the focus to what has to be given first, if there is such a field.
  begin(): void {
    void (this.credentials.lacks() || this.parameters.lacks() || this.body?.lacks());
  }

  // lacks reports whether credentials are missing, and moves the focus to them then.
  lacks(): boolean {
    return this.credentials.lacks();
  }

  // ready gets what credentials can be got without the reader. It is false when they are
  // refused.
  ready(signal: AbortSignal): Promise<boolean> {
    return this.credentials.ready(signal);
  }

  // check shows what is wrong at its place, and returns how to go to each of it.
  check(): readonly (() => void)[] {
    return [...this.servers.check(), ...this.parameters.check(), ...(this.body?.check() ?? []), ...this.own.check()];
  }

  // refresh shows what was changed elsewhere: variables, the server.
  refresh(): void {
    this.shown.show();
    this.servers.recall();
    this.varied();
  }

  // varied shows what other values of variables make of what is typed.
  private varied(): void {
    this.servers.show();
    this.credentials.update(); // the server may be another one
    this.changed();
  }

  // changed tells the host of the request that has been typed.
  changed(): void {
    const turn = ++this.turn;
    void this.authorized().then((authorized) => {
      if (turn === this.turn) {
        this.host.changed(this.masked(authorized));
      }
    });
  }

  authorized(): Promise<Authorized> {
    return this.credentials.authorize(this.servers.origin);
  }

  // request is what is to be sent now: with what variables make anew for each
  // request, and with masks for credentials and other secrets. Links read what is
  // beside it, in which secret variables are only names.
  async request(): Promise<Omit<Exchange, "answer">> {
    this.variables.renew();
    const request = this.masked(await this.authorized());
    const { open } = this.variables;
    return { request, parameters: this.typed(open), body: this.body?.typed(open) ?? null };
  }

  private typed(lookup: Lookup): readonly Typed[] {
    return [...this.parameters.typed(lookup), ...this.own.typed(lookup)];
  }

  private masked(authorized: Authorized): Request {
    const real = this.expanded(authorized, this.variables.lookup);
    return this.variables.secret ? hide(this.expanded(authorized, this.variables.masked), real) : real;
  }

  private expanded(authorized: Authorized, lookup: Lookup): Request {
    const { method, path } = this.part.operation;
    return serialize({
      method,
      path,
      server: this.servers.expanded(lookup),
      parameters: [...this.parameters.typed(lookup).filter(({ parameter }) => !isKey(parameter, authorized)), ...this.own.typed(lookup)],
      body: this.body?.typed(lookup) ?? null,
      authorized,
      resolve: this.resolve,
      files: this.files,
    });
  }
}
