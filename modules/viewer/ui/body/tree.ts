// TreeView shows JSON as a tree of which only what can be seen is in the page.
// https://www.w3.org/WAI/ARIA/apg/patterns/treeview/ says which keys it knows.
import { make, several } from "./make";
import { piece } from "./colour";
import { Scroller } from "./scroller";
import type { Row, Source, Spot } from "./source";
import { phrase } from "../base/words";

const deepest = 24; // levels that are shown by space

const classes: Readonly<Record<Row["kind"], string>> = { object: "t-comment", array: "t-comment", string: "t-string", number: "t-number", word: "t-word" };

let made = 0;

export class TreeView {
  readonly el = make("div", "body-view");
  active = 0; // the value that the keys move from
  marks: ReadonlyMap<number, string> = new Map();
  private row = 0; // of the active value
  private rows: readonly Row[] = [];
  private readonly scroller: Scroller;
  private readonly name = "body-tree-" + ++made;
  private busy: Promise<void> = Promise.resolve();

  constructor(private readonly source: Source) {
    this.el.tabIndex = 0;
    this.el.setAttribute("role", "tree");
    this.el.setAttribute("aria-label", phrase("Body"));
    this.scroller = new Scroller(this.el, (from, count) => this.draw(from, count));
    this.scroller.rows.setAttribute("role", "presentation");
    this.el.addEventListener("keydown", (event) => this.key(event));
    this.scroller.rows.addEventListener("click", (event) => this.click(event));
  }

  async start(): Promise<void> {
    const { total } = await this.source.rows(0, 0);
    await this.scroller.resize(total);
  }

  end(): void {
    this.scroller.end();
    this.el.remove();
  }

  // mark marks values with what is wrong with them.
  async mark(marks: ReadonlyMap<number, string>): Promise<void> {
    this.marks = marks;
    await this.scroller.show();
  }

  // go opens what a value stands in and makes it the active one.
  async go(node: number): Promise<void> {
    await this.settle(await this.source.reveal(node), true);
  }

  // chosen is the active value when the keys that were pressed have been heard.
  chosen(): Promise<number> {
    return this.busy.then(() => this.active);
  }

  async foldAll(open: boolean): Promise<void> {
    await this.source.foldAll(open);
    await this.go(open ? this.active : 0);
  }

  private async settle(spot: Spot, middle = false): Promise<void> {
    if (spot.node < 0) {
      return;
    }
    this.active = spot.node;
    this.row = spot.row;
    if (spot.total !== this.scroller.total) {
      await this.scroller.resize(spot.total);
    }
    await this.scroller.reach(spot.row, middle);
  }

  private async draw(from: number, count: number): Promise<() => void> {
    const { rows } = await this.source.rows(from, count);
    return () => {
      this.rows = rows;
      this.scroller.rows.replaceChildren(...rows.map((row) => this.line(row)));
      const seen = rows.some((row) => row.node === this.active);
      if (seen) {
        this.el.setAttribute("aria-activedescendant", this.name + "-" + this.active);
      } else {
        this.el.removeAttribute("aria-activedescendant");
      }
    };
  }

  private line(row: Row): HTMLElement {
    const el = make("div", "body-row");
    el.id = this.name + "-" + row.node;
    el.dataset["node"] = String(row.node);
    el.setAttribute("role", "treeitem");
    el.setAttribute("aria-level", String(row.level));
    el.setAttribute("aria-posinset", String(row.position + 1));
    el.setAttribute("aria-setsize", String(row.siblings));
    el.setAttribute("aria-selected", String(row.node === this.active));
    if (row.count > 0) {
      el.setAttribute("aria-expanded", String(row.open));
    }
    const indent = make("span", "body-indent", "  ".repeat(Math.min(row.level - 1, deepest)) + (row.count > 0 ? (row.open ? "▾ " : "▸ ") : "  "));
    indent.ariaHidden = "true";
    el.append(indent, ...named(row), valued(row));
    const mark = this.marks.get(row.node);
    if (mark !== undefined) {
      el.classList.add("is-marked");
      el.append(make("span", "body-mark", mark));
    }
    return el;
  }

  private click(event: MouseEvent): void {
    const el = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-node]") : null;
    const row = this.rows.find((one) => String(one.node) === el?.dataset["node"]);
    if (row && getSelection()?.isCollapsed !== false) {
      this.active = row.node;
      this.act(() => (row.count > 0 ? this.fold(row.node, !row.open) : this.go(row.node)));
    }
  }

  private async fold(node: number, open: boolean): Promise<void> {
    await this.settle(await this.source.fold(node, open));
  }

  // act does one thing behind the other: keys come quicker than answers.
  private act(work: () => Promise<void>): void {
    this.busy = this.busy.then(work).catch(() => undefined);
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    const page = this.scroller.fitting() - 1;
    const moves: Readonly<Record<string, () => Promise<void>>> = {
      ArrowDown: () => this.move(this.row + 1),
      ArrowUp: () => this.move(this.row - 1),
      PageDown: () => this.move(this.row + page),
      PageUp: () => this.move(this.row - page),
      Home: () => this.move(0),
      End: () => this.move(this.scroller.total - 1),
      ArrowRight: () => this.inward(),
      ArrowLeft: () => this.outward(),
      Enter: () => this.toggle(),
      " ": () => this.toggle(),
    };
    const move = Object.hasOwn(moves, event.key) ? moves[event.key] : undefined;
    if (move) {
      event.preventDefault();
      this.act(move);
    }
  }

  private async move(to: number): Promise<void> {
    const row = Math.max(0, Math.min(to, this.scroller.total - 1));
    const { rows, total } = await this.source.rows(row, 1);
    await this.settle({ node: rows[0]?.node ?? -1, row, total });
  }

  private async current(): Promise<Row | undefined> {
    return (await this.source.rows(this.row, 1)).rows[0];
  }

  private async toggle(): Promise<void> {
    const row = await this.current();
    if (row && row.count > 0) {
      await this.fold(row.node, !row.open);
    }
  }

  private async inward(): Promise<void> {
    const row = await this.current();
    if (row && row.count > 0) {
      await (row.open ? this.move(this.row + 1) : this.fold(row.node, true));
    }
  }

  private async outward(): Promise<void> {
    const row = await this.current();
    if (row?.open) {
      await this.fold(row.node, false);
    } else if (row) {
      const parent = await this.source.parent(row.node);
      await (parent < 0 ? undefined : this.settle(await this.source.reveal(parent)));
    }
  }
}

function named(row: Row): (Node | string)[] {
  if (row.name !== null) {
    return [piece("t-name", row.name), ": "];
  }
  return row.level > 1 ? [piece("t-comment", String(row.position)), ": "] : [];
}

function valued(row: Row): HTMLElement {
  if (row.kind === "object") {
    return piece(classes.object, row.count === 0 ? "{}" : "{ " + several(row.count, "member", "members") + " }");
  }
  if (row.kind === "array") {
    return piece(classes.array, row.count === 0 ? "[]" : "[ " + several(row.count, "item", "items") + " ]");
  }
  return piece(classes[row.kind], row.text + (row.cut ? "…" : ""));
}
