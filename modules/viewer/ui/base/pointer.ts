// JSON pointers (RFC 6901).

// escaped is a name as a step of a pointer.
export function escaped(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

// unescaped is the name that a step of a pointer means.
export function unescaped(step: string): string {
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}

// namesOf are the names of a pointer, none for "", which is the whole.
export function namesOf(pointer: string): readonly string[] {
  return pointer === "" ? [] : pointer.slice(1).split("/").map(unescaped);
}

// pointerOf is the pointer of names.
export function pointerOf(names: readonly string[]): string {
  return names.map((name) => "/" + escaped(name)).join("");
}
