import { pointerOf } from "../base/pointer";
import { decode, type JsonIndex } from "../body/json";
import { decimal, Numeral, order } from "../jsonschema/number";
import { common } from "./edits";

// Change is one difference between two values of JSON.
export interface Change {
  readonly kind: "added" | "removed" | "changed" | "spelling" | "order";
  readonly pointer: string; // where it is, or was
  readonly was: string; // where it was, when that is elsewhere
  readonly before: string; // the beginning of it, as written
  readonly after: string;
}

export interface Changes {
  readonly changes: readonly Change[];
  readonly total: number;
  readonly rough: boolean; // a list differs too much to find what both have
}

const mostChanges = 1000;
const longest = 200; // characters of a value
const often = 500; // values in one step
const keys = ["id", "_id", "uuid", "key"]; // members that name an item

// Names gives the same number to what is the same.
type Names = Map<string, number>;

function numberOf(names: Names, text: string): number {
  const known = names.get(text);
  if (known !== undefined) {
    return known;
  }
  names.set(text, names.size);
  return names.size - 1;
}

// Tree is a value with a number for everything in it: values with the same number
// are the same, but for the order of members.
class Tree {
  private readonly numbers: Int32Array;

  constructor(
    readonly index: JsonIndex,
    private readonly names: Names,
  ) {
    this.numbers = new Int32Array(index.values);
  }

  // read numbers all values: what stands in others comes behind them.
  *read(): Generator<void> {
    for (let node = this.index.values - 1; node >= 0; node--) {
      this.numbers[node] = numberOf(this.names, this.keyOf(node));
      if (node % often === 0) {
        yield;
      }
    }
  }

  private keyOf(node: number): string {
    const text = this.scalar(node);
    if (text !== null) {
      return text.startsWith('"') && text.includes("\\") ? JSON.stringify(JSON.parse(text)) : text;
    }
    if (!this.index.isObject(node)) {
      return "[" + this.children(node).map((child) => this.number(child)).join();
    }
    const members = this.children(node).map((child) => numberOf(this.names, JSON.stringify(this.index.nameOf(child))) + ":" + this.number(child));
    return "{" + members.sort().join();
  }

  number(node: number): number {
    return this.numbers[node] ?? -1;
  }

  kind(node: number): "object" | "list" | "scalar" {
    const c = this.index.bytes[this.index.startOf(node)];
    return c === 0x7b ? "object" : c === 0x5b ? "list" : "scalar";
  }

  // scalar is a value as written, null for lists and objects.
  scalar(node: number): string | null {
    return this.kind(node) === "scalar" ? decode(this.index.bytes, this.index.startOf(node), this.index.endOf(node)) : null;
  }

  children(node: number): number[] {
    return Array.from({ length: this.index.countOf(node) }, (_, place) => this.index.childOf(node, place));
  }

  // members are those that count: the last one with a name.
  members(node: number): Map<string, number> {
    return new Map(this.children(node).map((child) => [this.index.nameOf(child) ?? "", child]));
  }

  // text is the beginning of a value, in one line.
  text(node: number): string {
    const [from, to] = [this.index.startOf(node), this.index.endOf(node)];
    const cut = to - from > 4 * longest;
    const text = decode(this.index.bytes, from, cut ? from + 4 * longest : to).replace(/\ufffd+$/, "");
    const flat = this.kind(node) === "scalar" ? text : text.replace(/\s*\n\s*/g, " ");
    return cut || flat.length > longest ? flat.slice(0, longest) + "…" : flat;
  }

  pointer(node: number): string {
    const names: string[] = [];
    for (let at = node; this.index.parentOf(at) >= 0; at = this.index.parentOf(at)) {
      names.unshift(this.index.nameOf(at) ?? String(this.index.placeOf(at)));
    }
    return pointerOf(names);
  }
}

// Task is something to compare, or to tell: before and after are values, -1 for none.
interface Task {
  readonly before: number;
  readonly after: number;
  readonly moved?: boolean;
}

// changes compares two values of JSON.
export function* changes(before: JsonIndex, after: JsonIndex): Generator<void, Changes> {
  const names: Names = new Map();
  const [a, b] = [new Tree(before, names), new Tree(after, names)];
  yield* a.read();
  yield* b.read();
  const work = new Comparison(a, b);
  yield* work.run();
  return { changes: work.found, total: work.total, rough: work.rough };
}

class Comparison {
  readonly found: Change[] = [];
  total = 0;
  rough = false;

  constructor(
    private readonly a: Tree,
    private readonly b: Tree,
  ) {}

  *run(): Generator<void> {
    const todo: Task[] = [{ before: 0, after: 0 }];
    for (let steps = 1, task = todo.pop(); task; task = todo.pop(), steps++) {
      if (steps % often === 0) {
        yield;
      }
      const inner = yield* this.compare(task);
      for (let i = inner.length - 1; i >= 0; i--) {
        const one = inner[i];
        if (one) {
          todo.push(one);
        }
      }
    }
  }

