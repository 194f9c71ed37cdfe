// The check of one value: who checks what, and what it may cost.
import { escaped } from "../base/pointer";
import { Described, Evaluated, unevaluated } from "./evaluated";
import { Pattern } from "./pattern";
import type { Keywords, Options, Problem, Report, Resolve, Schema } from "./schema";
import { array, combinations, object } from "./structure";
import { kindOf, number, text, types, values } from "./value";

// The work that is done for a value, in schemas that it is held against:
// alternatives within alternatives may multiply it without end.
const stepsAtLeast = 1 << 16;
const stepsPerByte = 4;
const maxNotes = 8;
const maxUndescribed = 32;
const maxPatternSteps = 1 << 23; // of all patterns together
const tooMuch = { pointer: "", keyword: "", message: "is too much to check" };

// Place is where a value stands.
export interface Place {
  readonly pointer: string;
  // The references that were followed there: one that comes back to itself
  // without a step into the value never ends.
  readonly refs: readonly string[];
  readonly root: Schema | null; // what the value was held against first
  readonly seen: Evaluated | null; // collects what was looked at, null when nobody asks
  // The schemas that were entered on the way and that $dynamicRef may mean.
  readonly scope: readonly Keywords[];
}

export function step(p: Place, name: string | number): Place {
  const part = typeof name === "number" ? String(name) : escaped(name);
  return { pointer: p.pointer + "/" + part, refs: [], root: null, seen: null, scope: p.scope };
}

export class Check {
  left = 0; // of the work
  private problems: Problem[] = [];
  private readonly notes: string[] = [];
  private told = new Described(); // what schemas say of objects
  private readonly patterns = new Map<string, Pattern | null>();
  private readonly limit: number;
  private quiet = 0; // more than 0 while it only matters whether there is a problem

  constructor(
    readonly resolve: Resolve,
    private readonly options: Options,
  ) {
    this.limit = options.limit ?? 32;
  }

  run(schema: Schema, value: unknown): Report {
    this.left = stepsAtLeast + stepsPerByte * size(value);
    try {
      this.check({ pointer: "", refs: [], root: null, seen: null, scope: [] }, value, schema);
    } catch (error) {
      if (!(error instanceof RangeError)) {
        throw error;
      }
      this.left = -1; // deeper than the stack
    }
    const all = this.left < 0 ? [...this.problems.slice(0, this.limit - 1), tooMuch] : this.problems;
    return { problems: all, notes: this.notes, ...(this.options.undescribed ? { undescribed: this.told.others(maxUndescribed) } : {}) };
  }

  check(p: Place, value: unknown, schema: Schema | undefined): void {
    if (schema === undefined || this.full()) {
      return;
    }
    if (typeof schema === "boolean") {
      this.left--;
      if (!schema) {
        this.fail(p, "false", "is not allowed");
      }
      return;
    }
    this.left -= cost(schema);
    const names = schema.$id !== undefined || schema.$dynamicAnchor !== undefined || schema.$defs !== undefined;
    const own = schema.unevaluatedItems !== undefined || schema.unevaluatedProperties !== undefined;
    const first = this.options.undescribed === true && p.root === null && isObject(value); // what is here is told once
    const here = { ...p, root: p.root ?? schema, scope: names ? [...p.scope, schema] : p.scope, seen: own || first ? new Evaluated() : p.seen };
    this.reference(here, value, schema);
    this.dynamicReference(here, value, schema);
    if (!types(this, here, value, schema)) {
      return;
    }
    this.assertions(here, value, schema);
    combinations(this, here, value, schema);
    if (own && here.seen) {
      unevaluated(this, here, value, schema, here.seen);
      p.seen?.add(here.seen);
    }
    if (first && here.seen) {
      this.told.add(here.pointer, value, here.seen);
    }
  }

  private assertions(p: Place, value: unknown, schema: Keywords): void {
    values(this, p, value, schema);
    number(this, p, value, schema);
    if (typeof value === "string") {
      text(this, p, value, schema);
    } else if (Array.isArray(value)) {
      array(this, p, value, schema);
    } else if (isObject(value)) {
      object(this, p, value, schema);
    }
  }

  private reference(p: Place, value: unknown, schema: Keywords): void {
    const ref = schema.$ref;
    if (ref === undefined || p.refs.includes(ref)) {
      return;
    }
    const target = this.resolve(ref);
    if (target === undefined) {
      this.fail(p, "$ref", "cannot be checked: the description lacks " + ref);
      return;
    }
    this.check({ ...p, refs: [...p.refs, ref] }, value, target);
  }

  // dynamicReference follows $dynamicRef: to the outermost schema on the way that
  // has such an anchor, itself or in $defs, or else to what a plain reference would
  // mean (JSON Schema 2020-12 core, section 8.2.3.2).
  private dynamicReference(p: Place, value: unknown, schema: Keywords): void {
    const ref = schema.$dynamicRef;
    const key = "dynamic " + ref;
    if (ref === undefined || p.refs.includes(key)) {
      return;
    }
    const target = anchored(p.scope, ref) ?? this.resolve(ref);
    if (target === undefined) {
      this.note("the dynamic reference " + ref + " leads nowhere and accepts everything");
      return;
    }
    this.check({ ...p, refs: [...p.refs, key] }, value, target);
  }

