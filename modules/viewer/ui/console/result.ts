// The response, while it comes and when it is there.
import type { Pair, Request } from "../samples/request";
import type { BodyView, Options } from "../body/body";
import type { Part, Response } from "../serialize/part";
import { cookies, fold, sent, statusClass, table, timeText } from "./answer";
import { sentence, type Known } from "./check";
import { described, mediaOf } from "./described";
import { node } from "../base/dom";
import { sizeText } from "../base/size";
import type { Answer, Failure } from "./send";
import { Copy, type Received } from "./session";
import { phrase } from "../base/words";

// Assets are the addresses of what is loaded when it is wanted.
export interface Assets {
  readonly body: string;
  readonly worker: string;
  readonly history: string;
  readonly share: string;
  readonly field: string; // of JSON
}

export class Result {
  readonly element = node("section", { class: "try-result" }, node("h3", {}, phrase("Response")));
  private readonly summary = node("p", { class: "try-summary" }, phrase("Nothing has been sent yet."));
  private readonly place = node("div", { class: "try-body-view" });
  private readonly details = node("div", {});
  private readonly against = node("div", { class: "try-against" });
  readonly extras = node("div", { class: "try-extras" }); // what can be done with the answer
  pick: (pointer: string) => void = () => undefined; // keeps a value of the body
  response: Response | undefined; // that the description has of the answer
  private view: BodyView | null = null;
  private sent: HTMLElement | null = null;
  private copy: Copy | null = null;

  constructor(
    private readonly part: Part,
    private readonly assets: Assets,
    private readonly live: HTMLElement,
  ) {
    this.element.append(this.summary, this.against, this.extras, this.place, this.details);
  }

  // body is what shows bodies, loaded when the first one comes.
  private async body(): Promise<BodyView> {
    if (!this.view) {
      const module: { mountBody(el: HTMLElement, options: Options): BodyView } = await import(this.assets.body);
      this.view = module.mountBody(this.place, { worker: this.assets.worker, pick: { label: phrase("Save as variable"), act: (pointer) => this.pick(pointer) } });
    }
    return this.view;
  }

  announce(words: string): void {
    this.live.textContent = words;
  }

  // begin shows that a request is on its way.
  begin(request: Request): void {
    this.copy = null;
    this.response = undefined;
    this.view?.clear();
    this.details.replaceChildren();
    this.against.replaceChildren();
    this.say(phrase("Waiting for the response …"));
    this.sent = sent(request);
  }

  // received is what has come of an answer, null before one.
  get received(): Received | null {
    return this.copy?.received() ?? null;
  }

  // show shows an answer, its body while it comes. It returns why it is not whole, ""
  // when it is.
  async show(answer: Answer, started: number, signal: AbortSignal): Promise<string> {
    const first = performance.now() - started;
    const copy = new Copy(answer);
    this.copy = copy;
    const state = (more: string): void => this.status(answer, `${timeText(performance.now() - started)}, ${sizeText(copy.size)}${more}`);
    state(" " + phrase("so far"));
    this.announce(`${answer.status} ${answer.statusText}`);
    this.tell(answer, first);
    const count = new TransformStream<Uint8Array, Uint8Array>({
      transform(part, controller) {
        copy.add(part);
        state(" " + phrase("so far"));
        controller.enqueue(part);
      },
    });
    const header = (name: string): string => answer.headers.find(([own]) => own.toLowerCase() === name)?.[1] ?? "";
    const type = header("content-type");
    const body = await this.body();
    const why = await body.show(answer.body?.pipeThrough(count, { signal }) ?? new Uint8Array(), type, [], { disposition: header("content-disposition"), address: answer.url });
    signal.throwIfAborted();
    const fits = await this.compare(answer, type, body);
    const lacking = [...(why ? [why] : []), ...answer.ended()];
    state("");
    this.announce([`${answer.status} ${answer.statusText}, ${timeText(performance.now() - started)}, ${sizeText(copy.size)}${fits}`, ...lacking].join(" "));
    this.against.prepend(...lacking.map((words) => node("p", { class: "try-mismatch" }, words)));
    return lacking.join(" ");
  }

  // compare holds an answer against the description, marks what does not match, and
  // returns what to say of it.
  private async compare(answer: Answer, type: string, body: BodyView): Promise<string> {
    const { schemas } = this.part;
    const { response, words, hints } = described(this.part.responses, answer, (ref) => (Object.hasOwn(schemas, ref) ? schemas[ref] : undefined));
    this.response = response;
    const media = response && mediaOf(response.media, type);
    const notes = [...words];
    const aside = [...hints];
    if (response && response.media.length > 0 && type && !media) {
      notes.push(phrase("The description of {1} has no body of the type {2}.", response.status, type.split(";")[0] ?? ""));
    }
    const report = response && media?.schema && /json/.test(type) ? await body.check({ schema: media.schema as Known, schemas: schemas as Readonly<Record<string, Known>>, direction: "response" }) : null;
    if (response && report) {
      const problems = report.problems.length;
      const others = report.undescribed ?? [];
      if (others.length > 0) {
        aside.push(phrase("Fields of the body that the description does not mention: {1}.", others.slice(0, 12).join(", ") + (others.length > 12 ? phrase(" and others") : "")));
      }
      await body.mark(report.problems.map((problem) => ({ ...problem, message: sentence(problem.message) })));
      if (problems > 0) {
        notes.unshift(problems === 1 ? phrase("The body does not match {1}: one value is not as described.", response.status) : phrase("The body does not match {1}: {2} values are not as described.", response.status, problems));
      }
    }
    const line = (kind: string) => (text: string): HTMLElement => node("p", { class: kind }, text);
    this.against.replaceChildren(...notes.map(line("try-mismatch")), ...aside.map(line("try-note try-aside")));
    const verdict = notes.length === 0 && report ? [phrase("It is as described.")] : notes;
    const all = [...verdict, ...aside];
    return all.length > 0 ? ". " + all.join(" ") : "";
  }

  // fail says why there is no answer. What has come of one that was cancelled stays.
  fail(failure: Failure, cancelled: boolean): void {
    this.say(failure.message, cancelled ? "" : "is-failed");
    if (!cancelled) {
      this.view?.clear();
      this.details.replaceChildren(...failure.advice.map((words) => node("p", { class: "try-note" }, words)), ...(this.sent ? [this.sent] : []));
    }
  }

  private say(words: string, state = ""): void {
    this.summary.className = "try-summary " + state;
    this.summary.textContent = words;
    this.announce(words);
  }

  private status(answer: Answer, rest: string): void {
    this.summary.className = "try-summary " + statusClass(answer.status);
    this.summary.replaceChildren(node("strong", { class: "try-status" }, `${answer.status} ${answer.statusText}`), " ", node("span", { class: "try-type" }, rest));
  }

  // tell shows what is known beside the body.
  private tell(answer: Answer, first: number): void {
    const set = cookies(answer.headers);
    const timing: readonly Pair[] = [...answer.timing, [phrase("Until the response began"), first] as const].filter(([, ms]) => ms > 0).map(([name, ms]) => [name, timeText(ms)]);
    this.details.replaceChildren(
      ...answer.notes.map((words) => node("p", { class: "try-note" }, words)),
      fold(phrase("Headers ({1})", answer.headers.length), table(answer.headers, phrase("Headers of the response"))),
      ...(set.length > 0 ? [fold(phrase("Cookies ({1})", set.length), table(set, phrase("Cookies of the response")))] : []),
      fold(phrase("Timing"), table(timing, phrase("Timing"))),
      ...(this.sent ? [this.sent] : []),
    );
  }
}
