import { ask } from "../base/draft";

// page fetches a page or a part of one as a document of its own, in which no
// script runs.
export async function page(address: string): Promise<Document> {
  const { status, page: found } = await ask(address);
  if (status !== 200 || !found) {
    throw new Error(`${address}: ${status}`);
  }
  return found;
}

// adopt returns a part of a fetched page for this one: its links lead to where
// they led there.
export function adopt(part: HTMLElement): HTMLElement {
  for (const link of part.querySelectorAll<HTMLAnchorElement>("a[href]")) {
    if (!(link.getAttribute("href") ?? "").startsWith("#")) {
      link.setAttribute("href", link.href);
    }
  }
  for (const lazy of part.querySelectorAll<HTMLElement>("[data-lazy]")) {
    lazy.dataset["lazy"] = new URL(lazy.dataset["lazy"] ?? "", part.baseURI).href;
  }
  return document.adoptNode(part);
}
