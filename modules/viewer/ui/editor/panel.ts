// The elements of the editor. They are made here and not by the server: without a
// script there is no editor.

import { phrase } from "../base/words";

export interface Actions {
  upload(file: File): void;
  download(): void;
  example(): void;
  discard(): void;
  close(): void;
}

// Panel is what stands beside the page while its description is edited.
export class Panel {
  readonly el = make("section", "editor");
  readonly field = make("div", "editor-field");
  readonly divider = make("div", "editor-divider");
  readonly banner = make("aside", "notice editor-banner");
  private readonly title = make("h2", "editor-title", phrase("Edit the description"));
  private readonly status = make("p", "editor-status-text");
  private readonly jump = button("", "editor-jump");
  private readonly list = make("ol", "editor-problems");
  private readonly discarding = button(phrase("Discard changes"));
  private readonly tabs = new Map<"edit" | "preview", HTMLButtonElement>();

  constructor(sheet: HTMLElement, actions: Actions) {
    const title = this.title;
    title.id = "editor-title";
    this.el.setAttribute("aria-labelledby", "editor-title");
    this.el.dataset["editor"] = "";
    this.field.dataset["editorField"] = "";
    this.banner.hidden = true;
    this.banner.setAttribute("aria-label", phrase("State of the pages"));
    this.jump.hidden = true;
    this.status.setAttribute("role", "status");
    const head = make("div", "editor-head");
    const close = button(phrase("Close"), "editor-close");
    head.append(title, this.panes(), close);
    const status = make("div", "editor-status");
    status.append(this.status, this.jump);
    this.el.append(sheet, head, this.tools(actions), this.field, status, this.list, this.divider);
    close.addEventListener("click", () => actions.close());
    this.drops(actions);
    this.list.hidden = true;
    this.list.setAttribute("aria-label", phrase("Problems"));
  }

  // show shows the editor or, where there is no room for both, the page.
  show(pane: "edit" | "preview"): void {
    document.body.dataset["pane"] = pane;
    for (const [name, tab] of this.tabs) {
      tab.setAttribute("aria-pressed", String(name === pane));
    }
    this.measured();
  }

  // measured is called when there may be more room or less. An editor in the place
  // of the page is what the page is about.
  measured(): void {
    const alone = document.querySelector("main")?.checkVisibility() === false;
    for (const [el, name, value] of [[this.el, "role", "main"], [this.title, "aria-level", "1"], [this.title, "role", "heading"]] as const) {
      if (alone) {
        el.setAttribute(name, value);
      } else {
        el.removeAttribute(name);
      }
    }
  }

  // changed says whether there is something to discard.
  changed(yes: boolean): void {
    this.discarding.disabled = !yes;
  }

  // say says how the text is, and where to look.
  say(words: string, state: "good" | "flawed" | "bad" | "busy", jump?: { readonly label: string; readonly go: () => void }): void {
    this.el.dataset["state"] = state;
    if (this.status.textContent !== words) {
      this.status.textContent = words;
    }
    this.jump.hidden = !jump;
    this.jump.textContent = jump?.label ?? "";
    this.jump.onclick = jump?.go ?? null;
  }

  // problems lists what is wrong, each a button that leads there.
  problems(all: readonly { readonly place: string; readonly message: string; readonly go: (() => void) | null }[], more: number): void {
    const items = all.map(({ place, message, go }) => {
      const item = make("li", "editor-problem");
      const words = make("span", "editor-problem-text", message);
      if (go) {
        const at = button("", "editor-problem-go");
        at.append(make("span", "editor-problem-place", place), words);
        at.addEventListener("click", go);
        item.append(at);
      } else {
        item.append(words);
      }
      return item;
    });
    if (more > 0) {
      items.push(make("li", "editor-problem editor-more", phrase("{1} more", more)));
    }
    this.list.replaceChildren(...items);
    this.list.hidden = items.length === 0;
  }

  private tools(actions: Actions): HTMLElement {
    const el = make("div", "editor-tools");
    const input = document.createElement("input");
    input.type = "file";
    input.accept = ".json,.yaml,.yml,application/json,application/yaml";
    input.hidden = true;
    input.addEventListener("change", () => {
      const file = input.files?.[0];
      if (file) {
        actions.upload(file);
      }
      input.value = "";
    });
    const upload = button(phrase("Upload"));
    upload.dataset["editorUpload"] = "";
    upload.addEventListener("click", () => input.click());
    const download = button(phrase("Download"));
    download.dataset["editorDownload"] = "";
    download.addEventListener("click", () => actions.download());
    const example = button(phrase("Example"));
    example.dataset["editorExample"] = "";
    example.addEventListener("click", () => actions.example());
    this.discarding.dataset["editorDiscard"] = "";
    this.discarding.addEventListener("click", () => actions.discard());
    el.append(input, upload, download, example, this.discarding);
    return el;
  }

  private panes(): HTMLElement {
    const el = make("div", "editor-panes");
    el.setAttribute("role", "group");
    el.setAttribute("aria-label", phrase("Show"));
    for (const [name, label] of [["edit", phrase("Edit")], ["preview", phrase("Preview")]] as const) {
      const tab = button(label, "editor-pane");
      tab.dataset["editorPane"] = name;
      tab.addEventListener("click", () => this.show(name));
      this.tabs.set(name, tab);
      el.append(tab);
    }
    return el;
  }

  // drops takes files that are dropped on the panel, before the field does.
  private drops(actions: Actions): void {
    const files = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;
    this.el.addEventListener("dragover", (event) => {
      if (files(event)) {
        event.preventDefault();
        this.el.classList.add("is-target");
      }
    });
    this.el.addEventListener("dragleave", () => this.el.classList.remove("is-target"));
    const drop = (event: DragEvent): void => {
      this.el.classList.remove("is-target");
      const file = event.dataTransfer?.files[0];
      if (files(event) && file) {
        event.preventDefault();
        event.stopPropagation();
        actions.upload(file);
      }
    };
    this.el.addEventListener("drop", drop, { capture: true });
  }
}

export function make(name: string, className: string, text = ""): HTMLElement {
  const el = document.createElement(name);
  el.className = className;
  el.textContent = text;
  return el;
}

function button(label: string, className = ""): HTMLButtonElement {
  const el = document.createElement("button");
  el.type = "button";
  el.className = ("button " + className).trim();
  el.textContent = label;
  return el;
}
