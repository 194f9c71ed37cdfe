import type { Client, Clients, Kit } from "../kit";
import type { Pair, Part, Request } from "../request";
import { literal, unique, type Literals } from "./literal";

// q quotes text in single quotes, whose only escapes are those two.
const q = (text: string, kit: Kit): string =>
  text.includes("\r")
    ? kit.quote(text, { $: "\\$" }, "\\u{")
    : "'" + kit.escape(text, { "\\": "\\\\", "'": "\\'" }) + "'";

const mapping = (list: readonly Pair[], indent: string, kit: Kit): string =>
  "[\n" + list.map(([name, value]) => indent + "    " + q(name, kit) + " => " + q(value, kit) + ",\n").join("") + indent + "]";

// formOf are the fields of a form as a mapping, "" for another body, and for one with a
// name that occurs twice.
function formOf(r: Request, indent: string, kit: Kit): string {
  const form = kit.form(r);
  return form && unique(form) ? mapping(form, indent, kit) : "";
}

// valueOf is JSON as a value, "" for another body.
function valueOf(r: Request, indent: string, kit: Kit): string {
  const literals: Literals = {
    words: { true: "true", false: "false", null: "null" },
    pair: " => ",
    object: "[]",
    empty: "new stdClass()",
    indent: "    ",
    quote: (text) => q(text, kit),
    unfit: /^-?\d+$/, // which would be indices
  };
  return literal(r, literals, indent);
}

// bytes is an expression for a body that is written out, "" for none.
function bytes(r: Request, kit: Kit, indent = ""): string {
  const form = formOf(r, indent, kit);
  const pieces = kit.flat(r).body.map((s) => (s.file ? "file_get_contents(" + q(s.file, kit) + ")" : q(s.text ?? "", kit)));
  const value = valueOf(r, indent, kit);
  return form ? "http_build_query(" + form + ")" : value ? "json_encode(" + value + ")" : pieces.join("\n    . ");
}

const curl: Client = (r, kit) => {
  const flat = kit.flat(r);
  const body = bytes(r, kit, "    ");
  const basic = kit.basic(r);
  const headers = kit.rest(flat.headers, basic, false).map(([name, value]) => "        " + q(value ? name + ": " + value : name + ";", kit) + ",\n").join("");
  return (
    "<?php\n\n$curl = curl_init();\ncurl_setopt_array($curl, [\n    CURLOPT_URL => " + q(r.url, kit) + ",\n    CURLOPT_CUSTOMREQUEST => " + q(r.method, kit) + ",\n" +
    (r.method === "HEAD" ? "    CURLOPT_NOBODY => true,\n" : "") + "    CURLOPT_RETURNTRANSFER => true,\n" +
    (basic ? "    CURLOPT_USERPWD => " + q(basic.join(":"), kit) + ",\n" : "") + (headers && "    CURLOPT_HTTPHEADER => [\n" + headers + "    ],\n") + (body && "    CURLOPT_POSTFIELDS => " + body + ",\n") +
    "]);\n\n$response = curl_exec($curl);\nif ($response === false) {\n    throw new Exception(curl_error($curl));\n}\necho $response;\n"
  );
};

// own are the headers of a part between two texts, "" for none.
function own(p: Part, kit: Kit, open: string, close: string): string {
  const list: readonly Pair[] = [...(p.type ? [["Content-Type", p.type] as const] : []), ...(p.headers ?? [])];
  return list.length > 0 ? open + list.map((pair) => pair.map((text) => q(text, kit)).join(" => ")).join(", ") + close : "";
}

const part = (p: Part, kit: Kit): string =>
  "        [\n            'name' => " + q(p.name, kit) + ",\n            'contents' => " + (p.file ? "fopen(" + q(p.file, kit) + ", 'r')" : q(p.text, kit)) + ",\n" +
  (p.file && "            'filename' => " + q(p.file, kit) + ",\n") + own(p, kit, "            'headers' => [", "],\n") + "        ],\n";

