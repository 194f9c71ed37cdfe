// Runtime expressions: values of a request and its answer, named by a description
// (OpenAPI 3.1.1, section 4.8.20.4).
import { decoded } from "../../base/fragment";
import { namesOf } from "../../base/pointer";
import type { Request } from "../../samples/request";
import type { Typed, TypedBody } from "../../serialize/serialize";
import { bare, listOf, memberOf, objectOf, plain, read, textValue, type Value } from "../../serialize/value";
import type { Received } from "../session";

// Exchange is a request that was answered.
export interface Exchange {
  readonly request: Request; // credentials are masks
  readonly parameters: readonly Typed[];
  readonly body: TypedBody | null;
  readonly answer: Received;
}

// Evaluated is a value with what was found nowhere.
export interface Evaluated {
  readonly value: Value | undefined; // undefined when something was
  readonly lacking: readonly string[]; // expressions
}

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const expression = new RegExp(`^\\$(?:url|method|statusCode|(?:request|response)\\.(?:header\\.${token}|(?:query|path)\\..+|body(?:#.*)?))$`, "s");
const embedded = /\{(\$[^{}]*)\}/g;

// evaluate gives what a constant or an expression of a link stands for. Values in
// lists and objects may be expressions too.
export function evaluate(value: Value, exchange: Exchange): Evaluated {
  const lacking: string[] = [];
  const found = walk(value, new Reader(exchange), lacking);
  return { value: lacking.length > 0 ? undefined : found, lacking };
}

function walk(v: Value, reader: Reader, lacking: string[]): Value {
  const one = (text: string): Value => {
    const found = reader.value(text);
    if (!found) {
      lacking.push(text);
    }
    return found ?? textValue("");
  };
  switch (v.kind) {
    case "list":
      return listOf(v.items.map((item) => walk(item, reader, lacking)));
    case "object":
      return objectOf(v.members.map(([name, member]) => [name, walk(member, reader, lacking)]));
    case "null":
      return v;
  }
  if (!v.quoted) {
    return v;
  }
  if (expression.test(v.text)) {
    return one(v.text);
  }
  return textValue(v.text.replace(embedded, (all, text: string) => (expression.test(text) ? plain(one(text)) : all)));
}

// Reader reads the parts of an exchange. Nothing is undefined, also null: it is
// nothing that could be filled in.
class Reader {
  constructor(private readonly exchange: Exchange) {}

  value(text: string): Value | undefined {
    const { request, answer } = this.exchange;
    const [side = "", rest = ""] = text.slice(1).split(/\.(.*)/s);
    switch (side) {
      case "url":
        return Object.hasOwn(request.secrets, "url") ? undefined : textValue(request.url);
      case "method":
        return textValue(request.method);
      case "statusCode":
        return bare(String(answer.status));
    }
    const [place = "", name = ""] = rest.split(/[.#](.*)/s);
    const found = place === "body" ? at(side === "request" ? this.sent() : this.body(), decoded(name)) : side === "response" ? headerOf(answer.headers, name) : this.parameter(place, name);
    return found?.kind === "null" ? undefined : found;
  }

  private parameter(place: string, name: string): Value | undefined {
    const { request, parameters } = this.exchange;
    const same = (own: string): boolean => (place === "header" ? own.toLowerCase() === name.toLowerCase() : own === name);
    const typed = parameters.find(({ parameter: p }) => p.in === place && same(p.name));
    if (typed) {
      return typed.value;
    }
    const open = request.headers.filter(([own]) => !Object.hasOwn(request.secrets, "header " + own));
    return place === "header" ? headerOf(open, name) : undefined;
  }

  private sent(): Value | undefined {
    const { body } = this.exchange;
    return body?.value ?? (body?.text === undefined ? undefined : read(body.text));
  }

  // body is that of the answer. Of one that is too long nothing can be read.
  private body(): Value | undefined {
    const { answer } = this.exchange;
    if (!answer.whole || answer.body.byteLength === 0) {
      return undefined;
    }
    const body = bodies.get(answer) ?? read(new TextDecoder().decode(answer.body));
    bodies.set(answer, body);
    return body;
  }
}

// bodies are those that have been read.
const bodies = new WeakMap<Received, Value>();

function headerOf(headers: readonly (readonly [string, string])[], name: string): Value | undefined {
  const found = headers.find(([own]) => own.toLowerCase() === name.toLowerCase());
  return found && textValue(found[1]);
}

// at is the value at a JSON pointer.
export function at(value: Value | undefined, pointer: string): Value | undefined {
  if (pointer !== "" && !pointer.startsWith("/")) {
    return undefined;
  }
  return namesOf(pointer).reduce<Value | undefined>((v, name) => (v?.kind === "list" ? (/^(0|[1-9]\d*)$/.test(name) ? v.items[Number(name)] : undefined) : memberOf(v, name)), value);
}
