import { equal, replace, table, test } from "../testing/testing";
import { compact, plain, read } from "../serialize/value";
import { parse } from "./check";
import { field as make, file, type Field } from "./field";

const chosen = (name: string, text: string): File => new File([text], name);

// fields are controls of files of one form.
function fields(): { readonly files: Map<string, File>; readonly field: () => Field } {
  const files = new Map<string, File>();
  return { files, field: () => file("", { files, changed: () => undefined }) };
}

// choose chooses a file as a reader does, and returns what stands for it.
function choose({ control, value }: Field, own: File): string {
  const list = new DataTransfer();
  list.items.add(own);
  (control as HTMLInputElement).files = list.files;
  control.dispatchEvent(new Event("change"));
  const name = value();
  return name ? plain(name) : "";
}

test("files of two fields with the same name are both sent", async () => {
  const { files, field } = fields();
  const names = ["1", "2", "3"].map((text) => choose(field(), chosen("a.tar.gz", text)));
  equal(names, ["a.tar.gz", "a.tar-2.gz", "a.tar-3.gz"]);
  equal(await Promise.all(names.map((name) => files.get(name)?.text())), ["1", "2", "3"]);
});

test("a file in place of another one of a field keeps its name", async () => {
  const { files, field } = fields();
  const own = field();
  equal([choose(own, chosen("a.txt", "one")), choose(own, chosen("a.txt", "two"))], ["a.txt", "a.txt"]);
  equal(await files.get("a.txt")?.text(), "two");
});

test("quotes and control characters do not stand in the name of a file", () => equal(choose(fields().field(), chosen('a"b\\c\n', "x")), "a_b_c_"));

// Each row: an enumeration as the description has it, a value, and what the list shows of it.
table<readonly [values: string, value: string, shown: string]>(
  {
    "a number is chosen however it is written": ["[1.0, 2.0]", "1.0", "1"],
    "a number with an exponent is chosen": ["[1e3]", "1000", "1000"],
    "an identifier that a double would round is shown and sent as it is": ["[9007199254740993]", "9007199254740993", "9007199254740993"],
    "an object is chosen in whatever order its members are": ['[{"a":1,"b":2}]', '{"b":2,"a":1}', '{"a":1,"b":2}'],
    "another value is said to be one": ["[1]", "2", "2 (not in the list)"],
    "a text is no number": ["[1]", '"1"', "1 (not in the list)"],
  },
  ([values, value, shown]) => {
    const schema = parse(`{"enum": ${values}}`) as { readonly enum: readonly unknown[] };
    const own = make(schema, "", { resolve: () => undefined, changed: () => undefined, files: new Map(), variables: { lookup: () => undefined, masked: () => undefined }, depth: 0 });
    own.set(read(value));
    equal((own.control as HTMLSelectElement).selectedOptions[0]?.text, shown);
    equal(compact(own.value() ?? read('""')), shown.includes("not") ? value : shown);
  },
);

test("the choice of an alternative is named in the language of the page", () => {
  replace(globalThis as { trefoilWords?: unknown }, "trefoilWords", { say: (english: string) => (english === "{1}: which alternative" ? "{1}: welche Alternative" : undefined) });
  const own = make({ oneOf: [{ type: "string" }, { type: "integer" }] }, "a", { resolve: () => undefined, changed: () => undefined, files: new Map(), variables: { lookup: () => undefined, masked: () => undefined }, depth: 0 });
  equal(own.control.ariaLabel, "a: welche Alternative");
});

// Each row: what is typed for a number, and the value in JSON.
table<readonly [typed: string, json: string]>(
  {
    "a number is sent as it is typed": ["-0.50e+3", "-0.50e+3"],
    "a number that a double would round is sent as it is typed": ["9007199254740993", "9007199254740993"],
    "a number beyond all doubles is sent as it is typed": ["1e400", "1e400"],
    "a number that is pasted with spaces is one": [" 5 ", "5"],
    "a word is a text": ["true", '"true"'],
    "null is a text": ["null", '"null"'],
    "a number in quotes is a text": ['"5"', '"\\"5\\""'],
    "a list is a text": ["[5]", '"[5]"'],
    "a number with a plus is a text": ["+5", '"+5"'],
    "the name of a variable is a text": ["{{n}}", '"{{n}}"'],
  },
  ([typed, json]) => {
    const own = make({ type: "number" }, "", { resolve: () => undefined, changed: () => undefined, files: new Map(), variables: { lookup: () => undefined, masked: () => undefined }, depth: 0 });
    (own.control as HTMLInputElement).value = typed;
    equal(compact(own.value() ?? read('""')), json);
  },
);

test("an alternative is called by the end of its reference, however that is encoded", () => {
  const names = ["a%20b", "100%", "a~1b"].map((name) => ({ $ref: "#/components/schemas/" + name }));
  const own = make({ oneOf: names }, "", { resolve: () => ({ type: "string" }), changed: () => undefined, files: new Map(), variables: { lookup: () => undefined, masked: () => undefined }, depth: 0 });
  equal([...(own.control as HTMLSelectElement).options].map((option) => option.text), ["a b", "100%", "a/b"]);
});