const guzzle: Client = (r, kit) => {
  const basic = kit.basic(r);
  const form = formOf(r, "    ", kit);
  const value = valueOf(r, "    ", kit);
  const headers = kit.rest(kit.headers(r), basic, form || value);
  const body = r.body?.parts
    ? "    'multipart' => [\n" + r.body.parts.map((p) => part(p, kit)).join("") + "    ],\n"
    : form
      ? "    'form_params' => " + form + ",\n"
      : value
        ? "    'json' => " + value + ",\n"
        : bytes(r, kit) && "    'body' => " + bytes(r, kit) + ",\n";
  return (
    "<?php\n\nrequire 'vendor/autoload.php';\n\n$client = new GuzzleHttp\\Client();\n$response = $client->request(" + q(r.method, kit) + ", " + q(r.url, kit) + ", [\n" +
    (basic ? "    'auth' => [" + q(basic[0], kit) + ", " + q(basic[1], kit) + "],\n" : "") + (headers.length > 0 ? "    'headers' => " + mapping(headers, "    ", kit) + ",\n" : "") + body + "]);\n\necho $response->getStatusCode(), ' ', $response->getBody();\n"
  );
};

const laravel: Client = (r, kit) => {
  const type = kit.type(r.headers);
  const headers = kit.headers(r).filter((h) => h !== type || !r.body);
  const body = r.body?.parts
    ? r.body.parts.map((p) => attached(p, kit)).join("")
    : r.body
      ? "\n    ->withBody(" + bytes(r, kit) + ", " + q(type?.[1] ?? "application/octet-stream", kit) + ")"
      : "";
  return (
    "<?php\n\nuse Illuminate\\Support\\Facades\\Http;\n\n$response = Http::withHeaders(" + (headers.length > 0 ? mapping(headers, "", kit) : "[]") + ")" + body +
    "\n    ->send(" + q(r.method, kit) + ", " + q(r.url, kit) + ");\n\necho $response->status(), ' ', $response->body();\n"
  );
};

const attached = (p: Part, kit: Kit): string =>
  "\n    ->attach(" + q(p.name, kit) + ", " + (p.file ? "fopen(" + q(p.file, kit) + ", 'r'), " + q(p.file, kit) : q(p.text, kit) + ", null") +
  own(p, kit, ", [", "]") + ")";

const http1: Client = (r, kit) => {
  const flat = kit.flat(r);
  const body = bytes(r, kit);
  const method = kit.known(r.method) || r.method === "TRACE" ? "HTTP_METH_" + r.method : "HttpRequest::methodRegister(" + q(r.method, kit) + ")";
  return (
    "<?php\n\n$request = new HttpRequest(" + q(r.url, kit) + ", " + method + ");\n" + (flat.headers.length > 0 ? "$request->setHeaders(" + mapping(flat.headers, "", kit) + ");\n" : "") +
    (body && "$request->" + (r.method === "PUT" ? "setPutData" : "setBody") + "(" + body + ");\n") + "\n$response = $request->send();\necho $response->getResponseCode(), ' ', $response->getBody();\n"
  );
};

const http2: Client = (r, kit) => {
  const flat = kit.flat(r);
  const body = bytes(r, kit);
  return (
    "<?php\n\n$client = new http\\Client();\n" + (body && "$body = new http\\Message\\Body();\n$body->append(" + body + ");\n") +
    "$request = new http\\Client\\Request(" + q(r.method, kit) + ", " + q(r.url, kit) + ", " + (flat.headers.length > 0 ? mapping(flat.headers, "", kit) : "[]") + (body && ", $body") +
    ");\n$client->enqueue($request)->send();\n\n$response = $client->getResponse();\necho $response->getResponseCode(), ' ', $response->getBody();\n"
  );
};

export const clients: Clients = { curl, guzzle, laravel, http1, http2 };
