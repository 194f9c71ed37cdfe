// The console, loaded by those who try an operation.
import { fetchPage } from "../base/page";
import type { Part } from "../serialize/part";
import { parse } from "./check";
import { Panel } from "./panel";
import type { How, Place } from "./place";

export { authenticate, authorized } from "./authentication";

const kept = 8; // consoles that are not made again

const all = new WeakMap<HTMLElement, Consoles>();

// open opens the console of the operation that a button belongs to. What has been
// typed into it before is still there, unless a link brings something else: the
// fragment of an address.
export async function open(place: Place, button: HTMLElement, { fragment = "", send = false }: How): Promise<void> {
  const consoles = all.get(place.body) ?? new Consoles(place);
  all.set(place.body, consoles);
  const panel = await consoles.of(button.dataset["try"] ?? "");
  panel.open(cardOf(button));
  if (fragment) {
    await panel.arrival.take(fragment);
  } else if (send) {
    await panel.straight();
  }
}

// Consoles are those of one place.
class Consoles {
  private readonly panels = new Map<string, { readonly text: string; readonly panel: Panel }>();

  constructor(private readonly place: Place) {}

  // of is the console of the operation at an address, made when there is none.
  async of(address: string): Promise<Panel> {
    const { panels, place } = this;
    const text = await needs(new URL(address + "?part=console", place.root)).catch(() => undefined);
    let known = panels.get(address);
    if (!known || (text !== undefined && text !== known.text)) {
      if (text === undefined) {
        throw new Error("no console at " + address);
      }
      const part = parse(text) as Part; // numbers of enumerations stay as they are
      known?.panel.dialog.remove();
      const panel: Panel = new Panel(part, place, (other) => this.instead(panel, other));
      known = { text, panel };
    }
    panels.delete(address);
    panels.set(address, known);
    for (const oldest of [...panels.keys()].slice(0, -kept)) {
      panels.get(oldest)?.panel.dialog.remove();
      panels.delete(oldest);
    }
    return known.panel;
  }

  // instead opens the console of another operation in place of the one that is open.
  private async instead(from: Panel, address: string): Promise<Panel> {
    const { body, root } = this.place;
    const panel = await this.of(address);
    const button = [...body.querySelectorAll<HTMLElement>("[data-try]")].find((one) => one.dataset["try"] === address);
    from.dialog.close();
    panel.open(button ? cardOf(button) : fetchPage(new URL(address, root).href).then((page) => page.querySelector<HTMLElement>("[data-request-card]"), () => null));
    return panel;
  }
}

function cardOf(button: HTMLElement): HTMLElement | null {
  return button.closest("article")?.querySelector<HTMLElement>("[data-request-card]") ?? null;
}

async function needs(url: URL): Promise<string> {
  const answer = await fetch(url);
  if (!answer.ok) {
    throw new Error("no console at " + url.href);
  }
  return answer.text();
}
