import { decoded, unfold } from "../base/fragment";
import { configurationOf, textOf, type Configuration } from "./configuration";
import { fetchPage } from "./fetch";
import { part, showMode } from "./part";
import { Route } from "./route";
import { Scope, type Edited, type Page } from "./scope";
import { custom } from "./sheet";
import { find, mounted, type First, type Source } from "./source";
import type { Start } from "./start";
import { Gone, Trouble } from "./trouble";

// server is the root of the viewer that serves the script.
let server = document.baseURI;

export function serveFrom(root: string): void {
  server = root;
}

// ApiReference is the element <api-reference>: a reference in a shadow root.
export class ApiReference extends HTMLElement {
  static readonly observedAttributes = ["configuration", "src", "routing"];

  private readonly shadow = this.attachShadow({ mode: "open" });
  private given: Configuration | undefined;
  private source: Source | undefined;
  private first: First | undefined;
  private route: Route | undefined;
  private scope: Scope | undefined;
  private turn: AbortController | undefined;
  private planned = false;
  private styled: Promise<void> = Promise.resolve();
  private text: string | undefined; // the description before
  private typed: string | undefined; // what the reader has made of it
  private rest = ""; // of the configuration that is shown

  // configuration is one object. Setting it shows what it says.
  get configuration(): Configuration {
    return this.given ?? configurationOf(this.getAttribute("configuration") ?? "{}");
  }

  set configuration(value: Configuration | string) {
    this.given = configurationOf(value);
    this.plan();
  }

  connectedCallback(): void {
    if (Object.hasOwn(this, "configuration")) {
      const early = this.configuration; // set before the script was there
      Reflect.deleteProperty(this, "configuration");
      this.configuration = early;
    }
    this.plan();
  }

