import { decoded } from "../base/fragment";

// Route is where in its reference an element is: in memory, or in the fragment of
// the address of the page, as #/operations/getPet.
export class Route {
  readonly events = new EventTarget(); // popstate and hashchange
  state: unknown = null;
  private at: string;

  constructor(
    private readonly root: string, // absolute address of the reference
    private readonly inHash: boolean,
    private readonly mounted: boolean, // others find the pages there too
    first: string, // relative to root
    private readonly load: (href: string) => void,
  ) {
    const named = this.inHash && location.hash !== "" ? fromHash(root) : null;
    this.at = named ?? new URL(first, root).href;
  }

  get href(): string {
    return this.at;
  }

  // shared is an address for others: of the page around when it says which page of
  // the reference it is, or when there is no other.
  get shared(): string {
    return this.mounted && !this.inHash ? this.at : location.href;
  }

  // path is the address relative to the root.
  get path(): string {
    return this.at.startsWith(this.root) ? this.at.slice(this.root.length) : "";
  }

  // listen follows the fragment of the page until a signal ends.
  listen(signal: AbortSignal): void {
    if (this.inHash) {
      window.addEventListener("popstate", (event) => this.back(event), { signal });
    }
  }

  push(state: unknown, href?: string): void {
    this.move(state, href);
    if (this.inHash) {
      history.pushState(kept(null, state), "", "#/" + this.path);
    }
  }

  replace(state: unknown, href?: string): void {
    this.move(state, href);
    if (this.inHash) {
      history.replaceState(kept(history.state, state), "", href === undefined ? undefined : "#/" + this.path);
    }
  }

  // open loads another page of the reference; any other address is the browser's.
  open(href: string): void {
    const url = new URL(href, this.at).href;
    if (url.startsWith(this.root)) {
      this.load(url); // which goes there when the page has come
    } else {
      window.location.assign(url);
    }
  }

  private move(state: unknown, href?: string): void {
    this.state = state;
    if (href !== undefined) {
      this.at = new URL(href, this.at).href;
    }
  }

  private back(event: PopStateEvent): void {
    const href = fromHash(this.root);
    if (href === null) {
      return; // a part of the page around the element
    }
    const state: unknown = event.state;
    this.at = href;
    this.state = typeof state === "object" && state !== null && "trefoil" in state ? state.trefoil : null;
    this.events.dispatchEvent(new PopStateEvent("popstate", { state: this.state }));
    this.events.dispatchEvent(new Event("hashchange"));
  }
}

// fromHash is the address that the fragment of the page names, null when it names
// something else. Links of other viewers are kept as they are: the reference knows
// where they lead.
function fromHash(root: string): string | null {
  const hash = location.hash;
  if (hash === "") {
    return root;
  }
  if (hash.startsWith("#/")) {
    const url = new URL("./" + hash.slice(2), root).href;
    return url.startsWith(root) ? url : root;
  }
  return document.getElementById(decoded(hash.slice(1))) ? null : root + hash;
}

function kept(all: unknown, state: unknown): object {
  return { ...(typeof all === "object" ? all : null), trefoil: state };
}
