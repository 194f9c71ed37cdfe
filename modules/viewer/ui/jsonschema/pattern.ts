// Patterns of schemas. A description can be hostile, and the browser's own engine
// may take for ever on one that goes back and forth, so patterns run in an
// automaton: its steps are bounded by the length of the pattern times that of the
// text, and they are counted. The browser's engine only says which single
// characters belong to a class.
import { Parser, type Node, type Test } from "./expression";

// Limits: the instructions of one pattern, and the steps for one text.
const maxInstructions = 20_000;
const maxSteps = 1 << 21;

type Instruction =
  | { readonly op: "test"; readonly test: Test }
  | { readonly op: "assert"; readonly holds: (before: number, after: number) => boolean }
  | { readonly op: "split"; readonly to: number[] }
  | { readonly op: "match" };

// Pattern is a compiled pattern.
export class Pattern {
  steps = 0; // of all texts together

  private constructor(private readonly program: readonly Instruction[]) {}

  // compile is null for what cannot be read: lookaround and back references,
  // mistakes, and repetitions beyond all bounds.
  static compile(text: string): Pattern | null {
    try {
      const program: Instruction[] = [];
      emit(new Parser(text).parse(), program);
      program.push({ op: "match" });
      return new Pattern(program);
    } catch {
      return null;
    }
  }

  // matches says whether a text holds a match. It is null when that would take too
  // long.
  matches(text: string): boolean | null {
    const stop = this.steps + maxSteps;
    let now = new Threads(this.program.length);
    let next = new Threads(this.program.length);
    let before = -1;
    for (let i = 0; i <= text.length; ) {
      const point = text.codePointAt(i) ?? -1;
      if (this.follow(now, 0, before, point)) {
        return true;
      }
      next.clear();
      const after = i + (point > 0xffff ? 2 : 1);
      const beyond = text.codePointAt(after) ?? -1;
      for (let t = 0; t < now.count; t++) {
        const instruction = this.program[now.list[t] ?? 0];
        if (instruction?.op === "test" && point >= 0 && instruction.test(point) && this.follow(next, (now.list[t] ?? 0) + 1, point, beyond)) {
          return true;
        }
      }
      this.steps += now.count;
      if (this.steps > stop) {
        return null;
      }
      [now, next] = [next, now];
      before = point;
      i = after;
    }
    return false;
  }

  // follow adds a thread and all that it leads to without a character. It is true
  // when that is the end.
  private follow(threads: Threads, start: number, before: number, after: number): boolean {
    const todo = [start];
    for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
      if (!threads.add(at)) {
        continue;
      }
      this.steps++;
      const instruction = this.program[at];
      switch (instruction?.op) {
        case "match":
          return true;
        case "split":
          todo.push(...instruction.to);
          break;
        case "assert":
          if (instruction.holds(before, after)) {
            todo.push(at + 1);
          }
      }
    }
    return false;
  }
}

// Threads are the places of a program where a match may be.
class Threads {
  readonly list: Int32Array;
  private readonly place: Int32Array;
  count = 0;

  constructor(size: number) {
    this.list = new Int32Array(size);
    this.place = new Int32Array(size);
  }

  clear(): void {
    this.count = 0;
  }

  add(at: number): boolean {
    const place = this.place[at] ?? 0;
    if (place < this.count && this.list[place] === at) {
      return false;
    }
    this.place[at] = this.count;
    this.list[this.count++] = at;
    return true;
  }
}

function emit(node: Node, program: Instruction[]): void {
  if (program.length > maxInstructions) {
    throw new RangeError("too large");
  }
  switch (node.kind) {
    case "test":
      program.push({ op: "test", test: node.test });
      return;
    case "assert":
      program.push({ op: "assert", holds: node.holds });
      return;
    case "sequence":
      node.parts.forEach((part) => emit(part, program));
      return;
    case "choice":
      emitChoice(node.parts, program);
      return;
    case "repeat":
      emitRepeat(node.part, node.least, node.most, program);
  }
}

function emitChoice(parts: readonly Node[], program: Instruction[]): void {
  const to: number[] = [];
  const ends: number[][] = [];
  program.push({ op: "split", to });
  for (const part of parts) {
    to.push(program.length);
    emit(part, program);
    const end: number[] = [];
    ends.push(end);
    program.push({ op: "split", to: end });
  }
  ends.forEach((end) => end.push(program.length));
}

function emitRepeat(part: Node, least: number, most: number, program: Instruction[]): void {
  for (let i = 0; i < least; i++) {
    const size = program.length;
    emit(part, program);
    if (program.length === size) {
      return; // nothing, however often
    }
  }
  if (most === Infinity) {
    const start = program.length;
    const to = [start + 1];
    program.push({ op: "split", to });
    emit(part, program);
    program.push({ op: "split", to: [start] });
    to.push(program.length);
    return;
  }
  const ends: number[][] = [];
  for (let i = least; i < most; i++) {
    const to = [program.length + 1];
    ends.push(to);
    program.push({ op: "split", to });
    const size = program.length;
    emit(part, program);
    if (program.length === size) {
      break;
    }
  }
  ends.forEach((to) => to.push(program.length));
}
