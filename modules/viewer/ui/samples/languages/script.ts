// JavaScript, in browsers and in Node.js.
import type { Client, Clients, Kit } from "../kit";
import type { Pair, Part, Request } from "../request";

// q quotes text: in double quotes, or as a template when it has several lines.
function q(text: string, kit: Kit): string {
  if (text.includes("\n")) {
    return "`" + kit.escape(text, { "\\": "\\\\", "`": "\\`", "\n": "\n", "\t": "\t", "\r": "\\r" }, "\\u").replaceAll("${", "\\${") + "`";
  }
  return kit.quote(text);
}

// What a library takes, property by property.
interface Options {
  readonly imports: string;
  readonly setup: string; // what has to come before the call
  readonly headers: readonly Pair[];
  readonly body: string; // an expression, "" for none
}

function options(r: Request, kit: Kit, browser: boolean): Options {
  const headers = browser ? r.headers : kit.headers(r);
  const note = browser && r.cookies.length > 0 ? "// The browser adds the cookies: " + r.cookies.map((c) => c[0]).join(", ") + "\n" : "";
  const body = r.body;
  if (!body) {
    return { imports: "", setup: note, headers, body: "" };
  }
  const files = !!body.file || !!body.parts?.some((p) => p.file);
  const imports = files && !browser ? 'import { readFile } from "node:fs/promises";\n' : "";
  if (body.parts) {
    return { imports, setup: note + (kit.headed(r) ? blob(r, kit, browser) : form(body.parts, kit, browser)), headers, body: "body" };
  }
  const value = body.file ? file(body.file, kit, browser) : written(r, body.text, kit);
  return { imports, setup: note + "const body = " + value + ";\n\n", headers, body: "body" };
}

// written is a body of text: that of a form as its fields, which are a list of pairs where
// an object would not keep them as they are, and JSON as a value.
function written(r: Request, text: string, kit: Kit): string {
  const form = kit.form(r);
  if (!form) {
    return isValue(r, text, kit) ? "JSON.stringify(" + text.replace(/^( *)"([a-z_$][\w$]*)":/gim, "$1$2:") + ")" : q(text, kit);
  }
  const object = new Set(form.map(([name]) => name)).size === form.length && !form.some(([name]) => /^\d+$|^__proto__$/.test(name));
  const items = form.map(([name, value]) => "  " + (object ? q(name, kit) + ": " + q(value, kit) : "[" + q(name, kit) + ", " + q(value, kit) + "]") + ",\n").join("");
  return "new URLSearchParams(" + (object ? "{\n" + items + "}" : "[\n" + items + "]") + ").toString()";
}

// isValue reports whether a body is JSON that JavaScript reads as the same value: it rounds
// some numbers, keeps the last of two members of one name, and sorts those that are numbers.
function isValue(r: Request, text: string, kit: Kit): boolean {
  if (!/^application\/(.*\+)?json$/.test(kit.type(r.headers)?.[1] ?? "") || text.includes("__proto__")) {
    return false;
  }
  try {
    return JSON.stringify(JSON.parse(text)) === text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, "$1");
  } catch {
    return false;
  }
}

// header is the value of a header: that of Basic authentication as people write it, and
// other letters than those of ASCII as the bytes that libraries take them for.
function header(r: Request, [name, value]: Pair, kit: Kit): string {
  const basic = kit.basic(r);
  return basic && name === "Authorization" ? '"Basic " + btoa(' + q(basic.join(":"), kit) + ")" : kit.wide(value, q(value, kit));
}

const file = (name: string, kit: Kit, browser: boolean): string =>
  browser ? 'document.querySelector("input[type=file]").files[0]' : "await readFile(" + q(name, kit) + ")";

