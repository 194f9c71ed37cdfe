import { root } from "../base/root";
import { served } from "../base/draft";
import type { Scope } from "./scope";

declare const trefoilScope: Scope;

// The names of base/host where the reference is part of another page: the element
// knows the text, and whom to tell.

export function key(): string {
  return "trefoil-draft " + trefoilScope.edited.key;
}

export function configuration(): unknown {
  return trefoilScope.edited.configuration;
}

export async function text(): Promise<string> {
  if (trefoilScope.edited.text) {
    return trefoilScope.edited.text;
  }
  const answer = await fetch(served(root + "openapi"), { headers: { Accept: "*/*" } });
  return answer.ok ? answer.text() : "";
}

export function told(changed: string): void {
  trefoilScope.edited.told(changed);
}
