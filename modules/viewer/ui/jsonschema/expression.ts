// Reads the patterns of ECMAScript in Unicode mode, as far as an automaton can run
// them. Like many tools it takes a needless backslash before punctuation.

// Test says whether a character belongs somewhere, by its code point.
export type Test = (point: number) => boolean;

export type Node =
  | { readonly kind: "test"; readonly test: Test }
  | { readonly kind: "assert"; readonly holds: (before: number, after: number) => boolean }
  | { readonly kind: "sequence" | "choice"; readonly parts: readonly Node[] }
  | { readonly kind: "repeat"; readonly part: Node; readonly least: number; readonly most: number };

const deepest = 200;
const syntax = "^$\\.*+?()[]{}|/";

// Parser reads one pattern. What it cannot read makes it throw.
export class Parser {
  private at = 0;
  private depth = 0;

  constructor(private readonly text: string) {}

  parse(): Node {
    const node = this.choice();
    if (this.at < this.text.length) {
      throw new SyntaxError("a bracket too many");
    }
    return node;
  }

  private choice(): Node {
    if (++this.depth > deepest) {
      throw new SyntaxError("too deep");
    }
    const parts = [this.sequence()];
    while (this.take("|")) {
      parts.push(this.sequence());
    }
    this.depth--;
    return parts.length === 1 && parts[0] ? parts[0] : { kind: "choice", parts };
  }

  private sequence(): Node {
    const parts: Node[] = [];
    while (this.at < this.text.length && !/[|)]/.test(this.text.charAt(this.at))) {
      parts.push(this.repeated(this.atom()));
    }
    return { kind: "sequence", parts };
  }

  private repeated(part: Node): Node {
    const match = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/.exec(this.text.slice(this.at, this.at + 24));
    if (!match) {
      return part;
    }
    if (part.kind === "assert") {
      throw new SyntaxError("nothing to repeat");
    }
    this.at += match[0].length;
    const [, sign, from = "0", comma, to = ""] = match;
    const least = sign ? (sign === "+" ? 1 : 0) : Number(from);
    const most = sign ? (sign === "?" ? 1 : Infinity) : !comma ? least : to === "" ? Infinity : Number(to);
    if (most < least || /[*+?{]/.test(this.text.charAt(this.at))) {
      throw new SyntaxError("nothing to repeat");
    }
    return { kind: "repeat", part, least, most };
  }

  private atom(): Node {
    const point = this.text.codePointAt(this.at) ?? 0;
    const char = String.fromCodePoint(point);
    switch (char) {
      case "(":
        return this.group();
      case "[":
        return this.characterClass();
      case "\\":
        return this.escape();
      case "^":
        this.at++;
        return { kind: "assert", holds: (before) => before < 0 };
      case "$":
        this.at++;
        return { kind: "assert", holds: (_before, after) => after < 0 };
      case ".":
        this.at++;
        return { kind: "test", test: member(".") };
    }
    if ("*+?".includes(char)) {
      throw new SyntaxError("nothing to repeat");
    }
    this.at += char.length;
    return { kind: "test", test: (other) => other === point };
  }

  private group(): Node {
    const open = /^\((?:\?:|\?<[A-Za-z_$][\w$]*>|(?!\?))/.exec(this.text.slice(this.at, this.at + 200));
    if (!open) {
      throw new SyntaxError("a group of another kind");
    }
    this.at += open[0].length;
    const node = this.choice();
    if (!this.take(")")) {
      throw new SyntaxError("a bracket is missing");
    }
    return node;
  }

  private characterClass(): Node {
    let source = "[";
    let i = this.at + 1;
    for (; i < this.text.length && this.text.charAt(i) !== "]"; i++) {
      let char = this.text.charAt(i);
      if (char === "\\") {
        char = this.text.charAt(++i);
        source += /[\w]/.test(char) || (syntax + "-").includes(char) ? "\\" : "";
      }
      source += char;
    }
    if (i >= this.text.length) {
      throw new SyntaxError("a bracket is missing");
    }
    this.at = i + 1;
    return { kind: "test", test: member(source + "]") };
  }

  private escape(): Node {
    const match = /^\\(?:u\{[0-9a-fA-F]+\}|u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[pP]\{[\w=]+\}|c[A-Za-z]|0(?!\d)|[dDwWsSfnrtv])/.exec(
      this.text.slice(this.at, this.at + 80),
    );
    if (match) {
      this.at += match[0].length;
      return { kind: "test", test: member(match[0]) };
    }
    const char = this.text.charAt(this.at + 1);
    this.at += 2;
    if (char === "b" || char === "B") {
      return { kind: "assert", holds: (before, after) => (word(before) !== word(after)) === (char === "b") };
    }
    if (char === "" || /[\w]/.test(char)) {
      throw new SyntaxError("an escape of another kind");
    }
    const point = char.codePointAt(0);
    return { kind: "test", test: (other) => other === point };
  }

  private take(char: string): boolean {
    const there = this.text.charAt(this.at) === char;
    this.at += there ? 1 : 0;
    return there;
  }
}

function word(point: number): boolean {
  return point >= 0 && /\w/.test(String.fromCodePoint(point));
}

// member tells whether one character belongs to a class. The answers for ASCII are
// made once, the others as they are needed.
function member(source: string): Test {
  const one = new RegExp("^" + source + "$", "u");
  const ask = (point: number): boolean => one.test(String.fromCodePoint(point));
  const ascii = Uint8Array.from({ length: 128 }, (_, point) => (ask(point) ? 1 : 0));
  const others = new Map<number, boolean>();
  return (point) => {
    if (point < 128) {
      return ascii[point] === 1;
    }
    let known = others.get(point);
    if (known === undefined) {
      known = ask(point);
      others.set(point, known);
    }
    return known;
  };
}
