// The server that a reader has chosen on one of the pages of a reference, for the
// samples and consoles of all of them: for as long as the tab is open.
import { readJSON, write } from "../base/store";

export interface Chosen {
  readonly url: string; // as the description has it, with the names of variables
  readonly values: Readonly<Record<string, string>>; // of variables
  readonly address: string; // with values in their place
}

// chosenEvent tells the document that another server was chosen, or the same one with
// other values.
export const chosenEvent = "trefoil:server";

const area = (): Storage => sessionStorage;

const keyOf = (root: string): string => "trefoil:server:" + root;

// chosen is what was chosen for the reference with a root, null for nothing.
export function chosen(root: string): Chosen | null {
  const kept = readJSON(area, keyOf(root));
  if (typeof kept !== "object" || kept === null || !("url" in kept) || !("values" in kept) || !("address" in kept)) {
    return null;
  }
  const { url, values, address } = kept;
  if (typeof url !== "string" || typeof address !== "string" || typeof values !== "object" || values === null) {
    return null;
  }
  const texts = Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return { url, values: Object.fromEntries(texts), address };
}

// choose keeps a choice, and tells the document.
export function choose(root: string, its: Chosen): void {
  write(area, keyOf(root), JSON.stringify(its));
  document.dispatchEvent(new CustomEvent(chosenEvent));
}
