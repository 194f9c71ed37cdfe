import { paint } from "./colour";
import { make } from "./make";
import { Scroller } from "./scroller";
import type { Source, View } from "./source";
import { phrase } from "../base/words";

// LinesView shows a body as text or as bytes, of which only what can be seen is in
// the page.
export class LinesView {
  readonly el = make("div", "body-view");
  private marked = -1;
  private readonly scroller: Scroller;

  constructor(
    private readonly source: Source,
    private readonly view: View,
    private readonly language: string,
  ) {
    this.el.tabIndex = 0;
    this.el.setAttribute("role", "group");
    this.el.setAttribute("aria-label", view === "bytes" ? phrase("Body as bytes") : phrase("Body as text"));
    this.scroller = new Scroller(this.el, (from, count) => this.draw(from, count));
  }

  async start(): Promise<void> {
    const { total } = await this.source.lines(this.view, 0, 0);
    await this.scroller.resize(total);
  }

  end(): void {
    this.scroller.end();
    this.el.remove();
  }

  // go shows a line and marks it.
  async go(line: number): Promise<void> {
    this.marked = line;
    await this.scroller.reach(line, true);
  }

  private async draw(from: number, count: number): Promise<() => void> {
    const { lines } = await this.source.lines(this.view, from, count);
    return () => {
      const rows = lines.map((line, i) => {
        const row = make("div", from + i === this.marked ? "body-row is-found" : "body-row");
        paint(row, line, this.language);
        return row;
      });
      this.scroller.rows.replaceChildren(...rows);
    };
  }
}
