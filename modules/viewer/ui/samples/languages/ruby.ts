import type { Client, Clients, Kit } from "../kit";

// q quotes text in single quotes, whose only escapes are those two.
const q = (text: string, kit: Kit): string =>
  /\r|\0/.test(text)
    ? '"' + kit.escape(text, { "\\": "\\\\", '"': '\\"', "#": "\\#", "\n": "\\n" }, (code) => "\\u{" + code.toString(16) + "}") + '"'
    : "'" + kit.escape(text, { "\\": "\\\\", "'": "\\'" }) + "'";

const native: Client = (r, kit) => {
  const flat = kit.flat(r);
  const body = flat.body.map((s) => (s.file ? "File.binread(" + q(s.file, kit) + ")" : q(s.text ?? "", kit) + (flat.body.length > 1 ? ".b" : ""))).join(" +\n  ");
  const type = kit.known(r.method) ? "::" + r.method.charAt(0) + r.method.slice(1).toLowerCase() + ".new(uri)" : "GenericRequest.new(" + q(r.method, kit) + ", " + (body !== "") + ", true, uri)";
  return (
    'require "net/http"\n\nuri = URI(' + q(r.url, kit) + ")\nrequest = Net::HTTP" + type + "\n" +
    flat.headers.map(([name, value]) => "request[" + q(name, kit) + "] = " + q(value, kit) + "\n").join("") + (body && "request.body = " + body + "\n") +
    "\nresponse = Net::HTTP.start(uri.hostname, uri.port, use_ssl: uri.scheme == \"https\") do |http|\n  http.request(request)\nend\nputs response.code, response.body\n"
  );
};

export const clients: Clients = { native };
