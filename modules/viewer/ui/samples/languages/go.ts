import type { Client, Clients } from "../kit";
import type { GoPart } from "./gotype";
import { values } from "./goprint";
import { q } from "./goquote";
import { typed } from "./gotyped";

const native: Client = (r, kit) => {
  const flat = kit.flat(r);
  const form = values(r, kit, "\t");
  const basic = kit.basic(r);
  const files = flat.body.filter((s) => s.file);
  const text = flat.body.some((s) => s.text !== undefined);
  const imports = ["fmt", "io", "log", "net/http", form ? "net/url" : "", files.length > 0 ? "os" : "", text ? "strings" : ""].filter((name) => name !== "");
  const opened = files.map((s, i) => "\tfile" + (i + 1) + ", err := os.Open(" + q(s.file ?? "", kit) + ")\n" + check + "\tdefer file" + (i + 1) + ".Close()\n").join("");
  let file = 0;
  const readers = flat.body.map((s) => (s.file ? "file" + ++file : "strings.NewReader(" + (form || q(s.text ?? "", kit)) + ")"));
  const body = readers.length > 1 ? "io.MultiReader(\n" + readers.map((e) => "\t\t" + e + ",\n").join("") + "\t)" : readers.join("");
  return (
    "package main\n\nimport (\n" + imports.map((name) => '\t"' + name + '"\n').join("") + ")\n\nfunc main() {\n" + opened +
    (body && "\tbody := " + body + "\n") + "\trequest, err := http.NewRequest(" + q(r.method, kit) + ", " + q(r.url, kit) + ", " + (body ? "body" : "nil") + ")\n" + check +
    flat.headers.map(([name, value]) => (basic && name === "Authorization" ? "\trequest.SetBasicAuth(" + q(basic[0], kit) + ", " + q(basic[1], kit) + ")\n" : "\trequest.Header.Set(" + q(name, kit) + ", " + q(value, kit) + ")\n")).join("") +
    "\tresponse, err := http.DefaultClient.Do(request)\n" + check +
    "\tdefer response.Body.Close()\n\ttext, err := io.ReadAll(response.Body)\n" + check + "\tfmt.Println(response.Status, string(text))\n}\n"
  );
};

const check = "\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n";

export const clients: Clients = { trefoil: (r, kit, part) => typed(r, kit, part as GoPart | undefined), native };
