import { load } from "./level";
import { showChoice } from "./examples";
import { phrase } from "../base/words";

// mount turns alternatives, of which one can be open, into one control above
// them: radio buttons when there are few, else a list.
export function mount(el: HTMLElement): void {
  const options = [...el.querySelectorAll<HTMLDetailsElement>(":scope > .alternative")];
  if (options.length < 2 || el.dataset["mounted"] !== undefined) {
    return;
  }
  el.dataset["mounted"] = "";
  const names = options.map((option) => option.dataset["option"] ?? "");
  const few = options.length <= 4 && names.join("").length <= 48;
  const control = few ? radios(el, options, names) : list(options, names);
  control.ariaLabel = el.previousElementSibling?.textContent ?? phrase("Alternatives");
  el.prepend(control);
  el.classList.add("is-controlled");
  for (const option of options) {
    const summary = option.querySelector("summary");
    if (summary) {
      summary.tabIndex = -1;
      summary.addEventListener("click", (event) => event.preventDefault());
    }
    option.addEventListener("toggle", () => {
      if (option.open) {
        sync(control, options.indexOf(option));
      }
    });
  }
  pick(el, options, Math.max(options.findIndex((option) => option.open), 0), false);
}

function pick(el: HTMLElement, options: HTMLDetailsElement[], at: number, byReader: boolean): void {
  options.forEach((option, i) => {
    option.open = i === at;
  });
  const chosen = options[at];
  if (chosen) {
    void load(chosen);
  }
  if (byReader) {
    showChoice(el.dataset["choice"] ?? "", at);
  }
}

function radios(el: HTMLElement, options: HTMLDetailsElement[], names: string[]): HTMLElement {
  const group = document.createElement("div");
  group.className = "choice-control";
  group.role = "radiogroup";
  names.forEach((name, i) => {
    const label = document.createElement("label");
    const input = document.createElement("input");
    input.type = "radio";
    input.name = "control." + (el.dataset["choice"] ?? "") + "." + (options[0]?.id ?? "");
    input.checked = options[i]?.open ?? false;
    input.addEventListener("change", () => pick(el, options, i, true));
    const text = document.createElement("span");
    text.textContent = name;
    label.append(input, text);
    group.append(label);
  });
  return group;
}

function list(options: HTMLDetailsElement[], names: string[]): HTMLElement {
  const select = document.createElement("select");
  select.className = "choice-control choice-list";
  names.forEach((name, i) => {
    const value = options[i]?.querySelector(".alternative-value")?.textContent ?? "";
    select.add(new Option(value === "" ? name : `${name} (${value.trim()})`, String(i)));
  });
  select.selectedIndex = Math.max(options.findIndex((option) => option.open), 0);
  select.addEventListener("change", () => {
    const box = select.parentElement;
    if (box) {
      pick(box, options, select.selectedIndex, true);
    }
  });
  return select;
}

function sync(control: HTMLElement, at: number): void {
  if (control instanceof HTMLSelectElement) {
    control.selectedIndex = at;
    return;
  }
  const input = control.querySelectorAll("input")[at];
  if (input) {
    input.checked = true;
  }
}
