import { equal, table } from "../testing/testing";
import { paint } from "./colour";

// Each row: a language, a row of text, and its pieces with the classes that colour
// them. What has no class is not coloured.
table<readonly [language: string, text: string, pieces: readonly string[]]>(
  {
    "names, texts, numbers and words of JSON": ["json", '{"a": "b", "c":-1.5e3, "d": null}', ["{", 't-name "a"', ":", " ", 't-string "b"', ", ", 't-name "c"', ":", "t-number -1.5e3", ", ", 't-name "d"', ":", " ", "t-word null", "}"]],
    "a quote in a text is a part of it": ["json", '"a\\"b"', ['t-string "a\\"b"']],
    "a text without an end is one": ["json", '["a', ["[", 't-string "a']],
    "a word in another is none": ["json", "nullable", ["nullable"]],
    "elements and attributes of markup": ["markup", '<a b="c">d</a>', ["t-word <a", " ", "t-name b", "=", 't-string "c"', "t-word >", "d", "t-word </a", "t-word >"]],
    "comments of markup": ["markup", "a<!-- <b> -->c", ["a", "t-comment <!-- <b> -->", "c"]],
    "a comment without an end": ["markup", "<!-- a", ["t-comment <!-- a"]],
    "a declaration is a comment": ["markup", "<?xml version='1'?><!DOCTYPE a>", ["t-comment <?xml version='1'?>", "t-comment <!DOCTYPE a>"]],
    "other languages have no colours": ["text", '{"a":1}', ['{"a":1}']],
    "markup is text": ["json", "<b>&amp;", ["<b>&amp;"]],
  },
  ([language, text, pieces]) => {
    const el = document.createElement("div");
    paint(el, text, language);
    const found = [...el.childNodes].map((child) => (child instanceof HTMLElement ? child.className + " " : "") + (child.textContent ?? "")).filter((piece) => piece !== "");
    equal([found, el.textContent], [pieces, text]);
  },
);
