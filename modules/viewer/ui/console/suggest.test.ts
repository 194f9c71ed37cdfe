import type { Schema } from "../serialize/part";
import { equal, table } from "../testing/testing";
import { spotOf, suggestions } from "./suggest";

// The bar is where the cursor is.
function spot(marked: string): ReturnType<typeof spotOf> {
  return spotOf(marked.replace("|", ""), marked.indexOf("|"));
}

table<readonly [text: string, path: string | null, name?: boolean, word?: string]>(
  {
    "an empty text is a value": ["|", "", false, ""],
    "an object wants a name": ["{|", "", true, ""],
    "a name that is begun is replaced": ['{"na|', "", true, '"na'],
    "a name that is written is replaced as a whole": ['{"na|me": 1}', "", true, '"name"'],
    "after a comma comes a name": ['{"a": 1, |}', "", true, ""],
    "after a colon comes a value": ['{"a": |}', "/a", false, ""],
    "a value that is begun is replaced": ['{"a": tr|}', "/a", false, "tr"],
    "a text that is begun ends with the line": ['{"a": "re|\n}', "/a", false, '"re'],
    "an item of a list is a value": ['{"a": [1, |]}', "/a/1", false, ""],
    "an object in a list wants names": ['{"a": [{}, {"b": 2, "|"}]}', "/a/1", true, '""'],
    "a bracket in a text opens nothing": ['{"a": "{[", "|', "", true, '"'],
    "a quote in a text does not end it": ['{"a\\"b": |', '/a\\"b', false, ""],
    "behind a value nothing begins": ['{"a": 1 |}', null],
    "behind a name nothing begins": ['{"a" |', null],
  },
  ([text, path, name, word]) => {
    const got = spot(text);
    equal(got && "/" + got.path.join("/"), path === null ? null : path || "/");
    if (got) {
      equal([got.name, text.replace("|", "").slice(got.from, got.to)], [name, word]);
    }
  },
);

const schemas: Readonly<Record<string, Schema>> = {
  "#/pet": {
    type: "object", required: ["name"],
    properties: {
      kind: { enum: ["cat", "dog"], description: "What it is" }, name: { type: "string", description: "What it is called" }, id: { type: "integer", readOnly: true },
      tags: { type: "array", items: { type: "string", enum: ["a", "b"] } }, owner: { $ref: "#/owner" }, ok: { type: ["boolean", "null"] },
    },
  },
  "#/owner": { oneOf: [{ properties: { mail: { type: "string" } } }, { properties: { phone: { type: "string" } } }] },
};

const offered = (text: string): readonly string[] => {
  const at = spot(text);
  return at ? suggestions(at, { $ref: "#/pet" }, (ref) => schemas[ref]).map(({ label, detail, info, before, after }) => [label, detail, info, before + "|" + after].join(" ; ")) : [];
};

table<readonly [text: string, want: readonly string[]]>(
  {
    "names are offered, what is required first, and what only answers hold never": [
      "{|",
      ['name ; string, required ; What it is called ; "name": "|"', 'kind ;  ; What it is ; "kind": |', 'tags ; list of string ;  ; "tags": [|]', 'owner ; one of several ;  ; "owner": |', 'ok ; boolean or null ;  ; "ok": |'],
    ],
    "names that are there are not offered, wherever they stand": ['{"name": "x", |, "tags": [{"ok": 1}], "kind": "cat", "owner": {}}', ['ok ; boolean or null ;  ; "ok": |']],
    "values of a list are offered": ['{"kind": |', ['"cat" ;  ; What it is ; "cat"|', '"dog" ;  ; What it is ; "dog"|']],
    "values of items are offered": ['{"tags": ["a", |', ['"a" ;  ;  ; "a"|', '"b" ;  ;  ; "b"|']],
    "members of each alternative are offered": ['{"owner": {|', ['mail ; string ;  ; "mail": "|"', 'phone ; string ;  ; "phone": "|"']],
    "a text of its own has no suggestions": ['{"name": |', []],
  },
  ([text, want]) => equal(offered(text), want),
);
