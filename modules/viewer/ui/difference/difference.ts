// What two bodies have in common and what not. It is found in short steps, so that
// a page can do it too where there is no worker.
import { Fault, JsonIndex } from "../body/json";
import { lines, type Lines } from "./lines";
import { changes, type Changes } from "./tree";

export type Difference =
  | { readonly kind: "none" } // not a byte
  | ({ readonly kind: "json" } & Changes)
  | ({ readonly kind: "lines" } & Lines)
  | { readonly kind: "bytes"; readonly at: number }; // the first one that differs

// difference compares two bodies: values of JSON where both are that, else lines.
export function* difference(before: Uint8Array, after: Uint8Array, json: boolean): Generator<void, Difference> {
  const at = yield* first(before, after);
  if (at < 0) {
    return { kind: "none" };
  }
  const [a, b] = json ? [yield* index(before), yield* index(after)] : [null, null];
  if (a && b) {
    return { kind: "json", ...(yield* changes(a, b)) };
  }
  const [x, y] = [text(before), text(after)];
  return x === null || y === null ? { kind: "bytes", at } : { kind: "lines", ...(yield* lines(x, y)) };
}

// first is the first byte that differs, -1 when none does.
function* first(before: Uint8Array, after: Uint8Array): Generator<void, number> {
  const shorter = Math.min(before.length, after.length);
  for (let i = 0; i < shorter; i++) {
    if (before[i] !== after[i]) {
      return i;
    }
    if (i % 65536 === 65535) {
      yield;
    }
  }
  return before.length === after.length ? -1 : shorter;
}

function* index(bytes: Uint8Array): Generator<void, JsonIndex | null> {
  const found = new JsonIndex(bytes);
  try {
    yield* found.read();
    return found;
  } catch (fault) {
    if (fault instanceof Fault) {
      return null;
    }
    throw fault;
  }
}

function text(bytes: Uint8Array): string | null {
  try {
    const found = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return found.includes("\0") ? null : found;
  } catch {
    return null;
  }
}
