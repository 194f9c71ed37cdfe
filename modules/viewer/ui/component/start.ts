import type { Scope } from "./scope";

// Start is what a script exports that was built for a scope: webbuild makes a
// function of it, whose argument stands for the page.
export interface Start<Module = unknown> {
  readonly start: (scope: Scope) => Module;
}
