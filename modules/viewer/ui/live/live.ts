// The script of pages that follow their description. The server links it where it
// tells of changes; every other page goes without.
import { announce } from "../base/announce";
import { painted } from "../base/painted";
import { sizeText } from "../base/size";
import { Follower } from "./follower";
import { phrase } from "../base/words";

// phases are what sources say that they are doing, in the language of the page.
const phases: Readonly<Record<string, string>> = {
  "Reading the description": phrase("Reading the description"),
  "Reading the file": phrase("Reading the file"),
  "Parsing the description": phrase("Parsing the description"),
  "Fetching the description": phrase("Fetching the description"),
  "Waiting for another replica": phrase("Waiting for another replica"),
};

// State is what the server tells.
interface State {
  state: string;
  tag: string;
  phase: string;
  bytes: number;
  total: number;
}

const root = document.body.dataset["root"] ?? "./";

// What is kept of the page as the server wrote it: scripts that run later change
// it.
const follower = new Follower();
let shown = tagOf(document);
let source: EventSource | null = null;
let pending = Promise.resolve();

function here(): string {
  return location.pathname + location.search;
}

function tagOf(page: Document): string {
  return page.querySelector<HTMLMetaElement>("meta[name='trefoil-version']")?.content ?? "";
}

// listen follows the server while somebody can see the page, so that hidden tabs
// hold no connection.
function listen(): void {
  if (document.hidden) { // a page that is prepared ahead is, too
    source?.close();
    source = null;
    return;
  }
  if (source && source.readyState !== EventSource.CLOSED) {
    return;
  }
  source = new EventSource(root + "_/events");
  source.addEventListener("state", (event) => {
    const now = toState(event instanceof MessageEvent ? event.data : null);
    if (now) {
      pending = pending.then(() => follow(now)).catch(() => undefined);
    }
  });
  source.addEventListener("error", () => {
    if (source?.readyState === EventSource.CLOSED && waits()) {
      window.setTimeout(() => location.reload(), 1000); // the server has no place for another
    }
  });
}

// waits reports whether the page stands for one that is not there yet.
function waits(): boolean {
  return document.querySelector("[data-progress]") !== null;
}

async function follow(now: State): Promise<void> {
  if (waits()) {
    if (now.state !== "loading") {
      location.reload();
      return;
    }
    showProgress(now);
    return;
  }
  if (now.state === "loading" || now.tag === shown || document.body.classList.contains("is-draft")) {
    return; // a draft stays until its reader leaves it
  }
  const page = await load();
  if (!page) {
    return;
  }
  if (!follower.show(page)) {
    location.reload();
    return;
  }
  shown = tagOf(page);
  announce(page.querySelector("[data-stale]") ? phrase("The description cannot be read.") : phrase("The description has changed."));
}

// load gets the page again. A document that a request reads runs no scripts.
function load(): Promise<Document | null> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("GET", here());
    request.responseType = "document";
    request.addEventListener("loadend", () => resolve(request.responseXML));
    request.send();
  });
}

function showProgress(now: State): void {
  const text = document.querySelector("[data-progress-text]");
  const bar = document.querySelector("[data-progress-bar]");
  if (text && now.phase) {
    text.textContent = now.bytes > 0 && now.total > 0 ? phrase("{1}: {2} of {3}", (phases[now.phase] ?? now.phase), sizeText(now.bytes), sizeText(now.total)) : now.bytes > 0 ? phrase("{1}: {2}", (phases[now.phase] ?? now.phase), sizeText(now.bytes)) : (phases[now.phase] ?? now.phase);
  }
  if (bar instanceof HTMLProgressElement && now.total > 0) {
    bar.value = (100 * now.bytes) / now.total;
  }
}

function toState(data: unknown): State | null {
  if (typeof data !== "string") {
    return null;
  }
  const value: unknown = JSON.parse(data);
  if (typeof value !== "object" || value === null) {
    return null;
  }
  const members = new Map<string, unknown>(Object.entries(value));
  const text = (name: string): string => String(members.get(name) ?? "");
  const number = (name: string): number => Number(members.get(name) ?? 0);
  return { state: text("state"), tag: text("tag"), phase: text("phase"), bytes: number("bytes"), total: number("total") };
}

document.addEventListener("visibilitychange", listen);
window.addEventListener("pagehide", () => source?.close());
window.addEventListener("pageshow", listen);
painted(listen);
