import { ask } from "./draft";

// fetchPage reads a page of the reference without going there. The promise fails
// when the answer is not a page that is shown well.
export async function fetchPage(url: string): Promise<Document> {
  const { status, type, page } = await ask(url);
  if (status !== 200 || !type.startsWith("text/html") || !page?.querySelector("main")) {
    throw new Error("no page at " + url);
  }
  return page;
}

// fetchList reads a page for the list that its sidebar has.
export const fetchList = fetchPage;

// pin makes the addresses in an element absolute, so that it can stay while the
// address of the page changes, or move to another page.
export function pin(el: ParentNode): void {
  for (const link of el.querySelectorAll<HTMLAnchorElement>("a[href]")) {
    link.href = link.href;
  }
  for (const form of el.querySelectorAll<HTMLFormElement>("form[action]")) {
    form.action = form.action;
  }
}

// pageEvent is sent to the document after the content of the page was replaced.
export const pageEvent = "trefoil:page";
