// Unit tests of scripts: a file x.test.ts beside x.ts registers cases, which
// `make test-scripts` runs in Chromium.
//
//	test("a number keeps its digits", () => equal(compact(parse("1.50")), "1.50"));
//
// Each file has a page of its own. The page is emptied between two cases, and so
// is what the browser stores for it. A case that compares nothing fails.
import { differences, show } from "./equal";

type Body = () => void | Promise<void>;

interface Case {
  readonly name: string;
  readonly body: Body;
  readonly only: boolean;
  readonly stack: string; // where it is registered
}

// Outcome is what the runner gets of a case. It reads places out of stacks.
interface Outcome {
  readonly name: string;
  readonly only: boolean;
  readonly place: string; // stack
  readonly failure: string; // "" for none
  readonly stack: string; // of the failure
}

// Failed is what an assertion throws.
class Failed extends Error {
  override readonly name = "Failed";
}

const cases: Case[] = [];
const home = location.href;
let asserted = 0;
let ends: (() => void)[] = [];

function register(name: string, body: Body, only: boolean): void {
  cases.push({ name, body, only, stack: new Error().stack ?? "" });
}

// test registers a case. Its name is a sentence about the subject of the file.
export function test(name: string, body: Body): void {
  register(name, body, false);
}

// only is test, and leaves out all other cases of the file while one is looked
// into. A run that has it fails.
test.only = (name: string, body: Body): void => register(name, body, true);

// table registers a case for each row, by its name.
export function table<Row>(rows: Readonly<Record<string, Row>>, body: (row: Row) => void | Promise<void>): void {
  for (const [name, row] of Object.entries(rows)) {
    register(name, () => body(row), false);
  }
}

// equal fails unless two values are the same through and through: -0 is not 0, a
// member that is undefined is not one that is missing.
export function equal(actual: unknown, expected: unknown, about = ""): void {
  asserted++;
  const found = differences(actual, expected);
  if (found.length > 0) {
    throw new Failed([about || "the values differ", ...found, "actual:   " + show(actual), "expected: " + show(expected)].join("\n"));
  }
}

// same fails unless two values are one: the same object, or equal scalars.
export function same(actual: unknown, expected: unknown): void {
  asserted++;
  if (!Object.is(actual, expected)) {
    throw new Failed("not the same object\nactual:   " + show(actual) + "\nexpected: " + show(expected));
  }
}

// throws fails unless a function throws an error with this message.
export function throws(run: () => unknown, message: string): void {
  let value: unknown;
  try {
    value = run();
  } catch (error) {
    equal(messageOf(error), message, "another message");
    return;
  }
  asserted++;
  throw new Failed("nothing was thrown\nreturned: " + show(value) + "\nexpected: " + show(message));
}

// rejects is throws for a promise.
export async function rejects(promise: Promise<unknown>, message: string): Promise<void> {
  const failed = new Failed(); // knows who calls
  const value = await promise.then(
    (kept) => "nothing was thrown\nreturned: " + show(kept),
    (error: unknown) => (messageOf(error) === message ? "" : "another message\nactual:   " + show(messageOf(error))),
  );
  asserted++;
  if (value !== "") {
    failed.message = value + "\nexpected: " + show(message);
    throw failed;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : show(error);
}

// after has something done at the end of the case that runs, the last one first.
export function after(end: () => void): void {
  ends.push(end);
}

// replace puts another value in the place of a member of an object until the end
// of the case.
export function replace<T extends object, K extends keyof T>(object: T, name: K, value: T[K]): void {
  const before = Object.getOwnPropertyDescriptor(object, name);
  Object.defineProperty(object, name, { value, configurable: true, writable: true });
  after(() => {
    if (before) {
      Object.defineProperty(object, name, before);
    } else {
      Reflect.deleteProperty(object, name);
    }
  });
}

// turn lets everything run that is ready to run: promises, messages and timers
// without a delay.
export function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

// reset makes the page as it was: nothing of a case is left for the next one. What
// is as it was stays: a browser takes only so many changes of the history.
function reset(): void {
  for (const area of [localStorage, sessionStorage]) {
    if (area.length > 0) {
      area.clear();
    }
  }
  if (location.href !== home || history.state !== null) {
    history.replaceState(null, "", home);
  }
  document.body.replaceChildren();
  for (const { name } of [...document.body.attributes]) {
    if (name !== "data-root") {
      document.body.removeAttribute(name);
    }
  }
}

async function runCase(one: Case): Promise<Outcome> {
  const outcome = (failure: string, stack: string): Outcome => ({ name: one.name, only: one.only, place: one.stack, failure, stack });
  reset();
  [asserted, ends] = [0, []];
  try {
    await one.body();
    return asserted > 0 ? outcome("", "") : outcome("the case compares nothing", one.stack);
  } catch (error) {
    const words = error instanceof Failed ? error.message : "thrown: " + (error instanceof Error ? error.name + ": " + error.message : show(error));
    return outcome(words, error instanceof Error ? (error.stack ?? "") : one.stack);
  } finally {
    ends.reverse().forEach((end) => end());
  }
}

// run runs the cases of the page. It tells begun the name of each before it
// begins: one that never ends can be named.
async function run(begun: (name: string) => void): Promise<readonly Outcome[]> {
  const chosen = cases.some((one) => one.only) ? cases.filter((one) => one.only) : cases;
  const outcomes: Outcome[] = [];
  for (const one of chosen) {
    begun(one.name);
    outcomes.push(await runCase(one));
  }
  begun("");
  reset();
  await turn();
  await told();
  return outcomes;
}

// told waits until the browser has told of every promise that failed and that
// nobody has caught: it tells of them in turn, and of one that fails here last.
function told(): Promise<void> {
  const last = new Error("the last one");
  return new Promise((resolve) => {
    window.addEventListener("unhandledrejection", (event) => {
      if (event.reason === last) {
        event.preventDefault();
        resolve();
      }
    });
    void Promise.reject(last);
  });
}

Object.assign(globalThis, { trefoilTests: run });
