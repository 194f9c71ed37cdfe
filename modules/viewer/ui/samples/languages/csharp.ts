import type { Client, Clients, Kit } from "../kit";
import type { Part, Request } from "../request";

// q quotes text: in double quotes, or verbatim when it has several lines.
function q(text: string, kit: Kit): string {
  if (text.includes("\n") && !text.includes("\r")) {
    return '@"' + text.replaceAll('"', '""') + '"';
  }
  return kit.quote(text);
}

const httpclient: Client = (r, kit) => {
  const type = kit.type(r.headers);
  const basic = kit.basic(r);
  const headers = kit.rest(kit.headers(r), basic, true);
  return (
    "using System;\n" + (kit.form(r) ? "using System.Collections.Generic;\n" : "") + "using System.IO;\nusing System.Net.Http;\nusing System.Net.Http.Headers;\nusing System.Text;\nusing System.Threading.Tasks;\n\nclass Program\n{\n    static async Task Main()\n    {\n" +
    "        using var client = new HttpClient(" + (r.cookies.length > 0 ? "new HttpClientHandler { UseCookies = false }" : "") + ");\n        using var request = new HttpRequestMessage(new HttpMethod(" +
    q(r.method, kit) + "), " + q(r.url, kit) + ");\n" + headers.map(([name, value]) => "        request.Headers.TryAddWithoutValidation(" + q(name, kit) + ", " + q(value, kit) + ");\n").join("") +
    (basic ? '        request.Headers.Authorization = new AuthenticationHeaderValue("Basic", Convert.ToBase64String(Encoding.UTF8.GetBytes(' + q(basic.join(":"), kit) + ")));\n" : "") +
    content(r, type?.[1] ?? "", kit) +
    "\n        using var response = await client.SendAsync(request);\n        Console.WriteLine((int)response.StatusCode);\n        Console.WriteLine(await response.Content.ReadAsStringAsync());\n    }\n}\n"
  );
};

function content(r: Request, type: string, kit: Kit): string {
  if (!r.body) {
    return "";
  }
  if (r.body.parts) {
    return "\n        var form = new MultipartFormDataContent();\n" + r.body.parts.map((p, i) => part(p, "part" + (i + 1), kit)).join("") + "        request.Content = form;\n";
  }
  const form = kit.form(r);
  if (form) {
    const fields = form.map(([name, value]) => "            new KeyValuePair<string, string>(" + q(name, kit) + ", " + q(value, kit) + "),\n").join("");
    return "        request.Content = new FormUrlEncodedContent(new[]\n        {\n" + fields + "        });\n";
  }
  return "        request.Content = " + bytes(r.body.text, r.body.file, kit) + ";\n" + typed("request.Content", type, kit);
}

const bytes = (text: string, file: string, kit: Kit): string =>
  "new ByteArrayContent(" + (file ? "File.ReadAllBytes(" + q(file, kit) + ")" : "Encoding.UTF8.GetBytes(" + q(text, kit) + ")") + ")";

const typed = (variable: string, type: string, kit: Kit): string => type && "        " + variable + ".Headers.ContentType = MediaTypeHeaderValue.Parse(" + q(type, kit) + ");\n";

function part(p: Part, variable: string, kit: Kit): string {
  return (
    "        var " + variable + " = " + bytes(p.text, p.file, kit) + ";\n" + typed(variable, p.type, kit) +
    (p.headers ?? []).map(([name, value]) => "        " + variable + ".Headers.TryAddWithoutValidation(" + q(name, kit) + ", " + q(value, kit) + ");\n").join("") + "        form.Add(" + variable + ", " + q(p.name, kit) + (p.file && ", " + q(p.file, kit)) + ");\n"
  );
}

// writes are the methods whose parameters RestSharp sends as a form: those of others are in
// the address.
const writes = /^(POST|PUT|PATCH)$/;

const restsharp: Client = (r, kit) => {
  const type = kit.type(r.headers);
  const form = writes.test(r.method) ? kit.form(r) : null;
  const basic = kit.basic(r);
  const headers = kit.rest(kit.headers(r), basic, r.body);
  const method = kit.known(r.method) ? "Method." + r.method.charAt(0) + r.method.slice(1).toLowerCase() : "(Method)Enum.Parse(typeof(Method), " + q(r.method, kit) + ", true)";
  const body = r.body?.parts
    ? r.body.parts.map((p) => field(p, kit)).join("")
    : form
      ? form.map(([name, value]) => "request.AddParameter(" + q(name, kit) + ", " + q(value, kit) + ");\n").join("")
      : r.body ? restBody(r, type?.[1] ?? "", kit) : "";
  return (
    "using System;\nusing System.IO;\nusing System.Text;\nusing RestSharp;\n" + (basic ? "using RestSharp.Authenticators;\n" : "") + "\nvar client = new RestClient(" +
    (basic ? "new RestClientOptions(" + q(r.url, kit) + ")\n{\n    Authenticator = new HttpBasicAuthenticator(" + q(basic[0], kit) + ", " + q(basic[1], kit) + "),\n}" : q(r.url, kit)) + ');\nvar request = new RestRequest("", ' + method + ");\n" +
    headers.map(([name, value]) => "request.AddHeader(" + q(name, kit) + ", " + q(value, kit) + ");\n").join("") + body +
    "\nvar response = await client.ExecuteAsync(request);\nConsole.WriteLine((int)response.StatusCode);\nConsole.WriteLine(response.Content);\n"
  );
};

function restBody(r: Request, type: string, kit: Kit): string {
  const file = r.body?.file ?? "";
  const value = file ? "File.ReadAllBytes(" + q(file, kit) + ")" : "Encoding.UTF8.GetBytes(" + q(r.body?.text ?? "", kit) + ")";
  return 'request.AddParameter(new BodyParameter("", ' + value + ", " + q(type || "application/octet-stream", kit) + ", DataFormat.Binary));\n";
}

function field(p: Part, kit: Kit): string {
  const type = p.type && ", " + q(p.type, kit);
  if (p.file) {
    return "request.AddFile(" + q(p.name, kit) + ", " + q(p.file, kit) + type + ");\n";
  }
  const value = q(p.name, kit) + ", " + q(p.text, kit);
  return "request.AlwaysMultipartFormData = true;\n" + (type ? "request.AddParameter(new BodyParameter(" + value + type + "));\n" : "request.AddParameter(new GetOrPostParameter(" + value + "));\n");
}

export const clients: Clients = { httpclient, restsharp };
