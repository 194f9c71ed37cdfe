import type { Configuration } from "./configuration";
import { configurationOf } from "./configuration";
import type { ApiReference } from "./element";

// The form without an element: a script with the id api-reference holds the
// description or names it, and the reference is shown behind it.
const selector = "script#api-reference, [data-spec], [data-spec-url]";

let shown: ApiReference[] = [];

// start shows the references of the page, now and when the page says that there
// are others.
export function start(sheet: string): void {
  const show = (): void => showAll(sheet);
  if (document.readyState === "loading") {
    document.addEventListener("DOMContentLoaded", show, { once: true });
  } else {
    show();
  }
  document.addEventListener("scalar:reload-references", show);
  document.addEventListener("scalar:update-references-config", (event) => {
    const detail: unknown = event instanceof CustomEvent ? event.detail : undefined;
    if (typeof detail === "object" && detail !== null) {
      const given = configurationOf("configuration" in detail ? detail.configuration : detail);
      shown.forEach((el) => (el.configuration = { ...el.configuration, ...given }));
    }
  });
}

function showAll(sheet: string): void {
  shown.forEach((el) => el.remove());
  shown = [];
  for (const source of document.querySelectorAll<HTMLElement>(selector)) {
    const el = document.createElement("api-reference") as ApiReference;
    el.setAttribute("routing", "hash");
    el.configuration = configured(source);
    if (source.closest("head")) {
      document.body.append(el);
    } else {
      source.after(el);
    }
    shown.push(el);
  }
  if (shown.some((el) => el.configuration.withDefaultFonts !== false) && !document.querySelector("link[href*='api-reference.css']")) {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = sheet;
    document.head.append(link);
  }
}

// configured is the configuration that the attributes and the text of an element
// say.
function configured(source: HTMLElement): Configuration {
  const { url, proxyUrl, configuration, spec, specUrl } = source.dataset;
  if (spec !== undefined || specUrl !== undefined) {
    console.warn("api-reference: data-spec and data-spec-url are old; use a script with the id api-reference");
  }
  const given: Configuration = readable(configuration);
  const address = url ?? specUrl ?? given.spec?.url;
  const content: unknown = (source instanceof HTMLScriptElement && source.textContent?.trim()) || spec || given.spec?.content;
  return {
    ...given,
    spec: { ...(address ? { url: address } : {}), ...(content ? { content } : {}) },
    ...(proxyUrl ? { proxyUrl } : {}),
  };
}

function readable(text: string | undefined): Configuration {
  try {
    return configurationOf(text ?? "{}");
  } catch {
    console.warn("api-reference: data-configuration is no object of JSON");
    return {};
  }
}
