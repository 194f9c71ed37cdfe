import type { Result } from "./answer";
import { phrase } from "../base/words";

const headings: Readonly<Record<string, string>> = {
  operation: phrase("Operations"),
  webhook: phrase("Webhooks"),
  model: phrase("Models"),
  tag: phrase("Topics"),
  component: phrase("Unused components"),
  changes: phrase("Changes"),
  overview: phrase("Overview"),
};

// Group is results under one heading.
export interface Group {
  title: string;
  results: Result[];
}

// groups puts results of a kind together, in the order of the best of each.
export function groups(results: Result[]): Group[] {
  const byTitle = Map.groupBy(results, (r) => headings[r.kind] ?? r.kind);
  return [...byTitle].map(([title, its]) => ({ title, results: its }));
}

// section makes the element of a group, whose heading names it.
export function section(title: string, id: string, options: HTMLElement[]): HTMLElement {
  const el = element("div", "search-group");
  const heading = element("div", "search-heading", title);
  heading.id = id;
  heading.role = "presentation";
  el.role = "group";
  el.setAttribute("aria-labelledby", id);
  el.append(heading, ...options);
  return el;
}

// option makes the element of a result: a link, so that it can be opened in a
// window of its own.
export function option(r: Result, root: string, pinned: boolean): HTMLElement {
  const link = document.createElement("a");
  link.className = "result";
  link.role = "option";
  link.tabIndex = -1;
  link.href = root + r.url;
  const head = element("span", "result-head");
  const title = element("span", r.deprecated ? "result-title is-deprecated" : "result-title");
  fill(title, r.title, r.titleParts);
  head.append(title);
  if (pinned) {
    head.append(element("span", "result-pin", phrase("Pinned")));
  }
  link.append(head);
  if (r.method) {
    const place = element("span", "result-place");
    const path = element("span", "result-path");
    fill(path, r.path ?? "", r.pathParts);
    place.append(element("span", "method method-" + r.method.toLowerCase().replace(/[^a-z]/g, ""), r.method), path);
    link.append(place);
  }
  if (r.where || (r.excerptParts && r.excerpt && !r.titleParts && !r.pathParts)) {
    const more = element("span", "result-excerpt");
    if (r.where) {
      more.append(element("span", "result-where", r.where));
    }
    if (r.excerpt && r.excerpt !== r.where) {
      const excerpt = element("span", "");
      fill(excerpt, r.excerpt, r.excerptParts);
      more.append(excerpt);
    }
    link.append(more);
  }
  return link;
}

// fill writes a text, and marks what was found: every second part of it.
function fill(el: HTMLElement, text: string, parts: string[] | undefined): void {
  if (!parts) {
    el.textContent = text;
    return;
  }
  parts.forEach((part, i) => el.append(i % 2 === 1 ? element("mark", "", part) : part));
}

export function element(name: string, className: string, text = ""): HTMLElement {
  const el = document.createElement(name);
  el.className = className;
  el.textContent = text;
  return el;
}
