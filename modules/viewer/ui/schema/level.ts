import { announce } from "../base/announce";
import { adopt, page } from "./fetch";
import { phrase } from "../base/words";

const pending = new WeakMap<HTMLElement, Promise<void>>();
let ready: (el: HTMLElement) => void = () => undefined;

// mount fetches what a schema consists of when it is opened for the first time.
export function mount(el: HTMLElement, enhance: (el: HTMLElement) => void): void {
  ready = enhance;
  el.addEventListener(
    "toggle",
    (event) => {
      if (event.target instanceof HTMLDetailsElement && event.target.open && !window.matchMedia("print").matches) {
        void load(event.target);
      }
    },
    true,
  );
}

// load fetches the level below an element once. When that fails the link to its
// page stays.
export function load(el: HTMLElement): Promise<void> {
  const address = el.dataset["lazy"];
  if (address === undefined) {
    return pending.get(el) ?? Promise.resolve();
  }
  delete el.dataset["lazy"];
  el.ariaBusy = "true";
  const done = page(address)
    .then((found) => {
      const part = found.querySelector<HTMLElement>("[data-fragment]");
      if (part) {
        insert(el, part, address);
      }
    })
    .catch(() => {
      el.dataset["lazy"] = address;
      pending.delete(el);
      announce(phrase("This part could not be loaded."));
    })
    .finally(() => (el.ariaBusy = null));
  pending.set(el, done);
  return done;
}

function insert(el: HTMLElement, part: HTMLElement, address: string): void {
  rename(part, el.dataset["id"] ?? "", el.dataset["key"] ?? "");
  adopt(part);
  markRecursive(el, part, address);
  el.querySelector(":scope > .schema-page")?.replaceWith(part);
  ready(part);
}

// rename puts the ids of a part below that of where it stands. In the part they
// begin with "schema".
function rename(part: HTMLElement, id: string, key: string): void {
  const at = (text: string | undefined, root: string) => root + (text ?? "").replace(/^schema/, "");
  for (const el of part.querySelectorAll<HTMLElement>("[id]")) {
    el.id = at(el.id, id);
  }
  for (const el of part.querySelectorAll<HTMLAnchorElement>("a[href^='#schema']")) {
    el.setAttribute("href", "#" + at((el.getAttribute("href") ?? "").slice(1), id));
  }
  for (const el of part.querySelectorAll<HTMLElement>("[data-id]")) {
    el.dataset["id"] = at(el.dataset["id"], id);
    el.dataset["key"] = at(el.dataset["key"], key);
  }
  for (const el of part.querySelectorAll<HTMLElement>("[data-choice]")) {
    el.dataset["choice"] = at(el.dataset["choice"], key);
  }
  for (const el of part.querySelectorAll<HTMLDetailsElement>("details[name]")) {
    el.setAttribute("name", el.name.replace(/^choice\.schema/, "choice." + id));
  }
}

// markRecursive says which schemas of a part it stands in already.
function markRecursive(el: HTMLElement, part: HTMLElement, address: string): void {
  el.dataset["from"] = new URL(address, location.href).href;
  const above = new Set<string>();
  for (let up: HTMLElement | null = el; up; up = up.parentElement) {
    if (up.dataset["from"] !== undefined) {
      above.add(up.dataset["from"]);
    }
  }
  for (const lazy of part.querySelectorAll<HTMLElement>("[data-lazy]")) {
    const head = lazy.parentElement?.querySelector(":scope > .schema-head");
    if (head && above.has(lazy.dataset["lazy"] ?? "") && !head.querySelector(".mark-recursive")) {
      const mark = document.createElement("span");
      mark.className = "mark mark-recursive";
      mark.textContent = phrase("recursive");
      head.append(mark);
    }
  }
}
