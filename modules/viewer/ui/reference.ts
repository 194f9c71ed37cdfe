// The script of every page. Pages work without it; it adds what needs the
// reader's hands: the search dialog, copying, the colours, a sidebar that stays
// where it was.
import * as copy from "./copy/copy";
import * as mode from "./theme/mode";
import * as nav from "./nav/nav";
import * as oldlink from "./oldlink/oldlink";
import * as search from "./search/search";

const components: ReadonlyArray<{ selector: string; mount: (el: HTMLElement) => void }> = [
  { selector: "[data-copy]", mount: copy.mount },
  { selector: "[data-mode-toggle]", mount: mode.mount },
  { selector: "[data-nav]", mount: nav.mount },
  { selector: "[data-search-dialog]", mount: search.mount },
];

// mountAll mounts the components in a part of the page, itself included.
function mountAll(part: HTMLElement): void {
  for (const { selector, mount } of components) {
    if (part.matches(selector)) {
      mount(part);
    }
    for (const el of part.querySelectorAll<HTMLElement>(selector)) {
      mount(el);
    }
  }
}

mountAll(document.body);
oldlink.mount(document.body);

// Other scripts of ours say so when they have put something into the page.
document.addEventListener("trefoil:content", (event) => {
  if (event.target instanceof HTMLElement) {
    mountAll(event.target);
  }
});
