import { announce } from "../base/announce";
import { make, press, several } from "./make";
import { meanwhile, type Source, type View } from "./source";
import type { TreeView } from "./tree";
import { phrase } from "../base/words";

type Choice = View | "preview";

// Pick is something that is done with a value of JSON, at a pointer.
export interface Pick {
  readonly label: string;
  act(pointer: string): void;
}

// Stage is what the tools work on.
export interface Stage {
  view(): Choice;
  choose(view: Choice): Promise<void>;
  go(place: number): Promise<void>;
  tree(): TreeView | null;
  readonly pick: Pick | undefined;
}

const titles: Readonly<Record<Choice, string>> = { tree: phrase("Tree"), text: phrase("Text"), bytes: phrase("Bytes"), preview: phrase("Preview") };

// Tools are the buttons of a body: how it is shown, what is looked for, and what is
// copied.
export class Tools {
  readonly el = make("div", "body-tools");
  private readonly choices = new Map<Choice, HTMLButtonElement>();
  private readonly field = make("input", "body-find");
  private readonly found = make("span", "body-found");
  private readonly ofTree: readonly HTMLElement[];
  private readonly ofText: readonly HTMLElement[];
  private places: readonly number[] = [];
  private at = -1;
  private looked = ""; // for what, and where

  constructor(
    private readonly source: Source,
    views: readonly Choice[],
    private readonly stage: Stage,
  ) {
    const group = make("div", "body-group");
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", phrase("Show as"));
    for (const view of views) {
      const button = press(titles[view], () => meanwhile(stage.choose(view)));
      this.choices.set(view, button);
      group.append(button);
    }
    group.hidden = views.length < 2;
    this.ofText = this.finder();
    this.ofTree = [
      press(phrase("Unfold"), () => meanwhile(stage.tree()?.foldAll(true))),
      press(phrase("Fold"), () => meanwhile(stage.tree()?.foldAll(false))),
      this.copier(phrase("Copy value"), (node) => this.source.value(node)),
      this.copier(phrase("Copy pointer"), (node) => this.source.pointer(node)),
      ...(stage.pick ? [this.picker(stage.pick)] : []),
    ];
    this.el.append(group, ...this.ofText, ...this.ofTree);
  }

  private finder(): HTMLElement[] {
    this.field.type = "search";
    this.field.placeholder = phrase("Find");
    this.field.setAttribute("aria-label", phrase("Find in the body"));
    this.field.addEventListener("keydown", (event) => {
      if (event.key === "Enter") {
        event.preventDefault();
        meanwhile(this.find(event.shiftKey ? -1 : 1));
      }
    });
    const next = press(phrase("Next"), () => meanwhile(this.find(1)));
    const before = press(phrase("Previous"), () => meanwhile(this.find(-1)));
    return [this.field, before, next, this.found];
  }

  // update shows what is chosen, and what can be done with it.
  update(): void {
    const view = this.stage.view();
    this.choices.forEach((button, choice) => button.setAttribute("aria-pressed", String(choice === view)));
    this.ofTree.forEach((el) => (el.hidden = view !== "tree"));
    this.ofText.forEach((el) => (el.hidden = view === "preview"));
    this.found.textContent = "";
  }

  // find goes to the next place of what is looked for.
  private async find(step: 1 | -1): Promise<void> {
    const view = this.stage.view();
    const text = this.field.value;
    if (text === "" || view === "preview") {
      return;
    }
    const wanted = view + " " + text;
    if (wanted !== this.looked) {
      this.looked = wanted;
      const hits = await this.source.find(view, text);
      this.places = hits.places;
      this.at = step > 0 ? -1 : 0;
      this.field.dataset["more"] = hits.more ? " " + phrase("or more") : "";
    }
    const count = this.places.length;
    this.at = count === 0 ? -1 : (this.at + step + count) % count;
    this.found.textContent = count === 0 ? phrase("Not found") : phrase("{1} of {2}", this.at + 1, count) + (this.field.dataset["more"] ?? "");
    announce(count === 0 ? phrase("Not found") : phrase("Place {1} of {2}", this.at + 1, several(count, "place", "places")), this.el);
    const place = this.places[this.at];
    if (place !== undefined) {
      await this.stage.go(place);
    }
  }

  private picker(pick: Pick): HTMLButtonElement {
    return press(pick.label, () => void this.chosen().then((node) => this.source.pointer(node)).then((pointer) => pick.act(pointer)));
  }

  private async chosen(): Promise<number> {
    return (await this.stage.tree()?.chosen()) ?? 0;
  }

  // copier makes a button that copies something of the active value.
  private copier(label: string, text: (node: number) => Promise<string>): HTMLButtonElement {
    const confirm = (word: string): void => {
      button.textContent = word;
      announce(word, button);
      window.setTimeout(() => (button.textContent = label), 1600);
    };
    const button = press(label, () => {
      void this.chosen()
        .then(text)
        .then((copied) => navigator.clipboard.writeText(copied))
        .then(
          () => confirm(phrase("Copied")),
          () => confirm(phrase("Not copied")),
        );
    });
    return button;
  }
}
