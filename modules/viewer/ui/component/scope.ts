// A scope is what the scripts of a reference take for the page when the reference
// is part of another one: its document is the shadow root of an element, its
// address that of the reference. What they begin ends with the scope.
import { absolute } from "./absolute";
import type { Route } from "./route";

// Scope has the names that webbuild puts a scope in place of.
export class Scope {
  readonly document: Document;
  readonly window: Window;
  readonly location: Location;
  readonly history: History;
  readonly localStorage: Storage;
  readonly MutationObserver: typeof MutationObserver;
  readonly IntersectionObserver: typeof IntersectionObserver;
  readonly ResizeObserver: typeof ResizeObserver;
  readonly addEventListener: typeof window.addEventListener;

  private readonly end = new AbortController();
  private readonly timers = new Set<number>();
  private readonly frames = new Set<number>();

  constructor(
    private readonly host: HTMLElement,
    private readonly shadow: ShadowRoot,
    private readonly page: Page,
    private readonly route: Route,
    private readonly alone: () => boolean,
    readonly edited: Edited,
  ) {
    this.location = facade(location, this.locationMembers());
    this.history = facade(history, this.historyMembers());
    this.localStorage = this.ownStorage();
    this.document = facade(document, this.documentMembers());
    this.MutationObserver = this.ending(MutationObserver);
    this.IntersectionObserver = this.ending(IntersectionObserver);
    this.ResizeObserver = this.ending(ResizeObserver);
    this.addEventListener = (type: string, listener: Listener, options?: Options): void => this.listenToWindow(type, listener, options);
    this.window = facade(window, this.windowMembers());
  }

  // close ends every listener, timer and observer, and what an open dialog is doing.
  close(): void {
    this.shadow.querySelectorAll<HTMLDialogElement>("dialog[open]").forEach((dialog) => dialog.close());
    this.end.abort();
    this.timers.forEach((timer) => clearTimeout(timer));
    this.frames.forEach((frame) => cancelAnimationFrame(frame));
  }

  // share is an address under which others find the page that is shown.
  share(): string {
    return this.route.shared;
  }

  get signal(): AbortSignal {
    return this.end.signal;
  }

  readonly setTimeout = (f: () => void, after?: number): number => {
    const timer = window.setTimeout(() => {
      this.timers.delete(timer);
      f();
    }, after);
    this.timers.add(timer);
    return timer;
  };

  readonly setInterval = (f: () => void, every?: number): number => {
    const timer = window.setInterval(f, every);
    this.timers.add(timer);
    return timer;
  };

  readonly clearTimeout = (timer?: number): void => {
    window.clearTimeout(timer);
    this.timers.delete(timer ?? 0);
  };

  readonly clearInterval = this.clearTimeout;

  readonly requestAnimationFrame = (f: FrameRequestCallback): number => {
    const frame = window.requestAnimationFrame((time) => {
      this.frames.delete(frame);
      f(time);
    });
    this.frames.add(frame);
    return frame;
  };

  readonly matchMedia = (query: string): MediaQueryList => {
    const list = window.matchMedia(query);
    const add = (type: string, listener: Listener, options?: Options): void => list.addEventListener(type, listener, this.ended(options));
    return facade(list, { addEventListener: add });
  };

  // The place where the element begins counts as the top of the page. An element
  // whose beginning can be seen is not scrolled to.
  readonly scrollTo = (options: ScrollToOptions): void => {
    const top = this.host.getBoundingClientRect().top;
    if (options.top === 0 && top >= 0 && top < innerHeight) {
      return;
    }
    window.scrollTo({ ...options, top: window.scrollY + top + (options.top ?? 0) });
  };

  private documentMembers(): Members {
    const { shadow, page } = this;
    return {
      body: { get: () => page.body },
      head: { get: () => page.head },
      documentElement: { get: () => page.root },
      baseURI: { get: () => this.route.href },
      URL: { get: () => this.route.href },
      location: { get: () => this.location },
      defaultView: { get: () => this.window },
      activeElement: { get: () => shadow.activeElement },
      title: { get: () => page.title(), set: (text) => page.setTitle(String(text)) },
      querySelector: (selector: string) => shadow.querySelector(selector) ?? page.head.querySelector(selector),
      querySelectorAll: (selector: string) => shadow.querySelectorAll(selector),
      getElementsByTagName: (name: string) => page.root.getElementsByTagName(name),
      getElementById: (id: string) => shadow.getElementById(id),
      elementFromPoint: (x: number, y: number) => shadow.elementFromPoint(x, y),
      adoptNode: (node: Node) => document.adoptNode(absolute(node)),
      importNode: (node: Node, deep?: boolean) => document.adoptNode(absolute(node.cloneNode(deep))),
      addEventListener: (type: string, listener: Listener, options?: Options) => this.listen(type, listener, options),
      removeEventListener: (type: string, listener: Listener, options?: Options) => shadow.removeEventListener(type, listener, options),
      dispatchEvent: (event: Event) => shadow.dispatchEvent(event),
    };
  }

  private windowMembers(): Members {
    const { location: place, history: past, document: page } = this;
    return {
      ...this.timing(),
      location: { get: () => place },
      history: { get: () => past },
      document: { get: () => page },
      localStorage: { get: () => this.localStorage },
      scrollY: { get: () => Math.max(0, -this.host.getBoundingClientRect().top) },
      scrollTo: this.scrollTo,
      addEventListener: this.addEventListener,
      matchMedia: this.matchMedia,
    };
  }

