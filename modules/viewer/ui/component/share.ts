import type { Scope } from "./scope";

declare const trefoilScope: Scope;

// share and origin stand for those of base/share where the reference is part of
// another page.
export function share(): string {
  return trefoilScope.share();
}

export function origin(): string {
  return "";
}
