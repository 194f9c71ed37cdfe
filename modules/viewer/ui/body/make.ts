import { grouped } from "../base/grouped";
import { counted } from "../base/words";

// make makes an element with a class and a text.
export function make<K extends keyof HTMLElementTagNameMap>(tag: K, name: string, text = ""): HTMLElementTagNameMap[K] {
  const el = document.createElement(tag);
  el.className = name;
  el.textContent = text;
  return el;
}

// press makes a button.
export function press(text: string, act: () => void): HTMLButtonElement {
  const button = make("button", "body-button", text);
  button.type = "button";
  button.addEventListener("click", act);
  return button;
}

// amount says how many bytes there are.
export function amount(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB"];
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < 3) {
    size /= 1000;
    unit++;
  }
  return (unit === 0 ? String(size) : size.toFixed(1)) + " " + (bytes === 1 ? "byte" : (units[unit] ?? ""));
}

// several says how many there are of something.
export function several(count: number, one: string, many: string): string {
  return counted(count, one, many, grouped(count));
}
