import { equal, rejects, table, test } from "../../testing/testing";
import { read, write, type Shared } from "./link";

const shared = (own: Partial<Shared["state"]> = {}, variables: Shared["variables"] = {}): Shared => ({ state: { server: { url: "", values: {} }, parameters: [], body: null, ...own }, variables });

table<Shared>(
  {
    "an empty request comes back": shared(),
    "everything that was typed comes back": shared(
      { server: { url: "https://{r}.example", values: { r: "eu" } }, parameters: [{ in: "query", name: "a b", value: '["é",1.50]' }, { in: "header", name: "X", value: "null" }], body: { sent: true, type: "application/json", text: '{"a":"😀"}' } },
      { token: "x", "a.b": "" },
    ),
    "headers of the reader's own come back": shared({ own: [{ in: "header", name: "X-Own", value: '"1"' }, { in: "query", name: "a", value: '""' }] }),
    "a body that is not sent comes back": shared({ body: { sent: false, type: "", text: "" } }),
    "names of every object come back": shared({ server: { url: "x", values: { constructor: "a", __proto__: "b" } } }, { toString: "c" }),
    "a text that only looks like JSON comes back": shared({ body: { sent: true, type: "text/plain", text: "{not json" } }),
  },
  async (one) => equal(await read(await write(one)), one),
);

test("a link needs no encoding in an address", async () => {
  const fragment = await write(shared({ body: { sent: true, type: "a", text: Array.from({ length: 300 }, (_, i) => String.fromCharCode(32 + (i * 7) % 90)).join("") } }));
  equal(/^[\w-]+$/.test(fragment), true);
});

test("the same request has the same link", async () => equal(await write(shared()), await write(shared())));

test("a request that is too much for a link has none", async () => {
  let seed = 1;
  const text = Array.from({ length: 9000 }, () => String.fromCharCode(33 + ((seed = (seed * 48271) % 2147483647) % 90))).join("");
  const message = await write(shared({ body: { sent: true, type: "a", text } })).then(() => "", (error: unknown) => (error instanceof Error ? error.message : ""));
  equal(/^There is too much for a link: it would have \d+ characters, and 8000 are the most that all programs pass on\.$/.test(message), true);
});

// hostile makes a link of any bytes.
async function hostile(data: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = new Uint8Array(await new Response(new Blob([data]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

const damaged = "The link is damaged. Nothing has been filled in.";
const strange = "The link holds something that this console has no place for. Nothing has been filled in.";

// Each row: what somebody has put into a link, and why it is not followed.
table<readonly [data: string | Uint8Array<ArrayBuffer>, message: string]>(
  {
    "no JSON is refused": ["{", damaged],
    "bytes that are no text are refused": [Uint8Array.of(0x22, 0xff, 0x22), damaged],
    "another form is refused": ["[]", strange],
    "a request without a server is refused": ['{"p":[],"b":null}', strange],
    "a server that is no text is refused": ['{"s":[1,{}],"p":[],"b":null}', strange],
    "values that are no texts are refused": ['{"s":["",{"a":1}],"p":[],"b":null}', strange],
    "a parameter that is no list is refused": ['{"s":["",{}],"p":[{}],"b":null}', strange],
    "a parameter whose value is no JSON is refused": ['{"s":["",{}],"p":[["query","a","{"]],"b":null}', damaged],
    "too many parameters are refused": [JSON.stringify({ s: ["", {}], p: Array(201).fill(["query", "a", "1"]), b: null }), strange],
    "too many variables are refused": [JSON.stringify({ s: ["", {}], p: [], b: null, v: Object.fromEntries(Array.from({ length: 201 }, (_, i) => ["v" + i, ""])) }), strange],
    "too many values are refused": [JSON.stringify({ s: ["", {}], p: [["query", "a", JSON.stringify(Array(2001).fill(1))]], b: null }), strange],
    "too many values of a body are refused": [JSON.stringify({ s: ["", {}], p: [], b: [true, "a", JSON.stringify(Array(2001).fill(1))] }), strange],
    "a body without a text is refused": ['{"s":["",{}],"p":[],"b":[true,"a"]}', strange],
    "what grows beyond all bounds is refused": [JSON.stringify("x".repeat(1 << 20)), "There is too much in the link."],
  },
  async ([data, message]) => rejects(read(await hostile(data)), message),
);

table(
  {
    "what is not compressed is refused": "abcd",
    "what is no base64 is refused": "a!",
    "nothing is refused": "",
  },
  (fragment) => rejects(read(fragment), damaged),
);

test("a link that is too long is refused", () => rejects(read("a".repeat(8001)), "The link is too long. Nothing has been filled in."));
