import { painted } from "../base/painted";
import { store, stored } from "../base/stored";

const key = "trefoil-fonts";

// load fetches the default fonts. A browser lays out twice what is in a font that is on its
// way, so that the first page of a reader is painted before the sheet is asked for. Later
// pages have it before they are painted, as has one whose address names a place in it: what
// is shown must not move.
export function load(): void {
  const { fonts, fontsHash } = document.documentElement.dataset;
  if (fonts === undefined) {
    return;
  }
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = fonts;
  if (fontsHash !== undefined) {
    sheet.integrity = fontsHash; // a file on a disk has none
  }
  sheet.addEventListener("load", () => store(() => localStorage, key, sheet.href));
  if (location.hash !== "" || stored(() => localStorage, key) === sheet.href) {
    sheet.setAttribute("blocking", "render");
    document.head.append(sheet);
  } else {
    painted(() => document.head.append(sheet));
  }
}
