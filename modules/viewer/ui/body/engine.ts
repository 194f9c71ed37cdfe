// Engine holds the bytes of one body and answers what its view asks. It works in
// short steps, so that it can also run in a page.
import { namesOf, pointerOf } from "../base/pointer";
import { parse } from "../jsonschema/number";
import { report } from "../jsonschema/jsonschema";
import type { Report } from "../jsonschema/schema";
import { Fold } from "./fold";
import { Fault, JsonIndex, decode } from "./json";
import type { Contract, Hits, Kind, Lines, Opened, Row, Rows, Source, Spot, Trouble, View } from "./source";
import { TextIndex, search } from "./text";

const comfortable = 300; // rows that are open in the beginning
const maxOpen = 50_000; // values that are opened at once
const maxShown = 400; // bytes of a value in its row
const maxCopied = 1 << 25;
const hexWidth = 16;

const kinds: Readonly<Record<string, Kind>> = { "{": "object", "[": "array", '"': "string", t: "word", f: "word", n: "word" };

export class Engine implements Source {
  private bytes: Uint8Array = new Uint8Array();
  private tree: { readonly index: JsonIndex; root: Fold } | null = null;
  private text: TextIndex | null = null;
  private opening = 0;
  private finding = 0;

  // pace is how long one step may take, in milliseconds: 4 leave a page smooth.
  // What has more bytes than checked is not checked, as that is one step.
  constructor(
    private readonly pace: number,
    private readonly checked: number,
  ) {}

  async open(pieces: readonly Uint8Array[], json: boolean, charset: string): Promise<Opened> {
    const turn = ++this.opening;
    const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
    this.tree = this.text = null;
    await this.work(join(pieces, bytes), () => turn === this.opening);
    this.bytes = json ? bytes : recoded(bytes, charset);
    let trouble: Trouble | null = null;
    if (json && bytes.length > 0) {
      const index = new JsonIndex(bytes);
      const fault = await this.work(index.read(), () => turn === this.opening);
      if (!fault) {
        const root = new Fold(index, -1, null);
        await this.work(unfold(index, root, comfortable), () => turn === this.opening);
        this.tree = { index, root };
        return { views: ["tree", "text", "bytes"], size: bytes.length, values: index.values, trouble };
      }
      trouble = located(this.bytes, fault);
    }
    const text = new TextIndex(this.bytes);
    const fault = await this.work(text.read(), () => turn === this.opening);
    if (fault) {
      return { views: ["bytes"], size: bytes.length, values: 0, trouble: both(trouble, located(this.bytes, fault)) };
    }
    this.text = text;
    return { views: ["text", "bytes"], size: bytes.length, values: 0, trouble };
  }

  // work does all steps of something, and returns the fault that ended it.
  private async work(steps: Generator<void>, wanted: () => boolean): Promise<Fault | null> {
    let start = performance.now();
    try {
      while (!steps.next().done) {
        if (performance.now() - start > this.pace) {
          await new Promise((resolve) => setTimeout(resolve, 0));
          start = performance.now();
          if (!wanted()) {
            return new Fault(-1, ""); // which nobody reads
          }
        }
      }
      return null;
    } catch (fault) {
      if (fault instanceof Fault) {
        return fault;
      }
      throw fault;
    }
  }

  async rows(from: number, count: number): Promise<Rows> {
    const tree = this.tree;
    if (!tree) {
      return { total: 0, rows: [] };
    }
    const rows: Row[] = [];
    for (let i = from; i < Math.min(from + count, tree.root.rows); i++) {
      rows.push(this.row(tree.index, tree.root.at(i)));
    }
    return { total: tree.root.rows, rows };
  }

  private row(index: JsonIndex, node: number): Row {
    const [start, end, up] = [index.startOf(node), index.endOf(node), index.parentOf(node)];
    const kind = kinds[String.fromCharCode(this.bytes[start] ?? 0)] ?? "number";
    const nested = kind === "object" || kind === "array";
    const cut = !nested && end - start > maxShown;
    return {
      node,
      level: this.path(index, node).length,
      name: index.nameOf(node)?.slice(0, maxShown) ?? null,
      position: index.placeOf(node),
      siblings: up < 0 ? 1 : index.countOf(up),
      kind,
      text: nested ? "" : decode(this.bytes, start, cut ? start + maxShown : end).replace(/\ufffd+$/, ""),
      cut,
      count: index.countOf(node),
      open: nested && this.holder(index, node)?.opened(index.placeOf(node)) != null,
    };
  }

