// What differs between two values.

const most = 8; // differences that are told
const longest = 1200; // characters of a value

// differences are lines that say what differs and where, none for equal values.
export function differences(actual: unknown, expected: unknown): readonly string[] {
  const found: string[] = [];
  compare(actual, expected, "", [], found);
  return found.length > most ? [...found.slice(0, most), `and ${found.length - most} more differences`] : found;
}

type Pair = readonly [unknown, unknown];

// compare adds what differs at a place. Pairs are what is being compared around:
// objects that hold themselves are equal when they do so in the same way.
function compare(a: unknown, b: unknown, place: string, pairs: readonly Pair[], found: string[]): void {
  if (Object.is(a, b) || pairs.some(([x, y]) => x === a && y === b)) {
    return;
  }
  const tell = (): void => void found.push(`at ${place || "the top"}: ${show(a)}, expected ${show(b)}`);
  if (!isObject(a) || !isObject(b) || Object.getPrototypeOf(a) !== Object.getPrototypeOf(b) || a instanceof Node || typeof a === "function") {
    tell();
    return;
  }
  const [x, y] = [entries(a), entries(b)];
  if (!x || !y) {
    if (String(a) !== String(b)) {
      tell();
    }
    return;
  }
  const inner: readonly Pair[] = [...pairs, [a, b]];
  if (Array.isArray(a) && Array.isArray(b) && a.length !== b.length) {
    found.push(`at ${place || "the top"}: ${a.length} items, expected ${b.length}`);
  }
  for (const [name, value] of x) {
    if (y.has(name)) {
      compare(value, y.get(name), place + part(name), inner, found);
    } else {
      found.push(`at ${place + part(name)}: ${show(value)}, expected nothing`);
    }
  }
  for (const [name, value] of y) {
    if (!x.has(name)) {
      found.push(`at ${place + part(name)}: nothing, expected ${show(value)}`);
    }
  }
}

function isObject(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

// entries are the parts of an object by their names, null for one that is compared
// as text. A set has its members for names.
function entries(object: object): ReadonlyMap<unknown, unknown> | null {
  if (object instanceof Map) {
    return object;
  }
  if (object instanceof Set) {
    return new Map([...object].map((member: unknown) => [member, member]));
  }
  if (object instanceof Date || object instanceof RegExp || object instanceof URL || object instanceof URLSearchParams) {
    return null;
  }
  if (object instanceof Error) {
    return new Map<unknown, unknown>([["name", object.name], ["message", object.message]]);
  }
  return new Map<unknown, unknown>(Object.entries(object));
}

function part(name: unknown): string {
  return typeof name === "string" && /^[A-Za-z_$][\w$]*$/.test(name) ? "." + name : "[" + (typeof name === "string" && /^\d+$/.test(name) ? name : show(name)) + "]";
}

// show writes a value so that different ones are written differently.
export function show(value: unknown): string {
  const text = write(value, []);
  return text.length > longest ? text.slice(0, longest) + "…" : text;
}

function write(value: unknown, around: readonly object[]): string {
  if (typeof value === "string") {
    return JSON.stringify(value);
  }
  if (typeof value === "bigint") {
    return value + "n";
  }
  if (!isObject(value)) {
    return Object.is(value, -0) ? "-0" : String(value);
  }
  if (around.includes(value)) {
    return "(itself)";
  }
  if (value instanceof Element) {
    return value.outerHTML;
  }
  if (typeof value === "function" || value instanceof Node) {
    return typeof value === "function" ? "function " + value.name : value.nodeName;
  }
  return writeObject(value, [...around, value]);
}

function writeObject(value: object, around: readonly object[]): string {
  const all = entries(value);
  const name = Object.getPrototypeOf(value) === null ? "null-prototype " : value.constructor === Object || Array.isArray(value) ? "" : value.constructor.name + " ";
  if (!all) {
    return name + String(value);
  }
  if (Array.isArray(value) || ArrayBuffer.isView(value) || value instanceof Set) {
    return name + "[" + [...all.values()].map((item) => write(item, around)).join(", ") + "]";
  }
  const key = (of: unknown): string => (typeof of === "string" && !(value instanceof Map) && /^[A-Za-z_$][\w$]*$/.test(of) ? of : write(of, around));
  return name + "{" + [...all].map(([of, member]) => key(of) + ": " + write(member, around)).join(", ") + "}";
}
