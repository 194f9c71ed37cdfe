import { phrase } from "../base/words";

// The choice of a client: some of them at once, all of them in a list that can be
// searched.
export interface Choice {
  readonly key: string; // "go/native", or "author/0" for a sample of the author
  readonly group: string; // the language
  readonly title: string;
  readonly featured: boolean;
  readonly authored: boolean; // written by the author of the description
}

export interface Picker {
  readonly element: HTMLElement;
  show(key: string): void; // marks what is chosen
}

let lists = 0;

// picker makes a picker that tells pick what a reader has chosen.
export function picker(choices: readonly Choice[], pick: (key: string) => void): Picker {
  const element = el("div", "client-picker");
  const tiles = el("div", "client-tiles");
  tiles.setAttribute("role", "group");
  tiles.setAttribute("aria-label", phrase("Client"));
  const buttons = new Map<string, HTMLElement>();
  for (const choice of choices.filter((c) => c.featured)) {
    const tile = button("client-tile", tileTitle(choice, choices));
    if (choice.authored) {
      tile.classList.add("is-authored");
      tile.setAttribute("aria-label", phrase("{1}, sample of the author", choice.title));
    }
    tile.addEventListener("click", () => pick(choice.key));
    buttons.set(choice.key, tile);
    tiles.append(tile);
  }
  const more = button("client-tile client-more", phrase("More"));
  const list = new List(choices, (key) => {
    close();
    more.focus();
    pick(key);
  });
  const close = (): void => {
    list.element.hidden = true;
    more.setAttribute("aria-expanded", "false");
  };
  close();
  list.element.id = "clients-" + ++lists;
  more.setAttribute("aria-controls", list.element.id);
  more.addEventListener("click", () => {
    const open = list.element.hidden;
    close();
    if (open) {
      list.element.hidden = false;
      more.setAttribute("aria-expanded", "true");
      list.open();
    }
  });
  element.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !list.element.hidden) {
      event.preventDefault(); // it closes no more than the list
      event.stopPropagation();
      close();
      more.focus();
    }
  });
  if (choices.some((c) => !c.featured)) {
    tiles.append(more);
  }
  element.append(tiles, list.element);
  const show = (key: string): void => {
    buttons.forEach((tile, its) => tile.setAttribute("aria-pressed", String(its === key)));
    const chosen = choices.find((c) => c.key === key);
    more.textContent = chosen && !chosen.featured ? chosen.group + " " + chosen.title : phrase("More");
    more.classList.toggle("is-chosen", chosen?.featured === false);
    list.mark(key);
  };
  return { element, show };
}

// tileTitle is the language, and the client where the language has a tile before.
function tileTitle(choice: Choice, all: readonly Choice[]): string {
  const first = all.find((c) => c.featured && c.group === choice.group);
  return first !== choice || !choice.group ? choice.title : choice.group;
}

// List is a listbox with a field that filters it. The field keeps the focus.
class List {
  readonly element = el("div", "client-list");
  private readonly input = document.createElement("input");
  private readonly box = el("div", "client-options");
  private readonly options = new Map<HTMLElement, Choice>();
  private active: HTMLElement | undefined;
  private chosen = "";

  constructor(
    private readonly choices: readonly Choice[],
    private readonly pick: (key: string) => void,
  ) {
    const id = "client-options-" + ++lists;
    this.input.type = "text";
    this.input.className = "client-search";
    this.input.placeholder = phrase("Find a language or client");
    this.input.autocomplete = "off";
    for (const [name, value] of Object.entries({ role: "combobox", "aria-label": phrase("Find a client"), "aria-controls": id, "aria-expanded": "true", "aria-autocomplete": "list" })) {
      this.input.setAttribute(name, value);
    }
    this.box.id = id;
    this.box.setAttribute("role", "listbox");
    this.box.setAttribute("aria-label", phrase("Clients"));
    this.input.addEventListener("input", () => this.fill());
    this.input.addEventListener("keydown", (event) => this.key(event));
    this.element.append(this.input, this.box);
  }

  open(): void {
    this.input.value = "";
    this.fill();
    this.input.focus();
  }

  mark(key: string): void {
    this.chosen = key;
  }

  // fill shows what the text of the field finds. No group is empty.
  private fill(): void {
    const wanted = this.input.value.toLowerCase().split(/\s+/);
    const found = this.choices.filter((c) => wanted.every((word) => (c.group + " " + c.title + " " + c.key).toLowerCase().includes(word)));
    this.options.clear();
    this.box.replaceChildren(...[...new Set(found.map((c) => c.group))].map((group) => this.group(group, found.filter((c) => c.group === group))));
    if (found.length === 0) {
      this.box.append(el("p", "client-none", phrase("No client has this name.")));
    }
    const first = [...this.options].find(([, c]) => c.key === this.chosen) ?? [...this.options][0];
    this.activate(first?.[0]);
  }

  private group(name: string, choices: readonly Choice[]): HTMLElement {
    const group = el("div", "client-group");
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", name || phrase("Samples"));
    group.append(el("span", "client-group-title", name || phrase("Samples")));
    for (const choice of choices) {
      const option = el("div", "client-option", choice.title);
      option.id = this.box.id + "-" + this.options.size;
      option.setAttribute("role", "option");
      option.setAttribute("aria-selected", String(choice.key === this.chosen));
      option.addEventListener("click", () => this.pick(choice.key));
      this.options.set(option, choice);
      group.append(option);
    }
    return group;
  }

  private key(event: KeyboardEvent): void {
    const all = [...this.options.keys()];
    const at = this.active ? all.indexOf(this.active) : -1;
    const targets: Readonly<Record<string, number>> = { ArrowDown: (at + 1) % all.length, ArrowUp: (at <= 0 ? all.length : at) - 1 };
    const target = targets[event.key];
    const choice = this.active && this.options.get(this.active);
    if (target !== undefined) {
      event.preventDefault();
      this.activate(all[target]);
    } else if (event.key === "Enter" && choice && !event.isComposing) {
      event.preventDefault();
      this.pick(choice.key);
    }
  }

  private activate(option: HTMLElement | undefined): void {
    this.active?.classList.remove("is-active");
    this.active = option;
    if (!option) {
      this.input.removeAttribute("aria-activedescendant");
      return;
    }
    option.classList.add("is-active");
    this.input.setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
  }
}

export function el(name: string, className: string, text = ""): HTMLElement {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text;
  return element;
}

export function button(className: string, text: string): HTMLButtonElement {
  const element = document.createElement("button");
  element.type = "button";
  element.className = className;
  element.textContent = text;
  return element;
}
