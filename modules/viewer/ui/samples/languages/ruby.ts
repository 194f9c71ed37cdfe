import type { Client, Clients, Kit } from "../kit";
import type { Pair } from "../request";
import { literal, unique, type Literals } from "./literal";

// q quotes text in single quotes, whose only escapes are those two.
const q = (text: string, kit: Kit): string =>
  /\r|\0/.test(text)
    ? kit.quote(text, { "#": "\\#" }, "\\u{")
    : "'" + kit.escape(text, { "\\": "\\\\", "'": "\\'" }) + "'";

// literals are values as Ruby writes them.
const literals = (kit: Kit): Literals => ({
  words: { true: "true", false: "false", null: "nil" },
  pair: " => ",
  object: "{}",
  empty: "{}",
  indent: "  ",
  quote: (text) => q(text, kit),
});

// table is a hash, or a list of pairs where a name occurs twice.
function table(list: readonly Pair[], kit: Kit): string {
  const own = unique(list);
  const items = list.map(([name, value]) => "  " + (own ? q(name, kit) + " => " + q(value, kit) : "[" + q(name, kit) + ", " + q(value, kit) + "]") + ",\n").join("");
  return own ? "\n" + items : "[\n" + items + "]";
}

const native: Client = (r, kit) => {
  const flat = kit.flat(r);
  const form = kit.form(r);
  const basic = kit.basic(r);
  const value = literal(r, literals(kit), "");
  const body = value ? value + ".to_json" : flat.body.map((s) => (s.file ? "File.binread(" + q(s.file, kit) + ")" : q(s.text ?? "", kit) + (flat.body.length > 1 ? ".b" : ""))).join(" +\n  ");
  const type = kit.known(r.method) ? "::" + r.method.charAt(0) + r.method.slice(1).toLowerCase() + ".new(uri)" : "GenericRequest.new(" + q(r.method, kit) + ", " + (body !== "") + ", true, uri)";
  return (
    (value && 'require "json"\n') + 'require "net/http"\n\nuri = URI(' + q(r.url, kit) + ")\nrequest = Net::HTTP" + type + "\n" +
    kit.rest(flat.headers, basic, form).map(([name, value]) => "request[" + q(name, kit) + "] = " + q(value, kit) + "\n").join("") +
    (basic ? "request.basic_auth " + q(basic[0], kit) + ", " + q(basic[1], kit) + "\n" : "") +
    (form ? "request.set_form_data(" + table(form, kit) + ")\n" : body && "request.body = " + body + "\n") +
    "\nresponse = Net::HTTP.start(uri.hostname, uri.port, use_ssl: uri.scheme == \"https\") do |http|\n  http.request(request)\nend\nputs response.code, response.body\n"
  );
};

export const clients: Clients = { native };
