// The parts of a page that follow the description, in their order.
const selectors = ["main", "[data-nav]"] as const;

// Region is a part of a page: as the reader sees it, and as the server wrote it.
// What is the same in two versions of the server's is left alone, with whatever
// the reader and the scripts have made of it.
export class Region {
  private constructor(
    private live: Element, // of a page that is fetched: what moves into this one
    private readonly written: Element,
  ) {}

  static all(page: Document): Region[] {
    const found = selectors.map((selector) => page.querySelector(selector)).filter((el) => el !== null);
    return found.map((el) => new Region(el, el.ownerDocument.importNode(el, true)));
  }

  // over is this version of the server's over what the reader sees of another.
  over(other: Region | undefined): Region {
    return new Region(other?.live ?? this.live, this.written);
  }

  // become shows another version. Without a version of the server's to compare
  // with, all of it is replaced.
  become(to: Region, known: boolean): void {
    const held = hold(this.live);
    if (known) {
      this.live = update(this.live, this.written, to.live);
    } else if (this.live.dispatchEvent(new CustomEvent("trefoil:replace", { detail: to.live, cancelable: true }))) {
      this.live = put(this.live, to.live);
    }
    held();
  }
}

// update makes of an element what the server has made of it, and returns what
// stands in its place. Nodes of after move there: a copy of a script that holds
// data would count as a script that no policy has seen.
function update(live: Element, before: Element, after: Element): Element {
  if (before.isEqualNode(after)) {
    return live;
  }
  const old = before.childNodes;
  const data = after instanceof HTMLScriptElement; // whose text must not be changed
  if (data || before.tagName !== after.tagName || live.childNodes.length !== old.length) {
    return put(live, after);
  }
  attributes(live, before, after);
  children(live, [...old], [...after.childNodes]);
  return live;
}

function attributes(live: Element, before: Element, after: Element): void {
  for (const name of new Set([...before.getAttributeNames(), ...after.getAttributeNames()])) {
    const value = after.getAttribute(name);
    if (value === before.getAttribute(name)) {
      continue;
    }
    if (value === null) {
      live.removeAttribute(name);
    } else {
      live.setAttribute(name, value);
    }
  }
}

// children aligns what is the same at both ends and updates what is between.
function children(live: Element, before: Node[], after: Node[]): void {
  const nodes = [...live.childNodes];
  let start = 0;
  while (start < before.length && start < after.length && same(before[start], after[start])) {
    start++;
  }
  let end = 0;
  while (end < before.length - start && end < after.length - start && same(before[before.length - 1 - end], after[after.length - 1 - end])) {
    end++;
  }
  const gone = nodes.slice(start, nodes.length - end);
  const come = after.slice(start, after.length - end);
  if (gone.length === come.length) {
    gone.forEach((node, i) => replace(node, before[start + i], come[i]));
    return;
  }
  const behind = nodes[nodes.length - end] ?? null;
  gone.forEach((node) => live.removeChild(node));
  for (const node of come) {
    const fresh = document.adoptNode(node);
    live.insertBefore(fresh, behind);
    mount(fresh);
  }
}

function same(a: Node | undefined, b: Node | undefined): boolean {
  return a !== undefined && b !== undefined && a.isEqualNode(b);
}

function replace(node: Node, before: Node | undefined, after: Node | undefined): void {
  if (!after || same(before, after)) {
    return;
  }
  if (node instanceof Element && before instanceof Element && after instanceof Element) {
    update(node, before, after);
    return;
  }
  put(node, after);
}

// put puts a node in the place of one of the page.
function put<N extends Node>(live: Node, after: N): N {
  const fresh = document.adoptNode(after);
  live.parentNode?.replaceChild(fresh, live);
  mount(fresh);
  return fresh;
}

// mount lets the script of the page know that there are elements it has not seen.
function mount(node: Node): void {
  if (node instanceof HTMLElement) {
    node.dispatchEvent(new CustomEvent("trefoil:content", { bubbles: true }));
  }
}

// hold returns what gives the focus back to the element that has it, or to the
// one that has come in its place.
function hold(region: Element): () => void {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || !region.contains(focused)) {
    return () => undefined;
  }
  const id = focused.id;
  const link = focused.getAttribute("href");
  return () => {
    if (focused.isConnected) {
      return;
    }
    const next = (id && document.getElementById(id)) || [...document.querySelectorAll("main a, [data-nav] a")].find((a) => a.getAttribute("href") === link && link) || document.querySelector("main");
    if (next instanceof HTMLElement) {
      next.focus({ preventScroll: true });
    }
  };
}
