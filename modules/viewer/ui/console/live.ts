// announceTo tells readers who listen, in the dialog that an element is part of:
// what is outside of an open dialog is not heard.
export function announceTo(element: Element, text: string): void {
  const place = element.closest("dialog")?.querySelector("[data-try-live]");
  if (place) {
    place.textContent = text;
  }
}
