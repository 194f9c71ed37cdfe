// Helpers that compare bodies in the page, in a worker.
window.d = {
  module: () => import(new URL(document.body.dataset.consoleBody, new URL(document.body.dataset.root, location.href)).href),
  worker: () => new URL(document.body.dataset.consoleWorker, new URL(document.body.dataset.root, location.href)).href,
  compare: async (a, b, json = true) => (await d.module()).compare(a, b, json, { worker: d.worker() }),
};
true;
