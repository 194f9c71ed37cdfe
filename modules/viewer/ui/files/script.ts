import { data } from "./data";

// load stands for that of base/module and base/script in a reference without a
// server: a script of ours is a file like the others there.
export async function load<Module>(url: string): Promise<Module> {
  return (await data(url)) as Module;
}

// sheet stands for that of base/module. Nothing here has a sheet of its own.
export function sheet(url: string): string {
  return url;
}
