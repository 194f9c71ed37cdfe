// readable are names of colours of text that the viewer has beside those of a
// theme; ui.CustomCSS in Go says why.
const readable: Readonly<Record<string, string>> = {
  "color-1": "text-1",
  "color-2": "text-2",
  "color-3": "text-3",
  "color-accent": "link",
  "color-green": "green",
  "color-red": "red",
  "color-yellow": "yellow",
  "color-blue": "blue",
  "color-orange": "orange",
  "color-purple": "purple",
  "sidebar-item-active-background": "current",
  "sidebar-color-active": "on-current",
};

// custom makes a sheet for a shadow root of one that was written for a page: what
// it says of the root of the page it says of that of the reference.
export function custom(css: string): CSSStyleSheet {
  const text = css
    .replace(/(^|[^\w-])--sidebar-/g, "$1--scalar-sidebar-")
    .replace(/(^|[^\w-])--theme-/g, "$1--scalar-")
    .replace(/--scalar-([\w-]+)\s*:([^;{}]*)/g, (found, name: string, value: string) => {
      const ours = readable[name];
      return ours ? found + ";--" + ours + ":" + value : found;
    })
    .replace(/:root(?![\w-])/g, ".api-reference")
    .replace(/(^|[\s,}])(html|body)(?=[\s,.{:[])/g, (_, before: string, name: string) => before + (name === "body" ? ".reference" : ".api-reference"));
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
}
