// share is the address of the page for others. A reference that is part of another
// page has its own, see component/share.
export function share(): string {
  return location.href;
}