  // hidden says whether a member is not part of what is sent in this direction:
  // what describes it stands anywhere in the schema of its object.
  hidden(schema: Schema | null, name: string): boolean {
    const direction = this.options.direction;
    let found = false;
    if (direction && schema !== null) {
      this.walk(schema, 0, (part) => {
        this.walk(own(part.properties, name), 0, (s) => {
          found ||= (direction === "request" && s.readOnly === true) || (direction === "response" && s.writeOnly === true);
        });
      });
    }
    return found;
  }

  // walk calls f for a schema and for all that it consists of: what it refers to
  // and the parts of allOf.
  private walk(schema: Schema | undefined, depth: number, f: (part: Keywords) => void): void {
    if (schema === undefined || typeof schema === "boolean" || depth > 16 || this.left < 0) {
      return;
    }
    this.left -= cost(schema);
    f(schema);
    if (schema.$ref !== undefined) {
      this.walk(this.resolve(schema.$ref), depth + 1, f);
    }
    schema.allOf?.forEach((part) => this.walk(part, depth + 1, f));
  }

  // fits checks on the side. What it looks at counts when it fits.
  fits(p: Place, value: unknown, schema: Schema): boolean {
    const kept = this.problems;
    const { told } = this;
    const side = { ...p, seen: p.seen && new Evaluated() };
    this.problems = [];
    this.told = new Described();
    this.quiet++;
    this.check(side, value, schema);
    this.quiet--;
    const fits = this.problems.length === 0;
    this.problems = kept;
    const more = this.told;
    this.told = told;
    if (fits) {
      told.merge(more);
      p.seen?.add(side.seen);
    }
    return fits;
  }

  fail(p: Place, keyword: string, message: string): void {
    if (this.quiet > 0 || this.problems.length < this.limit) {
      this.problems.push({ pointer: p.pointer, keyword, message });
    }
  }

  note(text: string): void {
    if (this.notes.length < maxNotes && !this.notes.includes(text)) {
      this.notes.push(text);
    }
  }

  // silent is true while nobody asks what the problems are.
  get silent(): boolean {
    return this.quiet > 0;
  }

  // full reports whether nothing more has to be found.
  full(): boolean {
    return this.problems.length >= this.limit || this.left < 0 || (this.quiet > 0 && this.problems.length > 0);
  }

  // matches says whether a text holds a match of a pattern. Patterns are not
  // anchored (JSON Schema 2020-12 core, section 6.4).
  matches(source: string, value: string): boolean {
    let pattern = this.patterns.get(source);
    if (pattern === undefined) {
      pattern = Pattern.compile(source);
      this.patterns.set(source, pattern);
    }
    if (!pattern) {
      this.note("the pattern " + source + " cannot be read and accepts everything");
      return true;
    }
    const found = pattern.steps > maxPatternSteps ? null : pattern.matches(value);
    if (found === null) {
      this.note("a text is too long to be checked for the pattern " + source);
      return true;
    }
    return found;
  }
}

function anchored(scope: readonly Keywords[], ref: string): Schema | undefined {
  const name = /#([^/].*)$/.exec(ref)?.[1];
  if (name === undefined) {
    return undefined;
  }
  for (const schema of scope) {
    if (schema.$dynamicAnchor === name) {
      return schema;
    }
    for (const part of Object.values(schema.$defs ?? {})) {
      if (typeof part !== "boolean" && part.$dynamicAnchor === name) {
        return part;
      }
    }
  }
  return undefined;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return kindOf(value) === "object";
}

// own is a member that an object has itself: names like "constructor" are plain
// names in descriptions.
export function own<T>(object: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return object && Object.hasOwn(object, name) ? object[name] : undefined;
}

// cost is what a schema costs besides its parts: lists are walked through.
function cost(schema: Keywords): number {
  const count = (list: object | undefined): number => (list ? Object.keys(list).length : 0);
  return 1 + Math.floor((count(schema.enum) + count(schema.required) + count(schema.properties) + count(schema.dependentRequired) + count(schema.dependentSchemas)) / 8);
}

// size is about how many bytes a value is as text.
function size(value: unknown): number {
  let sum = 0;
  const todo: unknown[] = [value];
  while (todo.length > 0) {
    const next = todo.pop();
    sum += 2 + (typeof next === "string" ? next.length : 0);
    if (Array.isArray(next)) {
      for (const item of next) {
        todo.push(item);
      }
    } else if (isObject(next)) {
      for (const name of Object.keys(next)) {
        sum += name.length + 4;
        todo.push(next[name]);
      }
    }
  }
  return sum;
}
