// What samples need to know of credentials before the script that keeps them is loaded.
import { read } from "../base/store";

// givenEvent tells the document that a reader has given credentials, or taken some away.
export const givenEvent = "trefoil:credentials";

// givenKey is where the tab remembers that there are some, and no more.
export const givenKey = (root: string): string => "trefoil:given:" + root;

// given reports whether a reader has given credentials in this tab.
export function given(root: string): boolean {
  return read(() => sessionStorage, givenKey(root)) !== null;
}
