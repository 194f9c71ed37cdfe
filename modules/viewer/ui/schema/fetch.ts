// page fetches a page or a part of one as a document of its own, in which no
// script runs.
// A request of this kind parses HTML without a string that could become markup,
// so it needs no policy for trusted types.
export function page(address: string): Promise<Document> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("GET", address);
    request.responseType = "document";
    request.setRequestHeader("Accept", "text/html");
    request.addEventListener("load", () => {
      if (request.status === 200 && request.responseXML) {
        resolve(request.responseXML);
      } else {
        reject(new Error(`${address}: ${request.status}`));
      }
    });
    request.addEventListener("error", () => reject(new Error(address)));
    request.send();
  });
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
