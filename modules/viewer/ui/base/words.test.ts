import { after, equal, table, test } from "../testing/testing";
import { speak } from "../words/language";
import { counted, phrase } from "./words";

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
