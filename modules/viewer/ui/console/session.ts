// What has been sent from the consoles of a reference since its page was loaded.
// It is kept in memory only.
import { perRoot } from "../base/store";
import type { Pair, Request } from "../samples/request";
import type { Part } from "../serialize/part";
import type { State } from "./state";

// Run is a request that has been sent, and what came of it.
export interface Run {
  readonly at: Date;
  readonly operation: Part["operation"];
  readonly typed: State;
  readonly request: Request; // credentials are masks, beside what they stand for
  readonly answer: Received | null; // null when there is none
  readonly failure: string; // why the answer is missing or torn, "" when it is whole
  readonly ms: number; // until the end of the answer
}

// Received is an answer. Of a long body only the beginning is kept.
export interface Received {
  readonly status: number;
  readonly statusText: string;
  readonly url: string;
  readonly headers: readonly Pair[];
  readonly body: Uint8Array;
  readonly size: number; // of the whole body, in bytes
  readonly whole: boolean; // all of it is kept
}

const mostRuns = 100;
const mostBytes = 32 << 20; // of bodies together

const mostOfOne = 2 << 20;

// Copy is an answer while it comes.
export class Copy {
  size = 0; // of the body so far, in bytes
  private readonly parts: Uint8Array<ArrayBuffer>[] = [];
  private left = mostOfOne;

  constructor(private readonly answer: Pick<Received, "status" | "statusText" | "url" | "headers">) {}

  add(part: Uint8Array): void {
    this.size += part.byteLength;
    if (this.left > 0) {
      const own = part.slice(0, this.left);
      this.parts.push(own);
      this.left -= own.byteLength;
    }
  }

  received(): Received {
    const { status, statusText, url, headers } = this.answer;
    const body = new Uint8Array(mostOfOne - this.left);
    let at = 0;
    for (const part of this.parts) {
      body.set(part, at);
      at += part.byteLength;
    }
    return { status, statusText, url, headers, body, size: this.size, whole: this.size === body.byteLength };
  }
}

// Session are the runs of a reference, the newest first.
export class Session {
  private all: readonly Run[] = [];
  private readonly listeners = new Set<() => void>();

  get runs(): readonly Run[] {
    return this.all;
  }

  // add keeps a run. The oldest go when there are too many, or too much of them.
  add(run: Run): void {
    let bytes = 0;
    const fits = (one: Run): boolean => (bytes += one.answer?.body.byteLength ?? 0) <= mostBytes;
    this.all = [run, ...this.all].slice(0, mostRuns).filter(fits);
    this.tell();
  }

  remove(runs: readonly Run[]): void {
    this.all = this.all.filter((run) => !runs.includes(run));
    this.tell();
  }

  // bringBack puts runs that were removed where they were.
  bringBack(runs: readonly Run[]): void {
    this.all = [...new Set([...this.all, ...runs])].sort((a, b) => Number(b.at) - Number(a.at));
    this.tell();
  }

  // listen calls back whenever the runs have changed.
  listen(changed: () => void): void {
    this.listeners.add(changed);
  }

  private tell(): void {
    this.listeners.forEach((changed) => changed());
  }
}

// sessionOf is the session of the reference with a root.
export const sessionOf = perRoot(() => new Session());
