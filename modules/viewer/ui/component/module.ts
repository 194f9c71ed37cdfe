import type { Start } from "./start";
import type { Scope } from "./scope";

declare const trefoilScope: Scope;

// The scripts that look at the page, see webbuild.
const looking: readonly string[] = ["samples.js", "editor.js"];

const started = new Map<string, Promise<unknown>>();

// load stands for that of base/module where the reference is part of another page:
// a script that looks at the page comes in a form that looks at the scope, and runs
// once for it.
export function load<Module>(url: string): Promise<Module> {
  const address = new URL(url);
  const name = address.pathname.split("/").at(-1) ?? "";
  if (!looking.includes(name)) {
    return import(url) as Promise<Module>;
  }
  let module = started.get(url);
  if (!module) {
    module = run(new URL("scoped-" + name, address).href);
    started.set(url, module);
    module.catch(() => started.delete(url)); // it is tried again
  }
  return module as Promise<Module>;
}

async function run(url: string): Promise<unknown> {
  const { start }: Start = await import(url);
  return start(trefoilScope);
}

// sheet stands for that of base/module: sheets come in a form for a shadow root.
export function sheet(url: string): string {
  const address = new URL(url);
  return new URL("scoped-" + (address.pathname.split("/").at(-1) ?? ""), address).href;
}