// blob is a form that is written out: FormData has no headers of parts.
function blob(r: Request, kit: Kit, browser: boolean): string {
  const { headers, body } = kit.flat(r);
  const lines = body.map((s) => "  " + (s.file ? file(s.file, kit, browser) : q(s.text ?? "", kit)) + ",\n");
  return "const body = new Blob([\n" + lines.join("") + "], { type: " + q(headers[0]?.[1] ?? "", kit) + " });\n\n";
}

function form(parts: readonly Part[], kit: Kit, browser: boolean): string {
  const lines = parts.map((p) => {
    const content = p.file ? file(p.file, kit, browser) : q(p.text, kit);
    const blob = (p.file && !browser) || p.type ? "new Blob([" + content + "]" + (p.type && ", { type: " + q(p.type, kit) + " }") + ")" : content;
    return "body.append(" + q(p.name, kit) + ", " + blob + (p.file && ", " + q(p.file, kit)) + ");\n";
  });
  return "const body = new FormData();\n" + lines.join("") + "\n";
}

// call writes the object that most libraries take.
function call(entries: readonly (string | false)[], headers: readonly Pair[], r: Request, kit: Kit): string {
  const list = entries.filter((e) => e !== false);
  if (headers.length > 0) {
    list.push("headers: {\n" + headers.map((h) => "    " + q(h[0], kit) + ": " + header(r, h, kit) + ",\n").join("") + "  }");
  }
  return "{\n" + list.map((e) => "  " + e + ",\n").join("") + "}";
}

const shown = "console.log(response.status, await response.text());\n";

const fetching =
  (browser: boolean): Client =>
  (r, kit) => {
    const o = options(r, kit, browser);
    const entries = ["method: " + q(r.method, kit), browser && r.cookies.length > 0 && 'credentials: "include"', o.body !== "" && "body"];
    return o.imports + (o.imports && "\n") + o.setup + "const response = await fetch(" + q(r.url, kit) + ", " + call(entries, o.headers, r, kit) + ");\n" + shown;
  };

const undici: Client = (r, kit) => {
  const form = r.body?.parts && !kit.headed(r) ? ", FormData" : "";
  const o = options(r, kit, false);
  const entries = ["method: " + q(r.method, kit), o.body !== "" && "body"];
  return (
    o.imports + "import { request" + form + ' } from "undici";\n\n' + o.setup + "const { statusCode, body: answer } = await request(" + q(r.url, kit) + ", " +
    call(entries, o.headers, r, kit) + ");\nconsole.log(statusCode, await answer.text());\n"
  );
};

const axios =
  (browser: boolean): Client =>
  (r, kit) => {
    const o = options(r, kit, browser);
    const entries = [
      "method: " + q(r.method, kit),
      "url: " + q(r.url, kit),
      browser && r.cookies.length > 0 && "withCredentials: true",
      o.body !== "" && "data: body",
      !!r.body?.text && "transformRequest: [(data) => data]",
    ];
    return o.imports + 'import axios from "axios";\n\n' + o.setup + "const response = await axios.request(" + call(entries, o.headers, r, kit) + ");\nconsole.log(response.status, response.data);\n";
  };

const ofetch =
  (browser: boolean): Client =>
  (r, kit) => {
    const o = options(r, kit, browser);
    const entries = ["method: " + q(r.method, kit), browser && r.cookies.length > 0 && 'credentials: "include"', o.body !== "" && "body"];
    return o.imports + 'import { ofetch } from "ofetch";\n\n' + o.setup + "const data = await ofetch(" + q(r.url, kit) + ", " + call(entries, o.headers, r, kit) + ");\nconsole.log(data);\n";
  };

const jquery: Client = (r, kit) => {
  const o = options(r, kit, true);
  const type = kit.type(o.headers);
  const entries = [
    "url: " + q(r.url, kit),
    "method: " + q(r.method, kit),
    'dataType: "text"',
    r.cookies.length > 0 && "xhrFields: { withCredentials: true }",
    o.body !== "" && "data: body",
    o.body !== "" && "processData: false",
    o.body !== "" && "contentType: " + (type ? q(type[1], kit) : "false"),
  ];
  const headers = o.headers.filter((h) => h !== type || o.body === "");
  return o.setup + "$.ajax(" + call(entries, headers, r, kit) + ").done((text, status, response) => {\n  console.log(response.status, text);\n});\n";
};

