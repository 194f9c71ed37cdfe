import { equal, replace, same, table, test, throws } from "../testing/testing";
import { compact, fromData, indent, JSONError, lineOf, memberOf, nothing, objectOf, parse, plain, quote, read, textValue, bare, listOf } from "./value";

// What is read and written again is what was typed.
table(
  {
    "numbers keep their spelling": '[1.0,1e2,-0,-0.50,12345678901234567890.10,1E+5]',
    "members keep their order, numbers among their names": '{"b":1,"2":2,"a":3,"1":4}',
    "members of the same name are all kept": '{"a":1,"a":2}',
    "a name may be that of every object": '{"__proto__":1,"constructor":2}',
    "words are kept": "[true,false,null]",
    "nothing in it stays empty": '[[],{},"",{"":""}]',
    "characters outside of the basic plane stay": '"😀é"',
    "escapes that are needed stay": '"\\"\\\\\\n\\u0001"',
  },
  (json) => equal(compact(parse(json)), json),
);

table<readonly [json: string, text: string]>(
  {
    "escapes are read": ['"\\b\\f\\n\\r\\t\\/\\u00e9"', "\b\f\n\r\t/é"],
    "two escapes of halves are one character": ['"\\ud83d\\ude00"', "😀"],
    "half a character is replaced": ['"a\\ud83d"', "a\ufffd"],
    "the second half alone is replaced": ['"\\ude00a"', "\ufffda"],
    "halves in the wrong order are replaced both": ['"\\ude00\\ud83d"', "\ufffd\ufffd"],
  },
  ([json, text]) => equal(parse(json).text, text),
);

table<readonly [json: string, message: string, at: number]>(
  {
    "nothing": ["", "The text ends too early.", 0],
    "only space": [" \n", "The text ends too early.", 2],
    "a word that is none": ["tru", "A value has to stand here.", 0],
    "a plus before a number": ["+1", "A value has to stand here.", 0],
    "a zero before a number": ["01", "Nothing may follow the value.", 1],
    "a point without digits": ["1.", "Nothing may follow the value.", 1],
    "a second value": ["1 2", "Nothing may follow the value.", 2],
    "a comma at the end of a list": ["[1,]", "A value has to stand here.", 3],
    "a comma at the end of an object": ['{"a":1,}', "A name in quotes has to stand here.", 7],
    "a name without quotes": ["{a:1}", "A name in quotes has to stand here.", 1],
    "no colon": ['{"a" 1}', "Here has to be :", 5],
    "no comma": ["[1 2]", "Here has to be , or ]", 3],
    "no end of a list": ["[1", "The text ends too early.", 2],
    "no end of a string": ['["a', "This string does not end.", 1],
    "a new line in a string": ['"a\nb"', "A string cannot hold this character as it is.", 2],
    "an escape that there is not": ['"\\x"', "A string has no such escape.", 1],
    "an escape called like a member of every object": ['"\\constructor"', "A string has no such escape.", 1],
    "an escape of too few digits": ['"\\u12"', "A string has no such escape.", 1],
    "another kind of space": ["\u00a01", "A value has to stand here.", 0],
  },
  ([json, message, at]) => {
    let found: unknown;
    try {
      parse(json);
    } catch (error) {
      found = error;
    }
    equal(found instanceof JSONError ? [found.message, found.at] : found, [message, at]);
  },
);

test("500 levels are read, and no more", () => {
  const deep = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);
  equal([compact(parse(deep(500))) === deep(500), read(deep(600)).quoted], [true, true]);
});

test("every value knows where it begins", () => {
  const v = parse(' [1, {"a": "b"}]');
  equal([v.at, v.items[0]?.at, v.items[1]?.at, memberOf(v.items[1], "a")?.at], [1, 2, 5, 11]);
});

test("a place has a line and a column, both from 1", () => equal([lineOf("ab\nc", 0), lineOf("ab\nc", 2), lineOf("ab\nc", 3)], [{ line: 1, column: 1 }, { line: 1, column: 3 }, { line: 2, column: 1 }]));

test("what is no JSON is read as a string", () => equal([read("abc"), read("1")], [textValue("abc"), { ...bare("1"), at: 0 }]));

table<readonly [json: string, text: string]>(
  {
    "plain is the text of a string": ['"a b"', "a b"],
    "plain is a number as it is written": ["1.50", "1.50"],
    "plain is nothing for null": ["null", ""],
    "plain is JSON for lists and objects": ['[{ "a" : null }]', '[{"a":null}]'],
  },
  ([json, text]) => equal(plain(parse(json)), text),
);

test("indent writes a member or item per line, and nothing in an empty one", () =>
  equal(indent(parse('{"a":[1,{"b":[]}],"c":{}}')), '{\n  "a": [\n    1,\n    {\n      "b": []\n    }\n  ],\n  "c": {}\n}'));

test("quote escapes the separators of lines that scripts do not take", () => equal(quote('a"\u2028\u2029\n😀'), '"a\\"\\u2028\\u2029\\n😀"'));

test("the last member with a name is the one that counts", () => {
  const v = parse('{"a":1,"b":2,"a":3}');
  equal([memberOf(v, "a")?.text, memberOf(v, "c"), memberOf(undefined, "a")], ["3", undefined, undefined]);
});

test("values are made of data", () => {
  same(fromData(undefined), nothing);
  equal(compact(fromData({ a: [1, "b", null] })), '{"a":[1,"b",null]}');
  equal(compact(objectOf([["a", listOf([bare("1.0"), nothing])]])), '{"a":[1.0,null]}');
});

test("what is no JSON is told in the language of the page", () => {
  replace(globalThis as { trefoilWords?: unknown }, "trefoilWords", { say: (english: string) => (english.startsWith("Here has to be") ? "Hier fehlt {1}" : undefined) });
  throws(() => parse('{"a" 1}'), "Hier fehlt :");
  throws(() => parse("[1 2]"), "Hier fehlt ,");
});
