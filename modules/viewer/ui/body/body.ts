// The view of a body: what an answer holds, shown as what it is. Nothing of it ever
// becomes markup, and whatever its size, only what can be seen is in the page.
import { announce } from "../base/announce";
import type { Difference } from "../difference/difference";
import type { Problem, Report } from "../jsonschema/schema";
import { LinesView } from "./lines";
import { amount, make, several } from "./make";
import { charsetOf, type Form, formOf, type Origin, plain } from "./media";
import { preview } from "./preview";
import { Problems } from "./problems";
import { collect, pieces, type Collected } from "./receive";
import { source as makeSource } from "./remote";
import { openTab, save } from "./save";
import { meanwhile, type Contract, type Opened, type Source, type View } from "./source";
import { StreamView } from "./stream";
import { Tools, type Pick } from "./tools";
import { TreeView } from "./tree";
import { phrase, told } from "../base/words";

export type { Origin } from "./media";
export type { Contract } from "./source";

// Options say where the script of the worker is: "assets/body-worker.js?v=…", of our
// own origin. Without it the page reads bodies itself, in short steps.
export interface Options {
  readonly worker?: string;
  readonly pick?: Pick; // what else can be done with a value of JSON
}

// BodyView shows one body after the other. What is shown later ends what is shown.
export interface BodyView {
  // show is done when the body is complete, and says why it is not, "" when it is. Marks
  // are put on values of JSON.
  show(body: Uint8Array | ReadableStream<Uint8Array>, mediaType: string, marks?: readonly Problem[], origin?: Origin): Promise<string>;
  // mark replaces the marks of what is shown.
  mark(marks: readonly Problem[]): Promise<void>;
  // check holds what is shown against a schema, where the bytes are. It is null when that
  // cannot be done.
  check(contract: Contract): Promise<Report | null>;
  clear(): void;
}

// compare compares two bodies in a worker of its own, null where there is none.
export async function compare(before: Uint8Array, after: Uint8Array, json: boolean, options: Options = {}): Promise<Difference | null> {
  const held = makeSource(options.worker);
  try {
    return (await held.comparer?.compare(before, after, json)) ?? null;
  } finally {
    held.end();
  }
}

export function mountBody(el: HTMLElement, options: Options = {}): BodyView {
  const view = new Body(el, options);
  return {
    show: (body, mediaType, marks = [], origin = {}) => view.show(body, mediaType, marks, origin),
    mark: (marks) => view.mark(marks),
    check: (contract) => view.check(contract),
    clear: () => view.clear(),
  };
}

interface Shown {
  readonly opened: Opened;
  readonly mediaType: string;
  readonly origin: Origin;
}

class Body {
  private turn = 0;
  private stop: AbortController | null = null;
  private held: { readonly source: Source; end(): void } | null = null;
  private stream: StreamView | null = null;
  private current: TreeView | LinesView | null = null;
  private kind: View | "preview" = "tree";
  private tools: Tools | null = null;
  private problems: Problems | null = null;
  private media: { readonly el: HTMLElement; end(): void } | null = null;
  private tab: { readonly el: HTMLElement; end(): void } | null = null;

  constructor(
    private readonly el: HTMLElement,
    private readonly options: Options,
  ) {
    el.classList.add("body");
  }

  clear(): void {
    this.turn++;
    this.stop?.abort();
    this.current?.end();
    this.stream?.end();
    this.media?.end();
    this.tab?.end();
    this.held?.end();
    this.stop = this.current = this.stream = this.media = this.tab = this.held = this.tools = this.problems = null;
    this.el.replaceChildren();
  }

  async show(body: Uint8Array | ReadableStream<Uint8Array>, mediaType: string, marks: readonly Problem[], origin: Origin): Promise<string> {
    this.clear();
    const turn = this.turn;
    const { pieces: bytes, why } = body instanceof Uint8Array ? { pieces: await pieces(body), why: "" } : await this.receive(body, mediaType, origin);
    if (bytes && turn === this.turn) {
      this.stream?.end();
      this.stream = null;
      await this.present(bytes, mediaType, origin, turn);
      if (turn === this.turn) {
        await this.mark(marks);
      }
    }
    return why;
  }

  private receive(stream: ReadableStream<Uint8Array>, mediaType: string, origin: Origin): Promise<Collected> {
    const form = formOf(mediaType);
    const stop = new AbortController();
    const note = make("p", "body-note", phrase("Waiting for the body."));
    this.stop = stop;
    this.el.append(note);
    return collect(stream, stop.signal, {
      live: form === "events" || form === "lines" || form === "sequence" ? "always" : form === "text" ? "slow" : "never",
      start: () => this.live(form, mediaType, origin),
      progress: (bytes) => {
        note.textContent = phrase("{1} have come in.", amount(bytes));
      },
      cut: (bytes, why) => {
        announce(why, this.el);
        this.el.append(make("p", "body-trouble", why + (bytes > 0 ? " " + phrase("Only the first {1} are shown.", amount(bytes)) : "")));
      },
    });
  }

