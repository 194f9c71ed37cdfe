import type { Client, Clients, Kit } from "../kit";
import type { Part, Request } from "../request";

// q quotes text: in double quotes, or as a block when it has several lines.
function q(text: string, kit: Kit): string {
  if (text.includes("\n") && /^[^\s]/m.test(text)) {
    const block = kit.escape(text, { "\\": "\\\\", "\t": "\\t", "\r": "\\r", "\n": "\n" }, "\\u").replaceAll('"""', '\\"\\"\\"');
    return '"""\n' + block.replace(/ +$/gm, (spaces) => "\\s".repeat(spaces.length)).replace(/"$/, '\\"') + '"""';
  }
  return kit.quote(text);
}

const upper = /^(POST|PUT|PATCH)$/;

function program(imports: readonly string[], body: string): string {
  return imports.map((name) => "import " + name + ";\n").join("") + "\npublic class Main {\n    public static void main(String[] arguments) throws Exception {\n" + body + "    }\n}\n";
}

const files = (r: Request): boolean => !!r.body?.file || !!r.body?.parts?.some((p) => p.file);

const nethttp: Client = (r, kit) => {
  const flat = kit.flat(r);
  const form = kit.form(r);
  const basic = kit.basic(r);
  const user = basic && '"Basic " + Base64.getEncoder().encodeToString(' + q(basic.join(":"), kit) + ".getBytes(StandardCharsets.UTF_8))";
  const publishers = flat.body.map((s) => (s.file ? "HttpRequest.BodyPublishers.ofFile(Path.of(" + q(s.file, kit) + "))" : "HttpRequest.BodyPublishers.ofString(" + q(s.text ?? "", kit) + ")"));
  const body = form
    ? "HttpRequest.BodyPublishers.ofString(Arrays.stream(fields)\n            .map(field -> URLEncoder.encode(field[0], StandardCharsets.UTF_8) + \"=\" + URLEncoder.encode(field[1], StandardCharsets.UTF_8))\n            .collect(Collectors.joining(\"&\")))"
    : publishers.length > 1 ? "HttpRequest.BodyPublishers.concat(\n" + publishers.map((e) => "            " + e).join(",\n") + ")" : publishers.join("");
  const call = !body && r.method === "GET" ? ".GET()" : ".method(" + q(r.method, kit) + ", " + (body ? "body" : "HttpRequest.BodyPublishers.noBody()") + ")";
  return program(
    [
      "java.net.URI", ...(form ? ["java.net.URLEncoder"] : []), "java.net.http.HttpClient", "java.net.http.HttpRequest", "java.net.http.HttpResponse",
      ...(form || basic ? ["java.nio.charset.StandardCharsets"] : []), ...(files(r) ? ["java.nio.file.Path"] : []),
      ...(form ? ["java.util.Arrays"] : []), ...(basic ? ["java.util.Base64"] : []), ...(form ? ["java.util.stream.Collectors"] : []),
    ],
    (form ? "        var fields = new String[][] {\n" + form.map(([name, value]) => "            {" + q(name, kit) + ", " + q(value, kit) + "},\n").join("") + "        };\n" : "") +
      (body && "        var body = " + body + ";\n") + "        var request = HttpRequest.newBuilder(URI.create(" + q(r.url, kit) + "))\n            " + call + "\n" +
      kit.rest(flat.headers, basic, null).map(([name, value]) => "            .header(" + q(name, kit) + ", " + q(value, kit) + ")\n").join("") +
      (user ? '            .header("Authorization", ' + user + ")\n" : "") +
      "            .build();\n        var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());\n        System.out.println(response.statusCode() + \" \" + response.body());\n",
  );
};

const mediaType = (type: string, kit: Kit): string => (type ? "MediaType.get(" + q(type, kit) + ")" : "null");

const okBody = (text: string, file: string, type: string, kit: Kit): string =>
  "RequestBody.create(" + (file ? "new File(" + q(file, kit) + ")" : q(text, kit) + ".getBytes(StandardCharsets.UTF_8)") + ", " + mediaType(type, kit) + ")";

const okhttp: Client = (r, kit) => {
  const form = kit.form(r);
  const basic = kit.basic(r);
  const type = kit.type(r.headers);
  const parts = r.body?.parts?.map(
    (p) => "            " + (p.headers ? ".addPart(Headers.of(" + ["Content-Disposition", kit.disposition(p), ...p.headers.flat()].map((text) => q(text, kit)).join(", ") + "), " + okBody(p.text, p.file, p.type, kit) : ".addFormDataPart(" + q(p.name, kit) + ", " + (p.file || p.type ? (p.file ? q(p.file, kit) : "null") + ", " + okBody(p.text, p.file, p.type, kit) : q(p.text, kit))) + ")\n",
  );
  const empty = upper.test(r.method) ? "RequestBody.create(new byte[0], null)" : "null";
  const body = parts
    ? "new MultipartBody.Builder()\n            .setType(MultipartBody.FORM)\n" + parts.join("") + "            .build()"
    : form
      ? "new FormBody.Builder()\n" + form.map(([name, value]) => "            .add(" + q(name, kit) + ", " + q(value, kit) + ")\n").join("") + "            .build()"
      : r.body
        ? okBody(r.body.text, r.body.file, type?.[1] ?? "", kit)
        : empty;
  const headers = kit.rest(kit.headers(r), basic, r.body);
  return program(
    ["java.io.File", "java.nio.charset.StandardCharsets", "okhttp3.*"],
    "        RequestBody body = " + body + ";\n        Request request = new Request.Builder()\n            .url(" + q(r.url, kit) + ")\n            .method(" + q(r.method, kit) + ", body)\n" +
      headers.map(([name, value]) => "            .header(" + q(name, kit) + ", " + q(value, kit) + ")\n").join("") +
      (basic ? '            .header("Authorization", Credentials.basic(' + q(basic[0], kit) + ", " + q(basic[1], kit) + "))\n" : "") +
      "            .build();\n        try (Response response = new OkHttpClient().newCall(request).execute()) {\n            System.out.println(response.code() + \" \" + response.body().string());\n        }\n",
  );
};

function asyncPart(p: Part, kit: Kit): string {
  const type = ", " + (p.type ? q(p.type, kit) : "null");
  const headers = p.headers ? " {{ " + p.headers.map(([name, value]) => "addCustomHeader(" + q(name, kit) + ", " + q(value, kit) + "); ").join("") + "}}" : "";
  const value = p.file ? "FilePart(" + q(p.name, kit) + ", new File(" + q(p.file, kit) + ")" + type : "StringPart(" + q(p.name, kit) + ", " + q(p.text, kit) + type + ", StandardCharsets.UTF_8";
  return "                .addBodyPart(new " + value + ")" + headers + ")\n";
}

const asynchttp: Client = (r, kit) => {
  const form = kit.form(r);
  const basic = kit.basic(r);
  const body = r.body?.parts
    ? r.body.parts.map((p) => asyncPart(p, kit)).join("")
    : form
      ? form.map(([name, value]) => "                .addFormParam(" + q(name, kit) + ", " + q(value, kit) + ")\n").join("")
      : r.body
      ? "                .setBody(" + (r.body.file ? "new File(" + q(r.body.file, kit) + ")" : q(r.body.text, kit) + ".getBytes(StandardCharsets.UTF_8)") + ")\n"
      : "";
  return program(
    ["java.io.File", "java.nio.charset.StandardCharsets", "org.asynchttpclient.*", "org.asynchttpclient.request.body.multipart.*"],
    "        try (var client = Dsl.asyncHttpClient()) {\n            var response = client.prepare(" + q(r.method, kit) + ", " + q(r.url, kit) + ")\n" +
      kit.rest(kit.headers(r), basic, form).map(([name, value]) => "                .setHeader(" + q(name, kit) + ", " + q(value, kit) + ")\n").join("") +
      (basic ? "                .setRealm(Dsl.basicAuthRealm(" + q(basic[0], kit) + ", " + q(basic[1], kit) + ").setUsePreemptiveAuth(true))\n" : "") + body +
      "                .execute().get();\n            System.out.println(response.getStatusCode() + \" \" + response.getResponseBody());\n        }\n",
  );
};

function uniPart(p: Part, kit: Kit): string {
  const value = p.file ? "new File(" + q(p.file, kit) + ")" : q(p.text, kit);
  return "            .field(" + q(p.name, kit) + ", " + value + (p.type && ", " + q(p.type, kit)) + ")\n";
}

const unirest: Client = (r, kit) => {
  const form = kit.form(r);
  const basic = kit.basic(r);
  const body = r.body?.parts
    ? "            .multiPartContent()\n" + r.body.parts.map((p) => uniPart(p, kit)).join("")
    : form
      ? form.map(([name, value]) => "            .field(" + q(name, kit) + ", " + q(value, kit) + ")\n").join("")
      : r.body
      ? "            .body(" + (r.body.file ? "Files.readAllBytes(Path.of(" + q(r.body.file, kit) + "))" : q(r.body.text, kit) + ".getBytes(StandardCharsets.UTF_8)") + ")\n"
      : "";
  return program(
    ["java.io.File", "java.nio.charset.StandardCharsets", "java.nio.file.Files", "java.nio.file.Path", "kong.unirest.core.Unirest"],
    "        var response = Unirest.request(" + q(r.method, kit) + ", " + q(r.url, kit) + ")\n" +
      kit.rest(kit.headers(r), basic, form).map(([name, value]) => "            .header(" + q(name, kit) + ", " + q(value, kit) + ")\n").join("") +
      (basic ? "            .basicAuth(" + q(basic[0], kit) + ", " + q(basic[1], kit) + ")\n" : "") + body +
      "            .asString();\n        System.out.println(response.getStatus() + \" \" + response.getBody());\n",
  );
};

export const clients: Clients = { nethttp, okhttp, asynchttp, unirest };
