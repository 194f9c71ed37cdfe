// What an API has answered.
import type { Pair, Request } from "../samples/request";
import { node } from "../base/dom";
import { phrase } from "../base/words";

// table shows names with values.
export function table(pairs: readonly Pair[], label: string): HTMLElement {
  return node(
    "dl",
    { class: "try-table", "aria-label": label },
    ...pairs.flatMap(([name, value]) => [node("dt", {}, name), node("dd", {}, value)]),
  );
}

// cookies are those that an answer sets.
export function cookies(headers: readonly Pair[]): readonly Pair[] {
  return headers.flatMap(([name, value]): Pair[] => {
    if (name.toLowerCase() !== "set-cookie") {
      return [];
    }
    const at = value.indexOf("=");
    return [[value.slice(0, Math.max(at, 0)).trim(), value.slice(at + 1)]];
  });
}

// statusClass is how a status is coloured.
export function statusClass(status: number): string {
  return status < 300 ? "is-ok" : status < 400 ? "is-moved" : status < 500 ? "is-refused" : "is-failed";
}

// fold is a part that readers open.
export function fold(title: string, content: HTMLElement, open = false): HTMLElement {
  return node("details", { class: "try-fold", open }, node("summary", {}, title), content);
}

export function timeText(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`;
}

// headersOf are the headers of a request, a cookie a header.
export function headersOf(request: Request): readonly Pair[] {
  return [...request.headers, ...request.cookies.map(([name, value]): Pair => ["Cookie", name + "=" + value])];
}

// sent is a request as it was sent, with masks for credentials, and with more.
export function sent(request: Request, ...more: readonly HTMLElement[]): HTMLElement {
  return fold(phrase("Request that was sent"), node("div", {}, node("p", {}, node("code", {}, request.method + " " + request.url)), table(headersOf(request), phrase("Headers of the request")), ...more));
}
