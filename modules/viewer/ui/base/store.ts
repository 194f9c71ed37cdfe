// What a reader has chosen, kept by the browser. A browser that keeps nothing
// makes every choice last for the page.
export function read(area: () => Storage, key: string): string | null {
  try {
    return area().getItem(key);
  } catch {
    return null;
  }
}

export function write(area: () => Storage, key: string, value: string | null): void {
  try {
    if (value === null) {
      area().removeItem(key);
    } else {
      area().setItem(key, value);
    }
  } catch {
    // Private windows may refuse; the page works all the same.
  }
}
