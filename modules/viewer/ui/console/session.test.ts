import { equal, test } from "../testing/testing";
import { Copy, Session, sessionOf, type Received, type Run } from "./session";

const answer = (size: number): Received => ({ status: 200, statusText: "", url: "", headers: [], body: new Uint8Array(size), size, whole: true });

const run = (at: number, size = 0): Run => ({
  at: new Date(at), operation: { slug: "", url: "", method: "GET", path: "/", id: "", title: String(at) }, typed: { server: { url: "", values: {} }, parameters: [], body: null },
  request: { method: "GET", url: "", headers: [], cookies: [], body: null, basic: null, certificate: "", secrets: {} }, answer: answer(size), failure: "", ms: 1,
});

const titles = (session: Session): readonly string[] => session.runs.map((one) => one.operation.title);

test("runs are kept, the newest first", () => {
  const session = new Session();
  [1, 2, 3].forEach((at) => session.add(run(at)));
  equal(titles(session), ["3", "2", "1"]);
});

test("at most 100 runs are kept", () => {
  const session = new Session();
  Array.from({ length: 120 }, (_, at) => session.add(run(at)));
  equal([session.runs.length, titles(session)[0], titles(session).at(-1)], [100, "119", "20"]);
});

test("the oldest go when their bodies are too much together", () => {
  const session = new Session();
  const half = 16 << 20;
  session.add(run(1, half));
  session.add(run(2, half));
  const both = titles(session);
  session.add(run(3, 1));
  equal([both, titles(session)], [["2", "1"], ["3", "2"]]);
});

test("what is removed can be brought back, where it was", () => {
  const session = new Session();
  const all = [run(1), run(2), run(3)];
  all.forEach((one) => session.add(one));
  session.remove(all.slice(1, 2));
  const without = titles(session);
  session.bringBack(all.slice(1, 3)); // one of them is there
  equal([without, titles(session)], [["3", "1"], ["3", "2", "1"]]);
});

test("those who listen are told of every change", () => {
  const session = new Session();
  let told = 0;
  const listener = (): void => void told++;
  session.listen(listener);
  session.listen(listener); // once all the same
  const one = run(1);
  session.add(one);
  session.remove([one]);
  session.bringBack([one]);
  equal(told, 3);
});

test("a reference has one session", () => equal([sessionOf("a") === sessionOf("a"), sessionOf("a") === sessionOf("b")], [true, false]));

test("a copy of an answer is put together of its parts", () => {
  const copy = new Copy({ status: 201, statusText: "Created", url: "u", headers: [["a", "b"]] });
  copy.add(Uint8Array.of(1, 2));
  copy.add(Uint8Array.of());
  copy.add(Uint8Array.of(3));
  equal(copy.received(), { status: 201, statusText: "Created", url: "u", headers: [["a", "b"]], body: Uint8Array.of(1, 2, 3), size: 3, whole: true });
});

test("of a long answer the first two megabytes are kept, and its size", () => {
  const copy = new Copy(answer(0));
  const part = new Uint8Array(3 << 19).fill(7);
  copy.add(part);
  copy.add(part);
  copy.add(part);
  const { body, size, whole } = copy.received();
  equal([body.byteLength, body.at(-1), size, whole], [2 << 20, 7, 9 << 19, false]);
});

test("a copy does not change with what it was made of", () => {
  const copy = new Copy(answer(0));
  const part = Uint8Array.of(1);
  copy.add(part);
  part[0] = 9;
  equal(copy.received().body, Uint8Array.of(1));
});
