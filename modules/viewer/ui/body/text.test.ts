import { equal, table, test } from "../testing/testing";
import { decode, Fault } from "./json";
import { Numbers } from "./pages";
import { search, TextIndex } from "./text";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function rows(content: Uint8Array): readonly string[] {
  const index = new TextIndex(content);
  [...index.read()];
  return Array.from({ length: index.rows }, (_, row) => decode(content, index.startOf(row), index.endOf(row)));
}

table<readonly [text: string, rows: readonly string[]]>(
  {
    "nothing is one empty row": ["", [""]],
    "rows end with a line": ["a\nb", ["a", "b"]],
    "the end of the last line begins no row": ["a\nb\n", ["a", "b"]],
    "an empty line is a row": ["a\n\nb", ["a", "", "b"]],
    "ends of lines are not shown": ["a\r\nb\r\n", ["a", "b"]],
    "what is longer than a row goes on in the next": ["x".repeat(2500), ["x".repeat(1000), "x".repeat(1000), "x".repeat(500)]],
    "a row ends between characters": ["x".repeat(999) + "éa", ["x".repeat(999) + "é", "a"]],
  },
  ([text, wanted]) => equal(rows(bytes(text)), wanted),
);

test("the row of a byte is found", () => {
  const index = new TextIndex(bytes("ab\nc\n\nd"));
  [...index.read()];
  equal([0, 2, 3, 4, 5, 6, 99].map((offset) => index.at(offset)), [0, 0, 1, 1, 2, 3, 3]);
});

table<readonly [bytes: readonly number[], offset: number, message: string]>(
  {
    "a byte that is no UTF-8 makes it no text": [[97, 0xff], 1, "This byte is not UTF-8: the byte 0xff"],
    "the byte 0 makes it no text": [[97, 98, 0], 2, "No text holds this byte: the byte 0x00"],
  },
  ([content, offset, message]) => {
    let fault: unknown;
    try {
      rows(Uint8Array.from(content));
    } catch (error) {
      fault = error;
    }
    equal(fault instanceof Fault ? [fault.offset, fault.message] : fault, [offset, message]);
  },
);

const found = (text: string, needle: string): readonly number[] => {
  const all: number[] = [];
  [...search(bytes(text), bytes(needle), all)];
  return all;
};

table<readonly [text: string, needle: string, places: readonly number[]]>(
  {
    "a text is found wherever it stands": ["abcabc", "bc", [1, 4]],
    "capitals of ASCII mean nothing": ["Abc aBC", "abC", [0, 4]],
    "other capitals do": ["é É", "É", [3]],
    "finds do not overlap": ["aaaa", "aa", [0, 2]],
    "nothing is found nowhere": ["abc", "", []],
    "what is longer than the text is not found": ["a", "ab", []],
    "a false start is passed over": ["aab", "ab", [1]],
  },
  ([text, needle, places]) => equal(found(text, needle), places),
);

test("the first 1000 places are found", () => equal([found("a".repeat(2000), "a").length, search.most], [1000, 1000]));

test("numbers are kept on pages", () => {
  const numbers = new Numbers();
  numbers.set(0, -1);
  numbers.set(65_535, 7);
  numbers.set(65_536, 8);
  numbers.set(1 << 20, 2 ** 31 - 1);
  equal([0, 1, 65_535, 65_536, 65_537, 1 << 20, 1 << 24].map((at) => numbers.get(at)), [-1, 0, 7, 8, 0, 2 ** 31 - 1, 0]);
});
