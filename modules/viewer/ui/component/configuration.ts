// Configuration is the object of an element, with the names that the viewer has in
// Go. What is not known here goes to the server as it is.
export interface Configuration {
  readonly spec?: { readonly url?: string; readonly content?: unknown };
  readonly url?: string; // another spelling of spec.url
  readonly content?: unknown; // another spelling of spec.content
  readonly proxyUrl?: string;
  readonly proxy?: string;
  readonly theme?: string;
  readonly darkMode?: boolean;
  readonly showSidebar?: boolean;
  readonly hideDownloadButton?: boolean;
  readonly hideSearch?: boolean;
  readonly searchHotKey?: string;
  readonly customCss?: string;
  readonly withDefaultFonts?: boolean;
  readonly metaData?: unknown;
  readonly onSpecUpdate?: (spec: string) => void;
  readonly [name: string]: unknown;
}

// configurationOf reads a value as a configuration: an object, or its JSON.
export function configurationOf(value: unknown): Configuration {
  const read: unknown = typeof value === "string" ? JSON.parse(value || "{}") : value;
  if (typeof read !== "object" || read === null || Array.isArray(read)) {
    throw new Error("configuration is no object");
  }
  return Object.fromEntries(Object.entries(read));
}

// addressOf is where the description or the reference is, "" for none. It wins over
// a text.
export function addressOf(c: Configuration): string {
  return c.spec?.url ?? c.url ?? "";
}

// textOf is the description as a text, "" for none. An object is written as JSON,
// a function is asked for either.
export function textOf(c: Configuration): string {
  const given: unknown = c.spec?.content ?? c.content ?? "";
  const content: unknown = typeof given === "function" ? given() : given;
  return typeof content === "string" ? content : JSON.stringify(content, null, 2);
}

// proxied is the address to fetch a description from: that of another origin by
// way of the proxy, when there is one.
export function proxied(c: Configuration, address: string): string {
  const proxy = c.proxyUrl ?? c.proxy;
  const url = new URL(address, document.baseURI);
  if (!proxy || !/^https?:/i.test(address) || url.origin === location.origin) {
    return url.href;
  }
  const by = new URL(proxy, document.baseURI);
  by.searchParams.set("scalar_url", url.href);
  return by.href;
}

// What the element itself does with a reference that is mounted somewhere, whose
// operator has decided the rest.
const own: readonly string[] = [
  "spec", "url", "content", "proxyUrl", "proxy", "theme", "darkMode", "showSidebar", "hideDownloadButton",
  "searchHotKey", "customCss", "withDefaultFonts", "onSpecUpdate",
];

// ofServer are the names of what has no effect on a mounted reference.
export function ofServer(c: Configuration): string[] {
  return Object.keys(c).filter((name) => !own.includes(name));
}
