import type { Clients, Kit } from "../kit";
import type { Request } from "../request";

// q quotes text. Typographic quotes end a text too.
const q = (text: string): string => "'" + text.replace(/['\u2018-\u201b]/g, "$&$&") + "'";

const bytes = (text: string, file: string): string => (file ? "[IO.File]::ReadAllBytes((Resolve-Path -LiteralPath " + q(file) + "))" : "[Text.Encoding]::UTF8.GetBytes(" + q(text) + ")");

function call(command: string, r: Request, kit: Kit): string {
  const flat = kit.flat(r);
  const type = kit.type(flat.headers);
  const headers = flat.headers.filter((h) => h !== type || flat.body.length === 0);
  const body = flat.body.map((s) => bytes(s.text ?? "", s.file ?? "")).join(" +\n  ");
  const method = kit.known(r.method) || r.method === "TRACE" ? "    Method = " : "    CustomMethod = ";
  return (
    (body && "[byte[]] $body = " + body + "\n") + "$arguments = @{\n    Uri = " + q(r.url) + "\n" + method + q(r.method) + "\n" +
    (headers.length > 0 ? "    Headers = @{\n" + headers.map(([name, value]) => "        " + q(name) + " = " + q(value) + "\n").join("") + "    }\n" : "") +
    (body && type ? "    ContentType = " + q(type[1]) + "\n" : "") + (body && "    Body = $body\n") + "}\n" + command + "\n"
  );
}

export const clients: Clients = {
  restmethod: (r, kit) => call("Invoke-RestMethod @arguments", r, kit),
  webrequest: (r, kit) => call("$response = Invoke-WebRequest @arguments\n$response.StatusCode\n$response.Content", r, kit),
};
