import type { Client, Clients, Kit } from "../kit";

// q quotes text: in double quotes, or between bars when it has several lines.
function q(text: string, kit: Kit): string {
  if (text.includes("\n") && !text.includes("\r")) {
    const word = text.includes("|}") ? kit.fresh("text", text).replace(/\d/g, (d) => "abcdefghij".charAt(Number(d))) : "";
    return "{" + word + "|" + text + "|" + word + "}";
  }
  const control = (code: number): string => (code > 255 ? String.fromCharCode(code) : "\\" + String(code).padStart(3, "0"));
  return kit.quote(text, {}, control);
}

const cohttp: Client = (r, kit) => {
  const flat = kit.flat(r);
  const method = kit.known(r.method) || r.method === "TRACE" ? "`" + r.method : "(`Other " + q(r.method, kit) + ")";
  const files = flat.body.some((s) => s.file);
  const pieces = flat.body.map((s) => (s.file ? "contents " + q(s.file, kit) : q(s.text ?? "", kit)));
  const body = pieces.length > 1 ? "(String.concat \"\" [\n" + pieces.map((e) => "    " + e).join(";\n") + " ])" : pieces.map((e) => "(" + e + ")").join("");
  return (
    "open Lwt.Infix\n\n" + (files ? contents : "") + "let headers = Cohttp.Header.of_list [" +
    flat.headers.map(([name, value]) => "\n  (" + q(name, kit) + ", " + q(value, kit) + ");").join("") + " ]\n" + (body && "let body = Cohttp_lwt.Body.of_string " + body + "\n") +
    "let call () =\n  Cohttp_lwt_unix.Client.call ~headers " + (body && "~body ~chunked:false ") + method + " (Uri.of_string " + q(r.url, kit) + ") >>= fun (response, answer) ->\n  Cohttp_lwt.Body.to_string answer >|= fun text ->\n" +
    '  Printf.printf "%d %s\\n" (Cohttp.Code.code_of_status (Cohttp.Response.status response)) text\n\nlet () = Lwt_main.run (call ())\n'
  );
};

const contents =
  "let contents name =\n  let file = open_in_bin name in\n  let text = really_input_string file (in_channel_length file) in\n  close_in file;\n  text\n\n";

export const clients: Clients = { cohttp };
