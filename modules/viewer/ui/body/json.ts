// An index of JSON: where each value stands among the bytes. It is made in steps
// and without recursion, and takes 32 bytes for a value.
import { Numbers } from "./pages";

// Fault is a place where bytes are not JSON.
export class Fault {
  constructor(
    readonly offset: number,
    readonly message: string,
  ) {}
}

// Bounds of a tree that is shown; beyond them there is only text.
export const maxDepth = 500;
export const maxValues = 4_000_000;

// slice is how many bytes are read in one step.
const slice = 1 << 15;

const enum Want {
  Value,
  ValueOrEnd,
  Name,
  NameOrEnd,
  Colon,
  Comma,
  Nothing,
}

const wanted = ["a value", "a value or ]", "a name in quotes", "a name in quotes or }", "a colon", "a comma or the end of the list or object", "nothing more"];

const number = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

export class JsonIndex {
  values = 0;
  private readonly key = new Numbers(); // where the name begins, -1 for none
  private readonly start = new Numbers();
  private readonly end = new Numbers();
  private readonly up = new Numbers(); // what it stands in, -1 for the whole
  private readonly place = new Numbers(); // among its siblings
  private readonly number = new Numbers(); // of its children
  private readonly first = new Numbers(); // where its children begin
  private readonly children = new Numbers();
  private known = 0; // children

  constructor(readonly bytes: Uint8Array) {}

  // read makes the index. It throws a Fault.
  *read(): Generator<void> {
    const bytes = this.bytes;
    const open: number[] = []; // containers
    const bases: number[] = []; // where their children begin in waiting
    const waiting: number[] = []; // children of open containers
    let want = Want.Value;
    let key = -1;
    let next = slice;
    let i = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
    for (; i < bytes.length; ) {
      if (i >= next) {
        next = i + slice;
        yield;
      }
      const c = bytes[i] ?? 0;
      if (c === 0x20 || c === 0x0a || c === 0x0d || c === 0x09) {
        i++;
      } else if (want === Want.Colon && c === 0x3a) {
        want = Want.Value;
        i++;
      } else if (want === Want.Comma && c === 0x2c) {
        want = this.isObject(open[open.length - 1] ?? -1) ? Want.Name : Want.Value;
        i++;
      } else if ((c === 0x7d && (want === Want.NameOrEnd || want === Want.Comma) && this.closes(open, 0x7b)) || (c === 0x5d && (want === Want.ValueOrEnd || want === Want.Comma) && this.closes(open, 0x5b))) {
        i++;
        this.close(open.pop() ?? 0, i, waiting, bases.pop() ?? 0);
        want = open.length > 0 ? Want.Comma : Want.Nothing;
      } else if (c === 0x22 && (want === Want.Name || want === Want.NameOrEnd)) {
        key = i;
        i = yield* this.text(i);
        want = Want.Colon;
      } else if (want === Want.Value || want === Want.ValueOrEnd) {
        const node = this.add(key, i, open[open.length - 1] ?? -1, waiting.length - (bases[bases.length - 1] ?? 0));
        waiting.push(node);
        key = -1;
        if (c === 0x7b || c === 0x5b) {
          if (open.length >= maxDepth) {
            throw new Fault(-1, "It is nested more than " + maxDepth + " levels deep");
          }
          open.push(node);
          bases.push(waiting.length);
          want = c === 0x7b ? Want.NameOrEnd : Want.ValueOrEnd;
          i++;
          continue;
        }
        i = c === 0x22 ? yield* this.text(i) : this.plain(i, want);
        this.end.set(node, i);
        want = open.length > 0 ? Want.Comma : Want.Nothing;
      } else {
        throw new Fault(i, "Here " + wanted[want] + " is expected, not " + named(c));
      }
    }
    if (want !== Want.Nothing) {
      throw new Fault(i, "It ends where " + wanted[want] + " is expected");
    }
  }

  private closes(open: readonly number[], bracket: number): boolean {
    return open.length > 0 && this.bytes[this.start.get(open[open.length - 1] ?? 0)] === bracket;
  }

  // text returns where a text in quotes ends.
  private *text(from: number): Generator<void, number> {
    const bytes = this.bytes;
    let next = from + slice;
    for (let i = from + 1; i < bytes.length; i++) {
      const c = bytes[i] ?? 0;
      if (i >= next) {
        next = i + slice;
        yield;
      }
      if (c === 0x22) {
        return i + 1;
      }
      if (c === 0x5c) {
        i += this.escape(i);
      } else if (c >= 0x80) {
        const length = character(bytes, i);
        if (length === 0) {
          throw new Fault(i, "This byte is not UTF-8: " + named(c));
        }
        i += length - 1;
      } else if (c < 0x20) {
        throw new Fault(i, "A text in quotes cannot hold " + named(c));
      }
    }
    throw new Fault(bytes.length, "It ends within a text in quotes");
  }

