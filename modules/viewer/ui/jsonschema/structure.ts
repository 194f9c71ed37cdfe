import { alternatives } from "./alternative";
import type { Check, Place } from "./check";
import { own, step } from "./check";
import type { Keywords, Schema } from "./schema";
import { canonical, count } from "./value";

export function array(c: Check, p: Place, items: readonly unknown[], schema: Keywords): void {
  const first = schema.prefixItems ?? [];
  count(c, p, items.length, schema, "minItems", "maxItems", "item(s)");
  for (let i = 0; i < items.length && !c.full(); i++) {
    c.check(step(p, i), items[i], first[i] ?? schema.items);
  }
  if (c.full()) {
    return;
  }
  p.seen?.upTo(schema.items === undefined ? Math.min(items.length, first.length) : items.length);
  if (schema.uniqueItems) {
    unique(c, p, items);
  }
  if (schema.contains !== undefined) {
    contains(c, p, items, schema, schema.contains);
  }
}

function unique(c: Check, p: Place, items: readonly unknown[]): void {
  const seen = new Map<string, number>();
  items.forEach((item, i) => {
    const text = canonical(item);
    const first = seen.get(text);
    if (first !== undefined) {
      c.fail(step(p, i), "uniqueItems", "is the same as item " + first);
      return;
    }
    seen.set(text, i);
  });
}

// contains counts the items that fit: one at least, unless minContains says
// otherwise (JSON Schema 2020-12 validation, section 6.4.5).
function contains(c: Check, p: Place, items: readonly unknown[], schema: Keywords, wanted: Schema): void {
  let n = 0;
  for (let i = 0; i < items.length && !c.full(); i++) {
    if (c.fits(step(p, i), items[i], wanted)) {
      p.seen?.items.add(i);
      n++;
    }
  }
  if (!c.full()) {
    count(c, p, n, { ...schema, minContains: schema.minContains ?? 1 }, "minContains", "maxContains", "item(s) that fit contains");
  }
}

type Members = Readonly<Record<string, unknown>>;

export function object(c: Check, p: Place, members: Members, schema: Keywords): void {
  if (p.seen && schema.properties !== undefined) {
    p.seen.names = true;
  }
  count(c, p, Object.keys(members).length, schema, "minProperties", "maxProperties", "member(s)");
  for (const name of schema.required ?? []) {
    if (!Object.hasOwn(members, name) && !c.hidden(p.root, name)) {
      c.fail(p, "required", "lacks the member " + quoted(name));
    }
  }
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (Object.hasOwn(members, name)) {
      p.seen?.members.add(name);
      p.seen?.described.add(name);
      c.check(step(p, name), members[name], property);
    }
  }
  if (schema.propertyNames !== undefined || schema.additionalProperties !== undefined || schema.patternProperties !== undefined) {
    for (const name of Object.keys(members).sort()) {
      if (c.full()) {
        return;
      }
      otherMember(c, p, name, members[name], schema);
    }
  }
  dependencies(c, p, members, schema);
}

// otherMember checks a member against all that does not know it by its name.
function otherMember(c: Check, object: Place, name: string, value: unknown, schema: Keywords): void {
  const p = step(object, name);
  let named = own(schema.properties, name) !== undefined;
  if (schema.propertyNames !== undefined && !c.fits(p, name, schema.propertyNames)) {
    c.fail(p, "propertyNames", "has a name that is not allowed");
  }
  for (const [pattern, property] of Object.entries(schema.patternProperties ?? {})) {
    if (c.matches(pattern, name)) {
      named = true;
      object.seen?.members.add(name);
      object.seen?.described.add(name);
      c.check(p, value, property);
    }
  }
  if (named || schema.additionalProperties === undefined) {
    return;
  }
  object.seen?.members.add(name);
  if (schema.additionalProperties !== true) {
    object.seen?.described.add(name); // or refused below
  }
  if (schema.additionalProperties === false) {
    c.fail(p, "additionalProperties", "is not a member that is described");
    return;
  }
  c.check(p, value, schema.additionalProperties);
}

function dependencies(c: Check, p: Place, members: Members, schema: Keywords): void {
  for (const [property, requires] of Object.entries(schema.dependentRequired ?? {})) {
    for (const name of Object.hasOwn(members, property) ? requires : []) {
      if (!Object.hasOwn(members, name)) {
        c.fail(p, "dependentRequired", "lacks the member " + quoted(name) + ", which " + quoted(property) + " needs");
      }
    }
  }
  for (const [name, part] of Object.entries(schema.dependentSchemas ?? {})) {
    if (Object.hasOwn(members, name)) {
      c.check(p, members, part);
    }
  }
}

function quoted(name: string): string {
  return JSON.stringify(name);
}

export function combinations(c: Check, p: Place, value: unknown, schema: Keywords): void {
  schema.allOf?.forEach((part) => c.check(p, value, part));
  alternatives(c, p, value, schema, "anyOf");
  alternatives(c, p, value, schema, "oneOf");
  if (schema.not !== undefined && c.fits({ ...p, seen: null }, value, schema.not)) {
    c.fail(p, "not", "fits what it must not be");
  }
  if (schema.if !== undefined) {
    c.check(p, value, c.fits(p, value, schema.if) ? schema.then : schema.else);
  }
}
