import { after, equal, table, test } from "../testing/testing";
import { speak } from "../words/language";
import { grouped } from "./grouped";
import { counted, phrase, told } from "./words";

// speaking gives the page the words of a language for the time of a case.
function speaking(language: string, texts: Parameters<typeof speak>[1]): void {
  speak(language, texts);
  after(() => { Reflect.deleteProperty(globalThis, "trefoilWords"); });
}

test("a page without other words is English", () => equal([phrase("Copy"), phrase("{1} of {2}", 1, "b"), counted(1, "row", "rows"), counted(0, "row", "rows"), counted(2e3, "row", "rows", "2,000")], ["Copy", "1 of b", "1 row", "0 rows", "2,000 rows"]));

test("a text is in the language of the page", () => {
  speaking("de", { Copy: "Kopieren" });
  equal([phrase("Copy"), phrase("Paste")], ["Kopieren", "Paste"]);
});

test("values stand where the language has them", () => {
  speaking("ja", { "{1} in {2}": "{2} の {1}" });
  equal([phrase("{1} in {2}", "$&", "{1}"), phrase("{id} {1}{9}", "a")], ["{1} の $&", "{id} a{9}"]);
});

table<readonly [n: number, text: string]>(
  {
    "nothing": [0, "none"],
    "one": [1, "one"],
    "two": [2, "two"],
    "few": [3, "few 3"],
    "many": [11, "many 11"],
    "a hundred": [100, "other 100"],
  },
  ([n, text]) => {
    speaking("ar", { "{n} rows": { zero: "none", one: "one", two: "two", few: "few {n}", many: "many {n}", other: "other {n}" } });
    equal(counted(n, "row", "rows"), text);
  },
);

test("messages of those who have no page are known by their form", () => {
  speaking("de", {
    "is {1}, not {2}": "Das ist {1}, nicht {2}.", "is not {1}": "Das ist nicht {1}.", "is not allowed": "Verboten.", "an integer": "integer", "a string": "string", " or ": " oder ",
    "is {1}, not more than {2}": "{1} ist nicht mehr als {2}.", "has {1} {2}, at least {3} are wanted": "{1} {2}, {3} verlangt.", "item(s) that fit contains": "passende",
    "lacks the member {1}, which {2} needs": "{2} braucht {1}.", "Here {1} is expected, not {2}": "Hier: {1}, nicht {2}", "a value or ]": "Wert oder ]", "{1}, and byte {2} is no text": "{1}; {2} ist kein Text",
    "the reference {1} leads nowhere": "{1} führt nirgendwohin", "the path item is {1} and must be an object": "Der Pfad ist {1}", "a list": "eine Liste",
  });
  equal(
    ["is an integer, not a string or null", "is not allowed", 'is not "a or b"', "is 5, not more than 7", "has 1 item(s) that fit contains, at least 2 are wanted", 'lacks the member "a", which "b" needs', "Here a value or ] is expected, not x", "Here a value or ] is expected, not the byte 0xe9, and byte 7 is no text", "is unheard of", 'the reference "#/a" leads nowhere', "the path item is a list and must be an object"].map(told),
    ["Das ist integer, nicht string oder null.", "Verboten.", 'Das ist nicht "a or b".', "5 ist nicht mehr als 7.", "1 passende, 2 verlangt.", '"b" braucht "a".', "Hier: Wert oder ], nicht x", "Hier: Wert oder ], nicht 0xe9; 7 ist kein Text", "is unheard of", '"#/a" führt nirgendwohin', "Der Pfad ist eine Liste"],
  );
});

// Each row: a language, what a number is there, and a message that has one.
table<readonly [language: string, number: string, message: string]>(
  {
    "thousands are apart as in German": ["de", "1.234.567", "100.000 Zeilen"],
    "thousands are apart as in French": ["fr", "1\u202f234\u202f567", "100\u202f000 Zeilen"],
    "numbers of Arabic have the digits of the page": ["ar", "1,234,567", "100,000 Zeilen"],
  },
  ([language, number, message]) => {
    speaking(language, { "It has more than {1} lines": "{1} Zeilen" });
    equal([grouped(1234567), told("It has more than 100,000 lines")], [number, message]);
  },
);

test("thousands are apart as in English where the page has no other words", () => equal(grouped(1234567), "1,234,567"));
