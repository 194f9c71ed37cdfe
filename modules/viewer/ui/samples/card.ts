// The card of a request: the server's samples become one sample with a picker.
import { announce } from "../base/announce";
import { read, write as keep } from "../base/store";
import { load as loadScript } from "../base/module";
import { root } from "../base/root";
import { given, givenEvent } from "../credentials/given";
import { chosen, chosenEvent as serverEvent } from "../servers/chosen";
import { asks, at, atHost, load, toData, write, type Data, type Variant } from "./engine";
import { paint } from "./highlight";
import { part } from "./part";
import { button, el, picker, type Choice, type Picker } from "./picker";
import { revealed, type Request } from "./request";
import { phrase } from "../base/words";

const clientKey = "trefoil.client";
const wrapKey = "trefoil.wrap";
const secretsKey = "trefoil.secrets";

// chosenEvent tells all cards of a page that a reader has chosen a client.
const chosenEvent = "trefoil:client";

// typedEvent tells a card what a reader has typed into the console.
const typedEvent = "trefoil:typed";

// mask stands for a credential; placeholder takes its place in a copy without any.
const mask = "********";
const placeholder = "YOUR_SECRET_TOKEN";

// The sample of a body of so many characters, which takes long to lay out, waits until the
// reader has typed nothing for so many milliseconds.
const long = 50_000;
const pause = 500;

// Console is what the script of the console has for samples.
interface Console {
  authorized(of: { readonly root: string; readonly home: string }, address: string, request: Request): Promise<Request>;
}

interface Sample {
  readonly title: string;
  readonly language: string;
  readonly text: string;
}

export class Card {
  private readonly data: Data;
  private readonly authored: readonly Sample[];
  private readonly node = document.createTextNode("");
  private readonly pre = el("pre", "code");
  private readonly picker: Picker;
  private readonly requests: Variant[];
  private readonly select = document.createElement("select");
  private readonly foot = el("div", "request-foot");
  private typed = -1; // place of the request that was typed
  private key = "";
  private variant = 0;
  private turn = 0;
  private timer = 0;
  private go: Promise<unknown> | undefined;
  private readonly secrets = button("sample-tool", phrase("With credentials"));

  constructor(
    private readonly card: HTMLElement,
    private readonly original: HTMLElement,
    data: string,
  ) {
    this.data = toData(JSON.parse(data));
    this.requests = [...this.data.variants];
    this.authored = [...original.querySelectorAll<HTMLElement>("[data-author-sample]")].map((sample) => ({
      title: sample.querySelector("summary")?.textContent?.trim() ?? "",
      language: sample.dataset["authorSample"] ?? "",
      text: sample.querySelector("code")?.textContent ?? "",
    }));
    this.picker = picker(this.choices(), (key) => this.choose(key));
  }

  // mount shows the first sample; until it is there the server's stay, and what a reader
  // chooses, gives or types waits.
  async mount(): Promise<void> {
    const code = document.createElement("code");
    code.append(this.node);
    this.pre.append(code);
    this.pre.tabIndex = 0;
    this.pre.setAttribute("role", "group");
    const first = this.show(this.first());
    this.card.addEventListener(typedEvent, (event) => {
      if (event instanceof CustomEvent) {
        void first.then(() => this.typing(event.detail as Request));
      }
    });
    this.follow(chosenEvent, () => void first.then(() => this.show(this.first())));
    this.follow(serverEvent, () => void first.then(() => this.show(this.key)));
    this.follow(givenEvent, () => void first.then(() => this.show(this.key)));
    await first;
    const view = el("div", "request-view");
    view.append(this.tools(), this.picker.element, this.pre, this.variants());
    const focused = this.original.contains(document.activeElement);
    this.original.replaceWith(view);
    if (focused) {
      this.pre.focus({ preventScroll: true }); // who reads the sample goes on reading it
    }
    this.card.dataset["ready"] = "";
  }

  // follow does something at an event of the document while the card is on the page.
  private follow(event: string, act: () => void): void {
    const own = (): void => {
      if (this.card.isConnected) {
        act();
      } else {
        document.removeEventListener(event, own);
      }
    };
    document.addEventListener(event, own);
  }

