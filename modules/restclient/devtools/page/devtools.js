// Keeps the page up to date: when the server tells of a change, the page is
// fetched again and the regions that differ are replaced.
"use strict";

const url = document.body.dataset.events;
const state = document.querySelector("[data-live-state]");
if (url && state) {
  follow();
}

function follow() {
  const pause = 300; // ms from a change to the next look
  let timer = 0;
  let busy = false;
  const source = new EventSource(url);

  state.hidden = false;
  show("connecting", "Connecting");
  source.addEventListener("open", () => {
    show("on", "Live");
    soon();
  });
  source.addEventListener("error", () => show("off", "Not connected"));
  source.addEventListener("change", soon);
  document.addEventListener("visibilitychange", soon);
  setInterval(soon, 10_000); // how long ago things were

  function soon() {
    if (timer === 0) {
      timer = setTimeout(look, pause);
    }
  }

  async function look() {
    timer = 0;
    if (document.hidden || busy || isBusy()) {
      return;
    }
    busy = true;
    try {
      const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
      if (answer.ok && !isBusy()) {
        update(new DOMParser().parseFromString(await answer.text(), "text/html"));
      }
    } catch {
      // The next event brings another look.
    } finally {
      busy = false;
    }
  }
}

// isBusy tells whether somebody selects text or is about to confirm something.
function isBusy() {
  return !document.getSelection()?.isCollapsed || document.querySelector("main details[open]") !== null;
}

// update takes over the regions that differ, and gives the focus back.
function update(next) {
  for (const region of document.querySelectorAll("[data-region]")) {
    const fresh = next.querySelector(`[data-region="${region.dataset.region}"]`);
    if (!fresh || fresh.innerHTML === region.innerHTML) {
      continue;
    }
    const focus = pathOf(document.activeElement, region);
    region.replaceChildren(...fresh.childNodes);
    if (focus) {
      find(region, focus)?.focus({ preventScroll: true });
    }
  }
}

// pathOf says what has the focus: the same link or button in the next version.
function pathOf(element, region) {
  if (!element || !region.contains(element) || element === region) {
    return null;
  }
  return { href: element.getAttribute("href"), label: element.getAttribute("aria-label"), text: element.textContent };
}

function find(region, focus) {
  for (const element of region.querySelectorAll("a, button, [tabindex]")) {
    const same = element.getAttribute("href") === focus.href && element.getAttribute("aria-label") === focus.label;
    if (same && (focus.href || focus.label || element.textContent === focus.text)) {
      return element;
    }
  }
  return null;
}

function show(name, text) {
  state.dataset.liveState = name;
  state.textContent = text;
}
