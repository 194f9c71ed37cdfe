// The script of the page that shows bodies. What specs ask for is a member of
// window.
import { mountBody } from "/assets/body.js";

const worker = new URLSearchParams(location.search).get("worker");
const options = worker === "no" ? {} : { worker: "/assets/body-worker.js" };

window.violations = [];
document.addEventListener("securitypolicyviolation", (event) => window.violations.push(event.violatedDirective + " " + event.blockedURI));

window.longest = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    window.longest = Math.max(window.longest, entry.duration);
  }
}).observe({ type: "longtask" });

window.view = mountBody(document.querySelector("#body"), options);
window.load = async (path, marks) => {
  const answer = await fetch(path);
  const header = (name) => answer.headers.get(name) ?? "";
  await window.view.show(answer.body, header("Content-Type"), marks, { disposition: header("Content-Disposition"), address: answer.url });
};
window.frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 60))); // scrolling is told of in a frame
window.keys = async (selector, ...keys) => {
  for (const key of keys) {
    document.querySelector(selector).dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    await window.frame();
  }
};
window.press = async (text) => {
  [...document.querySelectorAll("#body button")].find((button) => button.textContent === text && !button.hidden).click();
  await window.frame();
};
window.rows = () => [...document.querySelectorAll(".body-row")].map((row) => row.textContent.trim());
window.activeRow = () => document.getElementById(document.querySelector("[role=tree]").getAttribute("aria-activedescendant"))?.textContent.trim() ?? "none";
document.documentElement.dataset.ready = "yes";
