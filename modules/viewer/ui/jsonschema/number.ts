// Numbers of JSON exactly: a double keeps 15 digits, identifiers have more.

// Numeral is a number that a double would round.
export class Numeral {
  constructor(readonly text: string) {}

  toJSON(): unknown {
    const raw: unknown = Reflect.get(JSON, "rawJSON");
    return typeof raw === "function" ? Reflect.apply(raw, JSON, [this.text]) : Number(this.text);
  }
}

// Decimal is digits times a power of ten.
export interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

const form = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

// decimal is a number exactly, null for what is none and for what is out of all
// proportion.
export function decimal(value: unknown): Decimal | null {
  const text = value instanceof Numeral ? value.text : typeof value === "number" ? String(value) : "";
  const match = form.exec(text);
  const double = Number(text);
  if (!match || text.length > 4096 || !Number.isFinite(double) || (double === 0 && /[1-9]/.test(text.replace(/[eE].*/, "")))) {
    return null;
  }
  const [, sign, whole = "", fraction = "", power = "0"] = match;
  let digits = BigInt(sign + whole + fraction);
  let exponent = Number(power) - fraction.length;
  if (digits === 0n) {
    return { digits, exponent: 0 };
  }
  while (exponent < 0 && digits % 10n === 0n) {
    digits /= 10n;
    exponent++;
  }
  return { digits, exponent };
}

// order is negative when a is less than b, positive when it is more.
export function order(a: Decimal, b: Decimal): number {
  const [x, y] = aligned(a, b);
  return x < y ? -1 : x > y ? 1 : 0;
}

// isMultiple says whether a is a whole number of times b.
export function isMultiple(a: Decimal, b: Decimal): boolean {
  const [x, y] = aligned(a, b);
  return y === 0n || x % y === 0n;
}

function aligned(a: Decimal, b: Decimal): [bigint, bigint] {
  const exponent = Math.min(a.exponent, b.exponent);
  return [scaled(a, exponent), scaled(b, exponent)];
}

function scaled(d: Decimal, exponent: number): bigint {
  return d.digits * 10n ** BigInt(d.exponent - exponent);
}

// isInteger says whether a number has no fraction, however it is written.
export function isInteger(d: Decimal): boolean {
  return d.exponent >= 0;
}

// isInt says whether a number is one of so many bits.
export function isInt(d: Decimal, bits: number): boolean {
  const limit = 2n ** BigInt(bits - 1);
  const value = isInteger(d) ? scaled(d, 0) : limit;
  return value >= -limit && value < limit;
}

const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
const number = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

// parse reads JSON and keeps numbers that a double would round. It throws a
// SyntaxError.
export function parse(text: string): unknown {
  if (!/\d[\d.]{15}|\d[eE][+-]?\d/.test(text)) {
    return JSON.parse(text);
  }
  const mark = "number " + Math.random() + " ";
  const marked = text.replace(token, (found) => (found.startsWith('"') || !number.test(found) || same(found, Number(found)) ? found : JSON.stringify(mark + found)));
  return JSON.parse(marked, (_key, value: unknown) => (typeof value === "string" && value.startsWith(mark) ? new Numeral(value.slice(mark.length)) : value));
}

function same(source: string, value: number): boolean {
  if (source === String(value)) {
    return true;
  }
  const [a, b] = [decimal(new Numeral(source)), decimal(value)];
  return a !== null && b !== null && order(a, b) === 0;
}
