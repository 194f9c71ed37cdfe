import { equal, test } from "../testing/testing";
import { Engine } from "./engine";
import type { Row } from "./source";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

async function opened(text: string | Uint8Array, json = true, charset = ""): Promise<Engine> {
  const engine = new Engine(1000, 1 << 20);
  await engine.open([typeof text === "string" ? bytes(text) : text], json, charset);
  return engine;
}

const open = (content: readonly Uint8Array[], json = true, charset = ""): ReturnType<Engine["open"]> => new Engine(1000, 1 << 20).open(content, json, charset);

// told is a row as a reader sees it.
const told = (row: Row): string => "  ".repeat(row.level - 1) + (row.count > 0 ? (row.open ? "▾ " : "▸ ") : "") + (row.name ?? "#" + row.position) + " " + row.kind + " " + row.text;

async function rows(engine: Engine): Promise<readonly string[]> {
  return (await engine.rows(0, 100)).rows.map(told);
}

test("JSON is a tree, also when it comes in pieces", async () =>
  equal(await open([bytes('{"a"'), bytes(":[1]}")]), { views: ["tree", "text", "bytes"], size: 9, values: 3, trouble: null }));

test("what is no JSON is a text, with the place of the fault", async () =>
  equal(await open([bytes('{"a":1,\n  "b": nil}')]), { views: ["text", "bytes"], size: 19, values: 0, trouble: { message: "This is no value of JSON: nil", offset: 15, line: 2, column: 8 } }));

test("what is no text either is bytes", async () =>
  equal(await open([Uint8Array.of(0x7b, 0xff)]), {
    views: ["bytes"], size: 2, values: 0, trouble: { message: 'Here a name in quotes or } is expected, not the byte 0xff, and byte 1 is no text', offset: 1, line: 1, column: 2 },
  }));

test("nothing is a text", async () => equal(await open([]), { views: ["text", "bytes"], size: 0, values: 0, trouble: null }));

test("a text is read in its encoding", async () => equal((await (await opened(Uint8Array.of(0xe9, 0x0a, 0x61), false, "iso-8859-1")).lines("text", 0, 9)).lines, ["é", "a"]));

test("an encoding that nobody knows is none", async () => equal((await open([Uint8Array.of(0xe9)], false, "klingon")).views, ["bytes"]));

test("a small tree is open", async () =>
  equal(await rows(await opened('{"a":1,"b":[true,null,{}],"c":"x"}')), ["▾ #0 object ", "  a number 1", "  ▾ b array ", "    #0 word true", "    #1 word null", "    #2 object ", '  c string "x"']));

test("a large tree is open to about 300 rows", async () => {
  const engine = await opened("[" + Array(200).fill("[1,2,3]").join() + "]");
  equal((await engine.rows(0, 0)).total, 201 + 33 * 3);
});

test("values are folded and unfolded", async () => {
  const engine = await opened('{"a":{"b":[1]},"c":2}');
  const shut = await engine.fold(1, false);
  const all = await rows(engine);
  const again = await engine.fold(1, true);
  equal([shut, all, again], [{ node: 1, row: 1, total: 3 }, ["▾ #0 object ", "  ▸ a object ", "  c number 2"], { node: 1, row: 1, total: 5 }]);
});

test("everything is folded and unfolded", async () => {
  const engine = await opened('{"a":{"b":[1]},"c":2}');
  equal([await engine.foldAll(false), await engine.foldAll(true)], [{ node: 0, row: 0, total: 1 + 2 }, { node: 0, row: 0, total: 5 }]);
});

test("a value that is hidden is revealed", async () => {
  const engine = await opened('{"a":{"b":[1]},"c":2}');
  await engine.foldAll(false);
  equal([await engine.reveal(3), await engine.reveal(-1)], [{ node: 3, row: 3, total: 5 }, { node: -1, row: -1, total: 5 }]);
});

test("values have pointers, and pointers lead to values", async () => {
  const engine = await opened('{"a/b":[{"~":1}],"a/b":[{"":2}]}');
  equal(
    [await engine.pointer(6), await engine.pointer(0), await engine.locate(["", "/a~1b/0/", "/a~1b/0/~0", "/a~1b/1", "/a~1b/00", "x"])],
    ["/a~1b/0/", "", [0, 6, -1, -1, 5, -1]],
  );
});

test("a value is copied: a string without its quotes, anything else as written", async () => {
  const engine = await opened('{"a":"x\\n\\u00e9", "b":1.50}');
  equal([await engine.value(1), await engine.value(2), await engine.value(0), await engine.value(-1)], ["x\né", "1.50", '{"a":"x\\n\\u00e9", "b":1.50}', '{"a":"x\\n\\u00e9", "b":1.50}']);
});

test("a text is found in values, lines and bytes", async () => {
  const engine = await opened('{"a":"xy",\n"xy":[1,"\\"xy"]}');
  equal([await engine.find("tree", "XY"), await engine.find("text", "xy"), await engine.find("bytes", "xy"), await engine.find("tree", '"xy')], [
    { places: [1, 2, 4], more: false }, { places: [0, 1], more: false }, { places: [0, 1], more: false }, { places: [4], more: false },
  ]);
});

test("bytes are shown with their signs", async () =>
  equal(await (await opened(Uint8Array.from({ length: 18 }, (_, i) => 0x5a + i), false)).lines("bytes", 0, 9), {
    total: 2, lines: ["00000000  5a 5b 5c 5d 5e 5f 60 61 62 63 64 65 66 67 68 69  Z[\\]^_`abcdefghi", "00000010  6a 6b                                            jk"],
  }));

test("a line is found by the offset of a byte", async () => {
  const engine = await opened("ab\ncd", false);
  equal([await engine.lineAt("text", 3), await engine.lineAt("bytes", 40)], [1, 2]);
});

test("a long text is cut in its row, not within a character", async () => {
  const [row] = (await (await opened(JSON.stringify("é".repeat(300)))).rows(0, 1)).rows;
  equal([row?.cut, row?.text], [true, '"' + "é".repeat(199)]);
});

test("a body is checked against its schema", async () =>
  equal(await (await opened('{"a":12345678901234567890,"b":1}')).check({ schema: { properties: { a: { $ref: "#/n" } } }, schemas: { "#/n": { maximum: 1 } }, direction: "response" }), {
    problems: [{ pointer: "/a", keyword: "maximum", message: "is 12345678901234567890, above the maximum 1" }], notes: [], undescribed: ["/b"],
  }));

test("what is no JSON is not checked", async () =>
  equal(await (await opened("x")).check({ schema: false, schemas: {} }), null));

test("what is too large is not checked", async () => {
  const engine = new Engine(1000, 3);
  await engine.open([bytes("[12]")], true, "");
  equal(await engine.check({ schema: false, schemas: {} }), null);
});

test("the body is saved as it came", async () => {
  const blob = await (await opened("[1]")).blob("application/octet-stream");
  equal([blob.type, await blob.text()], ["application/octet-stream", "[1]"]);
});

test("a body without a tree has no rows", async () => {
  const engine = await opened("x");
  equal([await engine.rows(0, 5), await engine.parent(0), await engine.reveal(0), await engine.locate([""])], [{ total: 0, rows: [] }, -1, { node: -1, row: -1, total: 0 }, [-1]]);
});
