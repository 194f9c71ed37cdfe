import { announce } from "../base/announce";
import { read, write } from "../base/store";
import { apply, follow } from "./apply";
import { phrase } from "../base/words";

const key = "trefoil-mode";
const modes = ["system", "light", "dark"] as const;
type Mode = (typeof modes)[number];

const names: Readonly<Record<Mode, string>> = { system: phrase("System"), light: phrase("Light"), dark: phrase("Dark") };

// mount makes a button that goes through the modes. Without a choice the mode is
// the one that the server wrote.
export function mount(el: HTMLElement): void {
  const label = el.querySelector<HTMLElement>("[data-mode-label]") ?? el;
  let mode = toMode(read(() => localStorage, key) ?? document.documentElement.dataset["mode"]);
  const show = (): void => {
    label.textContent = names[mode];
    el.ariaLabel = phrase("Theme: {1}", names[mode]);
  };
  el.hidden = false;
  show();
  follow();
  el.addEventListener("click", () => {
    mode = modes[(modes.indexOf(mode) + 1) % modes.length] ?? "system";
    apply(mode);
    write(() => localStorage, key, mode);
    show();
    announce(phrase("Theme: {1}", names[mode]));
  });
}

function toMode(text: string | undefined): Mode {
  return modes.find((m) => m === text) ?? "system";
}
