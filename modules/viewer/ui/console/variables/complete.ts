// The names of variables, offered while one is typed.
import { id, node } from "../../base/dom";
import { phrase } from "../../base/words";

type Control = HTMLInputElement | HTMLTextAreaElement;

const most = 8; // names at a time: a list that scrolls would be out of reach of keys

const begun = /\{\{\s*(\$?[\p{L}\p{N}_.-]*)$/u;

// Completion is a list below the control that is typed into. The control keeps the
// focus.
export class Completion {
  private readonly list = node("ul", { class: "try-complete", role: "listbox", id: id(), "aria-label": phrase("Variables") });
  private control: Control | null = null;
  private active = 0;

  constructor(
    place: HTMLElement,
    private readonly names: () => readonly string[],
    private readonly say: (words: string) => void,
  ) {
    place.addEventListener("input", (event) => this.typed(event.target));
    place.addEventListener("keydown", (event) => this.key(event), true);
    place.addEventListener("focusout", () => this.close());
    this.list.addEventListener("pointerdown", (event) => {
      event.preventDefault(); // the control keeps the focus
      const option = event.target instanceof Element ? event.target.closest("li") : null;
      if (option) {
        this.take(option.textContent ?? "");
      }
    });
  }

  private typed(target: EventTarget | null): void {
    const before = usable(target) ? begun.exec(target.value.slice(0, target.selectionStart ?? 0)) : null;
    const start = before?.[1]?.toLowerCase() ?? "";
    const fits = before ? this.names().filter((name) => name.toLowerCase().startsWith(start)) : [];
    if (!usable(target) || fits.length === 0) {
      this.close();
      return;
    }
    this.open(target);
    this.list.replaceChildren(...fits.slice(0, most).map((name, at) => node("li", { role: "option", id: this.list.id + "-" + at }, name)));
    this.activate(0);
    this.say(fits.length === 1 ? phrase("One variable: {1}. Enter takes it.", fits[0] ?? "") : fits.length > most ? phrase("{1} variables, the first {2} are shown. Arrows choose, Enter takes one.", fits.length, most) : phrase("{1} variables. Arrows choose, Enter takes one.", fits.length));
  }

  private open(control: Control): void {
    if (this.control !== control) {
      this.close();
      this.control = control;
      control.setAttribute("aria-autocomplete", "list");
      control.setAttribute("aria-controls", this.list.id);
      control.after(this.list);
    }
  }

  private close(): void {
    this.list.remove();
    for (const name of ["aria-autocomplete", "aria-controls", "aria-activedescendant"]) {
      this.control?.removeAttribute(name);
    }
    this.control = null;
  }

  private activate(at: number): void {
    const all = [...this.list.children];
    this.active = (at + all.length) % all.length;
    all.forEach((option, i) => option.setAttribute("aria-selected", String(i === this.active)));
    const option = all[this.active];
    this.control?.setAttribute("aria-activedescendant", option?.id ?? "");
  }

  private key(event: KeyboardEvent): void {
    if (!this.control || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) {
      return;
    }
    const take = (): void => this.take(this.list.children[this.active]?.textContent ?? "");
    const acts: Readonly<Record<string, () => void>> = {
      ArrowDown: () => this.activate(this.active + 1),
      ArrowUp: () => this.activate(this.active - 1),
      Enter: take,
      Tab: take,
      Escape: () => this.close(),
    };
    const act = Object.hasOwn(acts, event.key) && !event.shiftKey ? acts[event.key] : undefined;
    if (act) {
      event.preventDefault();
      event.stopPropagation();
      act();
    }
  }

  // take puts a name in, with the braces that it still needs.
  private take(name: string): void {
    const { control } = this;
    if (!control) {
      return;
    }
    const at = control.selectionStart ?? 0;
    const before = control.value.slice(0, at).replace(begun, () => "{{" + name);
    const after = control.value.slice(at).replace(/^\s*\}\}/, "");
    control.value = before + "}}" + after;
    control.setSelectionRange(before.length + 2, before.length + 2);
    this.close();
    control.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

function usable(target: EventTarget | null): target is Control {
  const control = target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === "text");
  return control && target.closest(".console-request :is(.try-field, .try-body-place)") !== null;
}
