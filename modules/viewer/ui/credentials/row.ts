import { button, node } from "../base/dom";
import { field, type Field } from "./control";
import type { Options } from "./credentials";
import type { LoginForm } from "./login";
import { about, hasLogin, isBasic, listed, missing, noun, prefilled, type Scheme } from "./scheme";
import { nothing, type Entry, type Store } from "./store";
import { phrase } from "../base/words";

// Row is one scheme: its fields, and where they may be sent.
export class Row {
  readonly element: HTMLElement;
  readonly login: LoginForm | null;
  private readonly fields: readonly Field[];
  private readonly note = node("p", { class: "credential-note" });
  private readonly allow: HTMLButtonElement;
  private readonly forget: HTMLButtonElement;

  constructor(
    readonly name: string,
    readonly scheme: Scheme,
    private readonly store: Store,
    private readonly prefill: unknown,
    private readonly options: Options,
    private readonly given: () => void,
    private readonly before: string, // scheme that fills the same header, "" for none
    login: (row: Row) => LoginForm,
  ) {
    this.fields = namesOf(scheme).map(([key, label, secret]) => field(label, key, secret, (value) => this.type(key, value)));
    this.allow = button("", () => this.extend());
    this.forget = button(phrase("Forget"), () => this.clear(), { "aria-label": phrase("Forget the credentials of {1}", name) });
    this.login = hasLogin(scheme) ? login(this) : null;
    const remark = scheme.type === "mutualTLS" ? phrase("The browser asks which certificate to use, when the API wants one.") : scheme.type === "apiKey" && scheme.in === "cookie" ? phrase("Pages cannot set cookies of another origin: it is sent where requests go by way of the server.") : "";
    this.element = node(
      "fieldset",
      { class: "credential", "data-scheme": name },
      node("legend", {}, node("span", { class: "credential-name" }, name), " ", node("span", { class: "credential-type" }, about(scheme))),
      scheme.description ? node("p", { class: "credential-note" }, scheme.description) : null,
      this.login?.element ?? null,
      ...this.fields.map((f) => f.element),
      remark ? node("p", { class: "credential-note" }, remark) : null,
      this.note,
      node("div", { class: "credential-buttons" }, this.allow, this.forget),
    );
    this.update();
  }

  // entry is what is known: what the reader has given, or the operator filled in.
  get entry(): Entry {
    return this.store.get(this.name, this.scheme) ?? { ...nothing, values: prefilled(this.name, this.scheme, this.prefill), origins: [...this.options.declared] };
  }

  set entry(entry: Entry) {
    this.store.set(this.name, this.scheme, entry);
    this.update();
    this.given();
  }

  // stranger says why nothing is sent to an origin, "" when it is.
  stranger(origin: string): string {
    const { origins } = this.entry;
    if (this.before) {
      return phrase("A request has this header once, and {1} fills it.", this.before);
    }
    return origins.includes(origin) ? "" : phrase("The {1} is not sent to {2}: it is for {3}.", noun(this.scheme), origin || phrase("this address"), listed(origins));
  }

  // update shows what is known and where requests go now.
  update(): void {
    const { values } = this.entry;
    for (const { input } of this.fields) {
      const value = values[input.dataset["credential"] ?? ""] ?? "";
      if (input.value !== value) {
        input.value = value;
      }
    }
    const origin = this.options.origin();
    const has = Object.values(values).some(Boolean);
    const stranger = has && missing(this.scheme, values) === "" ? this.stranger(origin) : "";
    const words = stranger ? phrase("Withheld. {1}", stranger) : has ? phrase("Sent to {1} only.", listed(this.entry.origins)) : "";
    if (this.note.textContent !== words) {
      this.note.textContent = words;
    }
    this.note.classList.toggle("is-withheld", stranger !== "");
    this.note.hidden = words === "";
    this.allow.textContent = phrase("Send it to {1} too", origin);
    this.allow.hidden = stranger === "" || origin === "" || this.before !== "";
    this.forget.hidden = !has;
    this.login?.update();
  }

  // focus goes to the first field that is empty.
  focus(): void {
    const inputs = [...this.element.querySelectorAll<HTMLInputElement>("input[data-credential]")];
    (inputs.find((input) => input.value === "") ?? inputs[0])?.focus();
  }

  close(): void {
    this.login?.close();
  }

  // type takes what is typed, for the origin that requests go to now. What was
  // given for others does not come along.
  private type(key: string, value: string): void {
    const origin = this.options.origin();
    const known = this.entry;
    const kept = known.origins.includes(origin) ? known.values : {};
    this.entry = { ...known, values: { ...kept, [key]: value }, origins: [origin].filter(Boolean), refresh: "", expires: 0 };
  }

  private extend(): void {
    const origin = this.options.origin();
    this.entry = { ...this.entry, origins: [...new Set([...this.entry.origins, origin])] };
    this.fields[0]?.input.focus();
  }

  private clear(): void {
    this.login?.cancel();
    this.store.forget(this.name, this.scheme);
    this.login?.show();
    this.update();
    this.given();
    (this.fields[0]?.input ?? this.element).focus();
  }
}

type Name = readonly [key: string, label: string, secret: boolean];

function namesOf(scheme: Scheme): readonly Name[] {
  if (scheme.type === "mutualTLS") {
    return [];
  }
  if (isBasic(scheme)) {
    return [["username", phrase("User name"), false], ["password", phrase("Password"), true]];
  }
  return [["token", scheme.type === "apiKey" ? phrase("Key") : hasLogin(scheme) ? phrase("Access token") : phrase("Token"), true]];
}
