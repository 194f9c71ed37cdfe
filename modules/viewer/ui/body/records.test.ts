import { equal, table, test } from "../testing/testing";
import type { Form } from "./media";
import { Records, type Item } from "./records";

// all takes a stream apart that comes in some pieces: what each piece completes,
// and what the end does.
function all(form: Form, ...pieces: readonly string[]): readonly (readonly Item[])[] {
  const records = new Records(form);
  return [...pieces.map((piece) => records.push(piece)), records.end()];
}

const data = (text: string): Item => [["", text]];

table<readonly [form: Form, pieces: readonly string[], items: readonly (readonly Item[])[]]>(
  {
    "lines come one by one": ["text", ["a\nb", "c\n"], [[data("a")], [data("bc")], []]],
    "an empty line of text is one": ["text", ["\n\na"], [[data(""), data("")], [data("a")]]],
    "a line ends with CR, LF or both": ["text", ["a\rb\r\nc\n"], [[data("a"), data("b"), data("c")], []]],
    "CR and LF may come in two pieces": ["text", ["a\r", "\nb"], [[], [data("a")], [data("b")]]],
    "a CR at the end ends a line": ["text", ["a\r"], [[], [data("a")]]],
    "records of JSON are trimmed, and none is empty": ["lines", ['{"a":1} \n\n [2]\n'], [[data('{"a":1}'), data("[2]")], []]],
    "a sequence has a sign before each record": ["sequence", ["\x1e[1", "]\n\x1e2\n"], [[], [data("[1]"), data("2")], []]],
    "a record that is whole is shown before the next one": ["sequence", ["\x1e[1]\n"], [[data("[1]")], []]],
    "a record without an end comes with the next one": ["sequence", ["\x1e[1\x1e2"], [[data("[1")], [data("2")]]],
    "an event has fields, its data last": ["events", ["id: 1\nevent:x\ndata: a\n\n"], [[[["id", "1"], ["event", "x"], ["", "a"]]], []]],
    "lines of data are one text": ["events", ["data: a\ndata:  b\ndata\n\n"], [[data("a\n b\n")], []]],
    "an event may be a comment": ["events", [": hello\n\n"], [[[["comment", " hello".slice(1)]]], []]],
    "a field may have no colon": ["events", ["data\n\n"], [[data("")], []]],
    "a value keeps its other colons": ["events", ["data: a:b\n\n"], [[data("a:b")], []]],
    "empty lines alone are no events": ["events", ["\n\n\n"], [[], []]],
    "an event that the end cuts off says so": ["events", ["data: a\n"], [[], [[["", "a"], ["incomplete", "the stream ended within this event"]]]]],
    "an event in pieces is one": ["events", ["da", "ta: a", "b\n", "\n"], [[], [], [], [data("ab")], []]],
  },
  ([form, pieces, items]) => equal(all(form, ...pieces), items),
);

test("a line without end is shown in pieces", () => {
  const [first, rest] = all("text", "x".repeat((1 << 20) + 1));
  equal([first?.map((item) => item[0]?.[1].length), rest], [[(1 << 20) + 1], []]);
});

test("an event without end is shown in pieces", () => {
  const [first, rest] = all("events", "a:b\n".repeat(1001));
  equal([first?.map((item) => item.length), rest], [[1001], []]);
});
