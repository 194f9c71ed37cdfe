import type { Client, Clients, Kit } from "../kit";

// q quotes text: in double quotes, or in three of them when it has several lines.
function q(text: string, kit: Kit): string {
  if (text.includes("\n") && !/"""|"$|\r/.test(text)) {
    return '"""' + text + '"""';
  }
  return kit.quote(text);
}

const bytes = (text: string, file: string, kit: Kit): string => (file ? "File.ReadAllBytes(" + q(file, kit) + ")" : "Encoding.UTF8.GetBytes(" + q(text, kit) + ")");

const httpclient: Client = (r, kit) => {
  const flat = kit.flat(r);
  const type = kit.type(flat.headers);
  const body = flat.body.map((s) => bytes(s.text ?? "", s.file ?? "", kit)).map((e) => "let body" + " = " + e);
  const pieces = flat.body.length > 1 ? ["let body = Array.concat [\n" + flat.body.map((s) => "    " + bytes(s.text ?? "", s.file ?? "", kit) + "\n").join("") + "]"] : body;
  return (
    "open System\nopen System.IO\nopen System.Net.Http\nopen System.Net.Http.Headers\nopen System.Text\n\nlet client = new HttpClient(new HttpClientHandler(UseCookies = false))\nlet request = new HttpRequestMessage(HttpMethod(" +
    q(r.method, kit) + "), " + q(r.url, kit) + ")\n" +
    flat.headers.filter((h) => h !== type).map(([name, value]) => "request.Headers.TryAddWithoutValidation(" + q(name, kit) + ", " + q(value, kit) + ") |> ignore\n").join("") +
    pieces.map((e) => e + "\nrequest.Content <- new ByteArrayContent(body)\n").join("") +
    (type && flat.body.length > 0 ? "request.Content.Headers.ContentType <- MediaTypeHeaderValue.Parse(" + q(type[1], kit) + ")\n" : "") +
    '\nlet response = client.SendAsync(request).Result\nprintfn "%d %s" (int response.StatusCode) (response.Content.ReadAsStringAsync().Result)\n'
  );
};

export const clients: Clients = { httpclient };
