import { root } from "../base/root";
import { data } from "./data";
import { documentOf } from "./element";

export { adopt } from "../schema/fetch";

// Chosen is the file of examples: their numbers by what is chosen.
interface Chosen {
  choices: Record<string, number[]>;
  examples: unknown[];
}

// page stands for that of schema/fetch in a reference without a server: a part of
// a page is a file of its own, and the examples that go with an alternative are in
// one with those of the others of the page. Of several that were chosen the last
// one counts.
export async function page(address: string): Promise<Document> {
  const url = new URL(address, location.href);
  const chosen = url.searchParams.getAll("choose").at(-1);
  if (chosen === undefined) {
    return documentOf([await data(url.href)]);
  }
  const file = document.querySelector<HTMLElement>("main[data-choices]")?.dataset["choices"];
  if (!file) {
    throw new Error("no other examples");
  }
  const { choices, examples } = (await data(root + file)) as Chosen;
  return documentOf(new Map(Object.entries(choices)).get(chosen)?.map((number) => examples[number]));
}
