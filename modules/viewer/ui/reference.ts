// The script of every page. Pages work without it; it adds what needs the
// reader's hands: the search dialog, copying, the colours, keys, a sidebar that
// stays where it was, and pages that change without being loaded again.
import * as tryIt from "./console/open";
import { painted } from "./base/painted";
import * as copy from "./copy/copy";
import * as copyPage from "./copy/page";
import * as editor from "./editor/open";
import * as keys from "./keys/keys";
import * as mode from "./theme/mode";
import * as nav from "./nav/nav";
import * as schema from "./schema/schema";
import * as request from "./samples/request-card";
import * as oldlink from "./oldlink/oldlink";
import * as print from "./print/print";
import * as reading from "./reading/reading";
import * as servers from "./servers/servers";
import * as search from "./search/search";
import * as sheet from "./nav/sheet";
import * as soft from "./soft/soft";

const components: ReadonlyArray<{ selector: string; mount: (el: HTMLElement) => void }> = [
  { selector: "[data-copy]", mount: copy.mount },
  { selector: "[data-copy-link]", mount: copyPage.mountLink },
  { selector: "[data-copy-markdown]", mount: copyPage.mountMarkdown },
  { selector: "[data-editor-open]", mount: editor.mount },
  { selector: "[data-keys]", mount: keys.mount },
  { selector: "[data-mode-toggle]", mount: mode.mount },
  { selector: "[data-nav]", mount: nav.mount },
  { selector: "main", mount: schema.mount },
  { selector: "main", mount: reading.mount },
  { selector: "[data-entry-part]", mount: schema.enhance },
  { selector: "[data-entry]", mount: reading.renew },
  { selector: "[data-request-card]", mount: request.mount },
  { selector: "[data-try], [data-authenticate]", mount: tryIt.mount },
  { selector: "[data-servers]", mount: servers.mount },
  { selector: "[data-sidebar]", mount: sheet.mount },
  { selector: "[data-search-dialog]", mount: search.mount },
];

// mountAll mounts the components of the page, and later those of content that
// replaces some of it.
function mountAll(root: ParentNode): void {
  for (const { selector, mount } of components) {
    if (root instanceof HTMLElement && root.matches(selector)) {
      mount(root);
    }
    for (const el of root.querySelectorAll<HTMLElement>(selector)) {
      mount(el);
    }
  }
}

painted(() => {
  mountAll(document);
  print.openAll();
  soft.start(mountAll);
  oldlink.mount(document.body);
});

// Other scripts of ours say so when they have put something into the page.
document.addEventListener("trefoil:content", (event) => {
  if (event.target instanceof HTMLElement) {
    mountAll(event.target);
  }
});
