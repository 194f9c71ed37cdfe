// The console of one operation: a dialog with what is typed, sends it, and shows
// what comes of it.
import { button, id, node } from "../base/dom";
import { outside } from "../base/outside";
import { hasFiles, type Request } from "../samples/request";
import type { Part } from "../serialize/part";
import { Form } from "./form";
import { Past } from "./history/past";
import type { Exchange } from "./links/expression";
import { Links, type Given } from "./links/links";
import { Menu } from "./menu";
import type { Place } from "./place";
import { Result, type Assets } from "./result";
import { mount as mountCard } from "./sample";
import { Failure, send } from "./send";
import { sessionOf, type Run, type Session } from "./session";
import { Arrival } from "./share/arrival";
import type { State } from "./state";
import { Extract } from "./variables/extract";
import { phrase } from "../base/words";

export class Panel {
  readonly dialog: HTMLDialogElement;
  readonly arrival: Arrival;
  private readonly form: Form;
  private readonly result: Result;
  private readonly past: Past;
  private readonly links: Links;
  private readonly extract: Extract;
  private readonly session: Session;
  private readonly preview = node("code", { class: "try-preview", tabindex: "0" });
  private readonly wrong = node("div", { class: "try-wrong", hidden: true });
  private readonly sending = button(phrase("Send"), () => void this.send(false), { class: "button try-send", "aria-keyshortcuts": "Control+Enter" });
  private readonly cancel = button(phrase("Cancel"), () => this.stop?.abort(), { class: "button try-cancel", hidden: true, "aria-keyshortcuts": "Escape" });
  private readonly keys = node("kbd", { class: "try-keys" });
  private readonly columns = node("div", { class: "console-columns" });
  private readonly sample = node("div", { class: "try-sample" });
  private readonly live = node("div", { class: "announcer", role: "status", "data-announcer": true, "data-try-live": true });
  private stop: AbortController | undefined;
  private down: KeyboardEvent | undefined; // the last key
  private told: (request: Request) => void = () => undefined; // the samples

  constructor(
    private readonly part: Part,
    private readonly place: Place,
    private readonly other: (address: string) => Promise<Panel>, // opens the console of another operation
  ) {
    const { root } = place;
    const assets = assetsOf(place);
    const announce = (words: string): void => this.result.announce(words);
    this.result = new Result(part, assets, this.live);
    this.form = new Form(part, place, assets.field, { changed: (request) => this.changed(request), filled: () => void (this.wrong.hidden = true), announce });
    this.arrival = new Arrival(part, root, assets.share, this.form, announce);
    this.session = sessionOf(root);
    this.past = new Past({ session: this.session, operation: part.operation, root, assets, announce, use: (run, again) => void this.use(run, again) }, this.result.element, this.sample);
    this.links = new Links((given) => void this.follow(given));
    this.extract = new Extract(this.form.variables, part.operation.url, this.name(), (words) => {
      this.form.refresh();
      announce(words);
    });
    this.result.pick = (pointer) => this.extract.pick(pointer);
    this.result.extras.append(this.links.element);
    this.result.element.append(this.extract.element);
    this.dialog = this.make();
    this.form.complete(this.columns);
    this.form.changed();
  }

  // open shows the console. Card is that of the samples of the page, if any.
  open(card: HTMLElement | null | Promise<HTMLElement | null>): void {
    if (!this.dialog.isConnected) {
      this.place.body.append(this.dialog);
    }
    this.dialog.showModal();
    this.form.refresh(); // another console may have changed variables
    this.form.begin();
    void Promise.resolve(card).then(async (own) => {
      if (own) {
        this.told = await mountCard(own, this.sample, this.place);
        this.form.changed();
      }
    });
  }

  // straight sends what stands in the form, or leads to the credentials that it lacks.
  async straight(): Promise<void> {
    if (!this.form.lacks()) {
      await this.send(false);
    }
  }

  private name(): string {
    const { method, path } = this.part.operation;
    return `${method} ${path}`;
  }

  private make(): HTMLDialogElement {
    const title = id();
    const dialog = node("dialog", { class: "console", "aria-labelledby": title }, node("link", { rel: "stylesheet", href: this.place.style }), this.head(title), this.bar(), this.columns, this.live);
    this.fill();
    dialog.addEventListener("keydown", (event) => this.key(event));
    dialog.addEventListener("keydown", (event) => (this.down = event), true);
    dialog.addEventListener("keypress", (event) => this.enter(event));
    outside(dialog, (event) => {
      dialog.close();
      beside(dialog, event);
    });
    dialog.addEventListener("close", () => this.stop?.abort());
    return dialog;
  }

