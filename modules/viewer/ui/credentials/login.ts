import { announce } from "../base/announce";
import type { Options } from "./credentials";
import { button, node } from "../base/dom";
import { check, choose, field, type Field } from "./control";
import { Trouble, webAddress } from "./exchange";
import * as oauth from "./oauth";
import { listed, prefilledLogin, type Flow, type Scope } from "./scheme";
import type { Row } from "./row";
import { phrase } from "../base/words";

const words: Readonly<Record<string, string>> = {
  authorizationCode: phrase("Authorization code with PKCE"),
  clientCredentials: phrase("Client credentials"),
  password: phrase("Password"),
  deviceAuthorization: phrase("On another device"),
  implicit: phrase("Implicit"),
};

const order = Object.keys(words);
const maxScopes = 200; // that are shown

// early is how long before its end a token is renewed, in milliseconds.
const early = 10_000;

// LoginForm gets a token for a scheme of OAuth or OpenID Connect.
export class LoginForm {
  readonly element = node("div", { class: "credential-login" });
  private readonly flows: readonly Flow[];
  private readonly body = node("div", { class: "credential-rows" });
  private readonly start: HTMLButtonElement;
  private readonly stop: HTMLButtonElement;
  private readonly again: HTMLButtonElement;
  private readonly status = node("p", { class: "credential-status" }); // also announced
  private readonly task = node("p", { class: "credential-task" });
  private readonly left = node("p", { class: "credential-note" });
  private flow: Flow | undefined;
  private pending: AbortController | null = null;
  private refreshing: Promise<boolean> | null = null;
  private timer = 0;
  private inBody = false;

