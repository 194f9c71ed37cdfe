import type { Clients, Kit, Segment } from "../kit";
import { digests, type Pair, type Part, type Request } from "../request";

// q quotes text for a POSIX shell, in single quotes.
export const q = (text: string): string => "'" + text.replaceAll("'", "'\\''") + "'";

const lines = (list: readonly string[]): string => list.join(" \\\n  ");

// curl is written by the server too: both write the same.
function curl(r: Request): string {
  const list = ["curl " + (/[[\]{}]/.test(r.url) ? "--globoff " : "") + q(r.url)];
  if (r.method === "HEAD" && !r.body) {
    list.push("--head");
  } else if (r.method !== "GET" || r.body) {
    list.push("--request " + (/^[A-Z]+$/.test(r.method) ? r.method : q(r.method)));
  }
  for (const [name, value] of r.headers) {
    if (!r.basic || name !== "Authorization") {
      list.push("--header " + q(value ? name + ": " + value : name + ";"));
    }
  }
  if (digests(r)) {
    list.push("--digest");
  }
  if (r.basic) {
    list.push("--user " + q(r.basic.join(":")));
  }
  if (r.cookies.length > 0) {
    list.push("--cookie " + q(r.cookies.map((c) => c.join("=")).join("; ")));
  }
  if (r.certificate) {
    list.push("--cert " + q(r.certificate));
  }
  return lines([...list, ...curlBody(r)]);
}

function curlBody(r: Request): string[] {
  const body = r.body;
  if (!body) {
    return [];
  }
  if (body.parts) {
    return body.parts.map(curlPart);
  }
  if (body.file) {
    return ["--data-binary " + q("@" + body.file)];
  }
  const form = r.headers.some(([name, value]) => name === "Content-Type" && value.startsWith("application/x-www-form-urlencoded"));
  return form ? body.text.split("&").map(curlField) : ["--data-raw " + q(body.text)];
}

// curlField is a field of a form, which curl encodes, unless it has no name: of its name it
// takes what is there, brackets as people write them.
function curlField(piece: string): string {
  const [name, value] = piece.split(/=(.*)/s);
  try {
    if (value !== undefined && name) {
      return "--data-urlencode " + q(name.replaceAll("%5B", "[").replaceAll("%5D", "]") + "=" + decodeURIComponent(value.replaceAll("+", " ")));
    }
  } catch {
    // It is sent as it is.
  }
  return "--data-raw " + q(piece);
}

function curlPart(p: Part): string {
  const quoted = (text: string): string => '"' + text.replace(/[\\"]/g, "\\$&") + '"';
  const type = (p.type && ";type=" + p.type) + (p.headers ?? []).map((pair) => ";headers=" + quoted(pair.join(": "))).join("");
  if (p.file) {
    return "--form " + q(p.name + "=@" + (/[,;]/.test(p.file) ? quoted(p.file) : p.file) + type); // it would be several files, or end the name
  }
  return type ? "--form " + q(p.name + "=" + quoted(p.text) + type) : "--form-string " + q(p.name + "=" + p.text);
}

// written are the commands that write a body, byte for byte.
function written(body: readonly Segment[]): string {
  const format = (text: string): string => q(text.replace(/[\\%]/g, "$&$&").replaceAll("\r", "\\r"));
  return body.map((s) => (s.file ? "cat " + q(s.file) : "printf -- " + format(s.text ?? ""))).join("\n  ");
}

function httpie(r: Request, kit: Kit): string {
  const body = r.body;
  const simple = body?.parts?.every((p) => /^[\w-]+$/.test(p.name) && !(p.type && !p.file) && !p.headers && !/^@|\\/.test(p.text));
  const headers = (list: readonly Pair[]): string[] => list.map(([name, value]) => q(value ? name + ": " + value : name + ";"));
  const user = digests(r) && r.basic ? ["--auth-type=digest --auth=" + q(r.basic.join(":"))] : [];
  const own = (list: readonly Pair[]): string[] => [...user, ...headers(list.filter(([name]) => user.length === 0 || name !== "Authorization"))];
  const command = "http --ignore-stdin " + (body?.parts ? "--multipart " : "") + r.method + " " + q(r.url);
  if (!body || body.text || (!body.parts && !body.file)) {
    return lines([command, ...own(kit.headers(r)), ...(body ? ["--raw " + q(body.text)] : [])]);
  }
  if (body.parts && simple) {
    const parts = body.parts.map((p) => q(p.file ? p.name + "@" + p.file + (p.type && ";type=" + p.type) : p.name + "=" + p.text));
    return lines([command, ...own(kit.headers(r)), ...parts]);
  }
  const flat = kit.flat(r);
  return "{\n  " + written(flat.body) + "\n} | " + lines(["http " + r.method + " " + q(r.url), ...own(flat.headers)]);
}

function wget(r: Request, kit: Kit): string {
  const flat = kit.flat(r);
  const list = ["wget --quiet --output-document=- " + q(r.url)];
  if (r.method !== "GET" || r.body) {
    list.push("--method=" + q(r.method));
  }
  const user = digests(r) ? r.basic : null;
  list.push(...(user ? ["--user=" + q(user[0]), "--password=" + q(user[1])] : []));
  list.push(...flat.headers.filter(([name]) => !user || name !== "Authorization").map(([name, value]) => "--header=" + q(name + ": " + value)));
  const only = flat.body[0];
  if (flat.body.length === 0) {
    return lines(list);
  }
  if (flat.body.length === 1 && only && !r.body?.parts) {
    return lines([...list, only.file ? "--body-file=" + q(only.file) : "--body-data=" + q(only.text ?? "")]);
  }
  return 'body=$(mktemp)\n{\n  ' + written(flat.body) + '\n} > "$body"\n' + lines([...list, '--body-file="$body"']);
}

export const clients: Clients = { curl, httpie, wget };
