import { announce } from "../base/announce";
import { read, write } from "../base/store";

const key = "trefoil-mode";
const modes = ["system", "light", "dark"] as const;
type Mode = (typeof modes)[number];

const labels: Readonly<Record<Mode, string>> = { system: "Theme: system", light: "Theme: light", dark: "Theme: dark" };

// mount makes a button that goes through the modes. Without a choice the mode is
// the one that the server wrote.
export function mount(el: HTMLElement): void {
  const preset = toMode(document.documentElement.dataset["mode"]);
  let mode = toMode(read(() => localStorage, key) ?? preset);
  el.hidden = false;
  el.textContent = labels[mode];
  el.addEventListener("click", () => {
    mode = modes[(modes.indexOf(mode) + 1) % modes.length] ?? "system";
    document.documentElement.dataset["mode"] = mode;
    write(() => localStorage, key, mode);
    el.textContent = labels[mode];
    announce(labels[mode]);
  });
}

function toMode(text: string | undefined): Mode {
  return modes.find((m) => m === text) ?? "system";
}
