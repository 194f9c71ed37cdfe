// mount completes the popover that the sidebar is in a narrow window: while it is
// open the page behind it cannot be reached.
export function mount(el: HTMLElement): void {
  el.addEventListener("toggle", () => {
    const open = el.matches(":popover-open");
    for (const behind of document.querySelectorAll<HTMLElement>("main, .topbar")) {
      behind.inert = open;
    }
  });
}
