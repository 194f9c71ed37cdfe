import { announce } from "../base/announce";
import { outside } from "../base/outside";
import { root } from "../base/root";
import { read } from "../base/store";
import { fromIndex, fromServer, type Answer, type Result, type Source } from "./answer";
import { element, groups, option, section } from "./option";
import { here, Recent } from "./recent";
import { counted, phrase } from "../base/words";

const filters = ["method:post", "tag:", "kind:model", "status:404", "auth:none", "deprecated:yes"]; // to begin with
const pause = 70; // milliseconds after a key before the server is asked

// mount makes the search dialog work: the hot key, "/" and the fields and buttons
// of the page open it, results come while the reader types, arrows and Enter
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
  private readonly notes: HTMLElement;
  private readonly pin: HTMLButtonElement;
  private readonly all: HTMLAnchorElement;
  private readonly root: string;
  private readonly recent: Recent;
  private readonly ask: Source;
  private options: { el: HTMLElement; choose: () => void; page: Result | null }[] = [];
  private pending: AbortController | null = null;
  private timer = 0;
  private chosen = -1;
  private shown = ""; // the query that the results belong to
  private eager = false; // Enter was pressed before they came

  constructor(private readonly dialog: HTMLDialogElement) {
    this.input = find(dialog, "[data-search-input]", HTMLInputElement);
    this.list = find(dialog, "[data-search-list]", HTMLElement);
    this.count = find(dialog, "[data-search-count]", HTMLElement);
    this.notes = find(dialog, "[data-search-notes]", HTMLElement);
    this.pin = find(dialog, "[data-search-pin]", HTMLButtonElement);
    this.all = find(dialog, "[data-search-all]", HTMLAnchorElement);
    this.root = root;
    this.recent = new Recent(this.root);
    const { searchIndex: index, searchScript: script } = dialog.dataset;
    this.ask = index && script ? fromIndex(this.root + script, this.root + index) : fromServer(this.root);
  }

  listen(): void {
    this.openers();
    this.input.addEventListener("input", () => this.later());
    this.dialog.addEventListener("keydown", (event) => this.key(event));
    this.input.form?.addEventListener("submit", (event) => this.go(event));
    this.pin.addEventListener("click", () => this.togglePin());
    this.dialog.querySelector("[data-search-filters]")?.append(...filters.map((f) => this.filterButton(f)));
    this.dialog.querySelector("[data-search-close]")?.addEventListener("click", () => this.dialog.close());
    outside(this.dialog, () => this.dialog.close());
    this.dialog.addEventListener("close", () => this.pending?.abort());
    this.remember();
    const title = document.querySelector("title");
    if (title) {
      new MutationObserver(() => this.remember()).observe(title, { childList: true, characterData: true, subtree: true });
    }
  }

  // remember keeps the page that is shown for the next time.
  private remember(): void {
    const page = here(this.root);
    if (page) {
      this.recent.visited(page);
    }
  }

  private openers(): void {
    const key = (document.body.dataset["hotKey"] ?? "").toLowerCase();
    const mac = /^mac/i.test(navigator.platform);
    for (const label of document.querySelectorAll<HTMLElement>("[data-hot-key-label]")) {
      label.textContent = (mac ? "⌘ " : "Ctrl ") + key.toUpperCase();
      label.hidden = key === "";
    }
    document.addEventListener("keydown", (event) => {
      const pressed = mac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
      if (key && pressed && !event.altKey && !event.shiftKey && event.key.toLowerCase() === key) {
        event.preventDefault();
        this.toggle();
      } else if (event.key === "/" && isFree(event)) {
        event.preventDefault();
        this.open();
      }
    });
    for (const field of document.querySelectorAll<HTMLElement>("[data-search-open]")) {
      this.opener(field);
    }
  }

  // opener makes a field or a link open the dialog. What is typed in the field
  // goes on in the dialog.
  private opener(field: HTMLElement): void {
    if (!(field instanceof HTMLInputElement)) {
      field.addEventListener("click", (event) => {
        event.preventDefault();
        this.open();
      });
      return;
    }
    field.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      this.open();
    });
    field.addEventListener("input", () => {
      this.input.value = field.value;
      field.value = "";
      this.open();
      this.input.setSelectionRange(this.input.value.length, this.input.value.length);
    });
  }

  private toggle(): void {
    if (this.dialog.open) {
      this.dialog.close();
    } else if (!document.querySelector("dialog[open]")) {
      this.open();
    }
  }

  private open(): void {
    if (!this.dialog.open) {
      this.remember();
      this.dialog.showModal();
    }
    this.input.focus();
    this.input.select();
    this.later();
  }

  // later waits for the reader to pause.
  private later(): void {
    window.clearTimeout(this.timer);
    this.eager = false;
    this.timer = window.setTimeout(() => void this.update(), this.query() ? pause : 0);
  }

  private query(): string {
    return this.input.value.trim();
  }

  // update shows the results for what the field holds. An answer that comes after
  // the reader has typed on is dropped.
  private async update(): Promise<void> {
    this.pending?.abort();
    const query = this.query();
    if (!query) {
      this.showRecent();
      return;
    }
    const pending = new AbortController();
    this.pending = pending;
    this.list.ariaBusy = "true";
    try {
      const answer = await this.ask(query, pending.signal);
      if (!pending.signal.aborted && query === this.query()) {
        this.show(query, answer);
      }
    } catch {
      if (!pending.signal.aborted) {
        this.fill("", [], phrase("The search did not answer. Press Enter to try the search page."), []);
      }
    }
  }

  private show(query: string, answer: Answer): void {
    const sections = groups(answer.results).map((g, i) => ({ title: g.title, id: "search-group-" + i, results: g.results }));
    const text = answer.results.length === 0 ? phrase("Nothing has every one of these words.") : counted(answer.total, "result", "results");
    this.fill(
      query,
      sections.map((s) => this.group(s.title, s.id, s.results.map((r) => this.result(r)))),
      text,
      answer.notes,
    );
    this.all.hidden = answer.total <= answer.results.length;
    this.all.href = (this.input.form?.action ?? this.root + "search") + "?q=" + encodeURIComponent(query);
    if (this.eager) {
      this.go(new Event("submit"));
    }
  }

  // showRecent shows what the reader pinned, read and searched for.
  private showRecent(): void {
    const pins = this.recent.pins();
    const pages = this.recent.pages().filter((p) => !pins.some((pin) => pin.url === p.url));
    const queries = this.recent.queries().map((q) => this.searched(q));
    const sections = [
      this.group(phrase("Pinned"), "search-pins", pins.map((r) => this.result(r))),
      this.group(phrase("Recently read"), "search-recent", pages.map((r) => this.result(r))),
      this.group(phrase("Recent searches"), "search-queries", queries),
    ];
    this.fill("", sections.filter((s) => s.options.length > 0), "", []);
    this.all.hidden = true;
  }

  private group(title: string, id: string, options: Search["options"]): { el: HTMLElement; options: Search["options"] } {
    return { el: section(title, id, options.map((o) => o.el)), options };
  }

  private result(r: Result): Search["options"][number] {
    const el = option(r, this.root, this.recent.pinned(r));
    el.addEventListener("click", () => {
      if (this.query()) {
        this.recent.asked(this.query().slice(0, 200));
      }
      this.dialog.close();
    });
    return { el, page: /^(operations|webhooks|models|tags)\//.test(r.url) ? r : null, choose: () => el.click() };
  }

  private searched(query: string): Search["options"][number] {
    const el = element("div", "result search-again", query);
    el.role = "option";
    const choose = (): void => {
      this.input.value = query;
      this.input.focus();
      void this.update();
    };
    el.addEventListener("click", choose);
    return { el, page: null, choose };
  }

  // fill replaces the list.
  private fill(query: string, sections: { el: HTMLElement; options: Search["options"] }[], text: string, notes: string[]): void {
    this.shown = query;
    this.options = sections.flatMap((s) => s.options);
    this.options.forEach((o, i) => {
      o.el.id = "search-option-" + i;
      o.el.addEventListener("pointermove", () => this.choose(i, false));
    });
    this.list.replaceChildren(...sections.map((s) => s.el));
    this.list.scrollTop = 0;
    this.list.ariaBusy = null;
    this.count.textContent = text;
    this.notes.replaceChildren(...notes.map((n) => element("p", "", n)));
    this.input.ariaExpanded = String(this.options.length > 0);
    this.choose(query && this.options.length > 0 ? 0 : -1, true);
  }

  private key(event: KeyboardEvent): void {
    if (event.isComposing) {
      return; // the key is for what is composed
    }
    if (event.key === "Escape") {
      event.preventDefault(); // a search field would only be emptied
      this.dialog.close();
      return;
    }
    if (event.altKey && event.code === "KeyP") {
      event.preventDefault();
      this.togglePin();
      return;
    }
    const last = this.options.length - 1;
    const edge = event.ctrlKey || event.metaKey;
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: this.chosen >= last ? 0 : this.chosen + 1,
      ArrowUp: this.chosen <= 0 ? last : this.chosen - 1,
      PageDown: Math.min(this.chosen + 5, last),
      PageUp: Math.max(this.chosen - 5, 0),
      ...(edge ? { Home: 0, End: last } : {}),
    };
    const target = moves[event.key];
    if (target !== undefined && last >= 0 && event.target === this.input) {
      event.preventDefault();
      this.choose(target, true);
    }
  }

  // go follows the chosen result. When the results are not there yet it waits for
  // them; without one the form asks the search page.
  private go(event: Event): void {
    if (this.query() !== this.shown && !this.eager) {
      event.preventDefault();
      window.clearTimeout(this.timer);
      this.eager = true;
      void this.update();
      return;
    }
    this.eager = false;
    const option = this.options[this.chosen];
    if (option) {
      event.preventDefault();
      option.choose();
    }
  }

  private togglePin(): void {
    const page = this.options[this.chosen]?.page;
    if (!page) {
      return;
    }
    const pinned = this.recent.togglePin(page);
    announce(pinned ? phrase("{1} is pinned", page.title) : phrase("{1} is no longer pinned", page.title));
    const at = this.chosen;
    void this.update().then(() => this.choose(Math.min(at, this.options.length - 1), true));
    this.input.focus();
  }

  private filterButton(text: string): HTMLElement {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "search-filter";
    button.dataset["searchFilter"] = text;
    button.textContent = text;
    button.addEventListener("click", () => this.addFilter(text));
    return button;
  }

  // addFilter writes a filter into the field.
  private addFilter(text: string): void {
    this.input.value = (this.query() + " " + text).trim() + (text.endsWith(":") ? "" : " ");
    this.input.focus();
    this.later();
  }

  private choose(index: number, scroll: boolean): void {
    if (index === this.chosen && this.options[index]?.el.ariaSelected === "true") {
      return;
    }
    this.chosen = index;
    this.options.forEach((o, i) => (o.el.ariaSelected = String(i === index)));
    const option = this.options[index];
    this.pin.hidden = !option?.page;
    if (!option) {
      this.input.removeAttribute("aria-activedescendant");
      return;
    }
    this.pin.textContent = option.page && this.recent.pinned(option.page) ? phrase("Unpin") : phrase("Pin");
    this.input.setAttribute("aria-activedescendant", option.el.id);
    if (scroll) {
      option.el.scrollIntoView({ block: "nearest" });
    }
  }
}

// isFree reports whether a key is not typed into anything, and single keys are
// not turned off.
function isFree(event: KeyboardEvent): boolean {
  const at = event.composedPath()[0]; // in the shadow root of an editor too
  const typing = at instanceof HTMLElement && (at.isContentEditable || at.matches("input, textarea, select"));
  const modified = event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented;
  return !typing && !modified && !document.querySelector("dialog[open]") && read(() => localStorage, "trefoil-keys") !== "off";
}

function find<T extends Element>(root: Element, selector: string, type: new () => T): T {
  const el = root.querySelector(selector);
  if (!(el instanceof type)) {
    throw new Error(selector);
  }
  return el;
}
