// Links to requests that are filled in. What is typed stands in the fragment of the
// address, which no server sees.
import { fields, items, text } from "../../samples/request";
import { parse, type Value } from "../../serialize/value";
import type { State } from "../state";
import { phrase } from "../../base/words";

// Shared is what a link holds.
export interface Shared {
  readonly state: State;
  readonly variables: Readonly<Record<string, string>>;
}

// Refusal says why a link is not followed, or not made.
export class Refusal extends Error {
  override readonly name = "Refusal";
}

const longest = 8_000; // characters of the fragment
const largest = 128 << 10; // bytes of what stands in it
const mostValues = 2_000; // of JSON, each of which has a control
const mostNames = 200;

// write is the fragment of a link.
export async function write({ state, variables }: Shared): Promise<string> {
  const { server, parameters, own = [], body } = state;
  const named = (list: State["parameters"]): unknown => list.map((p) => [p.in, p.name, p.value]);
  const json = JSON.stringify({ s: [server.url, server.values], p: named(parameters), ...(own.length > 0 ? { o: named(own) } : {}), b: body && [body.sent, body.type, body.text], v: variables });
  const bytes = await whole(new Blob([json]).stream().pipeThrough(new CompressionStream("deflate-raw")), largest);
  const found = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  if (found.length > longest) {
    throw new Refusal(phrase("There is too much for a link: it would have {1} characters, and {2} are the most that all programs pass on.", found.length, longest));
  }
  return found;
}

// read is what the fragment of a link holds. Nobody knows who has made it.
export async function read(fragment: string): Promise<Shared> {
  if (fragment.length > longest) {
    throw new Refusal(phrase("The link is too long. Nothing has been filled in."));
  }
  try {
    const bytes = Uint8Array.from(atob(fragment.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    const plain = await whole(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")), largest);
    return shared(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(plain)));
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal(phrase("The link is damaged. Nothing has been filled in."));
  }
}

async function whole(stream: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array> {
  const reader = stream.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      return new Uint8Array(await new Blob(parts).arrayBuffer());
    }
    size += value.byteLength;
    parts.push(value.slice());
    if (size > most) {
      void reader.cancel();
      throw new Refusal(phrase("There is too much in the link."));
    }
  }
}

function shared(data: unknown): Shared {
  const own = fields(data);
  const [url, values] = items(own["s"]);
  let count = 0;
  const counted = (json: string): void => {
    count += size(parse(json));
    must(count <= mostValues);
  };
  must(typeof url === "string");
  const named = (list: readonly unknown[]): State["parameters"] => {
    must(list.length <= mostNames);
    return list.map((one) => {
      const [place, name, value] = items(one);
      must(typeof place === "string" && typeof name === "string" && typeof value === "string");
      counted(text(value));
      return { in: text(place), name: text(name), value: text(value) };
    });
  };
  const parameters = named(items(own["p"]));
  const more = named(items(own["o"]));
  must(more.every((one) => /^(header|query)$/.test(one.in)));
  const [sent, type, content] = items(own["b"]);
  const body = own["b"] === null ? null : { sent: sent === true, type: text(type), text: text(content) };
  must(body === null || (typeof type === "string" && typeof content === "string"));
  if (body && /[[{]/.test(body.text) && isJSON(body.text)) {
    counted(body.text);
  }
  return { state: { server: { url: text(url), values: strings(values) }, parameters, ...(more.length > 0 ? { own: more } : {}), body }, variables: strings(own["v"]) };
}

function isJSON(json: string): boolean {
  try {
    parse(json);
    return true;
  } catch {
    return false; // it is shown as a text
  }
}

function strings(data: unknown): Readonly<Record<string, string>> {
  const all = Object.entries(fields(data));
  must(all.length <= mostNames && all.every(([, value]) => typeof value === "string"));
  return Object.fromEntries(all.map(([name, value]) => [name, text(value)]));
}

function must(holds: boolean): void {
  if (!holds) {
    throw new Refusal(phrase("The link holds something that this console has no place for. Nothing has been filled in."));
  }
}

function size(v: Value): number {
  return 1 + [...v.items, ...v.members.map(([, member]) => member)].reduce((sum, part) => sum + size(part), 0);
}
