// mount completes the popover that the sidebar is in a narrow window: while it is
// open the page behind it cannot be reached. The page can be reached again before
// the popover is gone, so that whoever closes it can put the focus there.
export function mount(el: HTMLElement): void {
  el.addEventListener("beforetoggle", (event) => {
    const open = event.newState === "open";
    for (const behind of document.querySelectorAll<HTMLElement>("main, .topbar, .skip")) {
      behind.inert = open;
    }
  });
}