  disconnectedCallback(): void {
    queueMicrotask(() => {
      if (!this.isConnected) {
        this.turn?.abort();
        this.scope?.close();
        this.scope = undefined;
        this.shadow.replaceChildren();
        unpaint();
      }
    });
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before !== after) {
      if (name === "configuration") {
        this.given = undefined;
      }
      this.plan();
    }
  }

  // plan shows the reference once, however much changes at the same time.
  private plan(): void {
    if (!this.planned && this.isConnected) {
      this.planned = true;
      queueMicrotask(() => {
        this.planned = false;
        void this.show();
      });
    }
  }

  // show shows what the configuration says. Of two calls the later one counts.
  private async show(): Promise<void> {
    if (!this.isConnected) {
      return;
    }
    if (this.echo()) {
      return;
    }
    this.turn?.abort();
    const turn = (this.turn = new AbortController());
    this.wait();
    try {
      const configuration = this.configured();
      this.rest = rest(configuration);
      const src = this.getAttribute("src");
      const source = src ? await mounted(src, configuration, turn.signal) : await find(configuration, server, this.first, turn.signal);
      const stays = source.root === this.source?.root || (source.text && this.source?.text);
      const first = (stays && this.route?.path) || source.page.URL.slice(source.root.length);
      this.source = source;
      this.first = source.first ?? this.first;
      this.route = new Route(source.root, this.getAttribute("routing") === "hash", source.text === "", first, (href) => void this.open(href));
      await this.render(configuration, turn.signal);
      this.updated(configuration, source.text);
    } catch (error) {
      this.fail(error, turn.signal);
    }
  }

  // echo reports whether the page around only gives back what the editor of the
  // element has told it.
  private echo(): boolean {
    try {
      const c = this.configured();
      return this.typed !== undefined && this.scope !== undefined && textOf(c) === this.typed && rest(c) === this.rest;
    } catch {
      return false; // which is shown
    }
  }

  private configured(): Configuration {
    try {
      return this.configuration;
    } catch (error) {
      throw new Trouble("The configuration cannot be read: " + (error instanceof Error ? error.message : ""));
    }
  }

  // open shows another page of the reference from the beginning.
  private async open(href: string): Promise<void> {
    const turn = this.turn ?? new AbortController();
    try {
      await this.render(this.configured(), turn.signal, href);
    } catch (error) {
      this.fail(error, turn.signal);
    }
  }

  // render reads a page and puts it in the place of the one before.
  private async render(c: Configuration, signal: AbortSignal, href = this.route?.href ?? server): Promise<void> {
    const { source, route } = this;
    if (!source || !route) {
      return;
    }
    const page = await this.page(c, signal, href);
    const { start }: Start = await import(new URL("assets/scoped-reference.js", server).href);
    await this.sheets(page, c, signal);
    signal.throwIfAborted();
    if (route.href !== href) {
      route.push(null, href);
    }
    this.begin(part(page, source.root, c, this.place()), route, start);
  }

  // page is the page at an address. What the server has forgotten is sent again, and
  // where a new description has no such page its overview comes.
  private async page(c: Configuration, signal: AbortSignal, href: string): Promise<Document> {
    const first = this.source?.page;
    const unused = first && first.body.childElementCount > 0 ? first : undefined;
    if (unused?.URL === plain(href)) {
      return unused;
    }
    try {
      return await fetchPage(href, signal);
    } catch (error) {
      if (!(error instanceof Gone)) {
        throw error;
      }
      if (error.page) {
        return unused ?? error.page;
      }
    }
    this.source = await find(c, server, this.first, signal);
    return plain(href) === this.source.page.URL ? this.source.page : fetchPage(href, signal);
  }

  private begin(page: Page, route: Route, start: Start["start"]): void {
    this.scope?.close();
    const scope = new Scope(this, this.shadow, page, route, () => document.querySelectorAll("api-reference").length === 1, this.edited());
    this.scope = scope;
    showMode(page, scope.localStorage);
    this.put(page.root);
    route.listen(scope.signal);
    start(scope);
    this.links(scope.signal, page);
    this.dispatchEvent(new CustomEvent("api-reference:ready", { detail: { title: page.title() } }));
  }

  private edited(): Edited {
    const text = this.source?.text ?? "";
    const { spec, url, content, customCss, metaData, onSpecUpdate, ...configuration } = this.configured();
    return {
      key: this.place(),
      text,
      configuration: text ? { ...configuration, isEditable: false } : undefined,
      told: (changed) => {
        this.typed = changed;
        this.dispatchEvent(new CustomEvent("trefoil:spec-update", { bubbles: true, composed: true, detail: { text: changed } }));
        this.configured().onSpecUpdate?.(changed);
      },
    };
  }

  // wait says that something is coming, when nothing is there.
  private wait(): void {
    if (!this.shadow.firstChild) {
      this.put(said("waiting", "status", "Loading the reference"));
    }
  }

  // put shows an element behind the sheet of the viewer, which stays.
  private put(el: HTMLElement): void {
    if (!this.shadow.firstChild) {
      const sheet = link();
      this.styled = new Promise((resolve) => ["load", "error"].forEach((type) => sheet.addEventListener(type, () => resolve(), { once: true })));
      this.shadow.append(sheet);
    }
    while (this.shadow.childNodes.length > 1) {
      this.shadow.lastChild?.remove();
    }
    this.shadow.append(el);
  }

  // sheets waits for the sheet of the viewer, so that nothing is shown without it, and for
  // the words of the page, and adopts those of the operator and of the configuration, which come last.
  private async sheets(page: Document, c: Configuration, signal: AbortSignal): Promise<void> {
    const texts: string[] = [];
    const operators = page.head.querySelector<HTMLLinkElement>("link[rel='stylesheet'][href*='custom.css']");
    if (operators) {
      const answer = await fetch(operators.href, { signal });
      texts.push(answer.ok ? await answer.text() : "");
    }
    const words = page.head.querySelector<HTMLScriptElement>("script[src*='/words-']");
    await Promise.all([this.styled, words && import(words.src)]);
    signal.throwIfAborted();
    this.shadow.adoptedStyleSheets = [...texts, c.customCss ?? ""].filter((css) => css !== "").map(custom);
  }

  // links leads to places of the page that is shown, and forms to pages of the
  // reference: the browser would leave the page around the element.
  private links(signal: AbortSignal, page: Page): void {
    this.shadow.addEventListener(
      "click",
      (event) => {
        const target = event.target instanceof Element ? event.target : null;
        if (target?.closest("button.skip")) {
          reveal(this.shadow, "#content");
        }
        const el = target?.closest("a[href]");
        const here = el?.getAttribute("href")?.startsWith("#") === true;
        if (el instanceof HTMLAnchorElement && !event.defaultPrevented && el.hash && (here || plain(el.href) === plain(this.route?.href ?? ""))) {
          event.preventDefault();
          reveal(this.shadow, el.hash);
        }
      },
      { signal },
    );
    this.shadow.addEventListener(
      "submit",
      (event) => {
        const form = event.target;
        if (form instanceof HTMLFormElement && !event.defaultPrevented && form.method === "get" && form.action.startsWith(this.source?.root ?? server)) {
          event.preventDefault();
          const url = new URL(form.action);
          new FormData(form).forEach((value, name) => url.searchParams.set(name, String(value)));
          follow(page.body, url.href);
        }
      },
      { signal },
    );
  }

  // place names where the element keeps what its reader has chosen.
  private place(): string {
    const all = [...document.querySelectorAll("api-reference")];
    return location.pathname + "#" + (this.id || String(all.indexOf(this)));
  }

  private updated(c: Configuration, text: string): void {
    const changed = this.text !== undefined && text !== "" && this.text !== text && this.typed !== text;
    this.text = text || undefined;
    if (changed) {
      c.onSpecUpdate?.(text);
    }
  }

  private fail(error: unknown, signal: AbortSignal): void {
    if (signal.aborted) {
      return;
    }
    const words = error instanceof Trouble ? error.message : "The reference could not be shown.";
    console.warn("api-reference: " + words, error instanceof Trouble ? "" : error);
    this.scope?.close();
    this.scope = undefined;
    this.put(said("trouble", "alert", words));
    this.dispatchEvent(new CustomEvent("api-reference:error", { detail: { message: words } }));
  }
}

