import { Gone, Trouble } from "./trouble";

const patience = 60; // seconds that a server may take to read its description

// fetchPage reads a page of a reference as a document in which nothing runs. A
// server that still reads its description is asked again.
export async function fetchPage(url: string, signal: AbortSignal): Promise<Document> {
  for (let second = 0; ; second++) {
    const { page, status } = await ask(url, signal);
    if (status !== 503 || second === patience) {
      return page;
    }
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, 1000);
      signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
    });
    signal.throwIfAborted();
  }
}

function ask(url: string, signal: AbortSignal): Promise<{ page: Document; status: number }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("GET", url.split("#", 1)[0] ?? url);
    request.responseType = "document";
    request.setRequestHeader("Accept", "text/html");
    request.addEventListener("load", () => {
      const page: unknown = request.response;
      const found = page instanceof Document && page.querySelector("body[data-root]") ? page : null;
      if (request.status === 404) {
        reject(new Gone(found));
      } else if (found) {
        resolve({ page: found, status: request.status });
      } else {
        reject(new Trouble("There is no reference at " + url + "."));
      }
    });
    request.addEventListener("error", () => reject(new Trouble("There is no answer from " + url + ".")));
    request.addEventListener("abort", () => reject(new DOMException("", "AbortError")));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send();
  });
}
