// mount loads what makes the samples of a request be in the reader's language.
// Without it curl stays.
export function mount(el: HTMLElement): void {
  const script = el.dataset["script"];
  if (script) {
    import(new URL(script, document.baseURI).href).then((module: { mount(el: HTMLElement): Promise<void> }) => module.mount(el)).catch(() => undefined);
  }
}
