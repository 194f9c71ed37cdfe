import type { Words } from "../words/language";

// The words of the interface. The sources hold English texts; a page in another language
// has a script that is loaded before ours and brings the words of its language.
export const words = (): Words | undefined => (globalThis as { trefoilWords?: Words }).trefoilWords;

// phrase is a text in the language of the page, with values in the places of {1}, {2} and
// so on.
export function phrase(english: string, ...values: readonly (string | number)[]): string {
  return (words()?.say(english) ?? english).replace(/\{(\d)\}/g, (place, n: number) => String(values[n - 1] ?? place));
}

// counted is a number with a noun: "1 request", "2 requests". Shown is the number as it is
// written.
export function counted(n: number, one: string, many: string, shown = "" + n): string {
  return words()?.count(n, many, shown) ?? shown + " " + (n === 1 ? one : many);
}

// told is a message of those who have no page, which comes in English, in the language
// of the page.
export function told(message: string): string {
  return words()?.tell(message) ?? message;
}
