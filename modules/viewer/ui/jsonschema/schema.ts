// Schema is a JSON Schema 2020-12 as the server writes it: forms of older
// descriptions are translated, references are kept.
export type Schema = boolean | Keywords;

// Keywords are the members of a schema that say something about values.
export interface Keywords {
  $id?: string;
  $ref?: string;
  $anchor?: string;
  $dynamicRef?: string;
  $dynamicAnchor?: string;
  $defs?: Record<string, Schema>;
  type?: string | readonly string[];
  format?: string;
  const?: unknown;
  enum?: readonly unknown[];
  readOnly?: boolean;
  writeOnly?: boolean;
  multipleOf?: unknown;
  minimum?: unknown;
  maximum?: unknown;
  exclusiveMinimum?: unknown;
  exclusiveMaximum?: unknown;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  contentEncoding?: string;
  items?: Schema;
  prefixItems?: readonly Schema[];
  contains?: Schema;
  minContains?: number;
  maxContains?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  unevaluatedItems?: Schema;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  patternProperties?: Record<string, Schema>;
  additionalProperties?: Schema;
  unevaluatedProperties?: Schema;
  propertyNames?: Schema;
  minProperties?: number;
  maxProperties?: number;
  dependentRequired?: Record<string, readonly string[]>;
  dependentSchemas?: Record<string, Schema>;
  allOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  not?: Schema;
  if?: Schema;
  then?: Schema;
  else?: Schema;
  discriminator?: { propertyName: string; mapping?: Record<string, string> };
}

// Problem is one value that its schema does not accept.
export interface Problem {
  readonly pointer: string; // JSON pointer of the value, empty for the whole
  readonly keyword: string; // what of the schema it breaks, such as "required"
  readonly message: string; // such as "is a number, not a string"
}

// Resolve gives what a reference points to.
export type Resolve = (ref: string) => Schema | undefined;

// Options say who sends a value and how much is told of it.
export interface Options {
  // What is read-only is not part of a request, what is write-only not of a
  // response, so that neither can be lacking there. Without a direction both can.
  readonly direction?: "request" | "response";
  readonly limit?: number; // of problems, 32 unless told
  readonly undescribed?: boolean; // tell of members that are allowed, but not described
}

// Report is what there is to say about a value.
export interface Report {
  readonly problems: readonly Problem[]; // in the order of the schema
  readonly notes: readonly string[]; // what could not be checked, at most 8
  // The JSON pointers of members that no schema describes, of objects of which it
  // names some; at most 32, and only when they are asked for.
  readonly undescribed?: readonly string[];
}
