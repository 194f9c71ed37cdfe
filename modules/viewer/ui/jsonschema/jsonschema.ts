// Checks values against the schemas of a description, as package core/jsonschema
// does on the server: both run the cases of its testdata and say the same.
import { Check } from "./check";
import type { Options, Problem, Report, Resolve, Schema } from "./schema";

export { Numeral, parse } from "./number";
export { Pattern } from "./pattern";
export type { Options, Problem, Report, Resolve, Schema } from "./schema";

// validate tells what of a value its schema does not accept. Patterns run in an
// automaton whose steps are bounded; those that it cannot read, formats that are
// not known and dynamic references that lead nowhere accept everything. A number
// that a double would round has to come from parse.
export function validate(schema: Schema, value: unknown, resolve: Resolve, options: Options = {}): readonly Problem[] {
  return report(schema, value, resolve, options).problems;
}

// report is validate with notes on what could not be checked.
export function report(schema: Schema, value: unknown, resolve: Resolve, options: Options = {}): Report {
  return new Check(resolve, options).run(schema, value);
}
