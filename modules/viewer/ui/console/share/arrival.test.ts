import { equal, replace, test } from "../../testing/testing";
import { Arrival } from "./arrival";

// shared asks for a link, and returns what is said and the link that is shown.
async function shared(): Promise<readonly [words: string, link: string | undefined]> {
  const script = "data:text/javascript," + encodeURIComponent(`export const pack = () => ({ fragment: "x", left: [] });`);
  const part = { operation: { url: "operations/a" } } as ConstructorParameters<typeof Arrival>[0];
  const form = { state: () => ({}), authorized: () => ({}) } as unknown as ConstructorParameters<typeof Arrival>[3];
  let said = "";
  const arrival = new Arrival(part, "https://docs.example/", script, form, (words) => (said = words));
  await arrival.share();
  return [said, arrival.element.querySelector("input")?.value];
}

test("a link is shown where the browser copies nothing: by http, pages have no clipboard", async () => {
  replace(navigator, "clipboard", undefined as unknown as Clipboard);
  equal(await shared(), ["Copy this link: Nothing was left out.", "https://docs.example/operations/a#try=x"]);
});

test("a link is shown where the browser refuses to copy it", async () => {
  replace(navigator, "clipboard", { writeText: () => Promise.reject(new Error("no")) } as unknown as Clipboard);
  equal(await shared(), ["Copy this link: Nothing was left out.", "https://docs.example/operations/a#try=x"]);
});

test("a link that has been copied is not shown", async () => {
  replace(navigator, "clipboard", { writeText: () => Promise.resolve() } as unknown as Clipboard);
  equal(await shared(), ["The link has been copied. Nothing was left out.", undefined]);
});
