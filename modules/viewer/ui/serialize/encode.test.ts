import { equal, table, test } from "../testing/testing";
import { cookieText, encode, formEncode, header, inPath, inQuery, inServer, isToken, mend, placeholder } from "./encode";

table<readonly [text: string, keep: string, encoded: string]>(
  {
    "unreserved characters stay": ["AZaz09-._~", "", "AZaz09-._~"],
    "everything else is encoded as UTF-8, in capitals": ["a b/é😀%", "", "a%20b%2F%C3%A9%F0%9F%98%80%25"],
    "what is kept stays": ["a/b?c", "/", "a/b%3Fc"],
    "what is no ASCII is never kept": ["é", "é", "%C3%A9"],
    "half a character is replaced": ["\ud83d", "", "%EF%BF%BD"],
    "control characters are encoded": ["\n\u0000", "", "%0A%00"],
  },
  ([text, keep, encoded]) => equal(encode(text, keep), encoded),
);

table<readonly [text: string, keep: string, mended: string]>(
  {
    "mend leaves what is encoded": ["%41 %c3%A9", inPath, "%41%20%c3%A9"],
    "mend encodes a percent that encodes nothing": ["100%|%4", inPath, "100%25%7C%254"],
    "a question mark stays in a query": ["?", inQuery, "?"],
    "a question mark does not stay in a path": ["?", inPath, "%3F"],
    "brackets stay in an address": ["[::1]", inServer, "[::1]"],
    "brackets do not stay in a query": ["[]", inQuery, "%5B%5D"],
  },
  ([text, keep, mended]) => equal(mend(text, keep), mended),
);

test("a form has a plus for a space, and keeps the star", () => equal(formEncode("a b+c*~é"), "a+b%2Bc*~%C3%A9"));

test("a header is one line without space around it", () => equal(header(" \ta\r\nb\u007fc\u0000 "), "a  b c"));

test("the name of a header is a token", () =>
  equal(["X-Trace", "a!#$%&'*+.^_`|~9", "", "a b", "a:b", "é", "a(b)", "a\n", "\u007f"].filter(isToken), ["X-Trace", "a!#$%&'*+.^_`|~9"]));

test("a cookie keeps all but what would end it", () => equal(cookieText('a b="é";\r\n\0'), 'a b="é"%3B%0D%0A%00'));

table<readonly [name: string, spelled: string]>(
  {
    "words in camel case are parted": ["petId", "PET_ID"],
    "capitals stay together": ["petID", "PET_ID"],
    "signs are one line": ["pet--id.x", "PET_ID_X"],
    "signs around are left out": ["_pet_", "PET"],
    "signs beside a capital are one line": ["pet-Id", "PET_ID"],
    "digits stay": ["v2Id", "V2ID"],
    "letters of any alphabet are letters": ["größe", "GR%C3%96%C3%9FE"],
    "a name of signs alone is a value": ["--", "VALUE"],
    "no name is a value": ["", "VALUE"],
  },
  ([name, spelled]) => equal(placeholder(name), spelled),
);
