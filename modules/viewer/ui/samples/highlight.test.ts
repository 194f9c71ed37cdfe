import { equal, table } from "../testing/testing";
import { pieces } from "./highlight";

// The coloured pieces of a sample.
table<readonly [text: string, language: string, want: readonly string[]]>(
  {
    "an apostrophe between quotes of a shell": [`curl 'it'\\''s' --data 'b' # c`, "shell", ["string:'it'", "string:'s'", "word:--data", "string:'b'", "comment:# c"]],
    "a backslash in single quotes of a shell": [`--a 'b\\' --c`, "shell", ["word:--a", "string:'b\\'", "word:--c"]],
    "an escaped quote in double quotes": [`"a\\"b" 1`, "shell", [`string:"a\\"b"`, "number:1"]],
    "an escaped line end": [`curl \\\n  --a 'b'`, "shell", ["word:--a", "string:'b'"]],
    "an escaped apostrophe elsewhere": [`x = 'it\\'s' # c`, "python", ["string:'it\\'s'", "comment:# c"]],
  },
  ([text, language, want]) => equal(pieces(text, language).map((p) => p.kind + ":" + text.slice(p.start, p.end)), want),
);
