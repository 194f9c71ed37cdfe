// outside calls back when the mouse is pressed and let go beside a dialog that is open: a
// text within it may be selected beyond its edge.
export function outside(dialog: HTMLElement, act: (event: MouseEvent) => void): void {
  let from: EventTarget | null = null;
  dialog.addEventListener("mousedown", (event) => (from = event.target));
  dialog.addEventListener("click", (event) => from === dialog && event.target === from && act(event));
}
