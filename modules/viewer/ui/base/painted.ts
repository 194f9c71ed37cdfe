// painted calls back when the page has been painted for the first time, so that scripts
// do not stand before what a reader waits for: in a page that is prepared ahead, when the
// reader comes to it; where nothing is painted, after a moment. Where the address names a
// place in the page, at once: what is made for that place must not move what is shown.
export function painted(start: () => void): void {
  if ("prerendering" in document && document.prerendering === true) {
    document.addEventListener("prerenderingchange", start, { once: true });
    return;
  }
  if (location.hash !== "" || performance.getEntriesByName("first-contentful-paint").length > 0) {
    start();
    return;
  }
  let waits = true;
  const once = (): void => {
    if (waits) {
      waits = false;
      start();
    }
  };
  requestAnimationFrame(() => setTimeout(once)); // a frame is painted after its callbacks
  setTimeout(once, unpainted);
}

const unpainted = 200; // milliseconds
