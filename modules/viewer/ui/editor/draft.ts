import { key } from "../base/host";
import { read, write } from "../base/store";

const most = 1_000_000; // characters that the browser keeps

// keep keeps the text that the reader has changed for this tab, so that loading the
// page again does not lose it. One that is too long is not.
export function keep(text: string): void {
  write(() => sessionStorage, key(), text.length > most ? null : text);
}

// kept is the text that was kept, null for none.
export function kept(): string | null {
  return read(() => sessionStorage, key());
}

// forget drops it.
export function forget(): void {
  write(() => sessionStorage, key(), null);
}

// leaveOpen remembers that the editor is open, or that it is not.
export function leaveOpen(open: boolean): void {
  write(() => sessionStorage, key() + " open", open ? "1" : null);
}