  // choices are the samples of the author, then the clients. What the author has written
  // in a language is shown in place of its clients, which are in the list.
  private choices(): readonly Choice[] {
    const { languages, featured } = this.data;
    const written = (language: string): boolean => this.authored.some((s) => s.language === language);
    const authored = this.authored.map((s, i) => ({ key: "author/" + i, group: "", title: s.title, featured: true, authored: true }));
    const generated = languages.flatMap((l) =>
      l.clients.map((c) => ({ key: l.key + "/" + c.key, group: l.title, title: c.title, featured: !written(l.key) && featured.includes(l.key + "/" + c.key), authored: false })),
    );
    const place = (c: Choice): number => (c.featured ? featured.indexOf(c.key) : featured.length);
    return [...authored, ...generated.sort((a, b) => place(a) - place(b))];
  }

  // first is what a reader has chosen before, in the words of the author where
  // there are some in that language; else the author's first, else the server's.
  private first(): string {
    const kept = read(() => localStorage, clientKey) ?? "";
    const [language, client] = kept.split("/");
    const known = this.data.languages.some((l) => l.key === language && l.clients.some((c) => c.key === client));
    const own = this.authored.findIndex((s) => s.language === language);
    if (kept && own >= 0) {
      return "author/" + own;
    }
    return known ? kept : this.authored.length > 0 ? "author/0" : this.data.initial;
  }

  // choose shows a sample. A client is kept for later pages, and all cards of this
  // one follow.
  private choose(key: string): void {
    if (!key.startsWith("author/")) {
      keep(() => localStorage, clientKey, key);
      document.dispatchEvent(new CustomEvent(chosenEvent));
    }
    void this.show(key);
  }

  // show writes a sample. Of several calls the last one wins.
  private async show(key: string): Promise<void> {
    const turn = ++this.turn;
    const request = await this.request();
    const text = await this.text(key, request);
    if (turn !== this.turn) {
      return;
    }
    this.secrets.hidden = key.startsWith("author/") || Object.keys(request?.secrets ?? {}).length === 0;
    const [language, client] = key.split("/");
    this.key = key;
    this.node.data = text;
    this.pre.dataset["lines"] = text.split("\n").map((_, line) => line + 1).join("\n");
    this.pre.setAttribute("aria-label", this.label(key));
    this.picker.show(key);
    paint(this.node, (language === "author" ? this.authored[Number(client)]?.language : language) ?? "");
  }

  // typing shows a request that was typed, in a client that can.
  private typing(request: Request): void {
    const its = { label: phrase("What you have typed"), request };
    if (this.typed < 0) {
      this.typed = this.requests.push(its) - 1;
      this.select.append(new Option(its.label));
      this.foot.hidden = false;
    }
    this.requests[this.typed] = its;
    this.variant = this.typed;
    this.select.selectedIndex = this.typed;
    const show = (): void => void this.show(this.key.startsWith("author/") && this.data.initial ? this.data.initial : this.key);
    window.clearTimeout(this.timer);
    if ((request.body?.text.length ?? 0) > long) {
      this.timer = window.setTimeout(show, pause);
    } else {
      show();
    }
  }

  private label(key: string): string {
    const [language, client] = key.split("/");
    const its = this.data.languages.find((l) => l.key === language);
    return phrase("Request, {1}", its ? its.title + " " + (its.clients.find((c) => c.key === client)?.title ?? "") : (this.authored[Number(client)]?.title ?? ""));
  }

  // text is a sample of a request.
  private async text(key: string, request: Request | undefined): Promise<string> {
    const [language, client] = key.split("/");
    if (language === "author") {
      return this.authored[Number(client)]?.text ?? "";
    }
    const src = this.data.languages.find((l) => l.key === language)?.src;
    if (!src || !request || !language || !client) {
      return "";
    }
    try {
      const known = asks(language, client) ? this.part() : undefined;
      return write(await load(src, language), language, client, request, await known);
    } catch {
      return atHost(this.original.querySelector("[data-curl] code")?.textContent ?? "", this.data.placeholder);
    }
  }

