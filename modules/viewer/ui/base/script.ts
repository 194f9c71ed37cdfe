// load loads a module of ours that looks at nothing of the page.
export function load<Module>(url: string): Promise<Module> {
  return import(url) as Promise<Module>;
}
