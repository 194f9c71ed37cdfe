import type { Scope } from "./scope";

declare const trefoilScope: Scope;

// share stands for that of base/share where the reference is part of another page.
export function share(): string {
  return trefoilScope.share();
}
