// The script of samples, loaded by pages that show some. Tests and the console
// use the engine through it too.
import { Card } from "./card";

export { kit } from "./kit";
export { revealed, toRequest } from "./request";
export { load, write } from "./engine";

// mount gives the card of a request its picker.
export async function mount(el: HTMLElement): Promise<void> {
  const original = el.querySelector<HTMLElement>("[data-request-samples]");
  if (original) {
    await new Card(el, original).mount();
  }
}
