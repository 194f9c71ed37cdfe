// The list of what was sent, the newest first.
import { button, id, node } from "../../base/dom";
import type { Run } from "../session";
import { exporter } from "./exporter";
import type { Host } from "./past";
import { clock, facts, named, outcomeNode, targetOf } from "./words";
import { counted, phrase } from "../../base/words";

export interface Actions {
  open(run: Run): void;
  compare(before: Run, after: Run): void;
  remove(runs: readonly Run[]): void;
}

export class List {
  readonly element = node("div", { class: "past" });
  private readonly heading = node("h3", { class: "past-title", tabindex: "-1" }, phrase("What was sent"));
  private readonly all = node("input", { type: "checkbox", class: "try-toggle", id: id() });
  private readonly label = node("label", { for: this.all.id });
  private readonly filter = node("div", { class: "past-filter" }, this.all, this.label);
  private readonly compare = button(phrase("Compare"), () => this.both());
  private readonly clear = button(phrase("Clear"), () => this.actions.remove(this.listed()));
  private readonly undo = node("div", { class: "past-undo", hidden: true });
  private readonly note = node("p", { class: "try-note" });
  private readonly rows = node("ol", { class: "past-list", "aria-label": phrase("Requests that were sent, the newest first") });
  private chosen: ReadonlySet<Run> = new Set();

  constructor(
    private readonly host: Host,
    private readonly actions: Actions,
  ) {
    this.all.addEventListener("change", () => this.update());
    const note = phrase("It is in the memory of this page only, and gone when the page is loaded again.");
    this.element.append(
      node("div", { class: "past-head" }, this.heading, this.filter),
      node("div", { class: "try-tools" }, this.compare, this.clear),
      this.undo,
      exporter(() => this.wanted(), host),
      this.rows,
      this.note,
      node("p", { class: "try-note" }, note),
    );
  }

  focus(): void {
    this.heading.focus();
  }

  // removed offers to bring back what was removed.
  removed(runs: readonly Run[]): void {
    const back = button(phrase("Undo"), () => {
      this.undo.hidden = true;
      this.host.session.bringBack(runs);
      this.host.announce(phrase("They are in the history again."));
      this.focus();
    });
    this.undo.replaceChildren(node("span", {}, counted(runs.length, "request removed.", "requests removed.")), back);
    this.undo.hidden = false;
    back.focus();
  }

  // update shows what there is now.
  update(): void {
    const focused = this.rows.matches(":focus-within");
    const { runs } = this.host.session;
    const others = runs.some((run) => run.operation.url !== this.host.operation.url);
    const listed = this.listed();
    this.filter.hidden = !others;
    this.label.textContent = phrase("Of all operations ({1})", runs.length);
    this.chosen = new Set([...this.chosen].filter((run) => listed.includes(run)));
    this.rows.replaceChildren(...listed.map((run) => this.row(run)));
    this.note.hidden = listed.length > 0;
    this.note.textContent = others ? phrase("Nothing has been sent to this operation yet.") : phrase("Nothing has been sent yet.");
    this.clear.hidden = listed.length === 0;
    this.tell();
    if (focused) {
      this.focus();
    }
  }

  private listed(): readonly Run[] {
    return this.host.session.runs.filter((run) => this.all.checked || run.operation.url === this.host.operation.url);
  }

  // wanted are the runs that are chosen, or all of the list.
  private wanted(): readonly Run[] {
    return this.chosen.size > 0 ? this.listed().filter((run) => this.chosen.has(run)) : this.listed();
  }

  private row(run: Run): HTMLElement {
    const box = node("input", { type: "checkbox", class: "try-toggle", "aria-label": phrase("Choose {1}", named(run)) });
    box.checked = this.chosen.has(run);
    box.addEventListener("change", () => {
      this.chosen = box.checked ? new Set([...this.chosen, run]) : new Set([...this.chosen].filter((other) => other !== run));
      this.tell();
    });
    const { method } = run.request;
    const open = node(
      "button",
      { type: "button", class: "past-run" },
      outcomeNode(run),
      node("span", { class: "past-request" }, node("span", { class: "method method-" + method.toLowerCase() }, method), " ", node("code", {}, targetOf(run))),
      node("span", { class: "past-facts" }, node("time", { datetime: run.at.toISOString() }, clock(run)), ", " + facts(run)),
    );
    open.addEventListener("click", () => this.actions.open(run));
    const again = button(phrase("Send again"), () => this.host.use(run, true), { "aria-label": phrase("Send again: {1}", named(run)) });
    return node("li", { class: "past-row" }, box, open, again);
  }

  // pair are the two runs to compare: those that are chosen, the chosen one and the
  // one of its operation before, or the last two of one operation. It is null where
  // there are none.
  private pair(): readonly [before: Run, after: Run] | null {
    const listed = this.listed();
    const chosen = listed.filter((run) => this.chosen.has(run));
    const earlier = (run: Run): Run | undefined => listed.slice(listed.indexOf(run) + 1).find((other) => other.operation.url === run.operation.url);
    const after = chosen[0] ?? listed.find(earlier);
    const before = chosen[1] ?? (after && earlier(after));
    return after && before && chosen.length <= 2 ? [before, after] : null;
  }

  // tell says what can be compared.
  private tell(): void {
    const { size } = this.chosen;
    this.compare.hidden = this.pair() === null;
    this.compare.textContent = size === 0 ? phrase("Compare the last two") : size === 1 ? phrase("Compare with the one before") : phrase("Compare the two");
  }

  private both(): void {
    const pair = this.pair();
    if (pair) {
      this.actions.compare(...pair);
    }
  }
}
