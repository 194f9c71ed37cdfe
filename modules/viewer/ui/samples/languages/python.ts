import type { Client, Clients, Kit } from "../kit";
import { digests, type Pair, type Part, type Request } from "../request";
import { literal, unique, type Literals } from "./literal";

const control = (code: number): string => (code > 255 ? "\\u" + code.toString(16) : "\\x" + code.toString(16).padStart(2, "0"));

// q quotes text: in double quotes, or in three of them when it has several lines.
function q(text: string, kit: Kit): string {
  if (!text.includes("\n")) {
    return kit.quote(text, {}, control);
  }
  const block = kit.escape(text, { "\\": "\\\\", "\t": "\t", "\n": "\n", "\r": "\\r" }, control);
  return '"""' + block.replaceAll('"""', '\\"\\"\\"').replace(/"$/, '\\"') + '"""';
}

// header is the value of a header. Most libraries take a text for one of ISO 8859-1 or ASCII.
const header = (text: string, kit: Kit): string => kit.wide(text, q(text, kit), ".encode()");

function mapping(list: readonly Pair[], kit: Kit, write = header): string {
  return "{\n" + list.map(([name, value]) => "    " + q(name, kit) + ": " + write(value, kit) + ",\n").join("") + "}";
}

const file = (name: string, kit: Kit): string => "open(" + q(name, kit) + ', "rb")';

// content is an expression for a body of bytes, "" for none.
function content(r: Request, kit: Kit): string {
  return kit
    .flat(r)
    .body.map((s) => (s.file ? file(s.file, kit) + ".read()" : q(s.text ?? "", kit) + ".encode()"))
    .join(" + ");
}

const python3: Client = (r, kit) => {
  const flat = kit.flat(r);
  const { secure, host, target } = kit.place(r.url);
  const body = content(r, kit);
  return (
    "import http.client\n\n" + (body && "body = " + body + "\n") + "headers = " + (flat.headers.length > 0 ? mapping(flat.headers, kit) : "{}") +
    "\n\nconnection = http.client." + (secure ? "HTTPSConnection" : "HTTPConnection") + "(" + q(host, kit) + ")\nconnection.request(" + q(r.method, kit) + ", " + q(target, kit) +
    (body && ", body=body") + ", headers=headers)\nresponse = connection.getresponse()\nprint(response.status, response.read().decode())\n"
  );
};

function part(p: Part, kit: Kit): string {
  const rest = p.headers ? ", " + (p.type ? q(p.type, kit) : "None") + ", " + table(p.headers, kit) : p.type && ", " + q(p.type, kit);
  const value = p.file ? q(p.file, kit) + ", " + file(p.file, kit) : "None, " + q(p.text, kit) + (rest ? "" : ".encode()");
  return "    (" + q(p.name, kit) + ", (" + value + rest + ")),\n";
}

// prepared are the variables of a call and its arguments.
function prepared(r: Request, kit: Kit): { readonly setup: string; readonly arguments: string } {
  const headers = kit.headers(r);
  let setup = headers.length > 0 ? "headers = " + mapping(headers, kit) + "\n" : "";
  let list = headers.length > 0 ? ", headers=headers" : "";
  if (r.body?.parts) {
    setup += "files = [\n" + r.body.parts.map((p) => part(p, kit)).join("") + "]\n";
    list += ", files=files";
  } else if (r.body) {
    setup += "body = " + content(r, kit) + "\n";
    list += ", content=body";
  }
  return { setup: setup && setup + "\n", arguments: "(" + q(r.method, kit) + ", " + q(r.url, kit) + list + ")" };
}

// requests is written the way people write it: what the library makes of values by
// itself is given as values, where it makes the same of them.
const requests: Client = (r, kit) => {
  const [address = "", query = ""] = r.url.split(/\?(.*)/s);
  const params = kit.pairs(query);
  const body = bodyOf(r, kit);
  const basic = digests(r) ? r.basic : kit.basic(r);
  const headers = kit.rest(kit.headers(r), basic, body.typed);
  const list = [
    ...(kit.known(r.method) ? [] : [q(r.method, kit)]),
    q(params ? address : r.url, kit),
    ...(params ? ["params=" + table(params, kit)] : []),
    ...(headers.length > 0 ? ["headers=" + table(headers, kit, header)] : []),
    ...(basic ? ["auth=" + (digests(r) ? "requests.auth.HTTPDigestAuth(" : "(") + basic.map((text) => q(text, kit)).join(", ") + ")"] : []),
    ...(body.text ? [body.text] : []),
  ];
  const one = list.join(", ");
  const call = list.length < 3 && one.length < 80 && !one.includes("\n") ? one : "\n    " + list.join(",\n    ") + ",\n";
  return "import requests\n\nresponse = requests." + (kit.known(r.method) ? r.method.toLowerCase() : "request") + "(" + call + ")\nprint(response.status_code, response.text)\n";
};

// bodyOf is the argument of a body, "" for none. It is typed when the library names its
// type itself.
function bodyOf(r: Request, kit: Kit): { readonly text: string; readonly typed: boolean } {
  if (!r.body) {
    return { text: "", typed: false };
  }
  if (r.body.parts) {
    return { text: "files=[\n" + r.body.parts.map((p) => "    " + part(p, kit)).join("") + "    ]", typed: false };
  }
  const value = literal(r, literals(kit), "    ");
  const form = kit.form(r);
  const text = value ? "json=" + value : "data=" + (form ? table(form, kit) : content(r, kit));
  return { text, typed: value !== "" || form !== null };
}

// table is a mapping, or a list of pairs where a name occurs twice.
function table(list: readonly Pair[], kit: Kit, write = q): string {
  const own = unique(list);
  const items = list.map(([name, value]) => (own ? q(name, kit) + ": " + write(value, kit) : "(" + q(name, kit) + ", " + write(value, kit) + ")"));
  const [open, close] = own ? "{}" : "[]";
  const one = open + items.join(", ") + close;
  return one.length < 64 ? one : open + "\n" + items.map((item) => "        " + item + ",\n").join("") + "    " + close;
}

// literals are values as Python writes them.
const literals = (kit: Kit): Literals => ({
  words: { true: "True", false: "False", null: "None" },
  pair: ": ",
  object: "{}",
  empty: "{}",
  indent: "    ",
  quote: (text) => kit.quote(text, {}, control),
});

const httpxSync: Client = (r, kit) => {
  const p = prepared(r, kit);
  return "import httpx\n\n" + p.setup + "response = httpx.request" + p.arguments + "\nprint(response.status_code, response.text)\n";
};

const httpxAsync: Client = (r, kit) => {
  const p = prepared(r, kit);
  return (
    "import asyncio\n\nimport httpx\n\n" + p.setup + "\nasync def main():\n    async with httpx.AsyncClient() as client:\n        response = await client.request" + p.arguments +
    "\n        print(response.status_code, response.text)\n\n\nasyncio.run(main())\n"
  );
};

function field(p: Part, kit: Kit): string {
  const type = p.type && ", content_type=" + q(p.type, kit);
  const value = p.file ? file(p.file, kit) + ", filename=" + q(p.file, kit) : q(p.text, kit);
  return "body.add_field(" + q(p.name, kit) + ", " + value + type + ")\n";
}

const aiohttp: Client = (r, kit) => {
  const headed = kit.headed(r);
  const { headers } = headed ? kit.flat(r) : { headers: kit.headers(r) };
  const form = !headed && r.body?.parts && "body = aiohttp.FormData(quote_fields=False)\n" + r.body.parts.map((p) => field(p, kit)).join("");
  const body = form || (r.body ? "body = " + content(r, kit) + "\n" : "");
  return (
    "import asyncio\n\nimport aiohttp\nfrom yarl import URL\n\nurl = URL(" + q(r.url, kit) + ", encoded=True)\n" +
    (headers.length > 0 ? "headers = " + mapping(headers, kit, q) + "\n" : "") + body +
    "\n\nasync def main():\n    async with aiohttp.ClientSession() as session:\n        async with session.request(" + q(r.method, kit) + ", url" +
    (headers.length > 0 ? ", headers=headers" : "") + (body && ", data=body") + ") as response:\n            print(response.status, await response.text())\n\n\nasyncio.run(main())\n"
  );
};

export const clients: Clients = { requests, python3, httpx_sync: httpxSync, httpx_async: httpxAsync, aiohttp };
