import { root } from "../base/root";

// resolve asks the server where a link of another viewer leads: an address
// relative to the root, null when nobody knows.
export async function resolve(_: HTMLElement, hash: string, __: string): Promise<string | null> {
  const answer = await fetch(root + "_/resolve?hash=" + encodeURIComponent(hash));
  if (!answer.ok) {
    return null;
  }
  const found: unknown = await answer.json();
  return typeof found === "object" && found !== null && "url" in found && typeof found.url === "string" ? found.url : null;
}
