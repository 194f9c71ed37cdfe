// Injected before anything of a page runs. It notes when the heading of the page is
// painted, and chooses the links of a walk.
(() => {
  if (window !== window.top) return;
  const walk = { painted: 0 };
  Object.defineProperty(window, "trefoilWalk", { value: walk });

  // A heading that is marked before it is painted is timed by the browser.
  const mark = () => document.querySelector("main h1:not([elementtiming])")?.setAttribute("elementtiming", "heading");
  new MutationObserver(mark).observe(document, { childList: true, subtree: true });
  new PerformanceObserver((list) => {
    for (const e of list.getEntries()) walk.painted = performance.timeOrigin + (e.renderTime || e.startTime);
  }).observe({ type: "element" });

  const plain = (href) => href.split("#", 1)[0];
  const leads = (a, root) =>
    !a.target && !a.hasAttribute("download") && a.href.startsWith(root) && !a.hash && plain(a.href) !== plain(location.href) &&
    /^(operations|webhooks|models)\/[^?]+$/.test(a.href.slice(root.length)) && a.checkVisibility({ visibilityProperty: true });
  // What comes into view takes its real height in the frames that follow: a link is
  // where it has stayed for a tenth of a second.
  const settled = async (link) => {
    const place = () => Object.values(link.getClientRects()[0]?.toJSON() ?? {}).join();
    for (let before; before !== place(); ) {
      before = place();
      await new Promise((done) => setTimeout(done, 100));
    }
  };
  // choose brings one of the links of the page into view, null when there is none.
  walk.choose = async (number) => {
    const root = new URL(document.body.dataset.root ?? "./", location.href).href;
    const links = [...document.querySelectorAll("main a[href], nav a[href]")].filter((a) => leads(a, root));
    for (let i = 0; i < links.length; i++) {
      const link = links[(number + i) % links.length];
      link.scrollIntoView({ block: "center", behavior: "instant" });
      await settled(link);
      const box = link.getClientRects()[0];
      if (!box) continue;
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      if (document.elementFromPoint(x, y)?.closest("a") === link) return { x, y, href: link.href };
    }
    return null;
  };
  walk.state = () => ({ href: location.href, complete: document.readyState === "complete", painted: walk.painted });
})();
