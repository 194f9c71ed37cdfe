import { equal, table, test } from "../testing/testing";
import { Pattern } from "./pattern";

const matches = (pattern: string, text: string): boolean | null | undefined => Pattern.compile(pattern)?.matches(text);

// Each row: a pattern, texts that hold a match, and texts that do not.
table<readonly [pattern: string, yes: readonly string[], no: readonly string[]]>(
  {
    "a pattern is not anchored": ["b", ["abc"], ["ac"]],
    "an empty pattern matches everything": ["", ["", "x"], []],
    "^ and $ are the ends of the text, not of its lines": ["^a$", ["a"], ["a\n", "b\na", "ab"]],
    "a point is any character but the end of a line": ["^.$", ["a", "é", "😀"], ["", "\n", "ab"]],
    "a star is any number": ["^ab*$", ["a", "abbb"], ["b"]],
    "a plus is one at least": ["^ab+$", ["ab", "abb"], ["a"]],
    "a question mark is one at most": ["^ab?$", ["a", "ab"], ["abb"]],
    "braces count": ["^a{2,3}$", ["aa", "aaa"], ["a", "aaaa"]],
    "braces with one number count exactly": ["^(ab){2}$", ["abab"], ["ab", "ababab"]],
    "braces without an end have none": ["^a{2,}$", ["aa", "aaaaa"], ["a"]],
    "lazy repetitions match the same": ["^a+?b*?$", ["a", "aab"], ["b"]],
    "alternatives are tried": ["^(cat|dog|)$", ["cat", "dog", ""], ["cow"]],
    "groups with names are groups": ["^(?<year>\\d{4})-(?:\\d\\d)$", ["2026-11"], ["26-11"]],
    "classes hold characters and ranges": ["^[a-c_]+$", ["ab_c"], ["d", ""]],
    "classes may be negated": ["^[^a-c]$", ["d", "é"], ["a"]],
    "a class may hold escapes": ["^[\\d\\-\\]]+$", ["1-2]"], ["a"]],
    "words have borders": ["\\bcat\\b", ["a cat!"], ["concat"]],
    "not a border of words": ["\\Bcat", ["concat"], ["cat"]],
    "characters outside of the basic plane are one": ["^[😀-😂]$", ["😁"], ["😎", "😁😁"]],
    "escapes of code points are read": ["^\\u{1f600}\\u00e9\\x41$", ["😀éA"], ["éA"]],
    "two escapes of halves are one character": ["^\\ud83d\\ude00$", ["😀"], ["\ud83d"]],
    "properties of Unicode are read": ["^\\p{Lu}\\P{L}$", ["É1"], ["é1", "ÉÉ"]],
    "a needless backslash before a sign is taken": ["^\\@\\-\\/$", ["@-/"], ["@"]],
    "a space of any kind": ["^\\s\\S$", ["\u00a0x"], ["xx"]],
    "an empty repetition ends": ["^(a*)*$", ["", "aaa"], ["b"]],
    "a repetition of nothing ends": ["^(){1000}a$", ["a"], [""]],
  },
  ([pattern, yes, no]) => equal([yes.map((text) => matches(pattern, text)), no.map((text) => matches(pattern, text))], [yes.map(() => true), no.map(() => false)]),
);

table(
  {
    "lookbehind cannot be read": "(?<=a)b",
    "lookahead cannot be read": "(?=a)",
    "a back reference cannot be read": "(a)\\1",
    "too many repetitions cannot be read": "(x{1000}){1000}",
    "repetitions of repetitions cannot be read": "((((((x{9}){9}){9}){9}){9}){9}){9}",
    "a group without an end cannot be read": "(a",
    "an end without a group cannot be read": "a)",
    "a class without an end cannot be read": "[a",
    "nothing to repeat cannot be read": "*a",
    "a repetition of an end cannot be read": "^*",
    "two repetitions cannot be read": "a**",
    "a range that runs backwards cannot be read": "[z-a]",
    "braces that run backwards cannot be read": "a{3,2}",
    "an unknown escape cannot be read": "\\y",
    "a backslash at the end cannot be read": "a\\",
    "an unknown property cannot be read": "\\p{Nope}",
    "groups in groups without end cannot be read": "(".repeat(300) + ")".repeat(300),
  },
  (pattern) => equal(Pattern.compile(pattern), null),
);

// The browser's own engine would take for ever on these.
table(
  Object.fromEntries(["(a+)+$", "(a|a)*$", "(a|aa)+$", "([a-z]+)*=", "(x?){500}x{500}", "(.*)*(.*)*(.*)*,"].map((pattern) => ["the hostile pattern " + pattern + " ends after a bounded number of steps", pattern])),
  (pattern) => {
    const compiled = Pattern.compile(pattern);
    compiled?.matches("a".repeat(50_000) + "!");
    equal(compiled !== null && compiled.steps > 0 && compiled.steps <= 1.1 * (1 << 21), true);
  },
);

test("a text that takes too long has no answer", () => equal(matches("([a-z]+)*=", "a".repeat(1_000_000)), null));

test("steps are counted for all texts together", () => {
  const pattern = Pattern.compile("^a$");
  pattern?.matches("b");
  const first = pattern?.steps ?? 0;
  pattern?.matches("b");
  equal([first > 0, pattern?.steps], [true, 2 * first]);
});
