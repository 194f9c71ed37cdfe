import { root } from "../base/root";

const spaces: Readonly<Record<string, string>> = { svg: "http://www.w3.org/2000/svg", math: "http://www.w3.org/1998/Math/MathML" };
const addresses = new Set(["href", "data-lazy", "data-script"]);

// documentOf makes a document of parts of pages as the export writes them: an
// element is a list of its name, its attributes and what is in it. No text becomes
// markup here. Addresses are relative to the root.
export function documentOf(parts: unknown): Document {
  const made = document.implementation.createHTMLDocument("");
  made.body.append(...(Array.isArray(parts) ? parts : []).map((part) => nodeOf(made, part)));
  return made;
}

function nodeOf(made: Document, value: unknown): Node {
  if (!Array.isArray(value)) {
    return made.createTextNode(String(value));
  }
  const [name, attributes, ...inside]: unknown[] = value;
  const [space, local] = String(name).split(" ");
  const el = local === undefined ? made.createElement(String(name)) : made.createElementNS(spaces[space ?? ""] ?? null, local);
  for (const [key, text] of Object.entries(attributes ?? {})) {
    el.setAttribute(key, addresses.has(key) ? placed(String(text)) : String(text));
  }
  el.append(...inside.map((part) => nodeOf(made, part)));
  return el;
}

// placed makes an address below the root absolute.
function placed(address: string): string {
  return address.startsWith("./") ? root + address.slice(2) : address;
}