const xhr: Client = (r, kit) => {
  const o = options(r, kit, true);
  return (
    o.setup + "const request = new XMLHttpRequest();\nrequest.open(" + q(r.method, kit) + ", " + q(r.url, kit) + ");\n" +
    (r.cookies.length > 0 ? "request.withCredentials = true;\n" : "") +
    o.headers.map((h) => "request.setRequestHeader(" + q(h[0], kit) + ", " + header(r, h, kit) + ");\n").join("") +
    'request.addEventListener("load", () => console.log(request.status, request.responseText));\nrequest.send(' + o.body + ");\n"
  );
};

// bytes is an expression for a body that is written out.
function bytes(r: Request, kit: Kit): { readonly headers: readonly Pair[]; readonly files: boolean; readonly body: string } {
  const flat = kit.flat(r);
  const list = flat.body.map((s) => (s.file ? "readFileSync(" + q(s.file, kit) + ")" : flat.body.length > 1 ? "Buffer.from(" + q(s.text ?? "", kit) + ")" : written(r, s.text ?? "", kit)));
  const body = list.length > 1 ? "Buffer.concat([\n" + list.map((e) => "  " + e + ",\n").join("") + "])" : list.join("");
  return { headers: flat.headers, files: flat.body.some((s) => s.file), body };
}

const native: Client = (r, kit) => {
  const b = bytes(r, kit);
  const scheme = kit.place(r.url).secure ? "https" : "http";
  return (
    (b.files ? 'import { readFileSync } from "node:fs";\n' : "") + "import { request } from \"node:" + scheme + '";\n\n' +
    (b.body && "const body = " + b.body + ";\n\n") + "const call = request(" + q(r.url, kit) + ", " + call(["method: " + q(r.method, kit)], b.headers, r, kit) +
    ', async (response) => {\n  let text = "";\n  for await (const chunk of response.setEncoding("utf8")) {\n    text += chunk;\n  }\n  console.log(response.statusCode, text);\n});\ncall.end(' +
    (b.body && "body") + ");\n"
  );
};

const requestLibrary: Client = (r, kit) => {
  const b = bytes(r, kit);
  const entries = ["method: " + q(r.method, kit), "url: " + q(r.url, kit), b.body !== "" && "body"];
  return (
    (b.files ? 'import { readFileSync } from "node:fs";\n' : "") + 'import request from "request";\n\n' + (b.body && "const body = " + b.body + ";\n\n") +
    "request(" + call(entries, b.headers, r, kit) + ", (error, response, text) => {\n  if (error) throw error;\n  console.log(response.statusCode, text);\n});\n"
  );
};

const unirest: Client = (r, kit) => {
  const b = bytes(r, kit);
  const headers = b.headers.map((h) => "\n  .header(" + q(h[0], kit) + ", " + header(r, h, kit) + ")").join("");
  return (
    (b.files ? 'import { readFileSync } from "node:fs";\n' : "") + 'import unirest from "unirest";\n\n' + (b.body && "const body = " + b.body + ";\n\n") +
    "unirest(" + q(r.method, kit) + ", " + q(r.url, kit) + ")" + headers + (b.body && "\n  .send(body)") +
    "\n  .end((response) => {\n    console.log(response.status, response.raw_body);\n  });\n"
  );
};

export function clients(browser: boolean): Clients {
  const both: Clients = { fetch: fetching(browser), axios: axios(browser), ofetch: ofetch(browser) };
  return browser ? { ...both, jquery, xhr } : { ...both, undici, native, request: requestLibrary, unirest };
}
