import { absolute } from "./absolute";
import type { Configuration } from "./configuration";
import type { Page } from "./scope";

const themes = /\btheme-\w+/;

// part makes what a shadow root shows of a page of a reference: an element for its
// root, and in it one for its body.
export function part(page: Document, root: string, c: Configuration, place: string): Page {
  const html = document.createElement("div");
  const body = document.createElement("div");
  html.className = "api-reference " + page.documentElement.className;
  html.lang = page.documentElement.lang;
  html.dir = page.documentElement.dir;
  html.dataset["mode"] = page.documentElement.dataset["mode"] ?? "";
  body.className = page.body.className;
  Object.assign(body.dataset, { ...page.body.dataset, root });
  absolute(page.body);
  body.append(...[...page.body.childNodes].map((node) => document.adoptNode(node)));
  html.append(body);
  skipping(body);
  regional(body);
  look(html, body, c);
  const head = page.head;
  const title = head.querySelector("title");
  return {
    root: html,
    body,
    head,
    place: c.darkMode === undefined && page.documentElement.dataset["fixed"] === undefined ? "" : place,
    title: () => title?.textContent ?? "",
    setTitle: (text) => title?.replaceChildren(text),
  };
}

// skipping makes the link over the sidebar a button in it: links to a place are
// those of the page around, and outside of the sidebar there is nothing to skip.
function skipping(body: HTMLElement): void {
  const link = body.querySelector("a.skip");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "skip";
  button.textContent = link?.textContent ?? "";
  link?.remove();
  if (link) {
    body.querySelector("[data-sidebar]")?.prepend(button);
  }
}

// regional makes the bar over the content a region: a banner is that of the page
// around.
function regional(body: HTMLElement): void {
  const banner = body.querySelector("header.topbar");
  if (!banner) {
    return;
  }
  const bar = document.createElement("section");
  bar.className = banner.className;
  bar.ariaLabel = banner.querySelector(".topbar-title")?.textContent ?? "";
  bar.append(...banner.childNodes);
  banner.replaceWith(bar);
}

// look does with a page what the configuration of the element says of it.
function look(html: HTMLElement, body: HTMLElement, c: Configuration): void {
  if (c.theme && /^\w+$/.test(c.theme)) {
    html.className = html.className.replace(themes, "theme-" + c.theme);
  }
  if (c.darkMode !== undefined) {
    html.dataset["mode"] = c.darkMode ? "dark" : "light";
  }
  if (c.searchHotKey && /^[a-z]$/i.test(c.searchHotKey)) {
    body.dataset["hotKey"] = c.searchHotKey;
  }
  if (c.withDefaultFonts === false) {
    html.classList.remove("default-fonts");
  }
  if (c.showSidebar === false) {
    body.classList.add("without-sidebar");
    body.querySelectorAll("[data-sidebar], .topbar-menu").forEach((el) => el.remove());
  }
  html.classList.toggle("hides-download", c.hideDownloadButton === true);
}

// showMode shows light or dark as the reader has chosen, or as the page says.
export function showMode(page: Page, storage: Storage): void {
  let mode = page.root.dataset["mode"] ?? "";
  try {
    mode = storage.getItem("trefoil-mode") ?? mode;
  } catch {
    // Private windows may refuse; what the page says holds.
  }
  const dark = mode === "dark" || (mode !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  page.root.dataset["mode"] = mode;
  page.root.classList.toggle("dark-mode", dark);
  page.root.classList.toggle("light-mode", !dark);
}
