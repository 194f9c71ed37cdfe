// Injected before anything of the page runs. It notes when a text can be seen,
// and every task of more than 50 ms. The same for every page that is measured.
(config) => {
  if (window !== window.top) return;
  const wanted = new Set(config.texts);
  const longest = Math.max(0, ...config.texts.map((t) => t.length));
  const state = { seen: 0, listed: 0, inView: false, tasks: [] };
  Object.defineProperty(window, "trefoilWatch", { value: state });

  new PerformanceObserver((list) => {
    for (const e of list.getEntries()) state.tasks.push([e.startTime, e.duration]);
  }).observe({ type: "longtask", buffered: true });

  // Elements whose whole text is one of those wanted, in the order of their coming.
  const candidates = new Set();
  const clean = (text) => text.replace(/[\u200b\u00ad]/g, "").replace(/\s+/g, " ").trim();
  const consider = (text) => {
    let element = text.parentElement;
    if (!element || /^(SCRIPT|STYLE|TEMPLATE|TITLE|NOSCRIPT)$/.test(element.tagName)) return;
    if (wanted.has(clean(text.data))) return candidates.add(element);
    // A path may be cut into several pieces.
    for (let up = 0; up < 2 && element && element.childNodes.length > 1; up++, element = element.parentElement) {
      if (element.childNodes.length > 40) return;
      const whole = element.textContent;
      if (whole.length > longest * 2) return;
      if (wanted.has(clean(whole))) return candidates.add(element);
    }
  };

  const scan = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return consider(node);
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) consider(walker.currentNode);
  };
  const observer = new MutationObserver((records) => {
    for (const r of records) {
      if (r.type === "characterData") consider(r.target);
      for (const node of r.addedNodes) scan(node);
    }
  });
  const observe = (root) => observer.observe(root, { childList: true, subtree: true, characterData: true });
  observe(document);
  const attachShadow = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (options) {
    const root = attachShadow.call(this, options);
    observe(root);
    return root;
  };

  const within = (element, selector) => {
    for (let e = element; e; e = e.getRootNode().host) if (e.closest(selector)) return true;
    return false;
  };
  const visible = (element) => {
    if (!element.isConnected || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    const r = element.getBoundingClientRect();
    if (r.width === 0 || r.height === 0) return false;
    return !config.inView || (r.top < innerHeight && r.bottom > 0 && r.left < innerWidth && r.right > 0);
  };
  // look says where a wanted text can be seen: 2 in the content, 1 elsewhere.
  const look = () => {
    let found = 0;
    for (const c of candidates) {
      if (!c.isConnected) candidates.delete(c);
      else if (visible(c)) {
        if (!within(c, config.beside)) return 2;
        found = 1;
      }
    }
    return found;
  };
  const note = (found, now) => {
    if (found > 0 && !state.listed) state.listed = now;
    if (found === 2 && !state.inView) state.seen = now;
    state.inView = found === 2;
  };
  // A frame is looked at before it is painted, and its time taken after.
  const frame = () => {
    const found = look();
    setTimeout(() => {
      note(found, performance.now());
      if (!state.seen) return requestAnimationFrame(frame);
      if (!config.inView) return observer.disconnect();
      setInterval(() => note(look(), performance.now()), 200);
    });
  };
  requestAnimationFrame(frame);
}
