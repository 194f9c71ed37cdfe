// fails throws an error.
export function fails(text: string): string {
  throw new TypeError("never " + text);
}
