// openAll opens everything that is folded while the page is printed, in browsers
// whose sheets cannot. What was closed is closed again afterwards.
export function openAll(): void {
  let closed: Array<{ details: HTMLDetailsElement; name: string }> = [];
  window.addEventListener("beforeprint", () => {
    closed = [...document.querySelectorAll<HTMLDetailsElement>("main details:not([open])")].map((details) => ({ details, name: details.name }));
    for (const { details } of closed) {
      details.name = ""; // in a group only one could be open
      details.open = true;
    }
  });
  window.addEventListener("afterprint", () => {
    for (const { details, name } of closed) {
      details.open = false;
      details.name = name;
    }
  });
}
