// The tools that are wanted now and then, behind one button: a menu.
import { button, id, node } from "../base/dom";

export type Tool = readonly [title: string, act: () => void];

export class Menu {
  readonly element: HTMLDetailsElement;
  private readonly opener: HTMLElement;
  private readonly items: readonly HTMLButtonElement[];

  constructor(label: string, tools: readonly Tool[]) {
    const at = id();
    this.opener = node("summary", { class: "button", "aria-haspopup": "menu", "aria-controls": at }, label);
    this.items = tools.map(([title, act]) => button(title, () => this.take(act), { class: "try-menu-item", role: "menuitem", tabindex: "-1" }));
    this.element = node("details", { class: "try-menu" }, this.opener, node("div", { class: "try-menu-items", role: "menu", id: at, "aria-label": label }, ...this.items));
    this.opener.addEventListener("click", (event) => {
      event.preventDefault();
      this.element.open ? this.close() : this.open(0);
    });
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.element.addEventListener("focusout", (event) => {
      if (!(event.relatedTarget instanceof Node && this.element.contains(event.relatedTarget))) {
        this.element.open = false;
      }
    });
  }

  private open(at: number): void {
    this.element.open = true;
    this.items.at(at % this.items.length)?.focus();
  }

  // close gives the focus back.
  private close(): void {
    this.element.open = false;
    this.opener.focus();
  }

  // take does what an item is for, which may move the focus on.
  private take(act: () => void): void {
    this.close();
    act();
  }

  private key(event: KeyboardEvent): void {
    const at = this.items.findIndex((item) => item.matches(":focus"));
    const acts: Readonly<Record<string, () => void>> = {
      ArrowDown: () => this.open(at + 1),
      ArrowUp: () => this.open(at < 0 ? -1 : at - 1),
      Home: () => this.open(0),
      End: () => this.open(-1),
      Escape: () => this.close(),
    };
    const act = Object.hasOwn(acts, event.key) && (this.element.open || event.key.startsWith("Arrow")) ? acts[event.key] : undefined;
    if (act) {
      event.preventDefault(); // Escape closes no more than the menu
      event.stopPropagation();
      act();
    }
  }
}
