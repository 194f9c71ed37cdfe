import type { Client, Clients, Kit } from "../kit";

// q quotes text: in double quotes, or raw in three of them when it has several
// lines.
function q(text: string, kit: Kit): string {
  if (text.includes("\n") && !/"""#|\\#|\r/.test(text)) {
    return '#"""\n' + text + '\n"""#';
  }
  return kit.quote(text, {}, "\\u{");
}

const nsurlsession: Client = (r, kit) => {
  const flat = kit.flat(r);
  const basic = kit.basic(r);
  const user = basic ? 'request.setValue("Basic " + Data(' + q(basic.join(":"), kit) + '.utf8).base64EncodedString(), forHTTPHeaderField: "Authorization")\n' : "";
  const form = kit.form(r);
  const fields = form && !/\+/.test(form.join()) ? form.map(([name, value]) => "    URLQueryItem(name: " + q(name, kit) + ", value: " + q(value, kit) + "),\n").join("") : "";
  const body = fields ? "" : flat.body.map((s) => "body.append(" + (s.file ? "try Data(contentsOf: URL(fileURLWithPath: " + q(s.file, kit) + "))" : "Data(" + q(s.text ?? "", kit) + ".utf8)") + ")\n").join("");
  return (
    "import Foundation\n#if canImport(FoundationNetworking)\nimport FoundationNetworking\n#endif\n\nvar request = URLRequest(url: URL(string: " + q(r.url, kit) + ")!)\nrequest.httpMethod = " + q(r.method, kit) + "\n" +
    kit.rest(flat.headers, basic, null).map(([name, value]) => "request.setValue(" + q(value, kit) + ", forHTTPHeaderField: " + q(name, kit) + ")\n").join("") +
    user + (fields && "var form = URLComponents()\nform.queryItems = [\n" + fields + "]\nrequest.httpBody = form.percentEncodedQuery.map { Data($0.utf8) }\n") +
    (body && "var body = Data()\n" + body + "request.httpBody = body\n") +
    "\nlet (data, response) = try await URLSession.shared.data(for: request)\nprint((response as! HTTPURLResponse).statusCode, String(decoding: data, as: UTF8.self))\n"
  );
};

export const clients: Clients = { nsurlsession };
