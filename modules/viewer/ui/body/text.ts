import { Fault, character, named } from "./json";
import { Numbers } from "./pages";

// Bounds of text: rows that are kept, and bytes of one row.
const maxRows = 4_000_000;
const maxRow = 1000;
const slice = 1 << 15;

// TextIndex is where the rows of a text begin. What is longer than a row continues
// in the next one.
export class TextIndex {
  rows = 0;
  private readonly starts = new Numbers();

  constructor(private readonly bytes: Uint8Array) {}

  // read makes the index. It throws a Fault where bytes are not UTF-8.
  *read(): Generator<void> {
    const bytes = this.bytes;
    let next = slice;
    let start = 0;
    this.add(0);
    for (let i = 0; i < bytes.length; i++) {
      const c = bytes[i] ?? 0;
      if (i >= next) {
        next = i + slice;
        yield;
      }
      if (c === 10 ? i + 1 < bytes.length : i - start >= maxRow) {
        start = c === 10 ? i + 1 : i;
        this.add(start);
      }
      if (c >= 0x80) {
        const length = character(bytes, i);
        if (length === 0) {
          throw new Fault(i, "This byte is not UTF-8: " + named(c));
        }
        i += length - 1;
      } else if (c === 0) {
        throw new Fault(i, "No text holds this byte: " + named(c));
      }
    }
  }

  private add(start: number): void {
    if (this.rows === maxRows) {
      throw new Fault(-1, "It has more than " + maxRows.toLocaleString("en") + " lines");
    }
    this.starts.set(this.rows++, start);
  }

  startOf(row: number): number {
    return this.starts.get(row);
  }

  endOf(row: number): number {
    let end = row + 1 < this.rows ? this.startOf(row + 1) : this.bytes.length;
    for (const c of [10, 13]) {
      end -= end > this.startOf(row) && this.bytes[end - 1] === c ? 1 : 0;
    }
    return end;
  }

  // at is the row that a byte stands in.
  at(offset: number): number {
    let low = 0;
    let high = this.rows - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.startOf(middle) <= offset) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }
}

// search finds where a text stands among bytes, capital letters of ASCII or not.
export function* search(bytes: Uint8Array, needle: Uint8Array, found: number[]): Generator<void> {
  const small = needle.map(lower);
  const first = small[0];
  if (first === undefined) {
    return;
  }
  let next = slice;
  for (let i = 0; i + small.length <= bytes.length; i++) {
    if (i >= next) {
      next = i + slice;
      yield;
    }
    if (lower(bytes[i] ?? 0) !== first) {
      continue;
    }
    let n = 1;
    while (n < small.length && lower(bytes[i + n] ?? 0) === small[n]) {
      n++;
    }
    if (n === small.length) {
      found.push(i);
      i += n - 1;
      if (found.length === search.most) {
        return;
      }
    }
  }
}

search.most = 1000;

function lower(c: number): number {
  return c >= 0x41 && c <= 0x5a ? c + 32 : c;
}
