import { announce } from "../base/announce";
import { share } from "../base/share";

// mountLink copies the address of the page.
export function mountLink(el: HTMLElement): void {
  copies(el, () => Promise.resolve(share()), "Link copied");
}

// mountMarkdown copies the page in Markdown, which the server writes.
export function mountMarkdown(el: HTMLElement): void {
  copies(el, markdown, "Markdown copied");
}

async function markdown(): Promise<string> {
  const alternate = document.querySelector<HTMLLinkElement>("link[rel='alternate'][type='text/markdown']");
  const answer = await fetch(alternate?.href ?? location.href, { headers: { Accept: "text/markdown" } });
  if (!answer.ok || !(answer.headers.get("Content-Type") ?? "").startsWith("text/markdown")) {
    throw new Error("no Markdown here");
  }
  return answer.text();
}

function copies(el: HTMLElement, text: () => Promise<string>, done: string): void {
  if (!("clipboard" in navigator)) {
    return;
  }
  const label = el.querySelector<HTMLElement>("[data-copy-label]") ?? el;
  const normal = label.textContent;
  el.hidden = false;
  el.addEventListener("click", () => {
    const say = (words: string): void => {
      label.textContent = words;
      announce(words);
      window.setTimeout(() => {
        label.textContent = normal;
      }, 1600);
    };
    // The text is promised, so that the click still counts when it arrives.
    const item = new ClipboardItem({ "text/plain": text().then((t) => new Blob([t], { type: "text/plain" })) });
    navigator.clipboard.write([item]).then(
      () => say(done),
      () => say("Not copied"),
    );
  });
}
