// What is a secret, as far as names and schemas say.
import { schemaOf, type Resolve } from "../../serialize/form";
import type { Parameter, Schema, Scheme } from "../../serialize/part";
import { listOf, objectOf, type Value } from "../../serialize/value";
import { escaped } from "../../base/pointer";
import { alternatives, fieldsOf, shapeOf } from "../schema";

const words = /^(auth|authorization|bearer|apikey|privatekey|accesskey|secret|password|passwd|passphrase|pwd|token|credentials?|session|sessionid|sid|jwt|signature|otp|pin|cvv|cvc)$/;
const harmless = /^(page|next|previous|prev|continuation|continue|sync|cursor|max|min|count|num|tokens)$/;

// secretive reports whether a name is usually that of a secret: a word of it is,
// however the words are joined.
export function secretive(name: string): boolean {
  const parts = name.replace(/([a-z\d])([A-Z])/g, "$1 $2").toLowerCase().split(/[^a-z\d]+/);
  const pairs = parts.map((part, at) => (parts[at - 1] ?? "") + part);
  return !parts.some((part) => harmless.test(part)) && [...parts, ...pairs].some((part) => words.test(part));
}

// isSecret reports whether a parameter holds a secret.
export function isSecret(p: Pick<Parameter, "in" | "name" | "schema">, schemes: Readonly<Record<string, Scheme>>, resolve: Resolve): boolean {
  const same = (own: string): boolean => own.toLowerCase() === p.name.toLowerCase();
  const key = Object.values(schemes).some((scheme) => scheme.type === "apiKey" && scheme.in === p.in && same(scheme.name));
  return key || (p.in === "header" && /^(proxy-)?authorization$|^cookie$/i.test(p.name)) || secretive(p.name) || hides(shapeOf(p.schema, resolve));
}

function hides(shape: { readonly [keyword: string]: unknown }): boolean {
  return shape["format"] === "password" || shape["writeOnly"] === true;
}

const deepest = 40;

// opened is a value without the secrets in it. Left says where they were.
export function opened(value: Value, schema: Schema | null, resolve: Resolve, left: string[], at = "", depth = 0): Value {
  if (depth > deepest) {
    left.push(at);
    return objectOf([]);
  }
  const all = [schema, ...alternatives(shapeOf(schema, resolve))].map((one) => shapeOf(one, resolve));
  if (value.kind === "list") {
    const items = all.map((shape) => schemaOf(shape["items"])).find((one) => one !== null) ?? null;
    return listOf(value.items.map((item, i) => opened(item, items, resolve, left, `${at}/${i}`, depth + 1)));
  }
  if (value.kind !== "object") {
    return value;
  }
  return objectOf(
    value.members.flatMap(([name, member]) => {
      const place = at + "/" + escaped(name);
      const known = all.flatMap((shape) => (Object.hasOwn(fieldsOf(shape["properties"]), name) ? [schemaOf(fieldsOf(shape["properties"])[name])] : []));
      if (secretive(name) || known.some((one) => hides(shapeOf(one, resolve)))) {
        left.push(place);
        return [];
      }
      const other = all.map((shape) => schemaOf(shape["additionalProperties"])).find((one) => one !== null) ?? null;
      return [[name, opened(member, known[0] ?? other, resolve, left, place, depth + 1)] as const];
    }),
  );
}

// holdsSecrets reports whether a schema has a place for secrets.
export function holdsSecrets(schema: Schema | null, resolve: Resolve, seen = new Set<string>(), depth = 0): boolean {
  if (typeof schema !== "object" || schema === null || depth > deepest) {
    return false;
  }
  const ref = schema["$ref"];
  if (typeof ref === "string") {
    if (seen.has(ref)) {
      return false;
    }
    seen.add(ref);
  }
  const shape = shapeOf(schema, resolve);
  const parts = [...Object.values(fieldsOf(shape["properties"])), shape["items"], shape["additionalProperties"], ...alternatives(shape)];
  return hides(shape) || Object.keys(fieldsOf(shape["properties"])).some(secretive) || parts.some((part) => holdsSecrets(schemaOf(part), resolve, seen, depth + 1));
}
