import { equal, table, test } from "../testing/testing";
import { node } from "./dom";
import { announce } from "./announce";
import { escaped, namesOf, pointerOf, unescaped } from "./pointer";
import { sizeText } from "./size";

// The examples of RFC 6901, section 5, and some more.
table<readonly [pointer: string, names: readonly string[]]>(
  {
    "the whole has no names": ["", []],
    "names in turn": ["/foo/0", ["foo", "0"]],
    "an empty name": ["/", [""]],
    "a slash in a name": ["/a~1b", ["a/b"]],
    "a tilde in a name": ["/m~0n", ["m~n"]],
    "both in a row": ["/~01", ["~1"]],
    "signs that mean nothing": ["/c%d/e^f/ /k\"l", ["c%d", "e^f", " ", 'k"l']],
    "letters of any alphabet": ["/é/😀", ["é", "😀"]],
  },
  ([pointer, names]) => equal([namesOf(pointer), pointerOf(names)], [names, pointer]),
);

test("a name is escaped and read again", () => equal(["~", "/", "~1", "~0", "/~/"].map((name) => [escaped(name), unescaped(escaped(name))]), [["~0", "~"], ["~1", "/"], ["~01", "~1"], ["~00", "~0"], ["~1~0~1", "/~/"]]));

test("sizes are told as the server tells them", () =>
  equal([0, 1, 999, 1000, 1049, 999_949, 999_950, 1e6, 1_550_000, 1e9].map(sizeText), ["0 bytes", "1 byte", "999 bytes", "1.0 kB", "1.0 kB", "999.9 kB", "1000.0 kB", "1.0 MB", "1.6 MB", "1000.0 MB"]));

test("an element is made of its attributes and children, and no text becomes markup", () =>
  equal(node("p", { class: "a", hidden: true, title: false, id: "x" }, "<b>", null, node("i", {}, "x")).outerHTML, '<p class="a" hidden="" id="x">&lt;b&gt;<i>x</i></p>'));

function announcer(parent: Node, open = false): HTMLElement {
  const el = node("div", { "data-announcer": true });
  const dialog = node("dialog", { open }, el);
  parent.appendChild(open ? dialog : el);
  return el;
}

test("what has changed is told in the page", () => {
  const el = announcer(document.body);
  announce("done");
  equal(el.textContent, "done");
});

test("what has changed is told in the dialog that is open", () => {
  const [outside, inside] = [announcer(document.body), announcer(document.body, true)];
  announce("done");
  equal([outside.textContent, inside.textContent], ["", "done"]);
});

test("what has changed in a shadow root is told there", () => {
  const outside = announcer(document.body);
  const host = node("div");
  document.body.append(host);
  const shadow = host.attachShadow({ mode: "open" });
  const inside = announcer(shadow);
  announce("done", inside);
  equal([outside.textContent, inside.textContent], ["", "done"]);
});

test("a page without a place for it is told nothing", () => {
  announce("done");
  equal(document.body.textContent, "");
});
