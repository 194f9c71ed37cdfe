// The response and, beside it, what has been sent before: two tabs. What the second
// one shows is loaded with the first look at it.
import { button, id, node } from "../../base/dom";
import { load } from "../../base/script";
import type { Part } from "../../serialize/part";
import type { Assets } from "../result";
import type { Run, Session } from "../session";
import { phrase } from "../../base/words";

// Host is the console that a history is part of.
export interface Host {
  readonly session: Session;
  readonly operation: Part["operation"];
  readonly root: string;
  readonly assets: Assets;
  announce(words: string): void;
  // use puts back what was typed for a run, into the console of its operation, and
  // sends it again when it is to.
  use(run: Run, again: boolean): void;
}

// History is what history.ts makes.
export interface History {
  shown(): void; // tells that it can be seen
}

interface Module {
  mountHistory(place: HTMLElement, host: Host): History;
}

export class Past {
  readonly elements: readonly HTMLElement[];
  private readonly tabs: readonly [HTMLButtonElement, HTMLButtonElement];
  private readonly panels: readonly [HTMLElement, HTMLElement];
  private readonly list: HTMLElement;
  private history: Promise<History> | undefined;

  // Answer are the elements of the response.
  constructor(
    private readonly host: Host,
    ...answer: readonly HTMLElement[]
  ) {
    const names = [id(), id()] as const;
    this.tabs = [this.tab(phrase("Response"), 0, names[0]), this.tab(phrase("History"), 1, names[1])];
    this.list = node("div", { class: "past-tabs", role: "tablist", "aria-label": phrase("Response and history"), hidden: true }, ...this.tabs);
    this.list.addEventListener("keydown", (event) => this.key(event));
    const panel = (n: 0 | 1, ...inner: readonly HTMLElement[]): HTMLElement => node("div", { class: "past-panel", role: "tabpanel", id: names[n], "aria-labelledby": this.tabs[n].id }, ...inner);
    this.panels = [panel(0, ...answer), panel(1)];
    this.elements = [this.list, ...this.panels];
    host.session.listen(() => this.count());
    this.count();
    this.choose(0);
  }

  // response shows the response.
  response(): void {
    this.choose(0);
  }

  // sent shows what has been sent.
  sent(): void {
    this.list.hidden = false;
    this.choose(1);
    this.tabs[1].focus();
  }

  private tab(title: string, at: 0 | 1, panel: string): HTMLButtonElement {
    return button(title, () => this.choose(at), { class: "past-tab", role: "tab", id: id(), "aria-controls": panel });
  }

  // count says how much has been sent. Once there is a history, it stays.
  private count(): void {
    const { length } = this.host.session.runs;
    this.list.hidden &&= length === 0;
    this.tabs[1].textContent = length > 0 ? phrase("History ({1})", length) : phrase("History");
  }

  private choose(at: 0 | 1): void {
    this.tabs.forEach((tab, i) => {
      tab.setAttribute("aria-selected", String(i === at));
      tab.tabIndex = i === at ? 0 : -1;
    });
    this.panels.forEach((panel, i) => (panel.hidden = i !== at));
    if (at === 1) {
      this.history ??= load<Module>(this.host.assets.history).then((module) => module.mountHistory(this.panels[1], this.host));
      this.history.then(
        (history) => history.shown(),
        () => {
          this.history = undefined;
          this.host.announce(phrase("The history could not be loaded."));
        },
      );
    }
  }

  // key goes to another tab: with an arrow to the other one, whichever side it stands on.
  private key(event: KeyboardEvent): void {
    const other = this.tabs[0].matches(":focus") ? 1 : 0;
    const to = event.key.startsWith("Arrow") ? other : { Home: 0, End: 1 }[event.key];
    if (to === 0 || to === 1) {
      event.preventDefault();
      this.choose(to);
      this.tabs[to].focus();
    }
  }
}

