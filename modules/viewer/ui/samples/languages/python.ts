import type { Client, Clients, Kit } from "../kit";
import type { Pair, Part, Request } from "../request";

// q quotes text: in double quotes, or in three of them when it has several lines.
function q(text: string, kit: Kit): string {
  const specials = { "\\": "\\\\", '"': '\\"', "\t": "\\t", "\r": "\\r" };
  const control = (code: number): string => (code > 255 ? "\\u" + code.toString(16) : "\\x" + code.toString(16).padStart(2, "0"));
  if (!text.includes("\n")) {
    return '"' + kit.escape(text, specials, control) + '"';
  }
  const block = kit.escape(text, { "\\": "\\\\", "\t": "\t", "\n": "\n", "\r": "\\r" }, control);
  return '"""' + block.replaceAll('"""', '\\"\\"\\"').replace(/"$/, '\\"') + '"""';
}

function mapping(list: readonly Pair[], kit: Kit): string {
  return "{\n" + list.map(([name, value]) => "    " + q(name, kit) + ": " + q(value, kit) + ",\n").join("") + "}";
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
  const rest = p.type && ", " + q(p.type, kit);
  const value = p.file ? q(p.file, kit) + ", " + file(p.file, kit) : "None, " + q(p.text, kit) + (rest ? "" : ".encode()");
  return "    (" + q(p.name, kit) + ", (" + value + rest + ")),\n";
}

// prepared are the variables of a call and its arguments.
function prepared(r: Request, kit: Kit, bodyName: string): { readonly setup: string; readonly arguments: string } {
  const headers = kit.headers(r);
  let setup = headers.length > 0 ? "headers = " + mapping(headers, kit) + "\n" : "";
  let list = headers.length > 0 ? ", headers=headers" : "";
  if (r.body?.parts) {
    setup += "files = [\n" + r.body.parts.map((p) => part(p, kit)).join("") + "]\n";
    list += ", files=files";
  } else if (r.body) {
    setup += "body = " + content(r, kit) + "\n";
    list += ", " + bodyName + "=body";
  }
  return { setup: setup && setup + "\n", arguments: "(" + q(r.method, kit) + ", " + q(r.url, kit) + list + ")" };
}

const requests: Client = (r, kit) => {
  const p = prepared(r, kit, "data");
  return "import requests\n\n" + p.setup + "response = requests.request" + p.arguments + "\nprint(response.status_code, response.text)\n";
};

const httpxSync: Client = (r, kit) => {
  const p = prepared(r, kit, "content");
  return "import httpx\n\n" + p.setup + "response = httpx.request" + p.arguments + "\nprint(response.status_code, response.text)\n";
};

const httpxAsync: Client = (r, kit) => {
  const p = prepared(r, kit, "content");
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
  const headers = kit.headers(r);
  const form = r.body?.parts && "body = aiohttp.FormData(quote_fields=False)\n" + r.body.parts.map((p) => field(p, kit)).join("");
  const body = form ?? (r.body ? "body = " + content(r, kit) + "\n" : "");
  return (
    "import asyncio\n\nimport aiohttp\nfrom yarl import URL\n\nurl = URL(" + q(r.url, kit) + ", encoded=True)\n" +
    (headers.length > 0 ? "headers = " + mapping(headers, kit) + "\n" : "") + body +
    "\n\nasync def main():\n    async with aiohttp.ClientSession() as session:\n        async with session.request(" + q(r.method, kit) + ", url" +
    (headers.length > 0 ? ", headers=headers" : "") + (body && ", data=body") + ") as response:\n            print(response.status, await response.text())\n\n\nasyncio.run(main())\n"
  );
};

export const clients: Clients = { requests, python3, httpx_sync: httpxSync, httpx_async: httpxAsync, aiohttp };
