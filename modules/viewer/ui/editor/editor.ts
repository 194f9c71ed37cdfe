// The editor of the description. It stands beside the page; the server makes pages
// of what is typed, and the page shows those in place of its own until the reader
// closes the editor.
import { download } from "../base/download";
import type { Draft } from "../base/draft";
import { text as original, told } from "../base/host";
import { Follower } from "../live/follower";
import { divide } from "./divider";
import { forget, keep, kept, leaveOpen } from "./draft";
import example from "./example.yaml";
import type { Field, Options, Problem } from "./field";
import { Panel, make } from "./panel";
import { general, Sender, type Refused, type Shown } from "./sender";
import { counted, phrase } from "../base/words";

// Host is what the script of the page hands over.
export interface Host {
  readonly send: string; // addresses
  readonly script: string;
  readonly sheet: string;
  readonly field: string;
  readonly limit: number; // bytes that the server reads
  preview(draft: Draft | null): void;
  renew(put: (page: Document) => void): Promise<boolean>;
  refresh(): Promise<boolean>;
}

// Module is what this script exports.
export interface Module {
  open(host: Host, focus: boolean): Promise<void>;
}

const pause = 250; // milliseconds without a change
const slower = 20; // characters that make the pause a microsecond longer
const largest = 4_000_000; // characters that are edited here

const follower = new Follower();
let shown: Editor | null = null;

// open shows the editor. It takes the focus when the reader has asked for it.
export async function open(host: Host, focus: boolean): Promise<void> {
  if (shown) {
    shown.focus();
    return;
  }
  const { Field } = (await import(host.field)) as { Field: new (parent: HTMLElement, options: Options) => Field };
  const before = await original().catch(() => "");
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = host.sheet;
  const styled = new Promise((resolve) => ["load", "error"].forEach((type) => sheet.addEventListener(type, resolve, { once: true })));
  shown = new Editor(host, sheet, Field, before);
  await styled;
  shown.measured();
  if (focus) {
    shown.focus();
  }
}

class Editor {
  private readonly panel: Panel;
  private readonly field: Field;
  private readonly sender: Sender;
  private readonly from = document.activeElement;
  private readonly leaving = (event: BeforeUnloadEvent): void => this.warn(event);
  private readonly resized = (): void => this.panel.measured();
  private timer = 0;
  private last = ""; // the text that the server has been sent
  private saved: string; // the text that the reader has elsewhere
  private title = "";
  private good = false; // pages of a draft are shown

  constructor(
    private readonly host: Host,
    sheet: HTMLElement,
    Type: new (parent: HTMLElement, options: Options) => Field,
    private before: string, // the description as it is
  ) {
    this.panel = new Panel(sheet, {
      upload: (file) => void this.upload(file),
      download: () => this.download(),
      example: () => this.replace(example, phrase("The example is in the editor.")),
      discard: () => this.discard(),
      close: () => this.close(),
    });
    follower.forget();
    this.sender = new Sender(host.send);
    document.body.classList.add("is-editing");
    document.querySelector("main")?.before(this.panel.el, this.panel.banner);
    divide(this.panel.divider);
    this.panel.show("edit");
    const large = before.length > largest ? "" : before;
    const draft = kept();
    this.last = this.saved = large;
    this.field = new Type(this.panel.field, {
      text: draft ?? large,
      label: phrase("Description in YAML or JSON"),
      hint: phrase("Tab indents. To leave the text with the keyboard, press Escape, then Tab."),
      changed: () => this.changed(),
    });
    this.begin(draft);
    window.addEventListener("beforeunload", this.leaving);
    window.addEventListener("resize", this.resized);
    leaveOpen(true);
  }

  focus(): void {
    this.panel.show("edit");
    this.field.focus();
  }

  measured(): void {
    this.panel.measured();
  }

  // begin says where the reader is. A draft of before is shown at once.
  private begin(draft: string | null): void {
    this.panel.changed(draft !== null);
    if (draft !== null) {
      void this.send(draft, true);
    } else if (this.before.length > largest) {
      this.panel.say(phrase("This description is too large to be edited here ({1}): download it and edit the file. You can start from another one.", megabytes(this.before.length)), "flawed");
    } else if (this.before === "") {
      this.panel.say(phrase("Type or paste a description, upload a file, or start from the example."), "good");
    } else {
      this.panel.say(phrase("No changes yet."), "good");
    }
  }

