import { outside } from "../base/outside";
import { read, write } from "../base/store";

const key = "trefoil-keys";

// What single keys do, and Enter with Ctrl or Command: they press a control that the page
// shows.
const controls: Readonly<Record<string, string>> = {
  o: ".sidebar-title, .topbar-title",
  l: "[data-copy-link]",
  m: "[data-copy-markdown]",
  r: "[data-try]:not([hidden])",
  t: "[data-mode-toggle]",
  Enter: "[data-send]",
};

// mount makes the dialog of keys and the keys themselves work. A reader can turn
// the single keys off, as those who speak to their computer have to.
export function mount(el: HTMLElement): void {
  if (!(el instanceof HTMLDialogElement)) {
    return;
  }
  const single = el.querySelector<HTMLInputElement>("[data-keys-switch]");
  if (single) {
    single.checked = read(() => localStorage, key) !== "off";
    single.addEventListener("change", () => write(() => localStorage, key, single.checked ? null : "off"));
  }
  if (navigator.platform.startsWith("Mac")) {
    for (const modifier of el.querySelectorAll("[data-key-modifier]")) {
      modifier.textContent = "⌘";
    }
  }
  for (const opener of document.querySelectorAll<HTMLElement>("[data-keys-open]")) {
    opener.hidden = false;
    opener.addEventListener("click", () => el.showModal());
  }
  el.querySelector("[data-keys-close]")?.addEventListener("click", () => el.close());
  outside(el, () => el.close());
  document.addEventListener("keydown", (event) => {
    const modified = event.ctrlKey || event.metaKey;
    const meant = event.key === "Enter" ? modified && !document.activeElement?.matches("a, button, summary") : !modified && !event.altKey && single?.checked !== false;
    if (meant && !event.defaultPrevented && free(event)) {
      press(el, event);
    }
  });
}

// free reports whether a key is not meant for anything else.
function free(event: KeyboardEvent): boolean {
  const at = event.composedPath()[0]; // in the shadow root of an editor too
  const typing = at instanceof HTMLElement && (at.isContentEditable || at.matches("input, textarea, select"));
  return !typing && !document.querySelector("dialog[open]");
}

// press presses a control in place of what the browser would do with a key.
function press(dialog: HTMLDialogElement, event: KeyboardEvent): void {
  if (event.key === "?") {
    event.preventDefault();
    dialog.showModal();
    return;
  }
  const control = event.key === "j" ? beside(1) : event.key === "k" ? beside(-1) : document.querySelector<HTMLElement>(controls[event.key] ?? "_");
  if (control && !control.hidden) {
    event.preventDefault();
    control.click();
  }
}

// beside returns the link to the page after or before this one: what the page
// says, otherwise what comes next in the sidebar.
function beside(step: 1 | -1): HTMLElement | null {
  const link = document.querySelector<HTMLElement>(step === 1 ? "main a[rel='next']" : "main a[rel='prev']");
  if (link) {
    return link;
  }
  const links = [...document.querySelectorAll<HTMLElement>("[data-nav] a")];
  const currents = links.flatMap((a, i) => (a.matches("[aria-current='page']") ? [i] : []));
  const at = step === 1 ? (currents.at(-1) ?? -1) : (currents[0] ?? links.length);
  return links[at + step] ?? null;
}
