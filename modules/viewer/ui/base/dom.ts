// Elements are made one by one: no text becomes markup.
export type Child = Node | string | null;

type Attributes = Readonly<Record<string, string | boolean>>;

// node makes an element. An attribute that is false is left out.
export function node<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: readonly Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

export function button(text: string, press: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const element = node("button", { type: "button", class: "button", ...attributes }, text);
  element.addEventListener("click", press);
  return element;
}

let ids = 0;

// id is one that no other element has.
export function id(): string {
  return "control-" + ++ids;
}

// select is a list to choose from, which tells chosen the place of a choice.
export function select(options: readonly string[], attributes: Attributes, chosen: (index: number) => void): HTMLSelectElement {
  const element = node("select", { class: "try-input", ...attributes }, ...options.map((text) => new Option(text)));
  element.addEventListener("change", () => chosen(element.selectedIndex));
  return element;
}
