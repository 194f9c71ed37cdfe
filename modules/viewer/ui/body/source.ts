// What the view of a body asks of the one who holds the bytes: a worker, or the
// page itself where there is none. Everything is asked in pieces, so that nothing
// large is ever handed over or drawn.
import type { Difference } from "../difference/difference";
import type { Report, Schema } from "../jsonschema/schema";

export type View = "tree" | "text" | "bytes";

// Gone is what becomes of questions about a body that is not shown any more.
export class Gone extends Error {}

// meanwhile lets something take its time that nobody waits for: it may be about a
// body that is gone when the answer comes.
export function meanwhile(work: Promise<unknown> | undefined): void {
  work?.catch((error: unknown) => {
    if (!(error instanceof Gone)) {
      throw error;
    }
  });
}

// Trouble is why a body is not shown as what it says it is.
export interface Trouble {
  readonly message: string;
  readonly offset: number; // of the byte, -1 for the whole
  readonly line: number; // from 1
  readonly column: number; // in bytes, from 1
}

export interface Opened {
  readonly views: readonly View[]; // the best one first
  readonly size: number; // bytes
  readonly values: number; // of the tree
  readonly trouble: Trouble | null;
}

export type Kind = "object" | "array" | "string" | "number" | "word";

// Row is one line of the tree.
export interface Row {
  readonly node: number;
  readonly level: number; // from 1
  readonly name: string | null; // of the member, null for items and the whole
  readonly position: number; // among its siblings, from 0
  readonly siblings: number;
  readonly kind: Kind;
  readonly text: string; // as it is written, the beginning of what is long
  readonly cut: boolean;
  readonly count: number; // of members or items
  readonly open: boolean;
}

// Spot is where a value of the tree stands among the lines that can be seen.
export interface Spot {
  readonly node: number; // -1 when there is no such value
  readonly row: number;
  readonly total: number; // lines
}

export interface Rows {
  readonly total: number;
  readonly rows: readonly Row[];
}

export interface Lines {
  readonly total: number;
  readonly lines: readonly string[];
}

// Hits are the first places where a text was found: values of a tree, or lines.
export interface Hits {
  readonly places: readonly number[];
  readonly more: boolean;
}

// Contract is what a body is checked against.
export interface Contract {
  readonly schema: Schema;
  readonly schemas: Readonly<Record<string, Schema>>; // by reference
  readonly direction?: "request" | "response";
}

export interface Source {
  // open takes the pieces of a body, which nobody else may have any more.
  open(pieces: readonly Uint8Array[], json: boolean, charset: string): Promise<Opened>;
  rows(from: number, count: number): Promise<Rows>;
  fold(node: number, open: boolean): Promise<Spot>;
  foldAll(open: boolean): Promise<Spot>;
  reveal(node: number): Promise<Spot>; // opens what it stands in
  parent(node: number): Promise<number>;
  locate(pointers: readonly string[]): Promise<readonly number[]>; // -1 for what is not there
  lines(view: View, from: number, count: number): Promise<Lines>;
  lineAt(view: View, offset: number): Promise<number>;
  find(view: View, text: string): Promise<Hits>;
  pointer(node: number): Promise<string>;
  value(node: number): Promise<string>;
  blob(type: string): Promise<Blob>;
  check(contract: Contract): Promise<Report | null>; // null for what is no JSON, or too large
}

// Comparer compares two bodies, as values of JSON or as texts.
export interface Comparer {
  compare(before: Uint8Array, after: Uint8Array, json: boolean): Promise<Difference>;
}
