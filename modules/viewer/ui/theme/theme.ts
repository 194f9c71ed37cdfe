// Sets the colours before anything is drawn, so that a page does not flash. This
// is a file of its own that blocks; it must stay tiny.
import { read } from "../base/store";
import { apply, follow } from "./apply";

const said = document.documentElement.dataset;
const preset = said["mode"] ?? "";
const fixed = "fixed" in said;
const chosen = fixed ? "" : read(() => localStorage, "trefoil-mode");
apply(chosen === "light" || chosen === "dark" || chosen === "system" ? chosen : preset);
if (fixed) {
  follow(); // which the button does otherwise
}
