// Helpers that compare bodies in the page, and put what was found together again.
window.d = {
  module: () => import(new URL(document.body.dataset.consoleBody, new URL(document.body.dataset.root, location.href)).href),
  worker: () => new URL(document.body.dataset.consoleWorker, new URL(document.body.dataset.root, location.href)).href,
  history: () => import(new URL(document.body.dataset.consoleHistory, new URL(document.body.dataset.root, location.href)).href),
  compare: async (a, b, json = true, worker = true) => {
    const bytes = (text) => (typeof text === "string" ? new TextEncoder().encode(text) : text);
    return worker ? (await d.module()).compare(bytes(a), bytes(b), json, { worker: d.worker() }) : (await d.history()).inPage(bytes(a), bytes(b), json);
  },
  words: async (a, b, worker) => {
    const found = await d.compare(a, b, true, worker);
    if (found.kind !== "json") return found.kind;
    return found.changes.map((c) => `${c.kind} ${c.pointer}${c.was && " was " + c.was} ${c.before}>${c.after}`).join("; ") + (found.total === found.changes.length ? "" : " of " + found.total) + (found.rough ? " rough" : "");
  },
  at: (value, pointer) => pointer.split("/").slice(1).reduce((v, step) => v?.[step.replaceAll("~1", "/").replaceAll("~0", "~")], value),
  random: (seed) => () => ((seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648),
  value: (next, depth) => {
    const kind = Math.floor(next() * (depth > 3 ? 4 : 7));
    const some = (make) => Array.from({ length: Math.floor(next() * 5) }, make);
    if (kind < 4) return [Math.floor(next() * 3), "é\"\n"[Math.floor(next() * 3)], null, next() < 0.5][kind];
    if (kind === 4) return some(() => d.value(next, depth + 1));
    if (kind === 5) return some((_, i) => ({ id: (i * 7) % 5, v: d.value(next, depth + 2) }));
    return Object.fromEntries(some(() => ["a/~"[Math.floor(next() * 3)] + Math.floor(next() * 3), d.value(next, depth + 1)]));
  },
  changed: (value, next) => {
    if (next() < 0.1) return d.value(next, 2);
    if (Array.isArray(value)) return value.filter(() => next() > 0.1).flatMap((v) => (next() < 0.1 && !v?.id ? [d.value(next, 3), d.changed(v, next)] : [d.changed(v, next)]));
    if (value && typeof value === "object") return Object.fromEntries(Object.entries(value).filter(() => next() > 0.1).map(([k, v]) => [k, d.changed(v, next)]));
    return value;
  },
  same: (a, b) => JSON.stringify(d.sorted(a)) === JSON.stringify(d.sorted(b)),
  sorted: (v) => (Array.isArray(v) ? v.map(d.sorted) : v && typeof v === "object" ? Object.fromEntries(Object.entries(v).map(([k, x]) => [k, d.sorted(x)]).sort()) : v),
  // wrong is what a difference of two values says that is not so, "" for nothing.
  wrong: async (a, b) => {
    const found = await d.compare(JSON.stringify(a), JSON.stringify(b, null, 1), true, false);
    if (found.kind !== "json") return d.same(a, b) && found.kind === "none" ? "" : "kind";
    if ((found.total === 0) !== d.same(a, b)) return "total";
    const bad = found.changes.find((c) => {
      const [x, y] = [d.at(a, c.was || c.pointer), d.at(b, c.pointer)];
      const is = (text, v) => text.endsWith("…") || d.same(JSON.parse(text), v);
      return c.kind === "added" ? !is(c.after, y) : c.kind === "removed" ? !is(c.before, x) : c.kind === "order" ? !Array.isArray(x) : !is(c.before, x) || !is(c.after, y);
    });
    return bad ? bad.kind : "";
  },
  // lines puts both texts together again out of a difference without gaps.
  lines: async (a, b) => {
    const found = await d.compare(a, b, false, false);
    if (found.kind === "none") return a === b ? "" : "none";
    const [x, y] = [a.split("\n"), b.split("\n")];
    const of = (kind) => found.rows.filter((row) => row.kind === kind || row.kind === "same");
    if (!of("removed").every((row) => x[row.before - 1] === row.text) || !of("added").every((row) => y[row.after - 1] === row.text)) return "text";
    const rest = (list, kind, key) => list.filter((_, i) => !found.rows.some((row) => row.kind === kind && row[key] === i + 1)).join("\n");
    if (rest(x, "removed", "before") !== rest(y, "added", "after")) return "rest";
    return found.removed + found.added === d.fewest(x, y) ? "" : "fewest";
  },
  // fewest is how many lines differ, by the plain table.
  fewest: (x, y) => {
    let row = Array(y.length + 1).fill(0);
    for (const line of x) {
      const next = [0];
      y.forEach((other, j) => next.push(line === other ? row[j] + 1 : Math.max(row[j + 1], next[j])));
      row = next;
    }
    return x.length + y.length - 2 * row[y.length];
  },
};
true;
