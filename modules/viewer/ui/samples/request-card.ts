import { load } from "../base/module";

// mount loads what makes the samples of a request be in the reader's language.
// Without it curl stays. On a page of several operations it waits until the card
// is near.
export function mount(el: HTMLElement): void {
  const script = el.dataset["script"];
  if (!script) {
    return;
  }
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
  load<{ mount(el: HTMLElement): Promise<void> }>(new URL(script, document.baseURI).href).then((module) => module.mount(el)).catch(() => undefined);
}
