// The attributes that hold addresses relative to the page.
const attributes = ["href", "src", "action", "poster"] as const;

// absolute makes the addresses in a node of another document absolute, so that it
// can move into this one. Links within the page stay what they are. Scripts do not
// come along.
export function absolute<N extends Node>(node: N): N {
  if (!(node instanceof Element || node instanceof DocumentFragment)) {
    return node;
  }
  const base = node.baseURI;
  const all = [...(node instanceof Element ? [node] : []), ...node.querySelectorAll("[href], [src], [action], [poster], script")];
  for (const el of all) {
    if (el instanceof HTMLScriptElement && el.type !== "application/json") {
      el.remove();
      continue;
    }
    for (const name of attributes) {
      const value = el.getAttribute(name);
      if (value !== null && !value.startsWith("#") && URL.canParse(value, base)) {
        el.setAttribute(name, new URL(value, base).href);
      }
    }
  }
  return node;
}
