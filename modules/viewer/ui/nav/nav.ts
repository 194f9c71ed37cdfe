import { read, write } from "../base/store";

const key = "trefoil-nav-closed";

// mount keeps the sidebar as the reader left it: groups that were closed stay
// closed, and the link of the page is in view. Below 1000 pixels the sidebar is
// a sheet over the page; Escape and a choice close it.
export function mount(el: HTMLElement): void {
  keepGroups(el);
  el.querySelector<HTMLElement>("a[aria-current='page']")?.scrollIntoView({ block: "center" });
  sheet(el);
}

function keepGroups(el: HTMLElement): void {
  const closed = new Set((read(() => sessionStorage, key) ?? "").split("\n"));
  for (const group of el.querySelectorAll<HTMLDetailsElement>("[data-nav-group]")) {
    const name = group.dataset["navGroup"] ?? "";
    if (closed.has(name) && !group.querySelector("a[aria-current='page']")) {
      group.open = false;
    }
    group.addEventListener("toggle", () => {
      if (group.open) {
        closed.delete(name);
      } else {
        closed.add(name);
      }
      write(() => sessionStorage, key, [...closed].join("\n"));
    });
  }
}

function sheet(el: HTMLElement): void {
  const nav = el.closest<HTMLElement>("nav");
  const opener = document.querySelector<HTMLElement>("a[href='#nav']");
  if (!nav || !opener) {
    return;
  }
  opener.addEventListener("click", () => {
    window.setTimeout(() => nav.querySelector<HTMLElement>("a, input, button")?.focus());
  });
  nav.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && location.hash === "#nav") {
      location.hash = "#content";
      opener.focus();
    }
  });
}
