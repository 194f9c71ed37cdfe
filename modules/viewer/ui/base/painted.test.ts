import { painted } from "./painted";
import { after, equal, test } from "../testing/testing";

// given gives an object a property of its own for the time of a case.
function given(of: object, name: string, value: unknown): void {
  Object.defineProperty(of, name, { value, configurable: true });
  after(() => Reflect.deleteProperty(of, name));
}

function paints(list: string[]): void {
  given(performance, "getEntriesByName", () => list);
}

test("what waits for the first paint begins once, and not before a frame", async () => {
  paints([]);
  let began = 0;
  painted(() => began++);
  const before = began;
  await new Promise((done) => setTimeout(done, 400));
  equal([before, began], [0, 1]);
});

test("what comes after the first paint begins at once", () => {
  paints(["first-contentful-paint"]);
  let began = 0;
  painted(() => began++);
  equal(began, 1);
});

test("a page that is prepared ahead begins when its reader comes", async () => {
  paints(["first-contentful-paint"]);
  given(document, "prerendering", true);
  let began = 0;
  painted(() => began++);
  await new Promise((done) => setTimeout(done, 400));
  const before = began;
  document.dispatchEvent(new Event("prerenderingchange"));
  equal([before, began], [0, 1]);
});

test("a page whose address names a place begins at once, before anything is seen to move", () => {
  paints([]);
  location.hash = "#place";
  after(() => { location.hash = ""; });
  let began = 0;
  painted(() => began++);
  equal(began, 1);
});
