// What a description says about an answer.
import { parse, validate } from "../jsonschema/jsonschema";
import type { Pair } from "../samples/request";
import type { Media, Response, Schema } from "../serialize/part";
import { sentence, type Known } from "./check";
import { phrase } from "../base/words";

interface Answered {
  readonly status: number;
  readonly headers: readonly Pair[];
}

type Find = (ref: string) => Schema | undefined;

// Description is the response that a status is of, what the answer has or lacks
// otherwise than that says, and what it does not mention.
interface Description {
  readonly response: Response | undefined;
  readonly words: readonly string[];
  readonly hints: readonly string[];
}

// Fields that any answer may have: those of the registry of HTTP that are about
// the message, caches, connections, conditions and what a browser is to do, and
// those of the same kind that are in use without being registered.
const usual =
  /^(accept-[a-z-]+|access-control-[a-z-]+|age|allow|alt-svc|cache-[a-z]+|cdn-[a-z-]+|clear-site-data|close|connection|content-[a-z-]+|cross-origin-[a-z-]+|date|deprecation|(document|permissions|referrer)-policy|etag|expect-ct|expires|keep-alive|last-modified|link|location|nel|origin-agent-cluster|pragma|priority|proxy-[a-z-]+|refresh|report[a-z-]+|repr-digest|retry-after|sec-[a-z0-9-]+|server|server-timing|set-cookie|sourcemap|strict-transport-security|sunset|timing-allow-origin|trailer|transfer-encoding|upgrade|vary|via|warning|www-authenticate|x-(content-type-options|dns-prefetch-control|frame-options|permitted-cross-domain-policies|powered-by|robots-tag|ua-compatible|xss-protection))$/;

// described holds an answer against the responses of an operation.
export function described(responses: readonly Response[], answer: Answered, find: Find): Description {
  const status = String(answer.status);
  const response = ["", status, status.charAt(0) + "XX", "default"].map((name) => responses.find((r) => r.status.toUpperCase() === name.toUpperCase())).find((r) => r);
  if (!response) {
    return { response, words: responses.length > 0 ? [phrase("The description has no response {1}.", status)] : [], hints: [] };
  }
  const values = (name: string): readonly string[] => answer.headers.filter(([own]) => own.toLowerCase() === name.toLowerCase()).map(([, value]) => value);
  const lacking = response.headers.filter((h) => h.required && values(h.name).length === 0).map((h) => h.name);
  const names = new Set(response.headers.map((h) => h.name.toLowerCase()));
  const others = [...new Set(answer.headers.map(([name]) => name.toLowerCase()))].filter((name) => !names.has(name) && !usual.test(name));
  return {
    response,
    words: [
      ...(lacking.length > 0 ? [phrase("Required headers that are not there, or that the API does not expose: {1}.", lacking.join(", "))] : []),
      ...response.headers.flatMap((h) => misfit(h.name, values(h.name), h.schema, find)),
    ],
    hints: others.length > 0 ? [phrase("Headers that the description does not mention: {1}.", others.join(", "))] : [],
  };
}

// misfit says in which way a header is not what its schema asks for.
function misfit(name: string, values: readonly string[], schema: Schema | null, find: Find): readonly string[] {
  if (schema === null || values.length === 0) {
    return [];
  }
  const problems = readings(values.join(", ")).map((value) => validate(schema as Known, value, find as (ref: string) => Known | undefined, { direction: "response", limit: 4 }));
  if (problems.some((list) => list.length === 0)) {
    return [];
  }
  const [first] = problems.find((list) => list[0]?.keyword !== "type") ?? problems[0] ?? [];
  return [phrase("The header {1} is not as described.", name) + ` ${sentence(first?.message ?? "is something else")}`];
}

// readings are the values that the text of a header may stand for: what it says
// in JSON, such as a number, a list, an object of pairs, and the text itself.
function readings(text: string): readonly unknown[] {
  const value = (piece: string): unknown => {
    try {
      return parse(piece);
    } catch {
      return piece;
    }
  };
  const pieces = text.split(",").map((piece) => piece.trim());
  const pairs = pieces.map((piece) => piece.split(/=(.*)/s, 2));
  const flat = pieces.flatMap((piece, i) => (i % 2 === 0 ? [[piece, pieces[i + 1] ?? ""]] : []));
  const objects = [pairs.every((pair) => pair.length === 2) ? pairs : [], pieces.length % 2 === 0 ? flat : []].filter((list) => list.length > 0);
  return [
    text,
    value(text),
    pieces,
    pieces.map(value),
    ...objects.flatMap((list) => [Object.fromEntries(list), Object.fromEntries(list.map(([name = "", own = ""]) => [name, value(own)] as const))]),
  ];
}

// mediaOf is the format that a media type is of: the one that says the most.
export function mediaOf(list: readonly Media[], type: string): Media | undefined {
  const plain = (text: string): string => (text.split(";")[0] ?? "").trim().toLowerCase();
  const own = plain(type);
  const fits = (pattern: string): boolean => pattern === own || pattern === "*/*" || (pattern.endsWith("/*") && own.startsWith(pattern.slice(0, -1)));
  return [...list].sort((a, b) => stars(a.type) - stars(b.type)).find((m) => fits(plain(m.type)));
}

function stars(type: string): number {
  return type.split("*").length;
}
