import type { Client, Clients, Kit } from "../kit";
import type { Part } from "../request";

// q quotes text: in double quotes, or raw when it has several lines.
function q(text: string, kit: Kit): string {
  if (text.includes("\n") && !text.includes("\r")) {
    const marks = "#".repeat(Math.max(1, ...(text.match(/"#*/g) ?? []).map((run) => run.length)));
    return "r" + marks + '"' + text + '"' + marks;
  }
  return kit.quote(text, {}, "\\u{");
}

function part(p: Part, kit: Kit): string {
  const value = p.file ? "Part::file(" + q(p.file, kit) + ")?" : "Part::text(" + q(p.text, kit) + ")";
  return "        .part(" + q(p.name, kit) + ", " + value + (p.type && ".mime_str(" + q(p.type, kit) + ")?") +
    (p.headers ? ".headers(FromIterator::from_iter([" + p.headers.map((pair) => "(" + pair.map((text) => q(text, kit) + ".parse()?").join(", ") + ")").join(", ") + "]))" : "") + ")\n";
}

const reqwest: Client = (r, kit) => {
  const parts = r.body?.parts;
  const method = kit.known(r.method) ? "Method::" + r.method : 'Method::from_bytes(b"' + r.method + '")?';
  const form = kit.form(r);
  const basic = kit.basic(r);
  const headers =
    kit.rest(kit.headers(r), basic, form).map(([name, value]) => "        .header(" + q(name, kit) + ", " + q(value, kit) + ")\n").join("") +
    (basic ? "        .basic_auth(" + q(basic[0], kit) + ", Some(" + q(basic[1], kit) + "))\n" : "");
  const fields = form?.map(([name, value]) => "            (" + q(name, kit) + ", " + q(value, kit) + "),\n").join("");
  const body = parts ? "        .multipart(form)\n" : fields ? "        .form(&[\n" + fields + "        ])\n" : r.body ? "        .body(" + (r.body.file ? "std::fs::read(" + q(r.body.file, kit) + ")?" : q(r.body.text, kit)) + ")\n" : "";
  return (
    "use reqwest::" + (parts ? "{\n    blocking::{\n        multipart::{Form, Part},\n        Client,\n    },\n    Method,\n};" : "{blocking::Client, Method};") +
    "\n\nfn main() -> Result<(), Box<dyn std::error::Error>> {\n" + (parts ? "    let form = Form::new()\n" + parts.map((p) => part(p, kit)).join("").replace(/\n$/, ";\n") : "") +
    "    let response = Client::new()\n        .request(" + method + ", " + q(r.url, kit) + ")\n" + headers + body + "        .send()?;\n    println!(\"{} {}\", response.status(), response.text()?);\n    Ok(())\n}\n"
  );
};

export const clients: Clients = { reqwest };
