import { escaped } from "../base/pointer";
import type { Check, Place } from "./check";
import { isObject, step } from "./check";
import type { Keywords, Schema } from "./schema";

// Evaluated is what some schema has looked at: members by name and items by
// number. What unevaluatedItems and unevaluatedProperties mean is the rest.
export class Evaluated {
  readonly members = new Set<string>();
  readonly items = new Set<number>();
  first = 0; // so many items from the beginning
  all = false;
  // The members that a schema describes: those that it only lets pass are
  // evaluated, too.
  readonly described = new Set<string>();
  names = false; // some schema names members

  upTo(n: number): void {
    this.first = Math.max(this.first, n);
  }

  add(other: Evaluated | null): void {
    if (!other) {
      return;
    }
    other.members.forEach((name) => this.members.add(name));
    other.items.forEach((i) => this.items.add(i));
    this.upTo(other.first);
    this.all ||= other.all;
    other.described.forEach((name) => this.described.add(name));
    this.names ||= other.names;
  }
}

// Described is what all schemas together say of objects, by where these stand:
// several may speak of one.
export class Described {
  private readonly objects = new Map<string, { readonly names: readonly string[]; readonly seen: Evaluated }>();

  add(pointer: string, members: Readonly<Record<string, unknown>>, seen: Evaluated): void {
    const known = this.objects.get(pointer);
    if (known) {
      known.seen.add(seen);
    } else if (seen.names || seen.described.size > 0) {
      this.objects.set(pointer, { names: Object.keys(members), seen });
    }
  }

  merge(other: Described): void {
    for (const [pointer, { names, seen }] of other.objects) {
      this.add(pointer, Object.fromEntries(names.map((name) => [name, null])), seen);
    }
  }

  // others are the members that none describes, of objects of which some schema
  // names members.
  others(most: number): readonly string[] {
    const found: string[] = [];
    for (const [pointer, { names, seen }] of this.objects) {
      for (const name of seen.names ? names : []) {
        if (!seen.described.has(name) && found.length < most) {
          found.push(pointer + "/" + escaped(name));
        }
      }
    }
    return found;
  }
}

// unevaluated checks what nothing else has looked at.
export function unevaluated(c: Check, p: Place, value: unknown, schema: Keywords, seen: Evaluated): void {
  if (seen.all) {
    return;
  }
  if (Array.isArray(value) && schema.unevaluatedItems !== undefined) {
    for (let i = seen.first; i < value.length && !c.full(); i++) {
      if (!seen.items.has(i)) {
        leftOver(c, step(p, i), value[i], schema.unevaluatedItems, "unevaluatedItems", "an item");
      }
    }
    seen.all = true;
  } else if (isObject(value) && schema.unevaluatedProperties !== undefined) {
    for (const name of Object.keys(value).sort()) {
      if (!seen.members.has(name) && !c.full()) {
        leftOver(c, step(p, name), value[name], schema.unevaluatedProperties, "unevaluatedProperties", "a member");
      }
    }
    seen.all = true;
  }
}

function leftOver(c: Check, p: Place, value: unknown, schema: Schema, keyword: string, what: string): void {
  if (schema === false) {
    c.fail(p, keyword, "is not " + what + " that is described");
    return;
  }
  c.check(p, value, schema);
}
