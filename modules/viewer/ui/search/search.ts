import { root } from "../base/root";

// One result, as search answers it in JSON.
interface Result {
  kind: string;
  title: string;
  method?: string;
  path?: string;
  excerpt?: string;
  url: string;
}

// mount makes the search dialog work: the hot key and the field of the sidebar
// open it, results come from the server while the reader types, arrows and Enter
// choose one.
export function mount(el: HTMLElement): void {
  if (el instanceof HTMLDialogElement) {
    new Search(el).listen();
  }
}

class Search {
  private readonly input: HTMLInputElement;
  private readonly list: HTMLElement;
  private readonly count: HTMLElement;
  private readonly root: string;
  private pending: AbortController | null = null;
  private timer = 0;
  private chosen = -1;

  constructor(private readonly dialog: HTMLDialogElement) {
    this.input = find(dialog, "[data-search-input]", HTMLInputElement);
    this.list = find(dialog, "[data-search-list]", HTMLElement);
    this.count = find(dialog, "[data-search-count]", HTMLElement);
    this.root = root;
  }

  listen(): void {
    const key = document.body.dataset["hotKey"] ?? "";
    if (key) {
      this.hotKey(key);
    }
    for (const link of document.querySelectorAll("a[data-search-open]")) {
      link.addEventListener("click", (event) => {
        event.preventDefault();
        this.open();
      });
    }
    for (const field of document.querySelectorAll<HTMLInputElement>("input[data-search-open]")) {
      field.addEventListener("pointerdown", (event) => {
        event.preventDefault();
        this.open();
      });
      field.addEventListener("input", () => {
        this.input.value = field.value;
        field.value = "";
        this.open();
        this.later();
      });
    }
    this.input.addEventListener("input", () => this.later());
    this.input.addEventListener("keydown", (event) => this.key(event));
    this.input.form?.addEventListener("submit", (event) => this.go(event));
    this.dialog.addEventListener("click", (event) => {
      if (event.target === this.dialog) {
        this.dialog.close();
      }
    });
  }

  private hotKey(key: string): void {
    const mac = navigator.platform.startsWith("Mac");
    for (const label of document.querySelectorAll<HTMLElement>("[data-hot-key-label]")) {
      label.textContent = (mac ? "⌘ " : "Ctrl ") + key.toUpperCase();
      label.hidden = false;
    }
    document.addEventListener("keydown", (event) => {
      const pressed = mac ? event.metaKey : event.ctrlKey;
      if (!pressed || event.altKey || event.shiftKey || event.key.toLowerCase() !== key) {
        return;
      }
      event.preventDefault();
      if (this.dialog.open) {
        this.dialog.close();
      } else {
        this.open();
      }
    });
  }

  private open(): void {
    if (!this.dialog.open) {
      this.dialog.showModal();
    }
    this.input.focus();
    this.input.select();
  }

  // later waits for the reader to pause.
  private later(): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.ask(), 90);
  }

  private async ask(): Promise<void> {
    this.pending?.abort();
    const query = this.input.value.trim();
    if (!query) {
      this.show([], "");
      return;
    }
    const pending = new AbortController();
    this.pending = pending;
    try {
      const answer = await fetch(this.root + "search?q=" + encodeURIComponent(query), {
        headers: { Accept: "application/json" },
        signal: pending.signal,
      });
      if (!answer.ok) {
        throw new Error(String(answer.status));
      }
      const results = toResults(await answer.json());
      this.show(results, results.length === 1 ? "1 result" : results.length + " results");
    } catch {
      if (!pending.signal.aborted) {
        this.show([], "The search did not answer. Press Enter to try the search page.");
      }
    }
  }

  private show(results: Result[], text: string): void {
    this.list.replaceChildren(...results.map((r, i) => this.option(r, i)));
    this.count.textContent = text;
    this.input.setAttribute("aria-expanded", String(results.length > 0));
    this.choose(results.length > 0 ? 0 : -1);
  }

  private option(r: Result, i: number): HTMLElement {
    const item = document.createElement("li");
    item.setAttribute("role", "presentation");
    const link = document.createElement("a");
    link.id = "search-option-" + i;
    link.className = "result";
    link.setAttribute("role", "option");
    link.tabIndex = -1;
    link.href = this.root + r.url;
    link.append(span("result-title", r.title), this.place(r));
    item.append(link);
    return item;
  }

  private place(r: Result): HTMLElement {
    const place = span("result-place", r.method ? "" : r.kind);
    if (r.method) {
      place.append(span("method method-" + r.method.toLowerCase().replace(/[^a-z]/g, ""), r.method), span("result-path", r.path ?? ""));
    }
    return place;
  }

  private key(event: KeyboardEvent): void {
    if (event.key === "Escape") {
      event.preventDefault(); // a search field would only be emptied
      this.dialog.close();
      return;
    }
    const last = this.list.children.length - 1;
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: this.chosen >= last ? 0 : this.chosen + 1,
      ArrowUp: this.chosen <= 0 ? last : this.chosen - 1,
    };
    const target = moves[event.key];
    if (target !== undefined && last >= 0) {
      event.preventDefault();
      this.choose(target);
    }
  }

  // go follows the chosen result; without one the form asks the search page.
  private go(event: Event): void {
    const link = this.list.children[this.chosen]?.querySelector("a");
    if (link) {
      event.preventDefault();
      link.click();
      this.dialog.close();
    }
  }

  private choose(index: number): void {
    this.chosen = index;
    const options = [...this.list.querySelectorAll("a")];
    options.forEach((option, i) => option.setAttribute("aria-selected", String(i === index)));
    const option = options[index];
    if (option) {
      this.input.setAttribute("aria-activedescendant", option.id);
      option.scrollIntoView({ block: "nearest" });
    } else {
      this.input.removeAttribute("aria-activedescendant");
    }
  }
}

function find<T extends Element>(root: Element, selector: string, type: new () => T): T {
  const el = root.querySelector(selector);
  if (!(el instanceof type)) {
    throw new Error("search: nothing at " + selector);
  }
  return el;
}

function span(className: string, text: string): HTMLElement {
  const el = document.createElement("span");
  el.className = className;
  el.textContent = text;
  return el;
}

function isResult(value: unknown): value is Result {
  return typeof value === "object" && value !== null && "title" in value && "url" in value && typeof value.title === "string" && typeof value.url === "string";
}

function toResults(value: unknown): Result[] {
  if (typeof value !== "object" || value === null || !("results" in value) || !Array.isArray(value.results)) {
    return [];
  }
  return value.results.filter(isResult);
}
