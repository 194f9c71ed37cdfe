import { escaped } from "../base/pointer";
import type { Check, Place } from "./check";
import { isObject, own } from "./check";
import type { Keywords, Schema } from "./schema";

// alternatives checks that a value fits one, and only one where that is asked for.
// A discriminator decides which one.
export function alternatives(c: Check, p: Place, value: unknown, schema: Keywords, keyword: "anyOf" | "oneOf"): void {
  const all = schema[keyword] ?? [];
  const named = chosen(value, schema, all);
  if (all.length === 0 || named !== undefined) {
    c.check(p, value, named);
    return;
  }
  let fitting = 0;
  for (const alternative of all) {
    fitting += c.fits(p, value, alternative) ? 1 : 0;
    if (fitting > 0 && keyword === "anyOf" && !p.seen) {
      return;
    }
  }
  if (fitting === 0) {
    misfit(c, p, value, all, keyword);
  } else if (fitting > 1 && keyword === "oneOf") {
    c.fail(p, keyword, "fits " + fitting + " alternatives instead of one");
  }
}

// misfit tells a value that fits no alternative what the only one wants that
// speaks of its type.
function misfit(c: Check, p: Place, value: unknown, all: readonly Schema[], keyword: string): void {
  const near = c.silent ? [] : all.filter((alternative) => speaksOf(c, p, value, alternative));
  if (near.length !== 1) {
    c.fail(p, keyword, "fits none of " + all.length + " alternatives");
    return;
  }
  c.check(p, value, near[0]);
}

// chosen is the alternative that a discriminator names.
function chosen(value: unknown, schema: Keywords, all: readonly Schema[]): Schema | undefined {
  const discriminator = schema.discriminator;
  const tag = discriminator && isObject(value) ? own(value, discriminator.propertyName) : undefined;
  if (typeof tag !== "string") {
    return undefined;
  }
  const mapped = own(discriminator?.mapping, tag);
  return all.find((s) => typeof s !== "boolean" && s.$ref !== undefined && (mapped === undefined ? s.$ref.endsWith("/" + escaped(tag)) : s.$ref === mapped));
}

// speaksOf says whether a schema is about values of the type of a value.
function speaksOf(c: Check, p: Place, value: unknown, schema: Schema): boolean {
  let target: Schema | undefined = schema;
  for (let i = 0; i < 32 && typeof target === "object" && target.$ref !== undefined; i++) {
    target = c.resolve(target.$ref);
  }
  const types = typeof target === "object" ? target.type : undefined;
  return target !== undefined && c.fits({ ...p, seen: null }, value, types === undefined ? {} : { type: types });
}
