import type { Client, Clients, Kit } from "../kit";
import type { Part, Request } from "../request";

// q quotes text in single quotes. Strings may have several lines.
function q(text: string, kit: Kit): string {
  return "'" + kit.escape(text, { "\\": "\\\\", "'": "\\'", "\n": "\n", "\t": "\\t", "\r": "\\r" }, "\\u") + "'";
}

const name = (text: string, kit: Kit): string => "`" + kit.escape(text, { "\\": "\\\\", "`": "\\`" }) + "`";

const bytes = (r: Request, kit: Kit): string => (r.body?.file ? "readBin(" + q(r.body.file, kit) + ", 'raw', file.size(" + q(r.body.file, kit) + "))" : "charToRaw(enc2utf8(" + q(r.body?.text ?? "", kit) + "))");

function part(p: Part, kit: Kit): string {
  const type = p.type && ", " + q(p.type, kit);
  const value = p.file ? "curl::form_file(" + q(p.file, kit) + type + ")" : p.type ? "curl::form_data(" + q(p.text, kit) + type + ")" : q(p.text, kit);
  return "  " + name(p.name, kit) + " = " + value;
}

const httr: Client = (r, kit) => {
  const headers = kit.headers(r).map(([key, value]) => "  " + name(key, kit) + " = " + q(value, kit)).join(",\n");
  const parts = r.body?.parts;
  const body = parts ? "list(\n" + parts.map((p) => part(p, kit)).join(",\n") + "\n)" : r.body ? bytes(r, kit) : "";
  return (
    "library(httr)\n\n" + (body && "body <- " + body + "\n") + "response <- VERB(" + q(r.method, kit) + ", " + q(r.url, kit) + (headers && ", add_headers(\n" + headers + "\n)") +
    (body && ", body = body" + (parts ? ", encode = 'multipart'" : "")) + ")\ncat(status_code(response), content(response, 'text'))\n"
  );
};

// raw is an expression for a body that is written out: httr2 takes no name twice.
const raw = (r: Request, kit: Kit): string =>
  "c(\n" + kit.flat(r).body.map((s) => "    " + (s.file ? "readBin(" + q(s.file, kit) + ", 'raw', file.size(" + q(s.file, kit) + "))" : "charToRaw(enc2utf8(" + q(s.text ?? "", kit) + "))")).join(",\n") + "\n  )";

const httr2: Client = (r, kit) => {
  const parts = r.body?.parts;
  const form = !!parts && !kit.headed(r) && new Set(parts.map((p) => p.name)).size === parts.length;
  const list = form ? kit.headers(r) : kit.flat(r).headers;
  const type = kit.type(list);
  const headers = list.filter((h) => h !== type || !r.body).map(([key, value]) => "    " + name(key, kit) + " = " + q(value, kit)).join(",\n");
  const value = parts ? raw(r, kit) : bytes(r, kit);
  const body = form
    ? " |>\n  req_body_multipart(\n" + parts.map((p) => "  " + part(p, kit)).join(",\n") + "\n  )"
    : r.body
      ? " |>\n  req_body_raw(" + value + ", type = " + q(type?.[1] ?? "application/octet-stream", kit) + ")"
      : "";
  return (
    "library(httr2)\n\nresponse <- request(" + q(r.url, kit) + ")" + (headers && " |>\n  req_headers(\n" + headers + "\n  )") + body + " |>\n  req_method(" + q(r.method, kit) +
    ") |>\n  req_perform()\ncat(resp_status(response), resp_body_string(response))\n"
  );
};

export const clients: Clients = { httr2, httr };
