import { served } from "../base/draft";
import { share } from "../base/share";
import { phrase } from "../base/words";
import { confirm } from "./copy";

// mountLink copies the address of the page.
export function mountLink(el: HTMLElement): void {
  copies(el, () => Promise.resolve(share()), phrase("Link copied"));
}

// mountMarkdown copies the page in Markdown, which the server writes. Scripts can
// read no other file from a disk, and not every server has it.
export function mountMarkdown(el: HTMLElement): void {
  if (location.protocol !== "file:" && alternate()) {
    copies(el, markdown, phrase("Markdown copied"));
  }
}

function alternate(): HTMLLinkElement | null {
  return document.querySelector<HTMLLinkElement>("link[type='text/markdown']");
}

async function markdown(): Promise<string> {
  const answer = await fetch(served(alternate()?.href ?? location.href), { headers: { Accept: "text/markdown" } });
  if (!answer.ok || answer.headers.get("Content-Type")?.startsWith("text/html")) {
    throw new Error("no Markdown");
  }
  return answer.text();
}

function copies(el: HTMLElement, text: () => Promise<string>, done: string): void {
  if (!("clipboard" in navigator)) {
    return;
  }
  const label = el.querySelector<HTMLElement>("[data-copy-label]") ?? el;
  el.hidden = false;
  el.addEventListener("click", () => {
    // The text is promised, so that the click still counts when it arrives.
    const promised = text().then((t) => new Blob([t], { type: "text/plain" }));
    promised.catch(() => undefined); // a browser that refuses at once does not wait for it
    const item = new ClipboardItem({ "text/plain": promised });
    navigator.clipboard.write([item]).then(
      () => confirm(label, done),
      () => confirm(label, phrase("Not copied")),
    );
  });
}
