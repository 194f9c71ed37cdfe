// Whether values are what schemas ask for.
import { told } from "../base/words";
import { parse, validate as check, type Problem, type Schema as Known } from "../jsonschema/jsonschema";
import type { Resolve } from "../serialize/form";
import type { Schema } from "../serialize/part";
import { compact, type Value } from "../serialize/value";

export { parse };
export type { Known, Problem };

// validate returns what is wrong with a value that is sent.
export function validate(schema: Schema, value: Value, resolve: Resolve, limit = 20): readonly Problem[] {
  return check(schema as Known, parse(compact(value)), resolve as (ref: string) => Known | undefined, { direction: "request", limit }).map((problem) => ({ ...problem, message: sentence(problem.message) }));
}

// sentence makes a sentence of what is said about a value. In other languages it is one.
export function sentence(english: string): string {
  const message = told(english);
  return (/^(is|has|does|lacks|breaks|matches|holds|needs|must|may|fits)\b/.test(message) ? "This " + message : message.charAt(0).toUpperCase() + message.slice(1)).replace(/[^.!?。]$/, "$&.");
}
