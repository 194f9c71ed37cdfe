import { equal, table } from "../testing/testing";
import { pieces } from "./highlight";

// The coloured pieces of a sample.
table<readonly [text: string, language: string, want: readonly string[]]>(
  {
    "an apostrophe between quotes of a shell": [`curl 'it'\\''s' --data 'b' # c`, "shell", ["string:'it'", "string:'s'", "word:--data", "string:'b'", "comment:# c"]],
    "a backslash in single quotes of a shell": [`--a 'b\\' --c`, "shell", ["word:--a", "string:'b\\'", "word:--c"]],
    "an escaped quote in double quotes": [`"a\\"b" 1`, "shell", [`string:"a\\"b"`, "number:1"]],
    "an escaped line end": [`curl \\\n  --a 'b'`, "shell", ["word:--a", "string:'b'"]],
    "a line of 2,000 characters": ["1 " + "-".repeat(1996) + " 2", "python", ["number:1", "number:2"]],
    "a longer line, which a browser paints slowly": ["1\n2 " + "-".repeat(1997) + " 3\n4\n", "python", ["number:1", "number:4"]],
    "text over several lines, one of them long": ["1 `\n" + "-".repeat(2001) + "\n` 2\n3", "python", ["number:1", "number:2", "number:3"]],
    "an escaped apostrophe elsewhere": [`x = 'it\\'s' # c`, "python", ["string:'it\\'s'", "comment:# c"]],
  },
  ([text, language, want]) => equal(pieces(text, language).map((p) => p.kind + ":" + text.slice(p.start, p.end)), want),
);
