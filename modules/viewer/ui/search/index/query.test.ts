import { equal, table, test } from "../../testing/testing";
import { parse } from "./query";

// Each row: a query, its words, the values of its filters, and notes.
table<readonly [query: string, words: readonly string[], filters: readonly string[], notes: number]>(
  {
    "words are found in small letters": ["Create PLANET", ["create", "planet"], [], 0],
    "signs part words": ["create, a/planet!", ["create,", "a", "planet"].map((w) => w.replace(",", "")), [], 0],
    "a name may be written in any way": ["per_page", ["perpage"], [], 0],
    "a path is its words": ["/planets/{planetId}", ["planets", "planetid"], [], 0],
    "a filter is no word": ["method:POST planet", ["planet"], ["post"], 0],
    "a filter may stand in capitals": ["METHOD:Delete", [], ["delete"], 0],
    "the value of a filter may hold spaces": ['tag:"Round Things" x', ["x"], ["round things"], 0],
    "an address is no filter": ["https://a.example/b", ["https", "a", "example", "b"], [], 0],
    "an unknown filter is a word, with a note": ["colour:red", ["colourred"], [], 1],
    "a filter called like a member of every object is a word, with a note": ["constructor:x", ["constructorx"], [], 1],
    "a filter without a value is a word": ["method:", ["method"], [], 0],
    "a filter in quotes is words": ['"method:post"', ["method", "post"], [], 0],
    "a phrase is its words, with a note": ['"list my"', ["list", "my"], [], 1],
    "a quote without an end is one": ['"list my', ["list", "my"], [], 1],
    "nothing is nothing": [" ", [], [], 0],
    "signs alone are nothing": ["-- // {}", [], [], 0],
    "at most 12 words are looked for": ["a b c d e f g h i j k l m n", Array.from("abcdefghijkl"), [], 0],
  },
  ([query, words, filters, notes]) => {
    const q = parse(query);
    equal([q.words.map((w) => w.text), q.filters.map((f) => f.value), q.notes.length], [words, filters, notes]);
  },
);

test("the text of a query is what is no filter", () => equal(parse('kind:model  Get  "a b" method:get').text, "Get a b"));

test("the note on an unknown filter names the filters", () =>
  equal(parse("colour:red").notes, ['"colour:" is no filter and is searched for as a word. Filters: method, tag, path, kind, deprecated, auth, status, in.']));

test("a word has forms, parts and typing errors", () =>
  equal(parse("per_pages").words, [{ text: "perpages", parts: ["per", "pages"], forms: ["perpages", "perpage", "perpag", "per", "pages"], typos: 2 }]));

test("a long query is cut", () => equal(parse("x".repeat(9000)).words[0]?.text.length, 64));
