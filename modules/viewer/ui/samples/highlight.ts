// Colours for samples that are written in the browser. No element is made: the
// browser colours ranges of one text.
const kinds = ["string", "comment", "number", "word"] as const;

type Piece = Readonly<{ kind: (typeof kinds)[number]; start: number; end: number }>;

const words =
  "import|from|const|let|var|val|new|await|async|return|if|end|do|def|func|fun|fn|use|using|with|as|package|require|library|class|public|static|void|int|try|throw|throws|raise|null|nil|NULL|None|true|false|True|TRUE|open|defer|err|echo|print|println|include|in|match|mut|final";

const common = '"""[\\s\\S]*?"""|"(?:\\\\[\\s\\S]|[^"\\\\])*"|`[^`]*`';
const escaped = "'''[\\s\\S]*?'''|'(?:\\\\[\\s\\S]|[^'\\\\])*'";
const plain = "'[^']*'";

// pattern finds the pieces of a language, each kind a group.
function pattern(language: string): RegExp {
  const strings = (/^(shell|powershell)$/.test(language) ? plain : escaped) + "|" + common;
  const hash = /^(shell|python|ruby|r|julia|powershell)$/.test(language);
  const comment = language === "clojure" ? ";.*" : hash ? "(?<![\\w$])#.*" : "(?<!:)//.*";
  const skipped = language === "shell" ? "\\\\[\\s\\S]|" : ""; // what is escaped outside of quotes begins nothing
  return new RegExp(skipped + "(" + strings + ")|(" + comment + ")|(?<![\\w.])(\\d[\\d_.]*)\\b|((?<![\\w-])--?[a-z][a-z-]*|\\b(?:" + words + ")\\b)", "g");
}

// maxTokens bounds what is coloured of one sample, and maxLine the lines that have
// colours: a browser paints each piece in time that grows with its line, in every frame.
const maxTokens = 2000;
const maxLine = 2000;
const longLine = new RegExp(`.{${maxLine + 1},}`, "g");

const painted = new WeakMap<Node, Range[]>();

// paint colours the text of a node, and takes the colours of its last text away.
// Where the system has the colours, a browser would show these as selected.
export function paint(node: Text, language: string): void {
  if (!("highlights" in CSS) || matchMedia("(forced-colors: active)").matches) {
    return;
  }
  const previous = painted.get(node) ?? [];
  const ranges: Range[] = [];
  for (const kind of kinds) {
    const highlight = CSS.highlights.get("sample-" + kind);
    previous.forEach((range) => highlight?.delete(range));
  }
  for (const { kind, start, end } of pieces(node.data, language)) {
    const range = document.createRange();
    range.setStart(node, start);
    range.setEnd(node, end);
    registry("sample-" + kind).add(range);
    ranges.push(range);
  }
  painted.set(node, ranges);
}

// pieces are the coloured pieces of a sample: of its first maxTokens those that touch
// no line of more than maxLine characters.
export function pieces(text: string, language: string): readonly Piece[] {
  const long = Array.from(text.matchAll(longLine), (line) => ({ start: line.index, end: line.index + line[0].length }));
  const found: Piece[] = [];
  let seen = 0;
  for (const match of text.matchAll(pattern(language))) {
    const kind = kinds[match.slice(1).findIndex((group) => group !== undefined)];
    if (kind && ++seen > maxTokens) {
      break;
    }
    const [start, end] = [match.index, match.index + match[0].length];
    if (kind && !long.some((line) => start < line.end && end > line.start)) {
      found.push({ kind, start, end });
    }
  }
  return found;
}

function registry(name: string): Highlight {
  const known = CSS.highlights.get(name);
  if (known) {
    return known;
  }
  const made = new Highlight();
  CSS.highlights.set(name, made);
  return made;
}
