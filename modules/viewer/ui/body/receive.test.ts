import { equal, replace, test, turn } from "../testing/testing";
import { collect } from "./receive";
import { StreamView } from "./stream";

test("what has come before a slow stream is shown stands before what comes then", async () => {
  const later = window.setTimeout.bind(window);
  let show: () => void = () => undefined;
  replace(window, "setTimeout", ((run: () => void, ms?: number) => (ms === 400 ? ((show = run), 0) : later(run, ms))) as typeof window.setTimeout);
  const view = new StreamView("text");
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const send = (text: string): Promise<void> => writer.write(new TextEncoder().encode(text));
  const done = collect(readable, new AbortController().signal, { live: "slow", start: () => view, progress: () => undefined, cut: () => undefined });
  const long = "1".repeat((1 << 18) + 1); // longer than what is shown at once
  await send(long + "\n");
  await send("2\n");
  await turn();

  show();
  await send("3\n");
  await writer.close();

  equal([await done, view.text()], [null, long + "\n2\n3\n"]);
});
