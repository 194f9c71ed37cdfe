import { HighlightStyle } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

// The colours are those of the reference, which a shadow root inherits: they can be
// read in every theme.
export const theme = EditorView.theme({
  "&": { flex: "1", minHeight: "0", color: "var(--text-1)", backgroundColor: "var(--scalar-background-1)", fontSize: "inherit" },
  "&.cm-focused": { outline: "none" }, // the host shows the focus
  ".cm-scroller": { direction: "ltr", textAlign: "left", fontFamily: "var(--mono)", lineHeight: "1.6", overscrollBehavior: "contain", scrollbarWidth: "thin", scrollbarColor: "var(--text-3) transparent" },
  ".cm-content": { caretColor: "var(--text-1)", padding: "0.5em 0" },
  ".cm-gutters": { color: "var(--text-3)", backgroundColor: "var(--scalar-background-1)", borderInlineEnd: "1px solid var(--scalar-border-color)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--scalar-background-2)" },
  ".cm-activeLineGutter": { color: "var(--text-1)" },
  "&.cm-focused .cm-matchingBracket, &.cm-focused .cm-nonmatchingBracket": { backgroundColor: "transparent", outline: "1px solid var(--text-3)" },
  ".cm-searchMatch": { backgroundColor: "transparent", outline: "1px solid var(--orange)" },
  ".cm-searchMatch-selected": { outline: "2px solid var(--link)" },
  ".cm-foldPlaceholder": { padding: "0 0.375em", border: "1px solid var(--scalar-border-color)", backgroundColor: "var(--scalar-background-2)", color: "var(--text-2)" },
  ".cm-specialChar": { color: "var(--red)" },
  ".fold": { display: "inline-block", width: "0.375em", height: "0.375em", margin: "0 0.375em 0.125em", border: "solid var(--text-3)", borderWidth: "0 1.5px 1.5px 0", transform: "rotate(-45deg)", cursor: "pointer" },
  ".fold.is-open": { transform: "rotate(45deg)", margin: "0 0.375em 0.1875em" },
  ".cm-lintRange": { backgroundImage: "none", paddingBottom: "0" },
  ".cm-lintRange-error": { textDecoration: "underline wavy var(--red)" },
  ".cm-lintRange-warning": { textDecoration: "underline wavy var(--orange)" },
  ".cm-gutter-lint": { width: "1em" },
  ".cm-lint-marker": { width: "0.5em", height: "0.5em", margin: "0.4em 0.25em 0", borderRadius: "50%" },
  ".cm-lint-marker-error": { content: '""', backgroundColor: "var(--red)" },
  ".cm-lint-marker-warning": { content: '""', backgroundColor: "var(--orange)", borderRadius: "1px" },
  ".cm-tooltip, .cm-panels": { border: "0", backgroundColor: "var(--scalar-background-2)", color: "var(--text-1)" },
  ".cm-tooltip": { maxWidth: "32em", border: "1px solid var(--scalar-border-color)", borderRadius: "var(--radius)", fontFamily: "var(--font)" },
  ".cm-diagnostic": { borderInlineStart: "3px solid var(--orange)", overflowWrap: "anywhere" },
  ".cm-diagnostic-error": { borderInlineStart: "3px solid var(--red)" },
  ".cm-panels-top": { borderBottom: "1px solid var(--scalar-border-color)" },
  ".cm-panel.cm-search": { padding: "0.5em 2em 0.5em 0.5em", fontFamily: "var(--font)" },
  ".cm-panel.cm-search label": { fontSize: "0.75em" },
  ".cm-textfield": { minHeight: "1.75em", border: "1px solid var(--text-3)", borderRadius: "4px", backgroundColor: "var(--scalar-background-1)", color: "var(--text-1)", fontSize: "inherit" },
  ".cm-button": { minHeight: "1.75em", border: "1px solid var(--scalar-border-color)", borderRadius: "4px", backgroundColor: "var(--scalar-background-1)", backgroundImage: "none", color: "var(--text-1)", fontSize: "0.75em", cursor: "pointer" },
  ".cm-panel.cm-search [name=close]": { width: "1.5em", height: "1.5em", color: "var(--text-1)", cursor: "pointer" },
});

export const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--blue)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--green)" },
  { tag: [tags.number, tags.bool, tags.null, tags.keyword, tags.atom], color: "var(--purple)" },
  { tag: [tags.labelName, tags.typeName, tags.meta], color: "var(--orange)" },
  { tag: [tags.comment, tags.lineComment], color: "var(--text-3)", fontStyle: "italic" },
  { tag: [tags.punctuation, tags.separator, tags.bracket], color: "var(--text-2)" },
  { tag: tags.invalid, color: "var(--red)" },
]);
