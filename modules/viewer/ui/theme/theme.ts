// Sets the colours before anything is drawn, so that a page does not flash, and says when
// the fonts come and what of a page is laid out at once. This script stands in every page; it must stay tiny.
import { stored } from "../base/stored";
import { load } from "../fonts/fonts";
import { apply, follow } from "./apply";

const said = document.documentElement.dataset;
const preset = said["mode"] ?? "";
const fixed = "fixed" in said;
const chosen = fixed ? "" : stored(() => localStorage, "trefoil-mode");
apply(chosen === "light" || chosen === "dark" || chosen === "system" ? chosen : preset);
if (fixed) {
  follow(); // which the button does otherwise
}
load();
if (location.hash || history.state) {
  document.documentElement.classList.add("is-placed"); // the place would move while rows above it are laid out
}
