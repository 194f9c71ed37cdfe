// fetchPage reads a page of the reference without going there. A request of the
// document kind gives a document in which nothing runs, so no text has to be
// turned into markup here. The promise fails when the answer is not a page that
// is shown well.
export function fetchPage(url: string): Promise<Document> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("GET", url);
    request.responseType = "document";
    request.overrideMimeType("text/html"); // anything else would be read as XML
    request.setRequestHeader("Accept", "text/html");
    request.addEventListener("load", () => {
      const page: unknown = request.response;
      const type = request.getResponseHeader("Content-Type") ?? "";
      if (request.status === 200 && type.startsWith("text/html") && page instanceof Document && page.querySelector("main")) {
        resolve(page);
      } else {
        reject(new Error("no page at " + url));
      }
    });
    request.addEventListener("error", () => reject(new Error("no answer from " + url)));
    request.send();
  });
}

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
