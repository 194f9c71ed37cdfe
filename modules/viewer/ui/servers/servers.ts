// The list of servers of a page, in which a reader chooses one for all pages. Without
// this script it is a list.
import { announce } from "../base/announce";
import { root } from "../base/root";
import { serverAddress } from "../serialize/address";
import { choose, chosen, chosenEvent } from "./chosen";
import { phrase } from "../base/words";

let lists = 0;

export function mount(el: HTMLElement): void {
  const servers = [...el.querySelectorAll<HTMLElement>("[data-server]")].map((item) => new Server(item));
  if (el.dataset["mounted"] !== undefined || (servers.length < 2 && !servers.some((one) => one.variables.length > 0))) {
    return;
  }
  el.dataset["mounted"] = "";
  const name = "servers-" + ++lists;
  const show = (): void => {
    const now = chosen(root);
    const at = Math.max(servers.findIndex((one) => one.url === now?.url), 0);
    servers.forEach((one, i) => one.show(i === at, i === at && now ? now.values : {}));
  };
  servers.forEach((one) => one.offer(name, () => {
    choose(root, one.chosen());
    announce(phrase("Requests go to {1}", one.chosen().address));
  }));
  show();
  const follow = (): void => {
    if (el.isConnected) {
      show();
    } else {
      document.removeEventListener(chosenEvent, follow);
    }
  };
  document.addEventListener(chosenEvent, follow);
}

interface Variable {
  readonly name: string;
  readonly default: string;
  readonly place: HTMLElement;
  readonly control: HTMLInputElement | HTMLSelectElement;
}

class Server {
  readonly url: string;
  readonly variables: readonly Variable[];
  private readonly radio = document.createElement("input");

  constructor(private readonly item: HTMLElement) {
    this.url = item.dataset["server"] ?? "";
    this.variables = [...item.querySelectorAll<HTMLElement>("[data-variable]")].map((place) => variableOf(place));
  }

  // offer adds what a reader chooses by.
  offer(name: string, changed: () => void): void {
    const { radio, item } = this;
    radio.type = "radio";
    radio.name = name;
    radio.addEventListener("change", changed);
    const address = item.querySelector(".server-url");
    const label = document.createElement("label");
    label.className = "server-choice";
    address?.replaceWith(label);
    label.append(radio, ...(address ? [address] : []));
    for (const v of this.variables) {
      v.place.replaceWith(v.control);
      v.control.addEventListener("change", () => {
        radio.checked = true;
        changed();
      });
    }
  }

  show(on: boolean, values: Readonly<Record<string, string>>): void {
    this.radio.checked = on;
    for (const v of this.variables) {
      v.control.value = values[v.name] ?? v.default;
    }
  }

  chosen(): { readonly url: string; readonly values: Readonly<Record<string, string>>; readonly address: string } {
    const values = Object.fromEntries(this.variables.map((v) => [v.name, v.control.value]));
    return { url: this.url, values, address: serverAddress(this, values, location.origin) };
  }
}

// variableOf is a variable, with a list or a field in place of its default.
function variableOf(place: HTMLElement): Variable {
  const { variable: name = "", values = "" } = place.dataset;
  const usual = place.textContent ?? "";
  const control = document.createElement(values ? "select" : "input");
  if (control instanceof HTMLSelectElement) {
    control.append(...values.split("\n").map((value) => new Option(value)));
  } else {
    control.autocomplete = "off";
    control.spellcheck = false;
  }
  control.className = "server-variable";
  control.ariaLabel = name;
  control.value = usual;
  return { name, default: usual, place, control };
}
