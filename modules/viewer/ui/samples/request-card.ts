import { load } from "../base/module";

// mount loads what makes the samples of a request be in the reader's language.
// Without it curl stays. On a page of several operations it waits until the card
// is near.
export function mount(el: HTMLElement): void {
  if (!el.dataset["script"]) {
    return;
  }
  const script = new URL(el.dataset["script"], document.baseURI).href; // the page may be another one later
  if (!el.closest("[data-entry]")) {
    start(el, script);
    return;
  }
  const near = new IntersectionObserver(
    (seen) => {
      if (seen.some((entry) => entry.isIntersecting)) {
        near.disconnect();
        start(el, script);
      }
    },
    { rootMargin: "600px 0px" },
  );
  near.observe(el);
}

function start(el: HTMLElement, script: string): void {
  load<{ mount(el: HTMLElement): Promise<void> }>(script).then((module) => (el.isConnected ? module.mount(el) : undefined)).catch(() => undefined);
}
