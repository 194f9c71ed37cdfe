// Sets the colours before anything is drawn, so that a page does not flash. This
// is a file of its own that blocks; it must stay tiny.
import { read } from "../base/store";

const chosen = read(() => localStorage, "trefoil-mode");
if (chosen === "light" || chosen === "dark") {
  document.documentElement.dataset["mode"] = chosen;
}
