// The text field of the editor: CodeMirror in a shadow root, where its sheets need
// no inline style. It is a script of its own, without anything of the page.
import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { yaml } from "@codemirror/lang-yaml";
import { bracketMatching, codeFolding, foldGutter, foldKeymap, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, type Text } from "@codemirror/state";
import { EditorView, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
import { colours, theme } from "./theme";

export { JSONField } from "./json";

// Problem is something that is wrong with the text. Columns are counted in bytes of
// UTF-8, and both begin with 1; 0 means that it is not known where it is.
export interface Problem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly error: boolean; // there are no pages of the text because of it
}

export interface Options {
  readonly text: string;
  readonly label: string;
  readonly hint: string; // how to leave the field with the keyboard
  readonly changed: () => void;
}

// Field is an element in which a text is edited.
export class Field {
  private readonly view: EditorView;
  private readonly language = new Compartment();
  private json: boolean;

  constructor(parent: HTMLElement, options: Options) {
    const shadow = parent.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(around);
    shadow.adoptedStyleSheets = [sheet];
    const hint = document.createElement("p");
    hint.id = "hint";
    hint.className = "hint";
    hint.textContent = options.hint;
    this.json = isJSON(options.text);
    this.view = new EditorView({
      root: shadow,
      parent: shadow,
      state: EditorState.create({
        doc: options.text,
        extensions: [
          [lineNumbers(), highlightActiveLineGutter(), highlightActiveLine(), highlightSpecialChars(), lintGutter()],
          [history(), indentOnInput(), bracketMatching(), codeFolding(), foldGutter({ markerDOM: folder })],
          [search({ top: true }), syntaxHighlighting(colours), theme],
          this.language.of(this.json ? json() : yaml()),
          keymap.of([...searchKeymap, ...historyKeymap, ...foldKeymap, ...lintKeymap.filter((k) => k.key === "F8"), indentWithTab, ...defaultKeymap]),
          EditorView.contentAttributes.of({ "aria-label": options.label, "aria-describedby": "hint", tabindex: "0", spellcheck: "false", autocapitalize: "off" }),
          EditorState.tabSize.of(2),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) {
              this.speak(update.state.doc);
              options.changed();
            }
          }),
        ],
      }),
    });
    shadow.append(hint);
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  // length is that of the text in units of UTF-16, which costs nothing to know.
  get length(): number {
    return this.view.state.doc.length;
  }

  get mediaType(): "application/json" | "application/yaml" {
    return this.json ? "application/json" : "application/yaml";
  }

  // replace puts another text in the place of all of this one. It can be undone.
  replace(text: string): void {
    this.view.dispatch({
      changes: { from: 0, to: this.length, insert: text },
      selection: { anchor: 0 },
      scrollIntoView: true,
      annotations: isolateHistory.of("full"),
    });
  }

  mark(problems: readonly Problem[]): void {
    const { doc } = this.view.state;
    const marks = problems.filter((p) => p.line > 0).map((p) => diagnostic(doc, p));
    this.view.dispatch(setDiagnostics(this.view.state, marks));
  }

  // go puts the cursor to a place of the text.
  go(problem: Problem): void {
    const at = offset(this.view.state.doc, problem);
    this.view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
    this.view.focus();
  }

  focus(): void {
    this.view.focus();
  }

  close(): void {
    this.view.destroy();
  }

  // speak chooses the language when the text has become one of the other.
  private speak(doc: Text): void {
    const now = isJSON(doc.sliceString(0, 200));
    if (now !== this.json && doc.length > 0) {
      this.json = now;
      queueMicrotask(() => this.view.dispatch({ effects: this.language.reconfigure(now ? json() : yaml()) }));
    }
  }
}

// around is the sheet of what stands around the field.
const around = `
:host { position: relative; display: flex; flex-direction: column; min-height: 0; }
:host(:focus-within)::after { content: ""; position: absolute; inset: 0; border: 2px solid var(--link); pointer-events: none; }
.hint { margin: 0; padding: 0.375em 0.75em; border-top: 1px solid var(--scalar-border-color); color: var(--text-2); font: 0.9231em/1.4 var(--font); }
`;

function isJSON(text: string): boolean {
  return /^\s*[{[]/.test(text);
}

// offset is where a place is in the text.
function offset(doc: Text, problem: Problem): number {
  const line = doc.line(Math.max(1, Math.min(problem.line, doc.lines)));
  let bytes = problem.column - 1;
  let at = 0;
  for (const char of line.text.slice(0, problem.column)) {
    if (bytes <= 0) {
      break;
    }
    const code = char.codePointAt(0) ?? 0;
    bytes -= code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    at += char.length;
  }
  return line.from + at;
}

// diagnostic marks the word at a place, and at least one character.
function diagnostic(doc: Text, problem: Problem): Diagnostic {
  const line = doc.lineAt(offset(doc, problem));
  const from = Math.min(offset(doc, problem), Math.max(line.from, line.to - 1));
  const word = /^[^\s,:{}[\]]+/.exec(line.text.slice(from - line.from, from - line.from + 200))?.[0].length ?? 1;
  return { from, to: Math.min(from + word, line.to), severity: problem.error ? "error" : "warning", message: problem.message };
}

function folder(open: boolean): HTMLElement {
  const el = document.createElement("span");
  el.className = open ? "fold is-open" : "fold";
  el.setAttribute("aria-hidden", "true");
  return el;
}
