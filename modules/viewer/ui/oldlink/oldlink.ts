// Links of other viewers name a place in the fragment of the address, which the
// server never sees. Those that look like one are brought to the page they mean.
const pattern = /^#(\/|tag[/-]|models?\/|models$|model-|webhooks?\/|description\/|operation\/|paths\/|schemas?\/|components\/|definitions\/|(get|put|post|patch|delete|head|options|trace)[-/])/i;

// mount follows the fragment of the address, now and when it changes.
export function mount(el: HTMLElement): void {
  void follow(el);
  window.addEventListener("hashchange", () => void follow(el));
}

async function follow(el: HTMLElement): Promise<void> {
  const hash = location.hash;
  if (!pattern.test(hash) || document.getElementById(decoded(hash.slice(1)))) {
    return;
  }
  const heading = /^#description\/(.+)$/.exec(hash)?.[1];
  if (heading !== undefined) {
    showHeading(decoded(heading));
    return;
  }
  const url = await resolve(el, hash).catch(() => null);
  if (url !== null) {
    location.replace((el.dataset["root"] ?? "./") + url + "#content");
  }
}

// resolve asks the server, or looks into the map that a folder without a server
// holds.
async function resolve(el: HTMLElement, hash: string): Promise<string | null> {
  const root = el.dataset["root"] ?? "./";
  const map = el.dataset["oldLinks"];
  const answer = await fetch(map ? root + map : root + "_/resolve?hash=" + encodeURIComponent(hash));
  if (!answer.ok) {
    return null;
  }
  const found: unknown = await answer.json();
  if (typeof found !== "object" || found === null) {
    return null;
  }
  const members = new Map<string, unknown>(Object.entries(found));
  const fragment = decoded(hash.slice(1));
  const url = map ? (members.get(fragment) ?? members.get(fold(fragment))) : members.get("url");
  return typeof url === "string" ? url : null;
}

// fold keeps what the map tells fragments apart by.
function fold(fragment: string): string {
  return fragment.replace(/[^\p{L}\p{Nd}/]/gu, "").toLowerCase();
}

// showHeading brings a heading of the description into view.
function showHeading(name: string): void {
  const wanted = fold(name);
  for (const el of document.querySelectorAll<HTMLElement>("main :is(h2, h3, h4, h5)")) {
    if (fold(el.textContent ?? "") === wanted) {
      el.tabIndex = -1;
      el.scrollIntoView();
      el.focus({ preventScroll: true });
      return;
    }
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