  private head(title: string): HTMLElement {
    const { method, path, title: name } = this.part.operation;
    const { root, home } = this.place;
    const share = root === home ? button(phrase("Copy link"), () => void this.arrival.share()) : null; // others have not got the description
    const close = button(phrase("Close"), () => this.dialog.close());
    return node(
      "div",
      { class: "console-head" },
      node("div", { class: "console-title" }, node("h2", { id: title, tabindex: "-1", autofocus: true }, name), node("p", {}, node("span", { class: "method method-" + method.toLowerCase() }, method), " ", node("code", {}, path))),
      node("div", { class: "try-tools" }, share, close),
    );
  }

  private fill(): void {
    const cut = this.part.truncated ? [node("p", { class: "try-note" }, phrase("The description of this operation is too large: not everything about it is known here."))] : [];
    this.columns.append(
      node("div", { class: "console-request", role: "region", "aria-label": phrase("Request to send"), tabindex: "0" }, this.arrival.element, ...cut, ...this.form.elements),
      node("div", { class: "console-answer", role: "region", "aria-label": phrase("Received response"), tabindex: "0" }, ...this.past.elements),
    );
  }

  // bar shows where the request goes, and sends it.
  private bar(): HTMLElement {
    this.hint(false);
    return node("div", { class: "console-bar" }, node("div", { class: "console-send" }, this.preview, this.keys, this.cancel, this.sending, this.menu()), this.wrong);
  }

  // menu holds what is wanted now and then.
  private menu(): HTMLElement {
    const code = (): void => {
      this.past.response();
      this.sample.scrollIntoView({ block: "nearest" });
      this.sample.querySelector<HTMLElement>("button, pre")?.focus();
    };
    return new Menu(phrase("More"), [...this.form.tools(), [phrase("History"), () => this.past.sent()], [phrase("Sample code"), code], [phrase("Keyboard shortcuts"), () => this.shortcuts()]]).element;
  }

  // shortcuts shows the dialog of the page.
  private shortcuts(): void {
    this.place.body.querySelector<HTMLDialogElement>("[data-keys]")?.showModal();
  }