  private escape(at: number): number {
    const c = String.fromCharCode(this.bytes[at + 1] ?? 0);
    if (c === "u" && /^[0-9a-fA-F]{4}$/.test(this.ascii(at + 2, at + 6))) {
      return 5;
    }
    if (!'"\\/bfnrt'.includes(c)) {
      throw new Fault(at, "There is no such escape");
    }
    return 1;
  }

  // plain returns where a number or a word ends.
  private plain(from: number, want: Want): number {
    let to = from;
    for (let c = this.bytes[to] ?? 0; (c >= 0x30 && c <= 0x39) || (c >= 0x41 && c <= 0x5a) || (c >= 0x61 && c <= 0x7a) || c === 0x2b || c === 0x2d || c === 0x2e; c = this.bytes[to] ?? 0) {
      to++;
    }
    const text = this.ascii(from, Math.min(to, from + 4096));
    if (text === "") {
      throw new Fault(from, "Here " + wanted[want] + " is expected, not " + named(this.bytes[from] ?? 0));
    }
    if (text !== "true" && text !== "false" && text !== "null" && to - from < 4096 && !number.test(text)) {
      throw new Fault(from, "This is no value of JSON: " + text.slice(0, 40));
    }
    return to;
  }

  private ascii(from: number, to: number): string {
    return String.fromCharCode(...this.bytes.subarray(from, to));
  }

  private add(key: number, start: number, up: number, place: number): number {
    if (this.values === maxValues) {
      throw new Fault(-1, "It has more than " + maxValues.toLocaleString("en") + " values");
    }
    const node = this.values++;
    this.key.set(node, key);
    this.start.set(node, start);
    this.up.set(node, up);
    this.place.set(node, place);
    return node;
  }

  private close(node: number, end: number, waiting: number[], base: number): void {
    const count = waiting.length - base;
    this.end.set(node, end);
    this.number.set(node, count);
    this.first.set(node, this.known);
    for (let i = 0; i < count; i++) {
      this.children.set(this.known + i, waiting[base + i] ?? 0);
    }
    this.known += count;
    waiting.length = base;
  }

  startOf(node: number): number {
    return this.start.get(node);
  }

  endOf(node: number): number {
    return this.end.get(node);
  }

  parentOf(node: number): number {
    return this.up.get(node);
  }

  placeOf(node: number): number {
    return this.place.get(node);
  }

  countOf(node: number): number {
    return this.number.get(node);
  }

  childOf(node: number, place: number): number {
    return this.children.get(this.first.get(node) + place);
  }

  isObject(node: number): boolean {
    return node >= 0 && this.bytes[this.start.get(node)] === 0x7b;
  }

  // nameOf is the name of a member, null for what has none.
  nameOf(node: number): string | null {
    const from = this.key.get(node);
    if (from < 0) {
      return null;
    }
    let to = from + 1;
    for (; this.bytes[to] !== 0x22; to++) {
      to += this.bytes[to] === 0x5c ? 1 : 0;
    }
    const name: unknown = JSON.parse(decode(this.bytes, from, to + 1));
    return String(name);
  }

  // at is the value that a byte belongs to.
  at(offset: number): number {
    let low = 0;
    let high = this.values - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      const key = this.key.get(middle);
      if ((key >= 0 ? key : this.startOf(middle)) <= offset) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }
}

export function decode(bytes: Uint8Array, from: number, to: number): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(from, to));
}

// named is a byte as a message says it.
export function named(c: number): string {
  return c > 0x20 && c < 0x7f ? String.fromCharCode(c) : "the byte 0x" + c.toString(16).padStart(2, "0");
}

// character is how many bytes a character of UTF-8 has that is not ASCII, 0 for what
// is none (RFC 3629, section 4).
export function character(bytes: Uint8Array, at: number): number {
  const c = bytes[at] ?? 0;
  const length = c < 0xc2 ? 0 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : c < 0xf5 ? 4 : 0;
  const second = bytes[at + 1] ?? 0;
  const low = c === 0xe0 ? 0xa0 : c === 0xf0 ? 0x90 : 0x80;
  const high = c === 0xed ? 0x9f : c === 0xf4 ? 0x8f : 0xbf;
  if (length === 0 || second < low || second > high) {
    return 0;
  }
  for (let i = 2; i < length; i++) {
    if (((bytes[at + i] ?? 0) & 0xc0) !== 0x80) {
      return 0;
    }
  }
  return length;
}
