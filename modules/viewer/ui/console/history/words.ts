// A run in words.
import { node } from "../../base/dom";
import { sizeText } from "../../base/size";
import { statusClass, timeText } from "../answer";
import type { Run } from "../session";
import { phrase } from "../../base/words";

// targetOf is what was asked for, without its server.
export function targetOf(run: Run): string {
  return run.request.url.replace(/^[a-z]+:\/\/[^/?#]*/i, "") || "/";
}

// clock is when a run was sent, in the words of the reader's system.
export function clock(run: Run): string {
  return run.at.toLocaleTimeString();
}

// outcome is what came of a run: its status and why it ended, if it did.
export function outcome(run: Run): string {
  const { answer, failure } = run;
  const status = answer ? `${answer.status} ${answer.statusText}`.trim() : "";
  const failed = failure === phrase("Cancelled.") ? phrase("cancelled") : failure ? phrase("failed") : "";
  return status && failed ? `${status}, ${failed}` : status || failed.replace(/^./, (c) => c.toUpperCase());
}

export function outcomeNode(run: Run): HTMLElement {
  return node("span", { class: "past-status " + (run.answer ? statusClass(run.answer.status) : "is-failed") }, outcome(run));
}

export function sizeOf(run: Run): string {
  return run.answer ? sizeText(run.answer.size) : phrase("no answer");
}

// facts is what a run took.
export function facts(run: Run): string {
  return `${timeText(run.ms)}, ${sizeOf(run)}`;
}

// named is a run in one line.
export function named(run: Run): string {
  return `${run.request.method} ${targetOf(run)}, ${clock(run)}, ${outcome(run)}`;
}

// header is the value of a header of the answer, "" for none.
export function header(run: Run, name: string): string {
  return run.answer?.headers.find(([own]) => own.toLowerCase() === name)?.[1] ?? "";
}