  private key(event: KeyboardEvent): void {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void this.send(false);
    }
    if (event.key === "Escape" && this.stop && !event.defaultPrevented) {
      event.preventDefault(); // the console stays
      this.stop.abort();
    }
    if (event.key === "?" && this.free(event)) {
      event.preventDefault();
      this.shortcuts();
    }
    event.stopPropagation(); // the keys of the page are not meant
  }

  // enter sends from a field of one line. It listens to what follows a key that is down:
  // the focus may move on, and the field that has it then gets no line. A key that has
  // taken the name of a variable sends nothing.
  private enter(event: KeyboardEvent): void {
    if (event.key === "Enter" && !this.down?.defaultPrevented && ends(event)) {
      event.preventDefault();
      void this.send(false);
    }
  }

  // free reports whether a single key is meant for the console: the reader does not type,
  // and has not turned such keys off.
  private free(event: KeyboardEvent): boolean {
    const at = event.composedPath()[0];
    const single = this.place.body.querySelector<HTMLInputElement>("[data-keys-switch]");
    return single?.checked !== false && !(at instanceof HTMLElement && (at.isContentEditable || at.matches("input, textarea, select")));
  }

  // changed shows the request that has been typed, here and in the samples.
  private changed(request: Request): void {
    this.preview.textContent = request.method + " " + request.url;
    this.told(request);
  }

  // follow opens the console of a linked operation with what the link fills in.
  private async follow(given: Given): Promise<void> {
    try {
      const panel = await this.other(given.url);
      const back = (): void => {
        panel.dialog.close();
        this.open(null);
      };
      panel.arrival.follow(given, panel !== this && this.dialog.isConnected ? back : undefined);
      if (given.lacking.length === 0 && /^(GET|HEAD)$/.test(panel.part.operation.method)) {
        await panel.straight();
      }
    } catch {
      this.result.announce(phrase("The console of that operation could not be loaded."));
    }
  }

  // use puts what was typed for a run into the console of its operation, which may be
  // another one. Files may have to be chosen again before it is sent.
  private async use(run: Run, again: boolean): Promise<void> {
    try {
      const panel = run.operation.url === this.part.operation.url ? this : await this.other(run.operation.url);
      panel.form.restore(run.typed);
      if (again) {
        await panel.send(!hasFiles(run.request));
        return;
      }
      panel.past.response();
      panel.columns.querySelector<HTMLElement>(".console-request")?.focus();
      panel.result.announce(phrase("What was sent is in the form again."));
    } catch {
      this.result.announce(phrase("The console of that operation could not be loaded."));
    }
  }

  // check shows what is wrong. It is false when something is.
  private check(): boolean {
    const found = this.form.check();
    this.wrong.hidden = found.length === 0;
    if (found.length === 0) {
      return true;
    }
    const words = found.length === 1 ? phrase("One value is not as described.") : phrase("{1} values are not as described.", found.length);
    this.wrong.replaceChildren(
      node("p", {}, words),
      button(phrase("Show"), () => found[0]?.()),
      button(phrase("Send anyway"), () => void this.send(true)),
    );
    this.result.announce(words);
    found[0]?.();
    return false;
  }

  private async send(anyway: boolean): Promise<void> {
    if (this.stop || (!anyway && !this.check())) {
      return;
    }
    this.wrong.hidden = true;
    this.stop = new AbortController();
    this.busy(true);
    try {
      await this.exchange(this.stop.signal);
    } catch (error) {
      this.result.fail(failureOf(error, this.stop.signal), this.stop.signal.aborted);
    } finally {
      this.stop = undefined;
      this.busy(false);
    }
  }

  // exchange sends what has been typed, shows what comes of it, and keeps both in
  // the session.
  private async exchange(signal: AbortSignal): Promise<void> {
    if (!(await this.form.ready(signal))) {
      throw new Failure(phrase("The provider has given no token."), [phrase("What it has said stands with the credentials.")]);
    }
    const typed = this.form.state();
    const sent = await this.form.request();
    const { request } = sent;
    this.form.changed(); // with what has been made for this request
    this.begin(request);
    const at = new Date();
    const started = performance.now();
    let failure = "";
    const { root, around } = this.place;
    try {
      const answer = await send({ request, files: this.form.files, way: this.form.way, root, around, proxy: this.part.proxy.url, signal });
      failure = await this.result.show(answer, started, signal);
      this.received(typed, sent);
    } catch (error) {
      const known = failureOf(error, signal);
      failure = known.message;
      this.result.fail(known, signal.aborted);
    }
    this.session.add({ at, operation: this.part.operation, typed, request, answer: this.result.received, failure, ms: performance.now() - started });
  }

  private begin(request: Request): void {
    this.result.begin(request);
    this.past.response();
    this.links.clear();
    this.extract.clear();
    if (getComputedStyle(this.columns).display === "block") {
      this.result.element.scrollIntoView({ block: "start" });
    }
  }

  // received offers what can be done with an answer.
  private received(typed: State, sent: Omit<Exchange, "answer">): void {
    const answer = this.result.received;
    if (answer) {
      this.extract.take(answer);
      this.links.show(this.result.response, { ...sent, answer }, typed.server, `${this.name()}, ${answer.status}`);
    }
  }

  // hint shows the key that sends, or that cancels.
  private hint(sending: boolean): void {
    this.keys.textContent = sending ? "Esc" : /Mac|iP/.test(navigator.platform) ? "⌘ Enter" : "Ctrl Enter";
  }

  private busy(on: boolean): void {
    const focused = [this.sending, this.cancel].some((el) => el.matches(":focus"));
    this.hint(on);
    this.cancel.hidden = !on;
    this.sending.hidden = on;
    if (focused) {
      (on ? this.cancel : this.sending).focus();
    }
  }
}

// field is what a key ends the input of: lines, and parameters, which grow but have one line
// as a rule. The fields of variables and of logins have forms of their own.
const field = ":is(input:is([type=text], [type=password]), .try-section > .try-row > .try-control > .try-field > textarea[rows='1'])";

// ends reports whether a key ends the input of a field of one line, as in any form.
function ends({ target, shiftKey, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  const plain = !shiftKey && !ctrlKey && !metaKey && !altKey && !defaultPrevented;
  return plain && target instanceof HTMLElement && target.matches(".console-request " + field) && !target.closest(".try-variables, .credential-login");
}

// beside follows the link of the page that a press beside the console was meant for.
function beside(dialog: HTMLElement, { clientX, clientY }: MouseEvent): void {
  const around = dialog.getRootNode();
  if (around instanceof Document || around instanceof ShadowRoot) {
    around.elementFromPoint(clientX, clientY)?.closest<HTMLElement>("a[href]")?.click();
  }
}

// assetsOf are the addresses of what the page says is to be loaded.
function assetsOf({ body, root }: Place): Assets {
  const { consoleBody = "", consoleWorker = "", consoleHistory = "", consoleShare = "", consoleField = "" } = body.dataset;
  const at = (address: string): string => new URL(address, root).href;
  return { body: at(consoleBody), worker: at(consoleWorker), history: at(consoleHistory), share: at(consoleShare), field: at(consoleField) };
}

function failureOf(error: unknown, { aborted }: AbortSignal): Failure {
  if (aborted) {
    return new Failure(phrase("Cancelled."));
  }
  return error instanceof Failure ? error : new Failure(phrase("The request could not be sent: {1}", error instanceof Error ? error.message : String(error)));
}
