import { common } from "./edits";

// Row is a line of a text, or of both.
export interface Row {
  readonly kind: "same" | "removed" | "added" | "gap"; // gap: lines that both have are left out
  readonly before: number; // from 1, 0 for none
  readonly after: number;
  readonly text: string;
}

export interface Lines {
  readonly rows: readonly Row[];
  readonly added: number;
  readonly removed: number;
  readonly more: number; // rows that are left out
  readonly rough: boolean;
}

const around = 3; // lines that are shown about a difference
const mostRows = 4000;
const longest = 400; // characters of a line

// lines compares two texts line by line.
export function* lines(before: string, after: string): Generator<void, Lines> {
  const [a, b] = [before.split("\n"), after.split("\n")];
  yield;
  const known = new Map<string, number>();
  const numbers = (list: readonly string[]): Int32Array => Int32Array.from(list, (line) => known.get(line) ?? (known.set(line, known.size), known.size - 1));
  const { runs, rough } = yield* common(numbers(a), numbers(b));
  const sheet = new Sheet(a, b);
  let [i, j] = [0, 0];
  for (const run of runs) {
    sheet.changed(i, run.before, j, run.after);
    [i, j] = [run.before + run.length, run.after + run.length];
    sheet.same(run.before, run.after, run.length, run.before + run.after === 0, i === a.length && j === b.length);
  }
  return { rows: sheet.rows, added: sheet.added, removed: sheet.removed, more: sheet.more, rough };
}

class Sheet {
  readonly rows: Row[] = [];
  added = 0;
  removed = 0;
  more = 0;

  constructor(
    private readonly before: readonly string[],
    private readonly after: readonly string[],
  ) {}

  changed(i: number, iEnd: number, j: number, jEnd: number): void {
    this.removed += iEnd - i;
    this.added += jEnd - j;
    for (; i < iEnd; i++) {
      this.put({ kind: "removed", before: i + 1, after: 0, text: this.before[i] ?? "" });
    }
    for (; j < jEnd; j++) {
      this.put({ kind: "added", before: 0, after: j + 1, text: this.after[j] ?? "" });
    }
  }

  // same shows what is near to a difference.
  same(i: number, j: number, length: number, first: boolean, last: boolean): void {
    const head = first ? 0 : Math.min(length, around);
    const tail = last ? length : Math.max(head, length - around);
    for (let n = 0; n < length; n++) {
      if (n < head || n >= tail) {
        this.put({ kind: "same", before: i + n + 1, after: j + n + 1, text: this.after[j + n] ?? "" });
      } else if (n === head) {
        const left = tail - head;
        this.put({ kind: "gap", before: 0, after: 0, text: left === 1 ? "1 line that is the same" : left + " lines that are the same" });
        n = tail - 1;
      }
    }
  }

  private put(row: Row): void {
    if (this.rows.length === mostRows) {
      this.more++;
      return;
    }
    const text = row.text.replace(/\r$/, "␍");
    this.rows.push({ ...row, text: text.length > longest ? text.slice(0, longest) + "…" : text });
  }
}
