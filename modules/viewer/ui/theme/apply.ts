const dark = matchMedia("(prefers-color-scheme: dark)");

// apply shows a mode: light, dark, or that of the system. The classes are those
// that sheets of operators know.
export function apply(mode: string): void {
  const root = document.documentElement;
  root.dataset["mode"] = mode;
  const isDark = mode === "dark" || (mode !== "light" && dark.matches);
  root.classList.toggle("dark-mode", isDark);
  root.classList.toggle("light-mode", !isDark);
}

// follow applies the mode again when the system changes its own.
export function follow(): void {
  dark.addEventListener("change", () => apply(document.documentElement.dataset["mode"] ?? ""));
}
