import { equal, table, test } from "../../testing/testing";
import { distance, joined, typos, variants, words } from "./words";

table<readonly [text: string, words: readonly string[]]>(
  {
    "words are runs of letters and digits in small letters": ["List 2 Pets, please!", ["list", "2", "pets", "please"]],
    "a name in camel case is a word, and so are its parts": ["petId", ["petid", "pet", "id"]],
    "capitals that stand together are one part": ["HTTPServer", ["httpserver", "http", "server"]],
    "a plural of capitals is not parted": ["petIDs", ["petids", "pet", "ids"]],
    "digits end a part before a capital": ["v2Pets", ["v2pets", "v2", "pets"]],
    "other alphabets have words": ["Größe Ελλάδα", ["grosse", "ελλαδα"]],
    "a letter that some keyboards lack is what is written in its place": ["Straße Ærø Łódź", ["strasse", "aero", "lodz"]],
    "a capital with a dot is its small letter": ["İstanbul", ["istanbul"]],
    "a hamza and the vowels of Arabic are left out": ["إنشاء مُسْتَخْدِم", ["انشاء", "مستخدم"]],
    "a mark that makes another letter stays": ["йод हिन्दी が", ["йод", "हिन्दी", "が"]],
    "characters of scripts without spaces are words each": ["宠物store", ["宠", "物", "store"]],
    "marks belong to their letters": ["e\u0301a", ["ea"]],
    "signs alone are no words": ["-- !", []],
    "a long word is cut": ["x".repeat(100), ["x".repeat(64)]],
  },
  ([text, wanted]) => equal(words(text), wanted),
);

test("a name of several words is joined, anything else is not", () =>
  equal(["per_page", "X-Trace-Id", "pet", "per page", "_", "pet-", "a.b.c", "x".repeat(65) + "-y"].map(joined), ["perpage", "xtraceid", "", "", "", "pet", "abc", ""]));

table<readonly [word: string, variants: readonly string[]]>(
  {
    "a word in the singular is the plural, too": ["pet", ["pet", "pets"]],
    "a word in -y": ["category", ["category", "categorys", "categories"]],
    "a short word in -y": ["keyy", ["keyy", "keyys"]],
    "a word in -x": ["box", ["box", "boxes"]],
    "a word in -ch": ["search", ["search", "searches"]],
    "a word of two letters is itself": ["id", ["id"]],
    "a plural is the singular, too": ["pets", ["pets", "pet"]],
    "a plural in -ies": ["categories", ["categories", "categorie", "category", "categori"]],
    "a plural in -es": ["boxes", ["boxes", "boxe", "box"]],
    "a word in -ss is no plural": ["address", ["address", "addresses"]],
    "a short word is no plural": ["gas", ["gas"]],
  },
  ([word, wanted]) => equal(variants(word), wanted),
);

test("long words may have typing errors, numbers none", () => equal(["pet", "pets", "planets", "marsupil", "pets2", ""].map(typos), [0, 1, 1, 2, 0, 0]));

table<readonly [have: string, want: string, limit: number, distance: readonly [whole: number, start: number]]>(
  {
    "the same word is no error away": ["planet", "planet", 2, [0, 0]],
    "a letter that is missing": ["planet", "plnet", 1, [1, 1]],
    "a letter too much": ["planet", "plaanet", 1, [1, 1]],
    "a letter that is wrong": ["planet", "plamet", 1, [1, 1]],
    "letters that are swapped are one error": ["planet", "plnaet", 1, [1, 1]],
    "the first two letters may be swapped": ["planet", "lpanet", 1, [1, 1]],
    "another first letter is too many errors": ["planet", "xlanet", 2, [3, 3]],
    "the start of a word may be nearer": ["planetary", "plamet", 1, [2, 1]],
    "too many errors are one more than allowed": ["planet", "pxxxet", 2, [3, 3]],
    "a word that is too short is too far": ["pl", "planet", 1, [2, 2]],
  },
  ([have, want, limit, wanted]) => equal(distance(have, want, limit), wanted),
);
