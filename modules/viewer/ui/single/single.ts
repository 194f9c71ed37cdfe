// The script of a reference in one file: a filter for the list of pages, and the
// mark at the page that is shown.
const nav = document.querySelector<HTMLElement>("#nav");
const field = document.querySelector<HTMLInputElement>("[data-filter]");

if (nav && field) {
  field.hidden = false;
  field.addEventListener("input", () => filter(nav, field.value));
  const key = document.body.dataset["hotKey"];
  document.addEventListener("keydown", (event) => {
    if (key && (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === key) {
      event.preventDefault();
      field.focus();
    }
  });
  window.addEventListener("hashchange", () => follow(nav));
  follow(nav);
}

// filter shows the links that hold every word.
function filter(list: HTMLElement, query: string): void {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  for (const group of list.querySelectorAll<HTMLDetailsElement>("details")) {
    const heading = (group.querySelector("summary")?.textContent ?? "").toLowerCase();
    let hits = 0;
    for (const item of group.querySelectorAll<HTMLElement>("li")) {
      const text = heading + " " + (item.textContent ?? "").toLowerCase() + " " + (item.querySelector("a")?.hash ?? "").toLowerCase();
      item.hidden = !words.every((word) => text.includes(word));
      hits += item.hidden ? 0 : 1;
    }
    group.hidden = hits === 0;
    group.open = words.length > 0 && hits > 0;
  }
}

// follow marks the link of the page that is shown and brings its text into view.
function follow(list: HTMLElement): void {
  const target = location.hash.length > 1 ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
  const page = target?.closest<HTMLElement>(".single-page") ?? document.querySelector<HTMLElement>(".single-page");
  list.querySelector("a[aria-current]")?.removeAttribute("aria-current");
  const link = [...list.querySelectorAll<HTMLAnchorElement>("a")].find((a) => decodeURIComponent(a.hash.slice(1)) === page?.id);
  link?.setAttribute("aria-current", "page");
  const group = link?.closest("details");
  if (group) {
    group.open = true;
  }
  link?.scrollIntoView({ block: "nearest" });
  if (page && target === page) {
    window.scrollTo({ top: 0, behavior: "instant" });
  }
  const heading = page?.querySelector("h1")?.textContent;
  if (heading) {
    document.title = heading;
  }
}
