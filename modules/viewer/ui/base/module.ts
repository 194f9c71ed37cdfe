// load loads a script of ours when it is wanted. A reference that is part of
// another page has its own load, see component/module.
export function load<Module>(url: string): Promise<Module> {
  return import(url) as Promise<Module>;
}

// sheet is the address of a sheet that belongs to a script which is loaded when it
// is wanted.
export function sheet(url: string): string {
  return url;
}
