import { announce } from "../base/announce";
import { preview } from "../base/draft";
import { key } from "../base/host";
import { load, sheet } from "../base/module";
import { read } from "../base/store";
import { refresh, renew } from "../soft/soft";
import type { Host, Module } from "./editor";
import { phrase } from "../base/words";

let opening: Promise<void> | null = null;

// mount makes the buttons that open the editor work. What it consists of is loaded
// with the first one that is pressed, or when the reader has been editing before
// the page was loaded again.
export function mount(el: HTMLElement): void {
  const host = hostOf(el);
  el.hidden = false;
  el.addEventListener("click", () => void open(el, host, true));
  if (read(() => sessionStorage, key() + " open") !== null && !document.body.classList.contains("is-editing")) {
    void open(el, host, false);
  }
}

// hostOf reads the addresses now: later the address of the page changes, and with it
// what relative ones mean.
function hostOf(el: HTMLElement): Host {
  const address = (name: string): string => new URL(el.dataset[name] ?? "", document.baseURI).href;
  return {
    send: address("send"),
    limit: Number(el.dataset["limit"]),
    script: address("script"),
    sheet: sheet(address("sheet")),
    field: address("field"),
    preview,
    renew,
    refresh,
  };
}

async function open(el: HTMLElement, host: Host, focus: boolean): Promise<void> {
  const menu = document.querySelector<HTMLElement>("[data-sidebar]");
  if (menu?.matches(":popover-open")) {
    menu.hidePopover();
  }
  el.ariaBusy = "true";
  opening ??= load<Module>(host.script)
    .then((module) => module.open(host, focus))
    .catch(() => announce(phrase("The editor could not be loaded.")))
    .finally(() => (opening = null));
  await opening;
  el.ariaBusy = null;
}
