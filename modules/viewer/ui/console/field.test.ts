import { equal, test } from "../testing/testing";
import { plain } from "../serialize/value";
import { file, type Field } from "./field";

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
