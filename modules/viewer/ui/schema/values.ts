import { announce } from "../base/announce";
import { phrase } from "../base/words";

// mount adds a filter to long lists of values when they are opened.
export function mount(el: HTMLElement): void {
  el.addEventListener(
    "toggle",
    (event) => {
      const more = event.target;
      if (more instanceof HTMLDetailsElement && more.open && more.classList.contains("enum-more")) {
        addFilter(more);
      }
    },
    true,
  );
}

function addFilter(more: HTMLDetailsElement): void {
  const box = more.closest<HTMLElement>("[data-enum]");
  if (!box || box.querySelector(".enum-filter")) {
    return;
  }
  const input = document.createElement("input");
  input.type = "search";
  input.className = "enum-filter";
  input.ariaLabel = input.placeholder = phrase("Filter values");
  const items = [...box.querySelectorAll<HTMLElement>("li")];
  input.addEventListener("input", () => {
    const wanted = input.value.trim().toLowerCase();
    let found = 0;
    for (const item of items) {
      item.hidden = !(item.textContent ?? "").toLowerCase().includes(wanted);
      found += item.hidden ? 0 : 1;
    }
    announce(phrase("{1} of {2} values", found, items.length));
  });
  box.prepend(input);
}
