window.t = {
  dialog: () => document.querySelector("dialog.console[open]"),
  row: (name) => t.dialog().querySelector('[data-name="' + name + '"]'),
  control: (name) => t.row(name).querySelector(".try-control .try-input"),
  type: (el, text) => { el.focus(); el.value = text; el.dispatchEvent(new Event("input", { bubbles: true })); },
  press: (text) => [...t.dialog().querySelectorAll("button")].find((b) => b.textContent === text && !b.closest("[hidden]")).click(),
  pressed: (text) => [...t.dialog().querySelectorAll("button")].some((b) => b.textContent === text && !b.closest("[hidden]")),
  scheme: (name) => [...t.dialog().querySelectorAll(".credential-alternatives label")].find((l) => l.textContent === name).querySelector("input").click(),
  credential: (name, n) => t.dialog().querySelectorAll("[data-scheme=" + name + "] input")[n ?? 0],
  body: () => t.dialog().querySelector(".try-body"),
  tab: (n) => t.dialog().querySelectorAll("[role=tab]")[n],
  rows: () => [...t.dialog().querySelectorAll(".past-row")],
  text: (selector) => t.dialog().querySelector(selector)?.textContent ?? "",
  all: (selector) => [...t.dialog().querySelectorAll(selector)].map((el) => el.textContent),
  live: () => t.text("[data-try-live]"),
};
URL.createObjectURL = ((make) => (blob) => { if (blob.type === "application/octet-stream") { t.file = blob; } return make(blob); })(URL.createObjectURL.bind(URL));
HTMLAnchorElement.prototype.click = ((click) => function () { if (!this.download) { click.call(this); } })(HTMLAnchorElement.prototype.click);
true;
