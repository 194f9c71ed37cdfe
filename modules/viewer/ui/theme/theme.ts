// Sets the colours before anything is drawn, so that a page does not flash. This
// is a file of its own that blocks; it must stay tiny.
import { read } from "../base/store";
import { apply } from "./apply";

const chosen = read(() => localStorage, "trefoil-mode");
const preset = document.documentElement.dataset["mode"] ?? "";
apply(chosen === "light" || chosen === "dark" || chosen === "system" ? chosen : preset);
