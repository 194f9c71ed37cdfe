// load has the browser fetch the sheet of the fonts, which a page names without asking for
// it.
export function load(): void {
  document.querySelector("link[data-fonts]")?.removeAttribute("disabled");
}
