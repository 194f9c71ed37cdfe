import type { StreamView } from "./stream";
import { phrase } from "../base/words";

const most = 1 << 28; // bytes that are kept
const slow = 400; // milliseconds after which a text is shown as it comes
const piece = 1 << 21; // bytes that are copied at once
const often = 200; // milliseconds between two reports

export interface Receiver {
  // live says whether the stream is shown as it comes: always, when it is slow, or
  // never.
  readonly live: "always" | "slow" | "never";
  start(): StreamView;
  progress(bytes: number): void;
  cut(bytes: number, why: string): void;
}

export interface Collected {
  // pieces are null when the stream was shown as it came, or is not wanted any more.
  // Those of a slow text that had more rows than are shown so are there.
  readonly pieces: Uint8Array[] | null;
  readonly why: string; // it is not whole, "" when it is
}

// collect reads a stream to its end.
export async function collect(stream: ReadableStream<Uint8Array>, stop: AbortSignal, to: Receiver): Promise<Collected> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let view: StreamView | null = null;
  let reported = -often;
  stop.addEventListener("abort", () => void reader.cancel().catch(() => undefined));
  const live = async (): Promise<void> => {
    const shown = to.start();
    view = shown;
    await Promise.all(chunks.splice(0).map((chunk) => shown.take(chunk))); // before what comes next
  };
  const timer = to.live === "slow" ? window.setTimeout(() => void live(), slow) : 0;
  let why = "";
  try {
    if (to.live === "always") {
      await live();
    }
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const shown = view as StreamView | null;
      size += next.value.length;
      await (shown ? shown.take(next.value) : undefined);
      if (shown) {
        continue;
      }
      chunks.push(next.value);
      if (size > most) {
        why = phrase("The body is too large.");
        await reader.cancel();
        break;
      }
      if (performance.now() - reported > often) {
        reported = performance.now();
        to.progress(size);
      }
    }
  } catch (error) {
    why = error instanceof DOMException && error.name === "AbortError" ? phrase("Cancelled.") : phrase("The connection broke.");
  }
  window.clearTimeout(timer);
  if (stop.aborted) {
    return { pieces: null, why };
  }
  const shown = view as StreamView | null;
  if (shown) {
    await shown.finish(why || phrase("The stream has ended."));
  }
  const all = shown ? (to.live === "slow" ? shown.lacking : null) : chunks;
  if (all && why) {
    to.cut(size, why);
  }
  return { pieces: all, why };
}

// pieces makes copies of the parts of some bytes, in short steps.
export async function pieces(bytes: Uint8Array): Promise<Uint8Array[]> {
  const all: Uint8Array[] = [];
  for (let from = 0; from < bytes.length; from += piece) {
    all.push(bytes.slice(from, from + piece));
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  return all;
}
