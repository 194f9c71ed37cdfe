// share is the address of the page for others. A reference that is part of another
// page has its own, see component/share.
export function share(): string {
  return location.href;
}

// origin is where the server of the reference is, "" where there is none and where
// the page is not the server's own.
export function origin(): string {
  return location.origin.startsWith("http") ? location.origin : "";
}