  private live(form: Form, mediaType: string, origin: Origin): StreamView {
    const stream = new StreamView(form, charsetOf(mediaType));
    const tools = make("div", "body-tools");
    this.stream = stream;
    tools.append(save((type) => Promise.resolve(stream.blob(type)), mediaType, origin));
    this.el.replaceChildren(tools, stream.el);
    return stream;
  }

  private async present(bytes: readonly Uint8Array[], mediaType: string, origin: Origin, turn: number): Promise<void> {
    const form = formOf(mediaType);
    const size = bytes.reduce((sum, piece) => sum + piece.length, 0);
    const held = makeSource(this.options.worker);
    const notes = Array.from(this.el.querySelectorAll(".body-trouble"));
    this.held = held;
    this.el.replaceChildren(make("p", "body-note", phrase("Reading {1}.", amount(size))));
    const opened = await held.source.open(bytes, form === "json", charsetOf(mediaType)).catch(() => null);
    if (turn !== this.turn) {
      return;
    }
    if (!opened) {
      this.el.replaceChildren(make("p", "body-trouble", phrase("The body cannot be read.")));
      announce(phrase("The body cannot be read."), this.el);
      return;
    }
    if (size === 0) {
      this.el.replaceChildren(...notes, make("p", "body-note", phrase("The body is empty.")));
      announce(phrase("The body is empty."), this.el);
      return;
    }
    const blob = preview.knows(form) ? await held.source.blob(plain(mediaType)) : null;
    this.media = blob && preview.make(form, blob);
    this.tab = form === "pdf" ? openTab(await held.source.blob("application/pdf")) : null;
    this.arrange({ opened, mediaType, origin }, held.source, notes);
    await this.switch((this.media ? "preview" : opened.views[0]) ?? "bytes", held.source, mediaType);
    announce(this.el.querySelector(".body-note")?.textContent ?? "", this.el);
  }

  private arrange({ opened, mediaType, origin }: Shown, source: Source, notes: readonly Element[]): void {
    const views: readonly (View | "preview")[] = this.media ? ["preview", ...opened.views] : opened.views;
    this.problems = new Problems(async (node) => {
      await this.switch("tree", source, mediaType);
      await (this.current instanceof TreeView ? this.current.go(node) : undefined);
      this.current?.el.focus();
    });
    this.tools = new Tools(source, views, {
      view: () => this.kind,
      choose: (view) => this.switch(view, source, mediaType),
      go: (place) => this.current?.go(place) ?? Promise.resolve(),
      tree: () => (this.current instanceof TreeView ? this.current : null),
      pick: this.options.pick,
    });
    this.tools.el.append(save((type) => source.blob(type), mediaType, origin), ...(this.tab ? [this.tab.el] : []));
    const says = (plain(mediaType) || phrase("no media type")) + ", " + amount(opened.size) + (opened.values > 0 ? ", " + several(opened.values, "value", "values") : "");
    this.el.replaceChildren(make("p", "body-note", says), ...notes, ...this.trouble(opened, source, mediaType), this.problems.el, this.tools.el);
  }

  // trouble says why a body is not shown as what it says it is, and leads there.
  private trouble({ trouble, views }: Opened, source: Source, mediaType: string): Node[] {
    if (!trouble) {
      return [];
    }
    const what = trouble.offset < 0 ? told(trouble.message) : phrase("{1}, in line {2}, column {3} (byte {4})", told(trouble.message), trouble.line, trouble.column, trouble.offset);
    const el = make("p", "body-trouble", phrase("{1}. It is shown as {2}.", what, views[0] === "bytes" ? phrase("bytes") : phrase("text")));
    if (trouble.offset >= 0) {
      const go = make("button", "body-button", phrase("Show the place"));
      go.type = "button";
      go.addEventListener("click", () => {
        const going = source.lineAt(views[0] ?? "bytes", trouble.offset).then(async (line) => {
          await this.switch(views[0] ?? "bytes", source, mediaType);
          await this.current?.go(line);
          this.current?.el.focus();
        });
        meanwhile(going);
      });
      el.append(" ", go);
    }
    return [el];
  }

  private async switch(kind: View | "preview", source: Source, mediaType: string): Promise<void> {
    if (this.current && kind === this.kind) {
      return;
    }
    this.kind = kind;
    this.current?.end();
    this.media?.el.remove();
    this.current = null;
    if (kind === "preview") {
      this.el.append(this.media?.el ?? "");
    } else {
      const form = formOf(mediaType);
      const language = kind === "bytes" ? "bytes" : form === "image" ? "markup" : form === "lines" || form === "sequence" ? "json" : form;
      this.current = kind === "tree" ? new TreeView(source) : new LinesView(source, kind, language);
      this.el.append(this.current.el);
      await this.current.start();
    }
    if (this.current instanceof TreeView && this.problems) {
      await this.current.mark(this.problems.marks);
    }
    this.tools?.update();
  }

  async mark(marks: readonly Problem[]): Promise<void> {
    if (this.held && this.problems) {
      await this.problems.show(marks, this.held.source);
      await (this.current instanceof TreeView ? this.current.mark(this.problems.marks) : undefined);
    }
  }

  async check(contract: Contract): Promise<Report | null> {
    return this.held ? this.held.source.check(contract) : null;
  }
}