  // path are the values that one stands in and itself, from the outside.
  private path(index: JsonIndex, node: number): number[] {
    const path: number[] = [];
    for (let at = node; at >= 0; at = index.parentOf(at)) {
      path.unshift(at);
    }
    return path;
  }

  // holder is the fold that a value can be seen in, null when it cannot.
  private holder(index: JsonIndex, node: number): Fold | null {
    let fold: Fold | null = this.tree?.root ?? null;
    for (const at of this.path(index, node).slice(0, -1)) {
      fold = fold?.opened(index.placeOf(at)) ?? null;
    }
    return fold;
  }

  async fold(node: number, open: boolean): Promise<Spot> {
    const tree = this.tree;
    if (tree) {
      const holder = this.holder(tree.index, node);
      if (open && tree.index.countOf(node) > 0) {
        holder?.open(tree.index.placeOf(node));
      } else {
        holder?.shut(tree.index.placeOf(node));
      }
    }
    return this.spot(node);
  }

  async foldAll(open: boolean): Promise<Spot> {
    const tree = this.tree;
    if (tree) {
      const root = new Fold(tree.index, -1, null);
      await this.work(unfold(tree.index, root, open ? Infinity : 0), () => tree === this.tree);
      tree.root = root;
    }
    return this.spot(0);
  }

  async reveal(node: number): Promise<Spot> {
    const tree = this.tree;
    if (tree && node >= 0) {
      let fold = tree.root;
      for (const at of this.path(tree.index, node).slice(0, -1)) {
        fold = fold.open(tree.index.placeOf(at));
      }
    }
    return this.spot(node);
  }

  private spot(node: number): Spot {
    const tree = this.tree;
    if (!tree || node < 0) {
      return { node: -1, row: -1, total: tree?.root.rows ?? 0 };
    }
    let row = 0;
    let fold: Fold | null = tree.root;
    for (const at of this.path(tree.index, node)) {
      const place = tree.index.placeOf(at);
      row += (fold?.rowOf(place) ?? 0) + (at === node ? 0 : 1);
      fold = fold?.opened(place) ?? null;
    }
    return { node, row, total: tree.root.rows };
  }

  async parent(node: number): Promise<number> {
    return this.tree?.index.parentOf(node) ?? -1;
  }

  async locate(pointers: readonly string[]): Promise<readonly number[]> {
    return pointers.map((pointer) => this.seek(pointer));
  }

  private seek(pointer: string): number {
    const index = this.tree?.index;
    if (!index) {
      return -1;
    }
    let node = 0;
    for (const name of namesOf(pointer)) {
      node = index.isObject(node) ? member(index, node, name) : /^\d+$/.test(name) && Number(name) < index.countOf(node) ? index.childOf(node, Number(name)) : -1;
      if (node < 0) {
        return -1;
      }
    }
    return node;
  }

  async lines(view: View, from: number, count: number): Promise<Lines> {
    if (view === "bytes") {
      const total = Math.ceil(this.bytes.length / hexWidth);
      const lines = Array.from({ length: Math.max(0, Math.min(count, total - from)) }, (_, i) => hex(this.bytes, (from + i) * hexWidth));
      return { total, lines };
    }
    const text = await this.asText();
    const last = Math.min(from + count, text.rows);
    const lines: string[] = [];
    for (let row = from; row < last; row++) {
      lines.push(decode(this.bytes, text.startOf(row), text.endOf(row)));
    }
    return { total: text.rows, lines };
  }

  private async asText(): Promise<TextIndex> {
    if (!this.text) {
      const text = new TextIndex(this.bytes);
      await this.work(text.read(), () => true);
      this.text = text;
    }
    return this.text;
  }

  async lineAt(view: View, offset: number): Promise<number> {
    return view === "bytes" ? Math.floor(offset / hexWidth) : (await this.asText()).at(offset);
  }

  async find(view: View, text: string): Promise<Hits> {
    const turn = ++this.finding;
    const offsets: number[] = [];
    const needle = view === "tree" ? JSON.stringify(text).slice(1, -1) : text;
    await this.work(search(this.bytes, new TextEncoder().encode(needle), offsets), () => turn === this.finding);
    const index = this.tree?.index;
    const places = view === "tree" && index ? offsets.map((offset) => index.at(offset)) : await Promise.all(offsets.map((offset) => this.lineAt(view, offset)));
    return { places: places.filter((place, i) => place !== places[i - 1]), more: offsets.length === search.most };
  }

