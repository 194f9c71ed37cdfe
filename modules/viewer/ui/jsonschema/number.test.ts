import { equal, table, test, throws } from "../testing/testing";
import { decimal, isInt, isInteger, isMultiple, Numeral, order, parse, type Decimal } from "./number";

const of = (text: string): Decimal => decimal(new Numeral(text)) ?? { digits: -1n, exponent: 999 };

table<readonly [value: unknown, decimal: Decimal | null]>(
  {
    "an integer is its digits": [42, { digits: 42n, exponent: 0 }],
    "a fraction has a negative exponent": [0.25, { digits: 25n, exponent: -2 }],
    "zeros at the end of a fraction mean nothing": [new Numeral("1.500"), { digits: 15n, exponent: -1 }],
    "a fraction of zeros is none": [new Numeral("7.000"), { digits: 7n, exponent: 0 }],
    "a power is kept": [new Numeral("1e300"), { digits: 1n, exponent: 300 }],
    "a negative number keeps its sign": [new Numeral("-0.50"), { digits: -5n, exponent: -1 }],
    "negative zero is zero": [-0, { digits: 0n, exponent: 0 }],
    "zero with a power is zero": [new Numeral("0e99"), { digits: 0n, exponent: 0 }],
    "no digit of a long number is lost": [new Numeral("12345678901234567890.10"), { digits: 123456789012345678901n, exponent: -1 }],
    "a double is read as it is written": [1e21, { digits: 1n, exponent: 21 }],
    "NaN is none": [NaN, null],
    "Infinity is none": [Infinity, null],
    "a number above all doubles is out of proportion": [new Numeral("1e400"), null],
    "a number below all doubles is out of proportion": [new Numeral("1e-400"), null],
    "a number of more than 4096 digits is out of proportion": [new Numeral("0." + "1".repeat(4096)), null],
    "a text is none": ["1", null],
    "null is none": [null, null],
  },
  ([value, wanted]) => equal(decimal(value), wanted),
);

table<readonly [string, string, number]>(
  {
    "a smaller number comes before": ["1", "2", -1],
    "a greater number comes behind": ["1e2", "99.9", 1],
    "numbers are the same, however they are written": ["1e2", "100.0", 0],
    "numbers that a double confuses differ": ["9007199254740993", "9007199254740992", 1],
    "negative numbers are ordered": ["-2", "-1", -1],
  },
  ([a, b, wanted]) => equal(order(of(a), of(b)), wanted),
);

table<readonly [string, string, boolean]>(
  {
    "0.3 is a multiple of 0.1": ["0.3", "0.1", true],
    "0.35 is no multiple of 0.1": ["0.35", "0.1", false],
    "a negative number is a multiple": ["-6", "2", true],
    "everything is a multiple of zero": ["7", "0", true],
    "a long number is a multiple": ["100000000000000000000000003", "3", false],
  },
  ([a, b, wanted]) => equal(isMultiple(of(a), of(b)), wanted),
);

table<readonly [string, number, boolean]>(
  {
    "the least of 32 bits is one of them": ["-2147483648", 32, true],
    "one more than the most of 32 bits is not": ["2147483648", 32, false],
    "the most of 64 bits is one of them": ["9223372036854775807", 64, true],
    "one more than the most of 64 bits is not": ["9223372036854775808", 64, false],
    "a fraction is no integer of any size": ["1.5", 64, false],
    "a power is an integer": ["1e3", 32, true],
  },
  ([text, bits, wanted]) => equal(isInt(of(text), bits), wanted),
);

test("an integer is a number without a fraction", () => equal(["1", "1.0", "1e2", "1.5e1", "1.5", "1e-1"].map((text) => isInteger(of(text))), [true, true, true, true, false, false]));

table<readonly [text: string, value: unknown]>(
  {
    "numbers that a double keeps are numbers": ['{"a":[1,2.5,-3e2]}', { a: [1, 2.5, -300] }],
    "numbers that a double rounds are kept as text": ["[12345678901234567890, 1]", [new Numeral("12345678901234567890"), 1]],
    "zeros at the end are not what a double rounds": ["1.50000000000000000000", 1.5],
    "a number with a power above all doubles is kept": ["1e400", new Numeral("1e400")],
    "digits in a text are text": ['"12345678901234567890"', "12345678901234567890"],
    "digits behind an escaped quote are text": ['"\\"12345678901234567890"', '"12345678901234567890'],
    "digits in a name are a name": ['{"12345678901234567890":1}', { "12345678901234567890": 1 }],
    "the last member of a name counts": ['{"a":1,"a":12345678901234567890}', { a: new Numeral("12345678901234567890") }],
  },
  ([text, value]) => equal(parse(text), value),
);

table({ "a number with a zero before it is no JSON": "[012345678901234567]", "a number without a fraction behind its point is no JSON": "[1234567890123456789.]", "half of a list is no JSON": "[1" }, (text) => {
  let name = "";
  try {
    parse(text);
  } catch (error) {
    name = error instanceof Error ? error.name : "";
  }
  equal(name, "SyntaxError");
});

test("a kept number is written as it was", () => equal(JSON.stringify({ a: new Numeral("12345678901234567890.10") }), '{"a":12345678901234567890.10}'));

test("a kept number is one where a browser cannot write it so", () => {
  const raw = Reflect.get(JSON, "rawJSON");
  Reflect.deleteProperty(JSON, "rawJSON");
  try {
    equal(JSON.stringify([new Numeral("1.50")]), "[1.5]");
  } finally {
    Object.defineProperty(JSON, "rawJSON", { value: raw, configurable: true, writable: true });
  }
});

test("parse says where a text stops being JSON", () => throws(() => parse("x"), `Unexpected token 'x', "x" is not valid JSON`));
