import { fold } from "../oldlink/fold";
import { root } from "../base/root";
import { data } from "./data";

// resolve stands for that of oldlink in a reference without a server: the export
// has written where the links of other viewers lead.
export async function resolve(el: HTMLElement, hash: string, fragment: string): Promise<string | null> {
  const file = el.dataset["oldLinks"];
  const found = new Map(Object.entries((file && (await data(root + file))) || {}));
  const url: unknown = found.get(fragment) ?? found.get(fold(fragment));
  return typeof url === "string" && hash ? url : null;
}
