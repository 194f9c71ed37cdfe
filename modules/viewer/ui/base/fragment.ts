// The part of a page that an address names.

// decoded is a part of an address as it is meant: itself, where it is not encoded well.
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

// around are the id of a part and those of what it is in, from the inside: an id begins
// with that of what the part belongs to.
export function around(id: string): readonly string[] {
  return id.split(".").map((_, i, all) => all.slice(0, all.length - i).join("."));
}

// unfold opens what an element is in, and itself.
export function unfold(el: Element): void {
  for (let at = el.closest("details"); at; at = at.parentElement?.closest("details") ?? null) {
    at.open = true;
  }
}

// arrive brings the reader to a part: to the top of the window, with the focus.
export function arrive(el: HTMLElement, behavior: ScrollBehavior = "auto"): void {
  el.tabIndex = -1;
  el.scrollIntoView({ behavior });
  el.focus({ preventScroll: true });
}
