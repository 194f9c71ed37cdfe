// What a form needs to know of a schema: references followed, allOf put together.
import { decoded } from "../base/fragment";
import { unescaped } from "../base/pointer";
import { isBinary, resolved, schemaOf, type Resolve } from "../serialize/form";
import type { Media, Schema } from "../serialize/part";
import { phrase } from "../base/words";

export type Shape = { readonly [keyword: string]: unknown };

export type Kind = "enum" | "boolean" | "number" | "string" | "list" | "object" | "choice" | "any" | "file";

const maxDepth = 16;

// fileKeyword marks the schemas of values that are files of the reader's.
export const fileKeyword = "x-trefoil-file";

// formShape is the schema of a form, with a mark on what comes from files.
export function formShape(media: Media, resolve: Resolve): Shape {
  const shape = shapeOf(media.schema, resolve);
  if (!media.type.startsWith("multipart/")) {
    return shape;
  }
  const marked = (schema: Schema | null, type: string): Schema => {
    const own = shapeOf(schema, resolve);
    if (own["items"] !== undefined) {
      return { ...own, items: marked(schemaOf(own["items"]), type) };
    }
    return isBinary(own, type) ? { ...own, [fileKeyword]: true } : (schema ?? true);
  };
  const typeOf = (name: string): string => (media.encoding?.find((e) => e.property === name)?.contentType.split(",")[0] ?? "").trim().replace(/.*\*.*/, "");
  const properties = Object.entries(fieldsOf(shape["properties"])).map(([name, value]) => [name, marked(schemaOf(value), typeOf(name))] as const);
  return { ...shape, ...(properties.length > 0 ? { properties: Object.fromEntries(properties) } : {}) };
}

// filesOf are the names of the properties of a form that come from files.
export function filesOf(shape: Shape): readonly string[] {
  return Object.entries(fieldsOf(shape["properties"])).flatMap(([name, value]) => {
    const own = fieldsOf(value);
    return own[fileKeyword] === true || fieldsOf(own["items"])[fileKeyword] === true ? [name] : [];
  });
}

export function fieldsOf(value: unknown): Shape {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Shape) : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

// shapeOf is a schema without references and allOf, as far as they can be put
// together.
export function shapeOf(schema: Schema | null | undefined, resolve: Resolve, depth = 0): Shape {
  if (typeof schema !== "object" || schema === null || depth > maxDepth) {
    return {};
  }
  const known = depth === 0 ? shapes.get(schema) : undefined;
  const shape = known ?? put(schema, resolve, depth);
  if (depth === 0) {
    shapes.set(schema, shape);
  }
  return shape;
}

// shapes are those that have been put together. A schema is one of one operation.
const shapes = new WeakMap<object, Shape>();

function put(schema: Shape, resolve: Resolve, depth: number): Shape {
  const { $ref, allOf, ...own } = schema;
  let shape: Shape = own;
  if (typeof $ref === "string") {
    shape = merge(shapeOf(resolved({ $ref }, resolve), resolve, depth + 1), shape);
  }
  for (const part of listOf(allOf)) {
    shape = merge(shape, shapeOf(schemaOf(part), resolve, depth + 1));
  }
  return withoutNull(shape, resolve, depth);
}

// withoutNull takes an alternative that only allows null out: what is left is a
// value that may be null.
function withoutNull(shape: Shape, resolve: Resolve, depth: number): Shape {
  for (const keyword of ["oneOf", "anyOf"]) {
    const all = listOf(shape[keyword]);
    const others = all.filter((part) => fieldsOf(part)["type"] !== "null");
    if (all.length === 2 && others.length === 1) {
      const { [keyword]: _, ...rest } = shape;
      return merge(rest, shapeOf(schemaOf(others[0]), resolve, depth + 1));
    }
  }
  return shape;
}

function merge(a: Shape, b: Shape): Shape {
  const merged: Record<string, unknown> = { ...a, ...b };
  if (a["properties"] && b["properties"]) {
    merged["properties"] = { ...fieldsOf(a["properties"]), ...fieldsOf(b["properties"]) };
  }
  if (a["required"] && b["required"]) {
    merged["required"] = [...new Set([...listOf(a["required"]), ...listOf(b["required"])])];
  }
  return merged;
}

// alternatives are those of oneOf or anyOf.
export function alternatives(shape: Shape): readonly Schema[] {
  const all = listOf(shape["oneOf"]).length > 0 ? shape["oneOf"] : shape["anyOf"];
  return listOf(all).map((part) => schemaOf(part) ?? true);
}

export function kindOf(shape: Shape): Kind {
  const type = [shape["type"]].flat().find((name) => name !== "null");
  if (shape[fileKeyword] === true) {
    return "file";
  }
  if ("const" in shape || listOf(shape["enum"]).length > 0) {
    return "enum";
  }
  if (alternatives(shape).length > 0 && !shape["properties"]) {
    return "choice";
  }
  switch (type) {
    case "integer":
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    case "array":
      return "list";
    case "object":
      return "object";
    case "string":
    case "file":
      return "string";
  }
  return shape["properties"] ? "object" : shape["items"] ? "list" : "any";
}

// typeText is the type in words.
export function typeText(shape: Shape, resolve: Resolve): string {
  const kind = kindOf(shape);
  if (kind === "list") {
    return phrase("list of {1}", typeText(shapeOf(schemaOf(shape["items"]), resolve, 12), resolve) || phrase("values"));
  }
  const names = [shape["type"]].flat().filter((name) => typeof name === "string");
  return [names.join(phrase(" or ")) || (kind === "choice" ? phrase("one of several") : ""), textOf(shape["format"])].filter(Boolean).join(", ");
}

// nameOf is what an alternative is called.
export function nameOf(schema: Schema, index: number, resolve: Resolve): string {
  const ref = typeof schema === "object" ? textOf(schema["$ref"]) : "";
  const shape = shapeOf(schema, resolve);
  return textOf(shape["title"]) || unescaped(decoded(ref.split("/").at(-1) ?? "")) || typeText(shape, resolve) || phrase("Alternative {1}", index + 1);
}

// sentFields are the properties that a request may hold.
export function sentFields(shape: Shape, resolve: Resolve): readonly (readonly [name: string, schema: Schema])[] {
  return Object.entries(fieldsOf(shape["properties"])).flatMap(([name, value]) => {
    const schema = schemaOf(value);
    return schema === null || schema === false || shapeOf(schema, resolve)["readOnly"] === true ? [] : [[name, schema] as const];
  });
}
