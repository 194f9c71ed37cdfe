import * as original from "../base/page";
import { root } from "../base/root";
import { data, onDisk } from "./data";
import { documentOf } from "./element";

export { pageEvent, pin } from "../base/page";

// fetchPage stands for that of base/page in a reference without a server. Pages on
// a disk cannot be read by scripts: whoever wants one goes there.
export function fetchPage(url: string): Promise<Document> {
  return onDisk ? Promise.reject(new Error("no server")) : original.fetchPage(url);
}

// fetchList reads the list that the sidebar of a page has.
export async function fetchList(url: string): Promise<Document> {
  const file = document.body.dataset["lists"];
  if (!onDisk || !file) {
    return original.fetchPage(url);
  }
  const name = decodeURI(url.split("#", 1)[0]?.slice(root.length) ?? "");
  return documentOf([new Map(Object.entries((await data(root + file)) ?? {})).get(name)]);
}