  private timing(): Members {
    const { setTimeout, setInterval, clearTimeout, clearInterval, requestAnimationFrame } = this;
    return { setTimeout, setInterval, clearTimeout, clearInterval, requestAnimationFrame };
  }

  private locationMembers(): Members {
    const part = (name: "pathname" | "search" | "hash" | "origin" | "host"): Member => ({ get: () => new URL(this.route.href)[name] });
    return {
      href: { get: () => this.route.href, set: (href) => this.route.open(String(href)) },
      pathname: part("pathname"),
      search: part("search"),
      hash: part("hash"),
      origin: part("origin"),
      host: part("host"),
      assign: (href: string) => this.route.open(href),
      replace: (href: string) => this.route.open(href),
      reload: () => this.route.open(this.route.href),
    };
  }

  private historyMembers(): Members {
    return {
      state: { get: () => this.route.state },
      scrollRestoration: { get: () => "manual", set: () => undefined }, // that of the page stays
      pushState: (state: unknown, _: string, href?: string) => this.route.push(state, href),
      replaceState: (state: unknown, _: string, href?: string) => this.route.replace(state, href),
    };
  }

  // ownStorage keeps the choice of light or dark apart for each element that says
  // something of its own about it.
  private ownStorage(): Storage {
    const own = (key: string): string => (key === "trefoil-mode" && this.page.place ? key + " " + this.page.place : key);
    return facade(localStorage, {
      getItem: (key: string) => localStorage.getItem(own(key)),
      setItem: (key: string, value: string) => localStorage.setItem(own(key), value),
      removeItem: (key: string) => localStorage.removeItem(own(key)),
    });
  }

  // listen listens to what happens inside. Keys that are pressed elsewhere on the
  // page count when they are no plain letters and there is no other reference.
  private listen(type: string, listener: Listener, options?: Options): void {
    if (type === "visibilitychange") {
      document.addEventListener(type, listener, this.ended(options));
      return;
    }
    this.shadow.addEventListener(type, listener, this.ended(options));
    if (type !== "keydown") {
      return;
    }
    const outside = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && !event.composedPath().includes(this.host) && this.alone()) {
        call(listener, event);
      }
    };
    document.addEventListener("keydown", outside, this.ended(options));
  }

  private listenToWindow(type: string, listener: Listener, options?: Options): void {
    const target: EventTarget = type === "popstate" || type === "hashchange" ? this.route.events : window;
    target.addEventListener(type, listener, this.ended(options));
  }

  // ended are options of a listener that ends with the scope.
  private ended(options: Options): AddEventListenerOptions {
    const given = typeof options === "object" ? options : { capture: options === true };
    return { ...given, signal: given.signal ? AbortSignal.any([given.signal, this.end.signal]) : this.end.signal };
  }

  private ending<C extends new (...args: never[]) => { disconnect(): void }>(Observer: C): C {
    const end = this.end.signal;
    return new Proxy(Observer, {
      construct(target, args): object {
        const observer = Reflect.construct(target, args) as { disconnect(): void };
        end.addEventListener("abort", () => observer.disconnect());
        return observer;
      },
    });
  }
}

// Edited is what the editor of a description has to know of the element.
export interface Edited {
  readonly key: string; // of the element among those of the page
  readonly text: string; // the description, "" for that of the server
  readonly configuration: unknown; // how the pages of a text look, undefined for as the server has them
  told(text: string): void;
}

// Page is what a shadow root shows.
export interface Page {
  readonly root: HTMLElement; // in place of <html>
  readonly body: HTMLElement; // in place of <body>
  readonly head: HTMLHeadElement; // of the page that was read first, outside the shadow root
  readonly place: string; // where the choice of light or dark is kept, "" for that of all references
  title(): string;
  setTitle(text: string): void;
}

type Listener = EventListenerOrEventListenerObject;
type Options = AddEventListenerOptions | boolean | undefined;
type Member = { get: () => unknown; set?: (value: unknown) => void };
type Members = Readonly<Record<string, Member | ((...args: never[]) => unknown)>>;

function call(listener: Listener, event: Event): void {
  if (typeof listener === "function") {
    listener(event);
  } else {
    listener.handleEvent(event);
  }
}

// facade is an object with some members of its own; all others are those of the
// original.
function facade<T extends object>(original: T, members: Members): T {
  const own = (name: string | symbol): Members[string] | undefined => (typeof name === "string" && Object.hasOwn(members, name) ? members[name] : undefined);
  return new Proxy(Object.create(null) as T, {
    get(_, name): unknown {
      const member = own(name);
      if (typeof member === "function") {
        return member;
      }
      if (member) {
        return member.get();
      }
      const value: unknown = Reflect.get(original, name, original);
      return typeof value === "function" && !/^[A-Z]/.test(String(name)) ? value.bind(original) : value;
    },
    set(_, name, value): boolean {
      const member = own(name);
      return typeof member === "object" && member.set ? (member.set(value), true) : false;
    },
    has: (_, name) => Reflect.has(original, name),
  });
}