  constructor(
    private readonly row: Row,
    private readonly needed: readonly string[],
    private readonly prefill: unknown,
    private readonly options: Options,
    private readonly given: () => void,
  ) {
    this.flows = flowsOf(row.scheme.type, row.scheme.flows);
    this.flow = this.flows[0];
    this.start = button(phrase("Log in"), () => void this.log((client) => this.get(client), [this.options.origin()].filter(Boolean)), { class: "button credential-start" });
    this.stop = button(phrase("Give up"), () => this.cancel());
    this.again = button(phrase("Renew"), () => void this.refresh());
    const picker = this.flows.length > 1 ? choose(phrase("How"), this.flows.map((f) => words[f.kind] ?? f.kind), 0, (index) => {
      this.flow = this.flows[index];
      this.show();
    }) : null;
    this.element.append(...(picker ? [picker] : []), this.body, node("div", { class: "credential-buttons" }, this.start, this.stop, this.again), this.task, this.status, this.left);
    this.element.hidden = !this.flow;
    this.element.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && event.target instanceof HTMLInputElement && event.target.dataset["credential"] && !event.isComposing) {
        event.preventDefault();
        this.start.click();
      }
    });
    this.show();
  }

  // renew gets another token in time, unless the reader is getting one. It is false when the
  // one that is there has expired for good.
  async renew(): Promise<boolean> {
    const { expires, refresh } = this.row.entry;
    if (!expires || Date.now() < expires - early) {
      return true;
    }
    const free = this.pending === null || this.refreshing !== null;
    return (refresh !== "" && free && (await this.refresh())) || Date.now() < expires;
  }

  // able reports whether a token can be had without anybody's consent: the reader has
  // given all that the provider wants.
  get able(): boolean {
    const { clientId, clientSecret, username, password } = this.values();
    return this.flow?.kind === "clientCredentials" ? Boolean(clientId && clientSecret) : this.flow?.kind === "password" && Boolean(username && password);
  }

  // obtain gets a token for the origin of requests. It is false when there is none.
  obtain(signal: AbortSignal): Promise<boolean> {
    signal.addEventListener("abort", () => this.cancel(), { once: true });
    return this.log((client) => this.get(client), [this.options.origin()].filter(Boolean));
  }

  // refresh gets another token for the same origins, once for all who ask. What the provider
  // calls invalid is not sent again.
  private refresh(): Promise<boolean> {
    const { refresh, origins } = this.row.entry;
    const renewed = (client: oauth.Client): Promise<oauth.Token> =>
      oauth.refreshed(client, refresh).catch((trouble: unknown) => {
        if (trouble instanceof Trouble && trouble.code === "invalid_grant") {
          this.row.entry = { ...this.row.entry, refresh: "" };
        }
        throw trouble;
      });
    this.refreshing ??= this.log(renewed, origins).finally(() => {
      this.refreshing = null;
    });
    return this.refreshing;
  }

  update(): void {
    const { values, refresh } = this.row.entry;
    this.again.hidden = !refresh;
    this.stop.hidden = !this.pending;
    this.start.disabled = this.pending !== null;
    this.start.textContent = values["token"] ? phrase("Log in again") : this.flow?.kind === "implicit" ? phrase("Log in with the implicit flow all the same") : this.flow?.kind === "clientCredentials" ? phrase("Get a token") : phrase("Log in");
    this.count();
  }

  cancel(): void {
    this.pending?.abort();
  }

  close(): void {
    this.cancel();
    clearTimeout(this.timer);
  }

  // count shows how long a token is good for, by the second in the last minute.
  private count(): void {
    clearTimeout(this.timer);
    const { expires, values } = this.row.entry;
    const seconds = Math.max(0, Math.ceil((expires - Date.now()) / 1000));
    this.left.hidden = !expires || !values["token"];
    if (this.left.hidden) {
      return;
    }
    const text = seconds === 0 ? phrase("The token has expired.") : seconds < 100 ? phrase("Expires in {1} s.", seconds) : phrase("Expires in {1} min.", Math.floor(seconds / 60));
    if (this.left.textContent !== text) {
      this.left.textContent = text;
    }
    if (seconds > 0) {
      this.timer = window.setTimeout(() => this.count(), seconds <= 100 ? 500 : 10_000);
    }
  }

  // show makes the fields of a flow, with what is known for them.
  show(): void {
    const kind = this.flow?.kind ?? "";
    const fields: Field[] = [this.line(phrase("Client ID"), "clientId", false)];
    if (kind !== "implicit") {
      fields.push(this.line(phrase("Client secret"), "clientSecret", true));
    }
    if (kind === "password") {
      fields.push(this.line(phrase("User name"), "username", false), this.line(phrase("Password"), "password", true));
    }
    const parts: HTMLElement[] = fields.map((f) => f.element);
    if (kind === "password" && this.filled().withheld) {
      const words = phrase("The user name and the password that are filled in are not sent to {1}: they are for {2}. Type those that are.", this.provider() || phrase("this address"), listed([...this.options.declared]));
      parts.push(node("p", { class: "credential-note is-withheld" }, words));
    }
    if (kind !== "implicit" && this.row.scheme.type === "oauth2") {
      parts.push(choose(phrase("Send the client secret"), [phrase("as HTTP basic"), phrase("in the form")], this.inBody ? 1 : 0, (index) => {
        this.inBody = index === 1;
      }));
    }
    if (kind === "implicit") {
      parts.push(node("p", { class: "credential-note" }, phrase("The description offers nothing but the implicit flow: the token comes in an address, where others may see it.")));
    }
    parts.push(this.scopes());
    this.body.replaceChildren(...parts);
    this.update();
  }

  private line(label: string, key: string, secret: boolean): Field {
    const f = field(label, key, secret, (value) => this.keep({ [key]: value }));
    f.input.value = this.values()[key] ?? "";
    return f;
  }

  private values(): Readonly<Record<string, string>> {
    return { ...this.filled().values, ...this.row.entry.login };
  }

  private filled(): ReturnType<typeof prefilledLogin> {
    return prefilledLogin(this.row.name, this.flow?.clientId || this.row.scheme.clientId, this.prefill, this.provider(), this.options.declared);
  }

  // described is where the description says that tokens come from.
  private get described(): string {
    return this.flow?.tokenUrl || this.row.scheme.openIdConnectUrl;
  }

  // provider is the origin that takes the name and the password, "" for none.
  private provider(): string {
    return webAddress(this.described)?.origin ?? "";
  }

  private keep(values: Readonly<Record<string, string>>): void {
    this.row.entry = { ...this.row.entry, login: { ...this.row.entry.login, ...values } };
  }

  // chosen are the scopes to ask for: those of the reader, or to begin with those
  // that the operator fills in, that the operation needs, and of the description.
  private chosen(): readonly string[] {
    const openid = this.row.scheme.type === "openIdConnect" ? ["openid"] : [];
    const own = this.filled().scopes;
    const usual = (this.flow?.scopes ?? []).filter((s) => s.default).map((s) => s.name);
    return this.row.entry.scopes ?? [...new Set([...openid, ...own, ...this.needed, ...usual])];
  }

  private scopes(): HTMLElement {
    const known: readonly Scope[] = (this.flow?.scopes ?? []).slice(0, maxScopes);
    const choose = (scopes: readonly string[]): void => {
      this.row.entry = { ...this.row.entry, scopes };
    };
    if (known.length === 0) {
      const f = field(phrase("Scopes"), "scopes", false, (value) => choose(value.split(/\s+/).filter(Boolean)));
      f.input.value = this.chosen().join(" ");
      return f.element;
    }
    const boxes = known.map(({ name, description }) => check(name, description, this.chosen().includes(name), (on) => choose(on ? [...this.chosen(), name] : this.chosen().filter((s) => s !== name))));
    const list = node("details", { class: "credential-scopes" }, node("summary", {}, phrase("Scopes ({1})", known.length)), ...boxes);
    list.open = known.length <= 6;
    return list;
  }

  private async get(client: oauth.Client): Promise<oauth.Token> {
    const { username, password } = this.values();
    const screen: oauth.Screen = {
      open: (address) => {
        window.open(address, "_blank", "noopener,noreferrer");
        this.ask(phrase("Log in on the page of the provider, which opens in another tab."), phrase("Open it again"), address);
      },
      device: (code, address) => this.ask(phrase("Enter the code {1} on another device, or here:", code), address, address),
    };
    switch (client.flow.kind) {
      case "clientCredentials":
        return await oauth.clientCredentials(client);
      case "password":
        return await oauth.password(client, username ?? "", password ?? "");
      case "deviceAuthorization":
        return await oauth.device(client, screen);
      case "implicit":
        return await oauth.implicit(client, screen);
    }
    return await oauth.code(client, screen);
  }

  private ask(text: string, label: string, address: string): void {
    this.task.replaceChildren(text + " ", node("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, label));
  }

  // log gets a token, for some origins. It is false when there is none.
  private async log(get: (client: oauth.Client) => Promise<oauth.Token>, origins: readonly string[]): Promise<boolean> {
    const pending = new AbortController();
    this.cancel();
    this.pending = pending;
    this.say(phrase("Waiting for the provider …"));
    this.update();
    try {
      const { token, refresh, expires } = await get(await this.client(pending.signal));
      this.row.entry = { ...this.row.entry, values: { token }, origins, refresh, expires };
      this.say(phrase("Logged in."));
      return true;
    } catch (trouble) {
      this.say(trouble instanceof Trouble ? trouble.message : pending.signal.aborted ? phrase("The login has been given up.") : phrase("The login did not succeed."));
      return false;
    } finally {
      if (this.pending === pending) {
        this.pending = null;
      }
      this.task.replaceChildren();
      this.update();
      this.given();
    }
  }

  private say(text: string): void {
    this.status.textContent = text;
    announce(text, this.status);
  }

  private async client(signal: AbortSignal): Promise<oauth.Client> {
    const { clientId, clientSecret } = this.values();
    // The server knows no addresses of providers but whole ones.
    const via = this.options.exchange && !this.described.startsWith("/") ? new URL("_/token", this.options.home).href : "";
    const { name, scheme } = this.row;
    const provider = scheme.type === "openIdConnect" ? await oauth.discover(name, scheme.openIdConnectUrl, via, signal) : null;
    const flow = provider ? provider.flows.find((f) => f.kind === this.flow?.kind) : this.flow;
    if (!flow) {
      throw new Trouble(phrase("The description names no way to log in."));
    }
    return {
      scheme: name, flow, home: this.options.home, via, signal,
      issuer: provider?.issuer ?? "", needsIssuer: provider?.needsIssuer ?? false, fragment: provider?.fragment ?? false,
      id: clientId ?? "", secret: clientSecret ?? "", inBody: provider?.inBody ?? this.inBody, scopes: this.chosen(),
    };
  }
}

// flowsOf are the flows that are offered: the implicit one only where there is
// nothing else.
function flowsOf(type: string, flows: readonly Flow[]): readonly Flow[] {
  if (type === "openIdConnect") {
    return oauth.flowsOfOpenID();
  }
  const known = flows.filter((f) => order.includes(f.kind)).sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  const better = known.filter((f) => f.kind !== "implicit");
  return better.length > 0 ? better : known;
}
