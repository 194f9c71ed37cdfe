import type { Start } from "./start";
import type { Scope } from "./scope";

declare const trefoilScope: Scope;

// load stands for that of base/module where the reference is part of another page:
// a script that looks at the page comes in a form that looks at the scope.
export async function load<Module>(url: string): Promise<Module> {
  const address = new URL(url);
  const name = address.pathname.split("/").at(-1) ?? "";
  if (name !== "samples.js") {
    return import(url) as Promise<Module>;
  }
  const { start }: Start<Module> = await import(new URL("scoped-" + name, address).href);
  return start(trefoilScope);
}
