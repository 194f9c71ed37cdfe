import { load } from "../base/module";

// mount loads what makes the samples of a request be in the reader's language.
// Without it curl stays.
export function mount(el: HTMLElement): void {
  const script = el.dataset["script"];
  if (script) {
    load<{ mount(el: HTMLElement): Promise<void> }>(new URL(script, document.baseURI).href).then((module) => module.mount(el)).catch(() => undefined);
  }
}
