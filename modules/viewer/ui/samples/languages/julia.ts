import type { Client, Clients, Kit } from "../kit";
import type { Part } from "../request";

// q quotes text. Strings may have several lines.
function q(text: string, kit: Kit): string {
  return kit.quote(text, { $: "\\$", "\n": "\n" });
}

function part(p: Part, kit: Kit): string {
  const type = p.type && ", " + q(p.type, kit);
  const value = p.file ? "HTTP.Multipart(" + q(p.file, kit) + ", open(" + q(p.file, kit) + ")" + type + ")" : type ? "HTTP.Multipart(nothing, IOBuffer(" + q(p.text, kit) + ")" + type + ")" : q(p.text, kit);
  return "    " + q(p.name, kit) + " => " + value + ",\n";
}

const http: Client = (r, kit) => {
  const headers = kit.headers(r).map(([name, value]) => "    " + q(name, kit) + " => " + q(value, kit) + ",\n").join("");
  const body = r.body?.parts
    ? "HTTP.Form([\n" + r.body.parts.map((p) => part(p, kit)).join("") + "])"
    : r.body
      ? r.body.file
        ? "read(" + q(r.body.file, kit) + ")"
        : q(r.body.text, kit)
      : "";
  return (
    "using HTTP\n\nheaders = Pair{String,String}[" + (headers && "\n" + headers) + "]\n" + (body && "body = " + body + "\n") + "response = HTTP.request(" + q(r.method, kit) + ", " + q(r.url, kit) +
    ", headers" + (body && ", body") + ")\nprintln(response.status, \" \", String(response.body))\n"
  );
};

export const clients: Clients = { http };
