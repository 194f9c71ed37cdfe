// What has been sent from the consoles of a reference: a list, one of it, and what
// is different between two. Loaded by those who look at it.
import { button, node } from "../../base/dom";
import type { Run } from "../session";
import { comparison } from "./comparison";
import { exporter } from "./exporter";
import { List } from "./list";
import type { History, Host } from "./past";
import { RunView } from "./run";
import { counted, phrase } from "../../base/words";

export function mountHistory(place: HTMLElement, host: Host): History {
  const view = new View(place, host);
  return { shown: () => view.list() };
}

class View {
  private readonly runs: List;
  private open: RunView | null = null;
  private listed = false; // the list can be seen
  private turn = 0;

  constructor(
    private readonly place: HTMLElement,
    private readonly host: Host,
  ) {
    this.runs = new List(host, {
      open: (run) => this.run(run),
      compare: (before, after) => void this.difference(before, after),
      remove: (runs) => this.remove(runs),
    });
    host.session.listen(() => {
      if (this.listed) {
        this.runs.update();
      }
    });
  }

  list(): void {
    this.enter(this.runs.element);
    this.listed = true;
    this.runs.update();
  }

  private enter(...elements: readonly HTMLElement[]): void {
    this.turn++;
    this.listed = false;
    this.open?.end();
    this.open = null;
    this.place.replaceChildren(...elements);
  }

  // head is the heading of what is shown in place of the list.
  private head(title: string): readonly HTMLElement[] {
    const heading = node("h3", { class: "past-title", tabindex: "-1" }, title);
    const back = button(phrase("All that was sent"), () => {
      this.list();
      this.runs.focus();
    });
    return [node("div", { class: "past-head" }, heading, back)];
  }

  private run(run: Run): void {
    const open = new RunView(run, this.host);
    const before = this.before(run);
    const tools = node(
      "div",
      { class: "try-tools" },
      button(phrase("Put into the form"), () => this.host.use(run, false)),
      button(phrase("Send again"), () => this.host.use(run, true)),
      before ? button(phrase("Compare with the one before"), () => void this.difference(before, run)) : null,
      button(phrase("Remove"), () => {
        this.list();
        this.remove([run]);
      }),
    );
    this.enter(...this.head(phrase("What was sent")), tools, exporter(() => [run], this.host), open.element);
    this.open = open;
    open.show();
    this.place.querySelector<HTMLElement>(".past-title")?.focus();
  }

  // before is the run of the same operation before another.
  private before(run: Run): Run | undefined {
    const { runs } = this.host.session;
    return runs.slice(runs.indexOf(run) + 1).find((other) => other.operation.url === run.operation.url);
  }

  private async difference(before: Run, after: Run): Promise<void> {
    this.enter(...this.head(phrase("Difference")), node("p", { class: "try-note" }, phrase("Comparing …")));
    this.place.querySelector<HTMLElement>(".past-title")?.focus();
    const turn = this.turn;
    const words = phrase("The two cannot be compared.");
    const found = await comparison(before, after, this.host.assets).catch(() => ({ element: node("p", { class: "try-mismatch" }, words), words }));
    if (turn === this.turn) {
      this.place.lastElementChild?.replaceWith(found.element);
      this.host.announce(found.words);
    }
  }

  private remove(runs: readonly Run[]): void {
    this.host.session.remove(runs);
    this.runs.removed(runs);
    this.host.announce(counted(runs.length, "request removed from the history.", "requests removed from the history."));
  }
}
