// What the browser itself keeps.

// stored is what it has kept, null for nothing.
export function stored(area: () => Storage, key: string): string | null {
  try {
    return area().getItem(key);
  } catch {
    return null;
  }
}

// store has it keep something, or forget it. It is false where the browser refuses, as
// private windows may.
export function store(area: () => Storage, key: string, value: string | null): boolean {
  try {
    if (value === null) {
      area().removeItem(key);
    } else {
      area().setItem(key, value);
    }
    return true;
  } catch {
    return false;
  }
}
