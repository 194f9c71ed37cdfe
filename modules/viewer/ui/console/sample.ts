// The samples of the page follow what is typed, and stand in the console too.
import type { Request } from "../samples/request";
import { node } from "../base/dom";
import type { Place } from "./place";
import { phrase } from "../base/words";

// typedEvent tells the card of a request what has been typed, see samples/card.
const typedEvent = "trefoil:typed";

// mount puts a card of samples like that of the page into the console. It returns
// what tells both of a request.
export async function mount(card: HTMLElement, space: HTMLElement, place: Place): Promise<(request: Request) => void> {
  const tell = (request: Request): void => {
    for (const one of [card, space.firstElementChild]) {
      one?.dispatchEvent(new CustomEvent(typedEvent, { detail: request }));
    }
  };
  const data = card.querySelector("script[type='application/json']");
  if (!data || !card.dataset["script"] || space.firstElementChild) {
    return tell;
  }
  const own = node("section", { class: "card code-card request-card", "aria-label": phrase("Sample of this request") }, node("h3", { class: "card-title" }, phrase("Sample")), node("div", { "data-request-samples": true }));
  try {
    const module = await place.samples(card);
    space.replaceChildren(own);
    await module.mount(own, data.textContent ?? "{}");
  } catch {
    space.replaceChildren();
  }
  return tell;
}