  private changed(): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.settled(), pause + this.field.length / slower / 1000);
  }

  // settled is called at the end of a pause. What is as it was is no change.
  private async settled(): Promise<void> {
    const text = this.field.text;
    if (text === this.last) {
      return;
    }
    if (text === this.before) {
      forget();
    } else {
      keep(text);
    }
    this.panel.changed(text !== this.before);
    told(text);
    await this.send(text, false);
  }

  private async send(text: string, again: boolean): Promise<void> {
    this.last = text;
    if (text.length > this.host.limit) {
      this.refused({ problem: general(phrase("The text is larger than the server reads ({1}).", megabytes(this.host.limit))), again: 0 });
      return;
    }
    const answer = await this.sender.send(text, again);
    if (!answer || shown !== this) {
      return;
    }
    if ("problem" in answer) {
      this.refused(answer);
    } else {
      await this.follow(answer);
    }
  }

  // follow shows the pages of a text.
  private async follow(answer: Shown): Promise<void> {
    const { root, title, operations, problems, total } = answer;
    this.title = title;
    this.field.mark(problems);
    this.panel.problems(problems.map((p) => this.entry(p)), total - problems.length);
    this.panel.banner.hidden = true;
    const count = counted(operations, "operation", "operations");
    if (total > 0) {
      this.panel.say(count + ", " + counted(total, "problem", "problems"), "flawed");
    } else {
      this.panel.say(phrase("Valid, {1}", count), "good");
    }
    this.host.preview({ root, renew: () => this.renew() });
    document.body.classList.add("is-draft");
    this.good = true;
    await this.host.renew((page) => follower.show(page));
  }

  // refused leaves the last good pages and says why.
  private refused({ problem, again }: Refused): void {
    const place = problem.line > 0 ? phrase("Line {1}, column {2}", problem.line, problem.column) : "";
    this.field.mark(again > 0 ? [] : [problem]);
    this.panel.problems([], 0);
    const jump = place ? { label: phrase("Go to line {1}", problem.line), go: () => this.go(problem) } : undefined;
    this.panel.say((place ? place + ": " : "") + problem.message, again > 0 ? "busy" : "bad", jump);
    this.panel.banner.replaceChildren(
      make("strong", "", again > 0 ? phrase("Your changes are not shown yet.") : phrase("The text cannot be read. ")),
      again > 0 ? "" : this.good ? phrase("These are the pages of the last one that could be.") : phrase("These are the pages without your changes."),
    );
    this.panel.banner.hidden = false;
    if (again > 0) {
      window.clearTimeout(this.timer);
      this.timer = window.setTimeout(() => void this.send(this.field.text, this.field.text === this.last), again * 1000);
    }
  }

  private entry(p: Problem): { place: string; message: string; go: (() => void) | null } {
    return { place: p.line + ":" + p.column, message: p.message, go: p.line > 0 ? () => this.go(p) : null };
  }

  private go(p: Problem): void {
    this.panel.show("edit");
    this.field.go(p);
  }

  // renew sends the text again whose pages the server does not keep any more.
  private async renew(): Promise<boolean> {
    const answer = await this.sender.again(this.last);
    if (!answer) {
      return false;
    }
    this.host.preview({ root: answer.root, renew: () => this.renew() });
    return true;
  }

  private replace(text: string, words: string): void {
    this.field.replace(text);
    this.panel.say(words + " " + phrase("Undo brings the text of before back."), "good");
    this.focus();
  }

  private async upload(file: File): Promise<void> {
    if (file.size > Math.min(this.host.limit, largest)) {
      this.panel.say(phrase("{1} is too large ({2}); {3} can be edited here.", file.name, megabytes(file.size), megabytes(Math.min(this.host.limit, largest))), "bad");
      return;
    }
    const text = await file.text();
    this.replace(text, phrase("{1} is in the editor.", file.name));
    this.saved = text;
  }

  private download(): void {
    const text = this.field.text;
    const name = fileName(this.title || document.querySelector(".sidebar-title, .topbar-title")?.textContent || "");
    download(new Blob([text], { type: this.field.mediaType }), name + (this.field.mediaType === "application/json" ? ".json" : ".yaml"));
    this.saved = text;
  }

  // discard goes back to the description as it is. Undo takes it back.
  private discard(): void {
    this.replace(this.before.length > largest ? "" : this.before, phrase("Your changes are gone."));
  }

  // warn asks before a tab is closed that holds what is nowhere else.
  private warn(event: BeforeUnloadEvent): void {
    const text = this.field.text;
    if (text !== this.saved && text !== this.before) {
      event.preventDefault();
    }
  }

  // close shows the page of the reference again. What was changed is there when the
  // editor is opened the next time.
  private close(): void {
    shown = null;
    window.clearTimeout(this.timer);
    window.removeEventListener("beforeunload", this.leaving);
    window.removeEventListener("resize", this.resized);
    this.sender.stop();
    const text = this.field.text;
    if (text !== this.before && text !== "") {
      keep(text);
    }
    leaveOpen(false);
    this.field.close();
    [this.panel.el, this.panel.banner].forEach((el) => el.remove());
    document.body.classList.remove("is-editing", "is-draft");
    delete document.body.dataset["pane"];
    document.body.style.removeProperty("--editor-width");
    this.host.preview(null);
    if (this.good) {
      void this.host.renew((page) => follower.show(page));
    }
    const back = this.from instanceof HTMLElement && this.from.isConnected && this.from.checkVisibility() ? this.from : document.querySelector<HTMLElement>(".topbar-menu, [data-editor-open]");
    back?.focus();
  }
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1) + " MB";
}

// fileName makes a name for a file of a title, as the server does for its own.
function fileName(title: string): string {
  const name = title.toLowerCase().replace(/[^a-z0-9]+/g, "-").slice(0, 60).replace(/^-+|-+$/g, "");
  return name || "openapi";
}
