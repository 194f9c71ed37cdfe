import { equal, table, test } from "../testing/testing";
import { character, decode, Fault, JsonIndex, named } from "./json";

const bytes = (text: string | Uint8Array): Uint8Array => (typeof text === "string" ? new TextEncoder().encode(text) : text);

function indexOf(text: string | Uint8Array): JsonIndex {
  const index = new JsonIndex(bytes(text));
  for (const _ of index.read()) {
    // each step
  }
  return index;
}

// outline is all that an index knows: "name or place: value" of each, in order.
function outline(index: JsonIndex): readonly string[] {
  return Array.from({ length: index.values }, (_, node) => {
    const text = decode(index.bytes, index.startOf(node), index.endOf(node));
    return `${index.parentOf(node)} ${index.nameOf(node) ?? "#" + index.placeOf(node)}: ${text} ${index.countOf(node)}`;
  });
}

table<readonly [json: string, outline: readonly string[]]>(
  {
    "a scalar is one value": [" 1.50 ", ["-1 #0: 1.50 0"]],
    "members have names and places": ['{"a":1,"b":[]}', ['-1 #0: {"a":1,"b":[]} 2', "0 a: 1 0", "0 b: [] 0"]],
    "what stands in others comes behind them": ["[[1,2],3]", ["-1 #0: [[1,2],3] 2", "0 #0: [1,2] 2", "1 #0: 1 0", "1 #1: 2 0", "0 #1: 3 0"]],
    "names are decoded": ['{"\\u0061\\"é":null}', ['-1 #0: {"\\u0061\\"é":null} 1', '0 a"é: null 0']],
    "names that come twice are both there": ['{"a":1,"a":2}', ['-1 #0: {"a":1,"a":2} 2', "0 a: 1 0", "0 a: 2 0"]],
    "a mark of the order of bytes is passed over": ["\ufefftrue", ["-1 #0: true 0"]],
    "space is allowed everywhere": [' [ 1 ,\r\n\t{ "a" : 2 } ] ', ['-1 #0: [ 1 ,\r\n\t{ "a" : 2 } ] 2', "0 #0: 1 0", '0 #1: { "a" : 2 } 1', "2 a: 2 0"]],
    "numbers may have fractions and powers": ["[-0.1e+5,0E-1]", ["-1 #0: [-0.1e+5,0E-1] 2", "0 #0: -0.1e+5 0", "0 #1: 0E-1 0"]],
  },
  ([json, wanted]) => equal(outline(indexOf(json)), wanted),
);

test("the children of a value are found by their places", () => {
  const index = indexOf('{"a":[1,[2]],"b":3}');
  equal([index.childOf(0, 0), index.childOf(0, 1), index.childOf(1, 1), index.isObject(0), index.isObject(1), index.isObject(-1)], [1, 5, 3, true, false, false]);
});

test("a byte belongs to the value or the name that begins before it", () => {
  const index = indexOf('{"a":[1, 2]}');
  equal(Array.from({ length: 12 }, (_, offset) => index.at(offset)), [0, 1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3]);
});

table<readonly [json: string | Uint8Array, offset: number, message: string]>(
  {
    "nothing": ["", 0, "It ends where a value is expected"],
    "a word that is none": ["[nil]", 1, "This is no value of JSON: nil"],
    "a word in capitals": ["True", 0, "This is no value of JSON: True"],
    "a number with a zero before it": ["01", 0, "This is no value of JSON: 01"],
    "a sign alone": ["-", 0, "This is no value of JSON: -"],
    "a comma at the end of a list": ["[1,]", 3, "Here a value is expected, not ]"],
    "a comma at the end of an object": ['{"a":1,}', 7, "Here a name in quotes is expected, not }"],
    "a name without quotes": ["{a:1}", 1, "Here a name in quotes or } is expected, not a"],
    "no colon": ['{"a" 1}', 5, "Here a colon is expected, not 1"],
    "no comma": ["[1 2]", 3, "Here a comma or the end of the list or object is expected, not 2"],
    "the wrong bracket": ["[1}", 2, "Here a comma or the end of the list or object is expected, not }"],
    "a second value": ["1 2", 2, "Here nothing more is expected, not 2"],
    "a list that does not end": ["[1", 2, "It ends where a comma or the end of the list or object is expected"],
    "a text that does not end": ['["a', 3, "It ends within a text in quotes"],
    "a new line in a text": ['"a\n"', 2, "A text in quotes cannot hold the byte 0x0a"],
    "an escape that there is not": ['"\\x"', 1, "There is no such escape"],
    "an escape of too few digits": ['"\\u12g4"', 1, "There is no such escape"],
    "a byte that is no UTF-8": [Uint8Array.of(0x22, 0xff, 0x22), 1, "This byte is not UTF-8: the byte 0xff"],
    "a byte where a value is expected": [Uint8Array.of(0), 0, "Here a value is expected, not the byte 0x00"],
    "500 levels and one more": ["[".repeat(501), -1, "It is nested more than 500 levels deep"],
  },
  ([json, offset, message]) => {
    let fault: unknown;
    try {
      indexOf(json);
    } catch (error) {
      fault = error;
    }
    equal(fault instanceof Fault ? [fault.offset, fault.message] : fault, [offset, message]);
  },
);

test("500 levels are read", () => equal(indexOf("[".repeat(500) + "]".repeat(500)).values, 500));

test("a long body is read in steps", () => {
  const index = new JsonIndex(bytes("[" + "1,".repeat(100_000) + "1]"));
  equal([[...index.read()].length, index.values], [6, 100_002]);
});

table<readonly [bytes: readonly number[], length: number]>(
  {
    "two bytes": [[0xc3, 0xa9], 2],
    "three bytes": [[0xe2, 0x82, 0xac], 3],
    "four bytes": [[0xf0, 0x9f, 0x98, 0x80], 4],
    "a byte that continues nothing": [[0x80], 0],
    "more bytes than a character needs": [[0xc0, 0xaf], 0],
    "three bytes for what needs two": [[0xe0, 0x9f, 0xbf], 0],
    "half a character of UTF-16": [[0xed, 0xa0, 0x80], 0],
    "a character beyond all": [[0xf4, 0x90, 0x80, 0x80], 0],
    "a character that is cut": [[0xe2, 0x82], 0],
  },
  ([list, length]) => equal(character(Uint8Array.from(list), 0), length),
);

test("a byte is named by its sign, or by its number", () => equal([named(0x61), named(0x20), named(0x7f), named(0)], ["a", "the byte 0x20", "the byte 0x7f", "the byte 0x00"]));
