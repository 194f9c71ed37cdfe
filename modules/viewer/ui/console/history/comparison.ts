// What is different between two requests that were sent, and their answers.
import type { Options } from "../../body/body";
import { formOf } from "../../body/media";
import { node } from "../../base/dom";
import { load } from "../../base/script";
import { difference, type Difference } from "../../difference/difference";
import { inSteps } from "../../difference/steps";
import type { Change } from "../../difference/tree";
import type { Row } from "../../difference/lines";
import type { Pair } from "../../samples/request";
import { headersOf, timeText } from "../answer";
import type { Assets } from "../result";
import type { Run } from "../session";
import { changeLine, lineOf, more, none, textLine } from "./lines";
import { compare, type PairChange } from "./pairs";
import { bodyText } from "./run";
import { secretsOf } from "./secrets";
import { clock, header, outcome, sizeOf, targetOf } from "./words";
import { counted, phrase } from "../../base/words";

export interface Compared {
  readonly element: HTMLElement;
  readonly words: string; // for those who listen
}

type Compare = (before: Uint8Array, after: Uint8Array, json: boolean, options: Options) => Promise<Difference | null>;

// comparison compares two runs, the older one first.
export async function comparison(before: Run, after: Run, assets: Assets): Promise<Compared> {
  const module = await load<{ compare: Compare }>(assets.body);
  const bodies: Bodies = async (a, b, json) => (await module.compare(a, b, json, { worker: assets.worker }).catch(() => null)) ?? inPage(a, b, json);
  const answers = compare(before.answer?.headers ?? [], after.answer?.headers ?? []);
  const requests = requestChanges(before, after);
  const [asked, told] = [await ofRequests(before, after, bodies), await ofAnswers(before, after, bodies)];
  const part = (title: string, ...inner: readonly HTMLElement[]): HTMLElement => node("section", { class: "past-part" }, node("h4", {}, title), ...inner);
  const element = node(
    "div",
    { class: "past-difference" },
    node("p", { class: "try-note" }, node("span", { class: "past-sign" }, phrase("− before")), ` ${clock(before)}: ${before.request.method} ${targetOf(before)}`),
    node("p", { class: "try-note" }, node("span", { class: "past-sign" }, phrase("+ after")), ` ${clock(after)}: ${after.request.method} ${targetOf(after)}`),
    part(phrase("Outcome"), pairsList(outcomeChanges(before, after), phrase("The same status, time and size."))),
    part(phrase("Request"), pairsList(requests, phrase("The same address, headers and credentials.")), ...(asked.element ? [asked.element] : [])),
    part(phrase("Headers of the response"), pairsList(answers, phrase("The same headers."))),
    part(phrase("Body of the response"), ...(told.element ? [node("p", { class: "try-note" }, told.words), told.element] : [node("p", { class: "try-note" }, told.words)])),
  );
  const status = outcome(before) === outcome(after) ? phrase("The same status.") : phrase("{1} became {2}.", outcome(before), outcome(after));
  return { element, words: `${status} ${counted(answers.length, "header of the response differs.", "headers of the response differ.")} ${told.words}` };
}

// inPage compares two bodies where there is no worker, in steps that nobody feels.
function inPage(before: Uint8Array, after: Uint8Array, json: boolean): Promise<Difference> {
  return inSteps(difference(before, after, json), 4);
}

function outcomeChanges(before: Run, after: Run): readonly PairChange[] {
  const facts = (run: Run): readonly Pair[] => [
    [phrase("Status"), outcome(run)],
    [phrase("Time"), timeText(run.ms)],
    [phrase("Size"), sizeOf(run)],
  ];
  return compare(facts(before), facts(after));
}

