import { download } from "../base/download";
import { make, press } from "./make";
import { fileName, type Origin } from "./media";
import { meanwhile } from "./source";
import { phrase } from "../base/words";

// save makes a button that saves a body under a safe name. What is saved has a type
// that no browser opens.
export function save(blob: (type: string) => Promise<Blob>, mediaType: string, origin: Origin): HTMLButtonElement {
  const name = fileName(mediaType, origin);
  const button = press(phrase("Save"), () => {
    meanwhile(blob("application/octet-stream").then((data) => download(data, name)));
  });
  button.title = name;
  return button;
}

// openTab makes a link that opens a blob in a tab of its own, which has no hold of
// the page: browsers show PDF there, and run nothing of it in our name.
export function openTab(blob: Blob): { readonly el: HTMLAnchorElement; end(): void } {
  const el = make("a", "body-button", phrase("Open in a new tab"));
  el.href = URL.createObjectURL(blob);
  el.target = "_blank";
  el.rel = "noopener noreferrer";
  return { el, end: () => URL.revokeObjectURL(el.href) };
}
