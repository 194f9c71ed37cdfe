import { store, stored } from "./stored";

// What a reader has chosen, kept by the browser. A browser that keeps nothing
// makes every choice last for the page.

// refused is what the browser has not kept, for all of our scripts.
const refused = ((globalThis as { trefoilKept?: Record<string, string | null> }).trefoilKept ??= {});

export function read(area: () => Storage, key: string): string | null {
  return refused[key] ?? stored(area, key);
}

// readJSON is what is kept as JSON, {} when that is nothing or no JSON.
export function readJSON(area: () => Storage, key: string): unknown {
  try {
    return JSON.parse(read(area, key) ?? "{}");
  } catch {
    return {};
  }
}

// perRoot makes one of a thing for each reference, by its root, and remembers it
// for as long as the page is open.
export function perRoot<T>(make: (root: string) => T): (root: string) => T {
  const all = new Map<string, T>();
  return (root) => {
    const known = all.get(root) ?? make(root);
    all.set(root, known);
    return known;
  };
}

export function write(area: () => Storage, key: string, value: string | null): void {
  refused[key] = store(area, key, value) ? null : value;
}
