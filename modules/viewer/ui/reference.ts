// The script of every page. Pages work without it; it adds what needs the
// reader's hands: the search dialog, copying, the colours, a sidebar that stays
// where it was.
import * as copy from "./copy/copy";
import * as mode from "./theme/mode";
import * as nav from "./nav/nav";
import * as request from "./samples/request-card";
import * as search from "./search/search";

const components: ReadonlyArray<{ selector: string; mount: (el: HTMLElement) => void }> = [
  { selector: "[data-copy]", mount: copy.mount },
  { selector: "[data-mode-toggle]", mount: mode.mount },
  { selector: "[data-nav]", mount: nav.mount },
  { selector: "[data-request-card]", mount: request.mount },
  { selector: "[data-search-dialog]", mount: search.mount },
];

for (const { selector, mount } of components) {
  for (const el of document.querySelectorAll<HTMLElement>(selector)) {
    mount(el);
  }
}
