import { root } from "./root";
import { served } from "./draft";

// What the editor has to know about where it is. A reference that is part of
// another page has its own, see component/host.

// key names where the text of the reader is kept.
export function key(): string {
  return "trefoil-draft " + new URL(root).pathname;
}

// configuration is how the pages of a text are to look, undefined for as those of
// the reference do.
export function configuration(): unknown {
  return undefined;
}

// text is the description as it was written, "" when the server does not give it.
export async function text(): Promise<string> {
  const answer = await fetch(served(root + "openapi"), { headers: { Accept: "*/*" } });
  return answer.ok ? answer.text() : "";
}

// told is called with every text that the reader has made.
export function told(changed: string): void {
  document.dispatchEvent(new CustomEvent("trefoil:spec-update", { detail: { text: changed } }));
}
