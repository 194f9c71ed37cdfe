import { words } from "./words";

// grouped is a number with its thousands apart, in the language of the page.
export function grouped(n: number): string {
  return n.toLocaleString(words()?.numbers ?? "en");
}
