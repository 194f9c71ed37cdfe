import { key } from "../base/host";
import { read, write } from "../base/store";

const most = 1_000_000; // characters that the browser keeps

// keep keeps the text that the reader has changed for this tab, so that loading the
// page again does not lose it. It is false when it cannot be kept.
export function keep(text: string): boolean {
  const small = text.length <= most;
  write(() => sessionStorage, key(), small ? text : null);
  return small && read(() => sessionStorage, key()) !== null;
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
