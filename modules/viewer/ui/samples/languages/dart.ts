import type { Client, Clients, Kit } from "../kit";
import type { Part } from "../request";
import { unique } from "./literal";

// q quotes text: in single quotes, or raw in three of them when it has several
// lines.
function q(text: string, kit: Kit): string {
  if (/^.*\S.*\n/.test(text) && !/'''|'$|\r/.test(text)) {
    return "r'''" + text + "'''";
  }
  return "'" + kit.escape(text, { "\\": "\\\\", "'": "\\'", $: "\\$", "\n": "\\n", "\t": "\\t", "\r": "\\r" }, "\\u{") + "'";
}

function part(p: Part, kit: Kit): string {
  const type = p.type && ",\n      contentType: MediaType.parse(" + q(p.type, kit) + ")";
  const value = q(p.name, kit) + ", " + q(p.file || p.text, kit);
  return "  request.files.add(" + (p.file ? "await http.MultipartFile.fromPath(" : "http.MultipartFile.fromString(") + value + type + "));\n";
}

const http: Client = (r, kit) => {
  const form = kit.form(r);
  const fields = form && unique(form) && form;
  const basic = kit.basic(r);
  const user = basic ? "    'Authorization': 'Basic ' + base64Encode(utf8.encode(" + q(basic.join(":"), kit) + ")),\n" : "";
  const headers = user + kit.rest(kit.headers(r), basic, fields).map(([name, value]) => "    " + q(name, kit) + ": " + q(value, kit) + ",\n").join("");
  const parts = r.body?.parts;
  const files = r.body?.file ? "import 'dart:io';\n" : "";
  const bytes = fields
    ? "  request.bodyFields = {\n" + fields.map(([name, value]) => "    " + q(name, kit) + ": " + q(value, kit) + ",\n").join("") + "  };\n"
    : r.body && !parts ? "  request.bodyBytes = " + (r.body.file ? "await File(" + q(r.body.file, kit) + ").readAsBytes()" : "utf8.encode(" + q(r.body.text, kit) + ")") + ";\n" : "";
  return (
    (user || bytes && !fields && !files ? "import 'dart:convert';\n" : "") + files + "import 'package:http/http.dart' as http;\n" + (parts?.some((p) => p.type) ? "import 'package:http_parser/http_parser.dart';\n" : "") +
    "\nvoid main() async {\n  final request = http." + (parts ? "MultipartRequest" : "Request") + "(" + q(r.method, kit) + ", Uri.parse(" + q(r.url, kit) + "));\n" +
    (headers && "  request.headers.addAll({\n" + headers + "  });\n") + bytes + (parts?.map((p) => part(p, kit)).join("") ?? "") +
    "\n  final response = await http.Response.fromStream(await request.send());\n  print('${response.statusCode} ${response.body}');\n}\n"
  );
};

export const clients: Clients = { http };