  // request is the one that is shown: to the server that the reader has chosen, with masks
  // for what the reader has given, unless it was typed.
  private async request(): Promise<Request | undefined> {
    const request = this.requests[this.variant]?.request;
    const its = chosen(root);
    const moved = request && its && this.variant !== this.typed && this.data.servers.includes(its.url);
    const shown = moved ? at(request, this.data.base, its.address) : request;
    return shown && this.variant !== this.typed && given(root) ? this.authorized(shown) : shown;
  }

  // authorized asks the console, which knows what was given. Without it the sample stays.
  private async authorized(request: Request): Promise<Request> {
    const { console: script, home = "" } = document.body.dataset;
    const address = this.card.closest("article")?.querySelector<HTMLElement>("[data-try]")?.dataset["try"];
    if (!script || address === undefined) {
      return request;
    }
    try {
      const module = await loadScript<Console>(new URL(script, root).href);
      return await module.authorized({ root, home: new URL(home, root).href }, address, request);
    } catch {
      return request;
    }
  }

  // part is what the server says of the operation, undefined where there is no
  // server that does.
  private part(): Promise<unknown> {
    this.go ??= this.data.go ? part(this.data.go) : Promise.resolve(undefined);
    return this.go;
  }

  private tools(): HTMLElement {
    const tools = el("div", "request-tools");
    tools.append(this.secret(), this.wrap(), this.copy());
    return tools;
  }

  private variants(): HTMLElement {
    const { select, foot } = this;
    select.className = "request-variant";
    select.setAttribute("aria-label", phrase("Fields and body of the sample"));
    select.append(...this.requests.map((v) => new Option(v.label)));
    select.addEventListener("change", () => {
      this.variant = select.selectedIndex;
      void this.show(this.key);
    });
    foot.append(select);
    foot.hidden = this.requests.length < 2;
    return foot;
  }

  private wrap(): HTMLElement {
    const toggle = button("sample-tool", phrase("Wrap"));
    const set = (on: boolean): void => {
      toggle.setAttribute("aria-pressed", String(on));
      this.pre.classList.toggle("is-wrapped", on);
    };
    set(read(() => localStorage, wrapKey) === "1");
    toggle.setAttribute("aria-label", phrase("Wrap long lines"));
    toggle.addEventListener("click", () => {
      const on = toggle.getAttribute("aria-pressed") !== "true";
      set(on);
      keep(() => localStorage, wrapKey, on ? "1" : null);
    });
    return toggle;
  }

  // secret is what a reader decides on credentials in copies by.
  private secret(): HTMLElement {
    const { secrets } = this;
    const set = (on: boolean): void => secrets.setAttribute("aria-pressed", String(on));
    set(read(() => localStorage, secretsKey) !== "masked");
    secrets.setAttribute("aria-label", phrase("Copy with credentials"));
    secrets.hidden = true;
    secrets.addEventListener("click", () => {
      const on = secrets.getAttribute("aria-pressed") !== "true";
      set(on);
      keep(() => localStorage, secretsKey, on ? null : "masked");
    });
    return secrets;
  }

  // copyText is what is copied: a placeholder stands for a credential when the reader wants
  // that.
  private async copyText(): Promise<string> {
    const request = await this.request();
    const real = this.secrets.getAttribute("aria-pressed") === "true";
    const text = await this.text(this.key, real && request ? revealed(request) : request);
    return real ? text : text.replaceAll(mask, placeholder);
  }

  private copy(): HTMLElement {
    const copy = button("sample-tool", phrase("Copy"));
    copy.setAttribute("aria-label", phrase("Copy the sample"));
    copy.addEventListener("click", () => void this.copied(copy));
    return copy;
  }

  private async copied(copy: HTMLElement): Promise<void> {
    let word = phrase("Copied");
    try {
      await navigator.clipboard.writeText(await this.copyText());
    } catch {
      word = phrase("Not copied");
    }
    copy.textContent = word;
    announce(word);
    window.setTimeout(() => {
      copy.textContent = phrase("Copy");
    }, 1600);
  }
}
