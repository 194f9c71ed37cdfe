// StreamView shows what comes in while it comes, row by row with the time. It shows
// the last rows only, and stays at the end until the reader scrolls away.
import { announce } from "../base/announce";
import { grouped } from "../base/grouped";
import { paint, piece } from "./colour";
import { make, press, several } from "./make";
import type { Form } from "./media";
import { type Item, Records } from "./records";
import { phrase } from "../base/words";

const maxRows = 500;
const maxShown = 4000; // characters of a row
const maxKept = 1 << 23; // characters of all rows
const block = 1 << 16; // bytes that are kept together, to be saved
const maxBlocks = 512;
const pause = 50; // milliseconds between two times that rows are drawn
const quiet = 5000; // milliseconds between two announcements
const piecewise = 1 << 18; // bytes that are read at once

interface Kept {
  readonly item: Item;
  readonly time: Date;
  readonly size: number;
}

export class StreamView {
  readonly el = make("div", "body-stream");
  private readonly list = make("ol", "body-view");
  private readonly state = make("p", "body-note");
  private readonly toEnd = press(phrase("Go to the end"), () => this.follow());
  private readonly records: Records;
  private readonly decoder: TextDecoder;
  private readonly blocks: Uint8Array<ArrayBuffer>[] = [];
  private free = 0; // bytes of the last one
  private whole = true; // no block has been dropped
  private rows: Kept[] = [];
  private size = 0;
  private fresh: Kept[] = []; // not drawn yet
  private count = 0;
  private following = true;
  private timer = 0;
  private told = 0;
  private ending = "";
  private busy: Promise<void> = Promise.resolve();

  // Charset is the one of a text. Events and JSON are always UTF-8.
  constructor(
    private readonly form: Form,
    charset = "",
  ) {
    this.decoder = decoderOf(form === "text" ? charset : "");
    this.records = new Records(form);
    this.list.tabIndex = 0;
    this.list.setAttribute("aria-label", phrase("What has come in"));
    this.toEnd.hidden = true;
    this.list.addEventListener("scroll", () => this.scrolled(), { passive: true });
    this.el.append(this.state, this.list, this.toEnd);
    this.draw();
  }

  // take shows some more bytes, behind those that it was given before.
  take(bytes: Uint8Array): Promise<void> {
    this.keep(bytes);
    this.busy = this.busy.then(() => this.read(bytes));
    return this.busy;
  }

  private keep(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      if (this.free === 0) {
        this.free = block;
        this.blocks.push(new Uint8Array(block));
        if (this.blocks.length > maxBlocks) {
          this.blocks.shift();
          this.whole = false;
        }
      }
      const part = bytes.subarray(at, at + this.free);
      this.blocks.at(-1)?.set(part, block - this.free);
      at += part.length;
      this.free -= part.length;
    }
  }

  private async read(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; at += piecewise) {
      if (at > 0) {
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
      this.add(this.records.push(this.decoder.decode(bytes.subarray(at, at + piecewise), { stream: true })));
    }
  }

  // finish shows what is left, and why it ended.
  async finish(why: string): Promise<void> {
    await this.busy;
    this.add([...this.records.push(this.decoder.decode()), ...this.records.end()]);
    this.ending = why;
    window.clearTimeout(this.timer);
    this.draw();
    announce(this.state.textContent ?? "", this.el);
  }

  end(): void {
    window.clearTimeout(this.timer);
    this.el.remove();
  }

  // blob is what has come in, of a long stream the end.
  blob(type: string): Blob {
    return new Blob(this.kept(), { type });
  }

  private kept(): Uint8Array<ArrayBuffer>[] {
    return this.blocks.map((own, n) => (n === this.blocks.length - 1 ? own.slice(0, block - this.free) : own));
  }

  // lacking is everything that has come in where not all rows of it are shown, null
  // where they are, or more has come than is kept.
  get lacking(): Uint8Array[] | null {
    return this.whole && this.count > this.rows.length ? this.kept() : null;
  }

  private add(items: readonly Item[]): void {
    const time = new Date();
    for (const item of items) {
      const one = { item, time, size: item.reduce((sum, field) => sum + field[1].length + 8, 0) };
      this.rows.push(one);
      this.fresh.push(one);
      this.size += one.size;
      this.count++;
    }
    while (this.rows.length > maxRows || (this.size > maxKept && this.rows.length > 1)) {
      this.size -= this.rows.shift()?.size ?? 0;
    }
    this.fresh = this.fresh.slice(-maxRows);
    if (items.length > 0 && this.timer === 0) {
      this.timer = window.setTimeout(() => this.draw(), pause);
    }
  }

  private draw(): void {
    this.timer = 0;
    const rows = this.fresh.map((one) => this.row(one));
    this.fresh = [];
    this.list.append(...rows);
    while (this.list.children.length > this.rows.length) {
      this.list.firstElementChild?.remove();
    }
    const dropped = this.count - this.rows.length;
    this.state.textContent =
      (dropped > 0 ? phrase("{1}, the first {2} are not kept.", several(this.count, "row", "rows"), grouped(dropped)) : several(this.count, "row", "rows") + ".") + " " + (this.ending || phrase("Waiting for more."));
    if (this.following) {
      this.list.scrollTop = this.list.scrollHeight;
    }
    if (rows.length > 0 && performance.now() - this.told > quiet) {
      this.told = performance.now();
      announce(several(this.count, "row", "rows"), this.el);
    }
  }

  private row({ item, time }: Kept): HTMLElement {
    const el = make("li", "body-item");
    const stamp = make("time", "body-time", time.toTimeString().slice(0, 8) + "." + String(time.getMilliseconds()).padStart(3, "0"));
    stamp.dateTime = time.toISOString();
    el.append(stamp);
    for (const [name, value] of item) {
      const shown = value.length > maxShown ? value.slice(0, maxShown) + "… " + several(value.length - maxShown, "character more", "characters more") : value;
      if (name !== "") {
        el.append(" ", piece("t-name", name), ": ", piece("t-string", shown));
        continue;
      }
      const data = make("span", "body-data");
      paint(data, shown, this.form === "text" ? "text" : "json");
      el.append(" ", data);
      if (this.form === "lines" || this.form === "sequence") {
        el.append(...trouble(value));
      }
    }
    return el;
  }

  private scrolled(): void {
    this.following = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 24;
    this.toEnd.hidden = this.following;
  }

  private follow(): void {
    this.list.scrollTop = this.list.scrollHeight;
    this.list.focus();
  }
}

function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset || "utf-8");
  } catch {
    return new TextDecoder(); // the browser does not know that charset
  }
}

// trouble says that a row is no JSON.
function trouble(text: string): Node[] {
  try {
    JSON.parse(text);
    return [];
  } catch {
    return [make("span", "body-mark", phrase("is no JSON"))];
  }
}
