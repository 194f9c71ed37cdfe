// root is the absolute address of the reference. It is read once, when the page is
// loaded: later the address of the page changes, and with it what relative
// addresses mean.
export const root = new URL(document.body.dataset["root"] ?? "./", location.href).href;
document.body.dataset["root"] = root; // for scripts that are loaded later
