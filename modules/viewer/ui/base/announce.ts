// announce tells readers who listen what has changed. Near is an element of the
// reference, for scripts that are not built for a scope: it may be in a shadow root.
export function announce(text: string, near?: Element): void {
  const within = near?.isConnected ? (near.getRootNode() as Document | ShadowRoot) : document;
  // What is outside of an open dialog is not heard.
  const el = within.querySelector<HTMLElement>("dialog[open] [data-announcer]") ?? within.querySelector<HTMLElement>("[data-announcer]");
  if (el) {
    el.textContent = text;
  }
}
