// A field for JSON whose schema is known: in colours, with what the schema has for each
// place. It comes with the field of the editor, which is made of the same packages.
import { acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap, startCompletion, type Completion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { EditorView, highlightSpecialChars, keymap } from "@codemirror/view";
import { spotOf, suggestions } from "../console/suggest";
import type { Resolve } from "../serialize/form";
import type { Schema } from "../serialize/part";
import { colours, theme } from "./theme";

export interface JSONOptions {
  readonly text: string;
  readonly label: string;
  readonly schema: () => Schema | null;
  readonly resolve: Resolve;
  readonly names: () => readonly string[]; // of variables
  readonly changed: (text: string) => void; // by the reader
}

// JSONField is an element in which JSON is edited. Tab leaves it.
export class JSONField {
  private readonly view: EditorView;
  private quiet = false; // what changes is not the reader's doing

  constructor(parent: HTMLElement, options: JSONOptions) {
    const shadow = parent.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(around);
    shadow.adoptedStyleSheets = [sheet];
    this.view = new EditorView({
      root: shadow,
      parent: shadow,
      state: EditorState.create({
        doc: options.text,
        extensions: [
          [history(), indentOnInput(), bracketMatching(), closeBrackets(), highlightSpecialChars(), EditorView.lineWrapping],
          [json(), syntaxHighlighting(colours), theme, listed],
          autocompletion({ override: [(context) => variables(context, options.names()), (context) => described(context, options)], icons: false }),
          keymap.of([{ key: "Tab", run: acceptCompletion }, ...closeBracketsKeymap, ...historyKeymap, ...defaultKeymap.filter(({ key }) => key !== "Mod-Enter")]),
          EditorView.contentAttributes.of({ "aria-label": options.label, tabindex: "0", spellcheck: "false", autocapitalize: "off" }),
          EditorState.tabSize.of(2),
          EditorView.updateListener.of((update) => {
            if (update.docChanged && !this.quiet) {
              options.changed(this.text);
            }
          }),
        ],
      }),
    });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  // replace puts another text in the place of all of this one.
  replace(text: string): void {
    this.quiet = true;
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
    this.quiet = false;
  }

  // focus puts the cursor to a character.
  focus(at?: number): void {
    if (at !== undefined) {
      this.view.dispatch({ selection: { anchor: Math.min(at, this.view.state.doc.length) }, scrollIntoView: true });
    }
    this.view.focus();
  }

  // mark says what is wrong with the text, "" for nothing.
  mark(words: string): void {
    for (const [name, value] of [["aria-invalid", "true"], ["aria-description", words]] as const) {
      words ? this.view.contentDOM.setAttribute(name, value) : this.view.contentDOM.removeAttribute(name);
    }
  }
}

// described offers what the schema has for the place of the cursor.
function described(context: CompletionContext, options: JSONOptions): CompletionResult | null {
  const text = context.state.doc.toString();
  const spot = spotOf(text, context.pos);
  if (!spot || (!context.explicit && spot.from === context.pos && !/[{[,:"]\s*$/.test(text.slice(Math.max(0, context.pos - 20), context.pos)))) {
    return null;
  }
  const found = suggestions(spot, options.schema(), options.resolve);
  const named = spot.name && /^\s*:/.test(text.slice(spot.to, spot.to + 50)); // the value is there already
  const typed = text.slice(spot.from, context.pos).replace(/^"/, "").toLowerCase();
  const list = found
    .filter(({ label }) => label.replace(/^"/, "").toLowerCase().includes(typed))
    .map(({ label, detail, info, before, after }): Completion => ({
      label,
      detail,
      ...(info ? { info } : {}),
      apply: (view, _, from, to) => {
        const [put, rest] = named ? [JSON.stringify(label), ""] : [before, after];
        view.dispatch({ changes: { from, to: Math.max(to, spot.to), insert: put + rest }, selection: { anchor: from + put.length }, userEvent: "input.complete" });
        if (spot.name && !named) {
          startCompletion(view); // with the values, where there is a list
        }
      },
    }));
  return list.length > 0 ? { from: spot.from, options: list, filter: false } : null;
}

// variables offers the names of variables behind two braces.
function variables(context: CompletionContext, names: readonly string[]): CompletionResult | null {
  const begun = context.matchBefore(/\{\{\s*\$?[\p{L}\p{N}_.-]*/u);
  if (!begun) {
    return null;
  }
  const text = context.state.doc.sliceString(context.pos, context.pos + 2);
  const open = begun.text.replace(/^\{\{\s*/, "");
  return {
    from: context.pos - open.length,
    options: names.map((label) => ({ label, type: "variable", apply: text === "}}" ? label : label + "}}" })),
  };
}

// listed is how suggestions look.
const listed = EditorView.theme({
  "&": { flex: "none" },
  ".cm-scroller": { minHeight: "14rem", maxHeight: "32rem", overflow: "auto" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { maxHeight: "16em", fontFamily: "var(--mono)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { display: "flex", gap: "1em", justifyContent: "space-between", padding: "0.25em 0.75em" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--link)", color: "var(--scalar-background-1)" },
  ".cm-completionDetail": { margin: "0", fontStyle: "normal", fontFamily: "var(--font)" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "600" },
  ".cm-tooltip.cm-completionInfo": { padding: "0.375em 0.75em", fontSize: "0.9231em" },
});

// around is the sheet of what stands around the field.
const around = `
:host { display: block; border: 1px solid var(--text-3); border-radius: var(--radius); overflow: clip; font: 400 0.8125rem/1.6 var(--mono); }
:host(:focus-within) { outline: 2px solid var(--link); outline-offset: -1px; }
`;
