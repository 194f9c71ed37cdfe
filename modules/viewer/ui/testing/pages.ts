// Answers to requests for pages, see base/draft.
import { replace } from "./testing";

// Sent is one answer.
export interface Sent {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

// answering gives answers in turn to all that is asked for until the end of the
// case, and fails when there are no more. It returns what has been asked for.
export function answering(...answers: readonly Sent[]): string[] {
  const asked: string[] = [];
  const waiting = [...answers];
  class Fake extends EventTarget {
    responseType = "";
    status = 0;
    response: Document | null = null;
    private type = "";
    open(_: string, url: string): void {
      asked.push(url);
    }
    overrideMimeType(): void {}
    setRequestHeader(): void {}
    getResponseHeader(): string {
      return this.type;
    }
    send(): void {
      const next = waiting.shift();
      if (next) {
        this.status = next.status;
        this.type = next.type;
        this.response = new DOMParser().parseFromString(next.text, "text/html");
      }
      this.dispatchEvent(new Event(next ? "load" : "error"));
    }
  }
  replace(globalThis, "XMLHttpRequest", Fake as unknown as typeof XMLHttpRequest);
  return asked;
}

// page is the answer with a page.
export function page(text: string, own: Partial<Sent> = {}): Sent {
  return { status: 200, type: "text/html; charset=utf-8", text, ...own };
}
