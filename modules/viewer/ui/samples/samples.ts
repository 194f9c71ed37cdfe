// The script of samples, loaded by pages that show some. Tests and the console
// use the engine through it too.
import { Card } from "./card";

export { kit } from "./kit";
export { revealed, toRequest } from "./request";
export { load, write } from "./engine";

// mount gives the card of a request its picker. The data is what the server has
// written into the card, or what is given.
export async function mount(el: HTMLElement, data?: string): Promise<void> {
  const original = el.querySelector<HTMLElement>("[data-request-samples]");
  if (original) {
    await new Card(el, original, data ?? el.querySelector("script[type='application/json']")?.textContent ?? "{}").mount();
  }
}
