import { equal, replace, table, test, turn } from "../testing/testing";
import { collect } from "./receive";
import { StreamView } from "./stream";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

// slowly receives a text whose rows are shown after its first pieces have come.
async function slowly(view: StreamView, first: readonly Uint8Array[], then: readonly Uint8Array[]): Promise<string | null> {
  const later = window.setTimeout.bind(window);
  let show: () => void = () => undefined;
  replace(window, "setTimeout", ((run: () => void, ms?: number) => (ms === 400 ? ((show = run), 0) : later(run, ms))) as typeof window.setTimeout);
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const done = collect(readable, new AbortController().signal, { live: "slow", start: () => view, progress: () => undefined, cut: () => undefined });
  for (const piece of first) {
    await writer.write(piece);
  }
  await turn();
  show();
  for (const piece of then) {
    await writer.write(piece);
  }
  await writer.close();
  const { pieces: all } = await done;
  return all && new Blob(all as Uint8Array<ArrayBuffer>[]).text();
}

const rows = (view: StreamView): string[] => [...view.el.querySelectorAll(".body-data")].map((row) => row.textContent.slice(0, 9));

test("what has come before a slow stream is shown stands before what comes then", async () => {
  const view = new StreamView("text");
  const long = "1".repeat((1 << 18) + 1); // longer than what is shown at once

  const all = await slowly(view, [bytes(long + "\n"), bytes("2\n")], [bytes("3\n")]);

  equal([all, rows(view)], [null, ["111111111", "2", "3"]]);
});

test("a slow text of more rows than are shown is returned in full", async () => {
  const view = new StreamView("text");
  const lines = (from: number): string => Array.from({ length: 300 }, (_, n) => `${from + n}\n`).join("");

  const all = await slowly(view, [bytes(lines(0))], [bytes(lines(300))]);

  equal([all, rows(view).length], [lines(0) + lines(300), 500]);
  equal(await view.blob("").text(), lines(0) + lines(300));
});

test("a stream of more bytes than are kept is saved from where they begin, and is not returned", async () => {
  const view = new StreamView("text");
  const block = bytes("2".repeat((1 << 16) - 1) + "\n");

  const all = await slowly(view, [bytes("1".repeat((1 << 16) - 1) + "\n")], Array.from({ length: 512 }, () => block));

  const saved = view.blob("text/x");
  equal([all, saved.size, saved.type, await saved.slice(0, 1).text()], [null, 512 << 16, "text/x", "2"]);
});

// Each row: what ends a stream, and what is said of it.
table<readonly [end: unknown, why: string]>(
  {
    "a stream that is cancelled is": [new DOMException("", "AbortError"), "Cancelled."],
    "a stream that is torn says so": [new TypeError("network error"), "The connection broke."],
  },
  async ([end, why]) => {
    const told: unknown[] = [];
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const done = collect(readable, new AbortController().signal, { live: "never", start: () => new StreamView("text"), progress: () => undefined, cut: (...all) => told.push(all) });
    await writer.write(bytes("ab"));
    await writer.abort(end);
    equal([await done, told], [{ pieces: [bytes("ab")], why }, [[2, why]]]);
  },
);

// Each row: what a text is said to be encoded in, its bytes, and what is shown.
table<readonly [charset: string, piece: readonly number[], shown: string]>(
  {
    "a slow text is read in its encoding": ["iso-8859-1", [0x63, 0xe9], "cé"],
    "a slow text without an encoding is UTF-8": ["", [0x63, 0xc3, 0xa9], "cé"],
    "a slow text in an encoding that does not exist is UTF-8": ["x-none", [0x63, 0xc3, 0xa9], "cé"],
  },
  async ([charset, piece, shown]) => {
    const view = new StreamView("text", charset);
    equal([await slowly(view, [], [new Uint8Array(piece)]), rows(view)], [null, [shown]]);
    equal([...new Uint8Array(await view.blob("").arrayBuffer())], piece);
  },
);
