// announce tells readers who listen what has changed.
export function announce(text: string): void {
  const el = document.querySelector<HTMLElement>("[data-announcer]");
  if (el) {
    el.textContent = text;
  }
}
