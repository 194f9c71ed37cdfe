import { isResult, type Result } from "./answer";
import { readJSON, write } from "../base/store";

const keptPages = 6;
const keptQueries = 5;
const keptPins = 20;

// Recent is what this browser remembers of a reference: pages that were read,
// searches, and pages that the reader pinned.
export class Recent {
  constructor(private readonly root: string) {}

  pages(): Result[] {
    return this.load("pages").filter(isPage);
  }

  pins(): Result[] {
    return this.load("pins").filter(isPage);
  }

  queries(): string[] {
    return this.load("queries").filter((q) => typeof q === "string");
  }

  visited(page: Result): void {
    this.save("pages", [brief(page), ...this.pages().filter((p) => p.url !== page.url)].slice(0, keptPages));
  }

  asked(query: string): void {
    const others = this.queries().filter((q) => !query.startsWith(q)); // what was typed on the way
    this.save("queries", [query, ...others].slice(0, keptQueries));
  }

  pinned(page: Result): boolean {
    return this.pins().some((p) => p.url === whole(page.url));
  }

  togglePin(page: Result): boolean {
    const others = this.pins().filter((p) => p.url !== whole(page.url));
    const pin = !this.pinned(page);
    this.save("pins", pin ? [brief(page), ...others].slice(0, keptPins) : others);
    return pin;
  }

  private key(name: string): string {
    return "trefoil-search-" + name + " " + new URL(this.root, location.href).pathname;
  }

  private load(name: string): unknown[] {
    const value = readJSON(() => localStorage, this.key(name));
    return Array.isArray(value) ? value : [];
  }

  private save(name: string, list: unknown[]): void {
    write(() => localStorage, this.key(name), JSON.stringify(list));
  }
}

// here returns the page that is shown when it is that of an operation, a webhook,
// a model or a tag.
export function here(root: string): Result | null {
  const address = location.href.split("#")[0]?.split("?")[0] ?? "";
  const base = new URL(root, location.href).href;
  const url = address.startsWith(base) ? address.slice(base.length) : "";
  const title = document.querySelector("main h1")?.textContent?.trim();
  if (!title || !isAddress(url)) {
    return null;
  }
  const endpoint = document.querySelector("main .endpoint");
  const page: Result = { kind: kinds[url.split("/")[0] ?? ""] ?? "", title, url };
  const method = endpoint?.querySelector(".method")?.textContent?.trim();
  if (method) {
    page.method = method;
    page.path = endpoint?.querySelector(".path")?.textContent?.trim() ?? "";
  }
  return page;
}

const kinds: Readonly<Record<string, string>> = { operations: "operation", webhooks: "webhook", models: "model", tags: "tag", components: "component" };

// whole is the address of the page that a part stands on: pages are remembered,
// not what was found on them.
function whole(url: string): string {
  return url.split("#")[0] ?? "";
}

// isAddress reports whether a relative address is that of a page. What a browser
// remembers is not trusted to be what was written.
function isAddress(url: string): boolean {
  return /^(operations|webhooks|models|tags|components)\/[^/?#\\]+(\/|\.html)?$/.test(url);
}

function isPage(value: unknown): value is Result {
  return isResult(value) && isAddress(value.url);
}

function brief(r: Result): Result {
  const page: Result = { kind: r.kind, title: r.title.slice(0, 200), url: whole(r.url) };
  if (r.method) {
    page.method = r.method;
    page.path = (r.path ?? "").slice(0, 200);
  }
  return page;
}
