import { equal, table } from "../../testing/testing";
import { marked } from "./mark";
import { parse } from "./query";

// Each row: a query, a text, and the text with what was found in brackets.
table<readonly [query: string, text: string, marked: string | undefined]>(
  {
    "a word is marked": ["planet", "Create a planet", "Create a [planet]"],
    "capitals mean nothing": ["PLANET", "Planet", "[Planet]"],
    "the start of a word is marked": ["plan", "planets", "[plan]ets"],
    "a plural marks the singular": ["planets", "a planet", "a [planet]"],
    "a part of a word is marked": ["lane", "planet", "p[lane]t"],
    "a short part within a word is not": ["an", "planet", undefined],
    "a word with a typing error is marked": ["plnaet", "a planet", "a [planet]"],
    "what is like a word is not marked beside the word": ["planet", "planet plant", "[planet] plant"],
    "several words are marked": ["planet star", "star and planet", "[star] and [planet]"],
    "marks side by side are one": ["per page", "perpage", "[per][page]".replace("][", "")],
    "a name in another spelling is marked in parts": ["perPage", "per_page", "[per]_[page]"],
    "a letter that is two in the query is marked whole": ["strasse", "Die Straße.", "Die [Straße]."],
    "a word of more letters than are compared is marked whole": ["cafe", "Cafe\u0301 bar", "[Cafe\u0301] bar"],
    "the start of such a word is the whole of it": ["cafe", "Cafe\u0301s", "[Cafe\u0301s]"],
    "nothing is marked where nothing is": ["star", "planet", undefined],
    "nothing is marked in nothing": ["star", "", undefined],
    "characters of two units are counted so": ["planet", "😀 planet", "😀 [planet]"],
  },
  ([query, text, wanted]) => {
    const parts = marked(text, parse(query).words);
    equal([parts?.map((part, i) => (i % 2 === 1 ? "[" + part + "]" : part)).join(""), parts?.join("")], [wanted, wanted === undefined ? undefined : text]);
  },
);
