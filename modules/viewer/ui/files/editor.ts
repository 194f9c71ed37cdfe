// mount stands for that of editor/open in a reference without a server, where there
// is nothing that reads what is typed.
export function mount(): void {
  // The export leaves the buttons out.
}