  async pointer(node: number): Promise<string> {
    const index = this.tree?.index;
    const path = index ? this.path(index, node).slice(1) : [];
    return pointerOf(path.map((at) => index?.nameOf(at) ?? String(index?.placeOf(at))));
  }

  async value(node: number): Promise<string> {
    const index = this.tree?.index;
    if (!index || node < 0) {
      return decode(this.bytes, 0, Math.min(this.bytes.length, maxCopied));
    }
    const [from, to] = [index.startOf(node), index.endOf(node)];
    if (to - from > maxCopied) {
      throw new RangeError("It is too large to be copied.");
    }
    const text = decode(this.bytes, from, to);
    return text.startsWith('"') ? String(JSON.parse(text)) : text;
  }

  async blob(type: string): Promise<Blob> {
    return new Blob([new Uint8Array(this.bytes)], { type });
  }

  async check(contract: Contract): Promise<Report | null> {
    if (!this.tree || this.bytes.length > this.checked) {
      return null;
    }
    const resolve = (ref: string) => (Object.hasOwn(contract.schemas, ref) ? contract.schemas[ref] : undefined);
    return report(contract.schema, parse(decode(this.bytes, 0, this.bytes.length).replace(/^\ufeff/, "")), resolve, { ...(contract.direction ? { direction: contract.direction } : {}), undescribed: contract.direction === "response" });
  }
}

// join puts pieces behind one another.
function* join(pieces: readonly Uint8Array[], to: Uint8Array): Generator<void> {
  let at = 0;
  for (const piece of pieces) {
    to.set(piece, at);
    at += piece.length;
    yield;
  }
}

// member finds the last member with a name: that is the one that counts.
function member(index: JsonIndex, node: number, name: string): number {
  for (let place = index.countOf(node) - 1; place >= 0; place--) {
    const child = index.childOf(node, place);
    if (index.nameOf(child) === name) {
      return child;
    }
  }
  return -1;
}

// unfold opens a tree level by level, until it has about so many rows.
function* unfold(index: JsonIndex, root: Fold, rows: number): Generator<void> {
  const todo: { fold: Fold; place: number }[] = [{ fold: root, place: 0 }];
  for (let at = 0, opened = 0; at < todo.length && opened < maxOpen; at++) {
    if (at % 500 === 0) {
      yield;
    }
    const next = todo[at];
    const count = next ? index.countOf(next.fold.child(next.place)) : 0;
    if (!next || count === 0 || (at > 0 && root.rows + count > rows)) {
      continue;
    }
    const fold = next.fold.open(next.place);
    opened++;
    for (let place = 0; place < count && todo.length < maxOpen; place++) {
      if (index.countOf(fold.child(place)) > 0) {
        todo.push({ fold, place });
      }
    }
  }
}

// recoded makes UTF-8 of a text in another encoding that the browser knows.
function recoded(bytes: Uint8Array, charset: string): Uint8Array {
  if (!/^(utf-?8|us-ascii|)$/i.test(charset)) {
    try {
      return new TextEncoder().encode(new TextDecoder(charset, { fatal: true }).decode(bytes));
    } catch {
      // It is not what it says, or nobody knows what that is.
    }
  }
  return bytes;
}

// both says what is wrong with a body as JSON and as a text.
function both(json: Trouble | null, text: Trouble): Trouble {
  return json === null || json.offset < 0 || json.message === text.message ? text : { ...json, message: json.message + ", and byte " + text.offset + " is no text" };
}

function located(bytes: Uint8Array, fault: Fault): Trouble {
  let line = 1;
  let start = 0;
  for (let at = bytes.indexOf(10); at >= 0 && at < fault.offset; at = bytes.indexOf(10, at + 1)) {
    line++;
    start = at + 1;
  }
  return { message: fault.message, offset: fault.offset, line, column: fault.offset - start + 1 };
}

function hex(bytes: Uint8Array, from: number): string {
  const row = Array.from(bytes.subarray(from, from + hexWidth));
  const codes = row.map((c) => c.toString(16).padStart(2, "0")).join(" ");
  const shown = row.map((c) => (c >= 0x20 && c < 0x7f ? String.fromCharCode(c) : "·")).join("");
  return from.toString(16).padStart(8, "0") + "  " + codes.padEnd(3 * hexWidth - 1) + "  " + shown;
}
