import type { Client, Clients, Kit } from "../kit";
import type { Part } from "../request";

// q quotes text: in double quotes, or raw in three of them when it has several
// lines.
function q(text: string, kit: Kit): string {
  if (text.includes("\n") && !/"""|"$|\r/.test(text)) {
    return '"""' + text.replaceAll("$", () => "${'$'}") + '"""';
  }
  return kit.quote(text, { $: "\\$" });
}

const body = (text: string, file: string, type: string, kit: Kit): string =>
  (file ? "File(" + q(file, kit) + ").asRequestBody(" : q(text, kit) + ".toByteArray().toRequestBody(") + (type && q(type, kit) + ".toMediaType()") + ")";

const part = (p: Part, kit: Kit): string =>
  "        " + (p.headers ? ".addPart(Headers.headersOf(" + ["Content-Disposition", kit.disposition(p), ...p.headers.flat()].map((text) => q(text, kit)).join(", ") + "), " + body(p.text, p.file, p.type, kit) : ".addFormDataPart(" + q(p.name, kit) + ", " + (p.file || p.type ? (p.file ? q(p.file, kit) : "null") + ", " + body(p.text, p.file, p.type, kit) : q(p.text, kit))) + ")\n";

const okhttp: Client = (r, kit) => {
  const type = kit.type(r.headers);
  const form = kit.form(r);
  const basic = kit.basic(r);
  const headers = kit.rest(kit.headers(r), basic, r.body);
  const empty = /^(POST|PUT|PATCH)$/.test(r.method) ? "ByteArray(0).toRequestBody()" : "null";
  const content = r.body?.parts
    ? "MultipartBody.Builder()\n        .setType(MultipartBody.FORM)\n" + r.body.parts.map((p) => part(p, kit)).join("") + "        .build()"
    : form
      ? "FormBody.Builder()\n" + form.map(([name, value]) => "        .add(" + q(name, kit) + ", " + q(value, kit) + ")\n").join("") + "        .build()"
      : r.body
      ? body(r.body.text, r.body.file, type?.[1] ?? "", kit)
      : empty;
  return (
    "import java.io.File\nimport okhttp3.*\nimport okhttp3.MediaType.Companion.toMediaType\nimport okhttp3.RequestBody.Companion.asRequestBody\nimport okhttp3.RequestBody.Companion.toRequestBody\n\nfun main() {\n" +
    "    val body = " + content + "\n    val request = Request.Builder()\n        .url(" + q(r.url, kit) + ")\n        .method(" + q(r.method, kit) + ", body)\n" +
    headers.map(([name, value]) => "        .header(" + q(name, kit) + ", " + q(value, kit) + ")\n").join("") +
    (basic ? '        .header("Authorization", Credentials.basic(' + q(basic[0], kit) + ", " + q(basic[1], kit) + "))\n" : "") +
    '        .build()\n    OkHttpClient().newCall(request).execute().use { response ->\n        println("${response.code} ${response.body?.string()}")\n    }\n}\n'
  );
};

export const clients: Clients = { okhttp };
