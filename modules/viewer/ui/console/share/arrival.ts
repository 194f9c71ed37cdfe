// What comes into a console from elsewhere, by a link of an answer or a shared one,
// and what goes out by a shared link.
import { button, node } from "../../base/dom";
import { load } from "../../base/script";
import type { Part } from "../../serialize/part";
import type { Form } from "../form";
import { arrived, type Given } from "../links/links";
import { phrase } from "../../base/words";

// Sharing is what share.ts exports.
type Sharing = Pick<typeof import("./share"), "pack" | "unpack">;

export class Arrival {
  // element says where what is filled in has come from.
  readonly element = node("div", { class: "try-arrival" });

  constructor(
    private readonly part: Part,
    private readonly root: string, // of the reference
    private readonly script: string, // that makes and reads links
    private readonly form: Form,
    private readonly announce: (words: string) => void,
  ) {}

  // follow puts in what a link of an answer brings along. Back leads to where it was
  // followed, if there is such a place.
  follow(given: Given, back?: () => void): void {
    const { state, words } = arrived(given, this.form.state(), this.part.parameters, this.part.servers.map((server) => server.url));
    this.form.restore(state);
    this.tell(words, back ? [button(phrase("Back to that answer"), back)] : []);
  }

  // take puts in what the fragment of a shared link holds.
  async take(fragment: string): Promise<void> {
    try {
      const { unpack } = await load<Sharing>(this.script);
      const { state, words } = await unpack(fragment, this.part, this.form.variables);
      this.form.restore(state);
      this.tell(words, []);
    } catch (error) {
      this.tell([refusal(error) || phrase("The link cannot be read.")], []);
    }
  }

  // share copies a link to what is typed, without secrets.
  async share(): Promise<void> {
    try {
      const { pack } = await load<Sharing>(this.script);
      const { fragment, left } = await pack(this.form.state(), this.part, this.form.variables, await this.form.authorized());
      const link = new URL(this.part.operation.url, this.root).href + "#try=" + fragment;
      const copied = await navigator.clipboard?.writeText(link).then(() => true, () => false);
      const place = node("input", { class: "try-input", type: "text", readonly: true, "aria-label": phrase("Link"), value: link });
      this.tell([copied ? phrase("The link has been copied.") : phrase("Copy this link:"), left.length > 0 ? phrase("Left out: {1}.", left.join(", ")) : phrase("Nothing was left out.")], copied ? [] : [place]);
    } catch (error) {
      this.tell([refusal(error) || phrase("This browser cannot make the link.")], []);
    }
  }

  private tell(words: readonly string[], more: readonly HTMLElement[]): void {
    this.element.replaceChildren(...words.map((text) => node("p", { class: "try-note" }, text)), ...more);
    this.announce(words.join(" "));
    this.element.scrollIntoView({ block: "nearest" });
  }
}

// refusal says why a link is not made or followed, "" for another error.
function refusal(error: unknown): string {
  return error instanceof Error && error.name === "Refusal" ? error.message : "";
}
