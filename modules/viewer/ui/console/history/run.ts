// One request that was sent, with its answer.
import type { BodyView, Options } from "../../body/body";
import { node } from "../../base/dom";
import { load } from "../../base/script";
import { cookies, fold, sent, table } from "../answer";
import type { Run } from "../session";
import type { Host } from "./past";
import { facts, header, outcomeNode } from "./words";
import { phrase } from "../../base/words";

const mostShown = 20_000; // characters of the body of a request

export class RunView {
  readonly element = node("div", { class: "past-answer" });
  private readonly place = node("div", { class: "try-body-view" });
  private view: BodyView | null = null;
  private ended = false;

  constructor(
    private readonly run: Run,
    private readonly host: Host,
  ) {
    const { answer, failure, at } = run;
    const set = cookies(answer?.headers ?? []);
    this.element.append(
      node("p", { class: "try-summary" }, outcomeNode(run), " ", node("span", { class: "try-type" }, facts(run))),
      node("p", { class: "try-note" }, node("time", { datetime: at.toISOString() }, at.toLocaleString()), ": " + run.operation.title),
      ...(failure ? [node("p", { class: "try-mismatch" }, failure)] : []),
      ...(answer?.whole === false ? [node("p", { class: "try-note" }, phrase("Only the beginning of the body was kept."))] : []),
      this.place,
      ...(answer ? [fold(phrase("Headers ({1})", answer.headers.length), table(answer.headers, phrase("Headers of the response")))] : []),
      ...(set.length > 0 ? [fold(phrase("Cookies ({1})", set.length), table(set, phrase("Cookies of the response")))] : []),
      sent(run.request, ...bodyOf(run)),
    );
  }

  // show shows the body, in the view that answers have.
  show(): void {
    const { answer } = this.run;
    if (!answer) {
      return;
    }
    const { body, worker } = this.host.assets;
    load<{ mountBody(el: HTMLElement, options: Options): BodyView }>(body)
      .then((module) => {
        this.view = this.ended ? null : module.mountBody(this.place, { worker });
        return this.view?.show(answer.body, header(this.run, "content-type"), [], { disposition: header(this.run, "content-disposition"), address: answer.url });
      })
      .catch(() => this.host.announce(phrase("The body cannot be shown.")));
  }

  end(): void {
    this.ended = true;
    this.view?.clear();
  }
}

// bodyText is the body of a request as a text: files by their names.
export function bodyText(run: Run): string {
  const { body } = run.request;
  if (!body) {
    return "";
  }
  const parts = (body.parts ?? []).map((part) => `${part.name}=${part.file ? "@" + part.file : part.text}${part.type && ";type=" + part.type}`);
  return body.parts ? parts.join("\n") : body.file ? "@" + body.file : body.text;
}

function bodyOf(run: Run): readonly HTMLElement[] {
  const text = bodyText(run);
  return text === "" ? [] : [node("pre", { class: "past-body", tabindex: "0", role: "group", "aria-label": phrase("Body of the request") }, text.length > mostShown ? text.slice(0, mostShown) + " …" : text)];
}
