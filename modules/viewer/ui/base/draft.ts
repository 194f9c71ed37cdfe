import { root } from "./root";

// A draft is a text that the reader edits. The server has made pages of it, which
// stand in for those of the reference: at the same addresses, as far as the reader
// can see.

// Draft says where the pages of a draft are.
export interface Draft {
  readonly root: string; // absolute
  renew(): Promise<boolean>; // has the server read the text again, which it has forgotten
}

let draft: Draft | null = null;

// preview shows the pages of a draft from now on, null those of the reference.
export function preview(next: Draft | null): void {
  draft = next;
}

// drafting reports whether pages of a draft are shown.
export function drafting(): boolean {
  return draft !== null;
}

// served is where a page of the reference is really asked for.
export function served(url: string): string {
  const address = new URL(url, location.href).href;
  return draft && address.startsWith(root) ? draft.root + address.slice(root.length) : address;
}

// Answer is what a server has said to a request for a page.
export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly page: Document | null;
}

// ask reads a page of the reference, or of the draft, as a document in which
// nothing runs: no text is turned into markup here.
export async function ask(url: string): Promise<Answer> {
  const first = await send(served(url));
  if (!draft) {
    return first;
  }
  const forgotten = first.status === 404 && !first.type.startsWith("text/html");
  const answer = forgotten && (await draft.renew()) ? await send(served(url)) : first;
  if (answer.page) {
    settle(answer.page, new URL(url, location.href).href);
  }
  return answer;
}

function send(url: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("GET", url);
    request.responseType = "document";
    request.overrideMimeType("text/html"); // anything else would be read as XML
    request.setRequestHeader("Accept", "text/html");
    request.addEventListener("load", () => {
      const page: unknown = request.response;
      resolve({ status: request.status, type: request.getResponseHeader("Content-Type") ?? "", page: page instanceof Document ? page : null });
    });
    request.addEventListener("error", () => reject(new Error("no page at " + url)));
    request.send();
  });
}

// settle makes the links of a page of a draft lead to where the reader sees it.
function settle(page: Document, url: string): void {
  for (const name of ["href", "action", "data-lazy"]) {
    for (const el of page.body.querySelectorAll(`[${name}]`)) {
      const value = el.getAttribute(name) ?? "";
      if (!value.startsWith("#") && URL.canParse(value, url)) {
        el.setAttribute(name, new URL(value, url).href);
      }
    }
  }
}