// rest is everything of a configuration but the description.
function rest(c: Configuration): string {
  const { spec, url, content, ...others } = c;
  return JSON.stringify([spec?.url ?? url, others]);
}

function link(): HTMLLinkElement {
  const el = document.createElement("link");
  el.rel = "stylesheet";
  el.href = new URL("assets/scoped-reference.css", server).href;
  return el;
}

// said is an element that says something to those who see and to those who listen.
function said(className: string, role: string, words: string): HTMLElement {
  const el = document.createElement("div");
  el.className = className;
  el.role = role;
  el.textContent = words;
  return el;
}

// plain is an address without its fragment.
function plain(href: string): string {
  return href.split("#", 1)[0] ?? href;
}

// unpaint takes away the colours of what is no longer on the page.
function unpaint(): void {
  if (!("highlights" in CSS)) {
    return;
  }
  CSS.highlights.forEach((highlight) => {
    highlight.forEach((range) => {
      if (!range.startContainer.isConnected) {
        highlight.delete(range);
      }
    });
  });
}

// follow goes to a page of the reference as a link does.
function follow(body: HTMLElement, href: string): void {
  const a = document.createElement("a");
  a.href = href;
  a.hidden = true;
  body.append(a);
  a.click();
  a.remove();
}

// reveal opens what an element is in, and brings it into view.
function reveal(shadow: ShadowRoot, hash: string): void {
  const el = shadow.getElementById(decoded(hash.slice(1)));
  if (el) {
    unfold(el);
    el.scrollIntoView();
    el.focus({ preventScroll: true });
  }
}