  // compare tells a difference, or returns what stands in both.
  private *compare({ before, after, moved }: Task): Generator<void, readonly Task[]> {
    const { a, b } = this;
    if (moved) {
      this.tell("order", before, after);
      return [];
    }
    if (before < 0 || after < 0) {
      this.tell(before < 0 ? "added" : "removed", before, after);
      return [];
    }
    if (a.number(before) === b.number(after)) {
      return [];
    }
    const kind = a.kind(before);
    if (kind !== b.kind(after) || kind === "scalar") {
      this.tell(kind === "scalar" && sameNumber(a.scalar(before), b.scalar(after)) ? "spelling" : "changed", before, after);
      return [];
    }
    return kind === "object" ? this.members(before, after) : yield* this.items(before, after);
  }

  private members(before: number, after: number): readonly Task[] {
    const [old, now] = [this.a.members(before), this.b.members(after)];
    return [
      ...[...old].map(([name, node]) => ({ before: node, after: now.get(name) ?? -1 })),
      ...[...now].filter(([name]) => !old.has(name)).map(([, node]) => ({ before: -1, after: node })),
    ];
  }

  private *items(before: number, after: number): Generator<void, readonly Task[]> {
    const [old, now] = [this.a.children(before), this.b.children(after)];
    for (const key of keys) {
      const [oldKeys, nowKeys] = [keyed(this.a, old, key), keyed(this.b, now, key)];
      if (oldKeys && nowKeys) {
        return byKey(oldKeys, nowKeys, { before, after, moved: true });
      }
    }
    const { runs, rough } = yield* common(
      old.map((node) => this.a.number(node)),
      now.map((node) => this.b.number(node)),
    );
    this.rough ||= rough;
    const tasks: Task[] = [];
    let [i, j] = [0, 0];
    for (const run of runs) {
      tasks.push(...this.gap(old.slice(i, run.before), now.slice(j, run.after)));
      [i, j] = [run.before + run.length, run.after + run.length];
    }
    return tasks;
  }

  // gap pairs items between those that both lists have: one has become the other
  // where they are of a kind.
  private gap(old: readonly number[], now: readonly number[]): readonly Task[] {
    const tasks: Task[] = [];
    let [i, j] = [0, 0];
    while (i < old.length || j < now.length) {
      const [before = -1, after = -1] = [old[i], now[j]];
      const spare = old.length - i - (now.length - j);
      const alike = before >= 0 && after >= 0 && (spare === 0 || this.a.kind(before) === this.b.kind(after));
      const task = alike ? { before, after } : spare > 0 ? { before, after: -1 } : { before: -1, after };
      tasks.push(task);
      i += task.before >= 0 ? 1 : 0;
      j += task.after >= 0 ? 1 : 0;
    }
    return tasks;
  }

  private tell(kind: Change["kind"], before: number, after: number): void {
    this.total++;
    if (this.found.length === mostChanges) {
      return;
    }
    const from = before < 0 ? "" : this.a.pointer(before);
    const to = after < 0 ? from : this.b.pointer(after);
    const of = (tree: Tree, node: number): string => (node < 0 || kind === "order" ? "" : tree.text(node));
    this.found.push({ kind, pointer: to, was: before >= 0 && from !== to ? from : "", before: of(this.a, before), after: of(this.b, after) });
  }
}

// keyed are the items of a list by a member that names each, null when none does.
function keyed(tree: Tree, items: readonly number[], key: string): Map<number, number> | null {
  const found = new Map<number, number>();
  for (const item of items) {
    const member = tree.kind(item) === "object" ? tree.members(item).get(key) : undefined;
    if (member === undefined || tree.kind(member) !== "scalar") {
      return null;
    }
    found.set(tree.number(member), item);
  }
  return found.size === items.length && items.length > 0 ? found : null;
}

function byKey(old: Map<number, number>, now: Map<number, number>, moved: Task): readonly Task[] {
  const stayed = [...old.keys()].filter((key) => now.has(key));
  const order = [...now.keys()].filter((key) => old.has(key));
  return [
    ...(stayed.some((key, i) => key !== order[i]) ? [moved] : []),
    ...[...old].filter(([key]) => !now.has(key)).map(([, node]) => ({ before: node, after: -1 })),
    ...[...now].map(([key, node]) => ({ before: old.get(key) ?? -1, after: node })),
  ];
}

// sameNumber reports whether two numbers differ in how they are written only.
function sameNumber(before: string | null, after: string | null): boolean {
  const [a, b] = [decimal(new Numeral(before ?? "")), decimal(new Numeral(after ?? ""))];
  return a !== null && b !== null && order(a, b) === 0;
}