// requestChanges never tell a credential, but that it is another one.
function requestChanges(before: Run, after: Run): readonly PairChange[] {
  const told = (run: Run): readonly Pair[] => {
    const [address = "", query = ""] = run.request.url.split(/\?(.*)/s);
    const pairs = query.split("&").filter((piece) => piece !== "").map((piece): Pair => [phrase("Query {1}", piece.split("=")[0] ?? ""), piece.slice(piece.indexOf("=") + 1)]);
    return [[phrase("Method"), run.request.method], [phrase("Address"), address], ...pairs, ...headersOf(run.request)];
  };
  const found = compare(told(before), told(after));
  const [a, b] = [secretsOf(before.request), secretsOf(after.request)];
  const same = a.length !== b.length || a.every((one, i) => one.real === b[i]?.real || one.name !== b[i]?.name);
  return same ? found : [...found, { kind: "changed", name: phrase("Credentials"), before: phrase("one"), after: phrase("another one") }];
}

interface Body {
  readonly element: HTMLElement | null;
  readonly words: string;
}

type Bodies = (before: Uint8Array, after: Uint8Array, json: boolean) => Promise<Difference>;

async function ofRequests(before: Run, after: Run, bodies: Bodies): Promise<Body> {
  const [a, b] = [bodyText(before), bodyText(after)];
  if (a === b) {
    return { element: null, words: "" };
  }
  const json = [before, after].every((run) => formOf(typeOf(run.request.headers)) === "json");
  const encoder = new TextEncoder();
  const { element, words } = shown(await bodies(encoder.encode(a), encoder.encode(b), json));
  return { element: node("div", {}, node("p", { class: "try-note" }, phrase("The body: {1}", words)), ...(element ? [element] : [])), words };
}

async function ofAnswers(before: Run, after: Run, bodies: Bodies): Promise<Body> {
  if (!before.answer || !after.answer) {
    return { element: null, words: phrase("There are no two answers to compare.") };
  }
  const json = [before, after].every((run) => formOf(header(run, "content-type")) === "json");
  const { element, words } = shown(await bodies(before.answer.body, after.answer.body, json));
  const cut = before.answer.whole && after.answer.whole ? "" : phrase(" Of a long body only the beginning was kept and compared.");
  return { element, words: words + cut };
}

function typeOf(headers: readonly Pair[]): string {
  return headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
}

function pairsList(list: readonly PairChange[], same: string): HTMLElement {
  return list.length === 0 ? none(same) : node("ul", { class: "past-changes" }, ...list.map((one) => changeLine(one.kind, one.name, one.before, one.after)));
}

const rough = phrase(" The two differ too much to find everything that both have.");

// shown is the difference of two bodies.
function shown(found: Difference): Body {
  switch (found.kind) {
    case "none":
      return { element: null, words: phrase("Both are the same, byte for byte.") };
    case "bytes":
      return { element: null, words: phrase("They are no texts. They differ from byte {1} on.", found.at) };
    case "lines": {
      const words = counted(found.removed, "line removed", "lines removed") + ", " + counted(found.added, "line added", "lines added") + ".";
      const left = found.more > 0 ? " " + phrase("{1} more are not shown.", found.more) : "";
      return { element: linesView(found.rows), words: words + (found.rough ? rough : "") + left };
    }
    case "json": {
      const left = found.total > found.changes.length ? " " + phrase("Only the first {1} are shown.", found.changes.length) : "";
      return found.total === 0
        ? { element: null, words: phrase("The same values. They differ in space, in the order of members or in how texts are written.") }
        : { element: changesView(found.changes), words: counted(found.total, "difference of values.", "differences of values.") + (found.rough ? rough : "") + left };
    }
  }
}

function changesView(changes: readonly Change[]): HTMLElement {
  const list = node("ul", { class: "past-changes" });
  return more(list, changes, (change) => lineOf(change));
}

function linesView(rows: readonly Row[]): HTMLElement {
  const list = node("div", { class: "past-lines", role: "group", "aria-label": phrase("Lines that differ, with those around them"), tabindex: "0" });
  return more(list, rows, (row) => textLine(row));
}
