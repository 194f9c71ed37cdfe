import { meanwhile } from "./source";

// Scroller shows a window of very many rows of the same height. The height of what
// scrolls is a rule of a sheet of its own: no element has a style.
const tallest = 8_000_000; // pixels; browsers cannot scroll through much more
const spare = 1;

let made = 0;

export class Scroller {
  readonly rows: HTMLElement;
  total = 0;
  private readonly space: HTMLElement;
  private readonly sheet = new CSSStyleSheet();
  private readonly watch: ResizeObserver;
  private root: Document | ShadowRoot | null = null;
  private height = 0; // of a row
  private first = 0;
  private asked = 0;

  constructor(
    readonly el: HTMLElement,
    private readonly draw: (from: number, count: number) => Promise<(() => void) | null>,
  ) {
    this.space = document.createElement("div");
    this.space.className = "body-space";
    this.space.dataset["bodySpace"] = String(++made);
    this.rows = document.createElement("div");
    this.rows.className = "body-rows";
    this.space.append(this.rows);
    el.append(this.space);
    el.addEventListener("scroll", () => this.scrolled(), { passive: true });
    this.watch = new ResizeObserver(() => meanwhile(this.show()));
    this.watch.observe(el);
  }

  // adopt gives the sheet to what the element stands in now.
  private adopt(): void {
    const root = this.el.getRootNode();
    if (!this.root && (root instanceof ShadowRoot || root instanceof Document)) {
      this.root = root;
      root.adoptedStyleSheets.push(this.sheet);
    }
  }

  end(): void {
    this.watch.disconnect();
    this.asked++;
    if (this.root) {
      this.root.adoptedStyleSheets = this.root.adoptedStyleSheets.filter((sheet) => sheet !== this.sheet);
    }
    this.space.remove();
  }

  // resize says how many rows there are, and shows them again.
  resize(total: number): Promise<void> {
    this.total = total;
    this.adopt();
    this.measure();
    const height = Math.min(tallest, total * this.height);
    this.sheet.replaceSync('[data-body-space="' + this.space.dataset["bodySpace"] + '"] { height: ' + height + "px; }");
    this.first = Math.max(0, Math.min(this.first, total - this.fitting()));
    return this.show();
  }

  private measure(): void {
    const row = document.createElement("div");
    row.className = "body-row";
    row.textContent = "0";
    this.rows.append(row);
    this.height = row.getBoundingClientRect().height || 24;
    row.remove();
  }

  // fitting is how many whole rows fit.
  fitting(): number {
    return Math.max(1, Math.floor(this.el.clientHeight / this.height));
  }

  private scrolled(): void {
    const range = this.space.clientHeight - this.el.clientHeight;
    const rows = this.total - this.fitting();
    const exact = range > 0 ? (this.el.scrollTop / range) * rows : 0;
    const plain = this.total * this.height <= tallest ? this.el.scrollTop / this.height : exact;
    const first = Math.max(0, Math.min(rows, Math.round(plain)));
    if (first !== this.first && Math.abs(this.topOf(this.first) - this.el.scrollTop) > 1) {
      this.first = first;
      meanwhile(this.show());
    }
  }

  private topOf(row: number): number {
    const range = this.space.clientHeight - this.el.clientHeight;
    const rows = Math.max(1, this.total - this.fitting());
    return this.total * this.height <= tallest ? Math.min(range, row * this.height) : (row / rows) * range;
  }

  // reach scrolls as little as is needed to show a row, or to its middle.
  reach(row: number, middle = false): Promise<void> {
    const fitting = this.fitting();
    if (middle && (row < this.first || row >= this.first + fitting)) {
      this.first = row - (fitting >> 1);
    } else if (row < this.first) {
      this.first = row;
    } else if (row >= this.first + fitting) {
      this.first = row - fitting + 1;
    }
    this.first = Math.max(0, Math.min(this.first, this.total - fitting));
    this.el.scrollTop = this.topOf(this.first);
    return this.show();
  }

  // show draws the rows that can be seen. Only what was asked for last is drawn.
  async show(): Promise<void> {
    const turn = ++this.asked;
    const put = await this.draw(this.first, Math.min(this.fitting() + spare, this.total - this.first));
    if (turn === this.asked) {
      put?.();
    }
  }
}
