import type { Client, Clients, Kit } from "../kit";
import type { Part, Request } from "../request";

// q quotes text: in double quotes, or as a block when it has several lines.
function q(text: string, kit: Kit): string {
  const control = (code: number): string => "\\u" + code.toString(16).padStart(4, "0");
  const specials = { "\\": "\\\\", "\t": "\\t", "\r": "\\r" };
  if (text.includes("\n") && /^[^\s]/m.test(text)) {
    const block = kit.escape(text, { ...specials, "\n": "\n" }, control).replaceAll('"""', '\\"\\"\\"');
    return '"""\n' + block.replace(/ +$/gm, (spaces) => "\\s".repeat(spaces.length)).replace(/"$/, '\\"') + '"""';
  }
  return '"' + kit.escape(text, { ...specials, '"': '\\"', "\n": "\\n" }, control) + '"';
}

const upper = /^(POST|PUT|PATCH)$/;

function program(imports: readonly string[], body: string): string {
  return imports.map((name) => "import " + name + ";\n").join("") + "\npublic class Main {\n    public static void main(String[] arguments) throws Exception {\n" + body + "    }\n}\n";
}

const files = (r: Request): boolean => !!r.body?.file || !!r.body?.parts?.some((p) => p.file);

const nethttp: Client = (r, kit) => {
  const flat = kit.flat(r);
  const publishers = flat.body.map((s) => (s.file ? "HttpRequest.BodyPublishers.ofFile(Path.of(" + q(s.file, kit) + "))" : "HttpRequest.BodyPublishers.ofString(" + q(s.text ?? "", kit) + ")"));
  const body = publishers.length > 1 ? "HttpRequest.BodyPublishers.concat(\n" + publishers.map((e) => "            " + e).join(",\n") + ")" : publishers.join("");
  const call = !body && r.method === "GET" ? ".GET()" : ".method(" + q(r.method, kit) + ", " + (body ? "body" : "HttpRequest.BodyPublishers.noBody()") + ")";
  return program(
    ["java.net.URI", "java.net.http.HttpClient", "java.net.http.HttpRequest", "java.net.http.HttpResponse", ...(files(r) ? ["java.nio.file.Path"] : [])],
    (body && "        var body = " + body + ";\n") + "        var request = HttpRequest.newBuilder(URI.create(" + q(r.url, kit) + "))\n            " + call + "\n" +
      flat.headers.map(([name, value]) => "            .header(" + q(name, kit) + ", " + q(value, kit) + ")\n").join("") +
      "            .build();\n        var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());\n        System.out.println(response.statusCode() + \" \" + response.body());\n",
  );
};

const mediaType = (type: string, kit: Kit): string => (type ? "MediaType.get(" + q(type, kit) + ")" : "null");

const okBody = (text: string, file: string, type: string, kit: Kit): string =>
  "RequestBody.create(" + (file ? "new File(" + q(file, kit) + ")" : q(text, kit) + ".getBytes(StandardCharsets.UTF_8)") + ", " + mediaType(type, kit) + ")";

const okhttp: Client = (r, kit) => {
  const type = kit.type(r.headers);
  const parts = r.body?.parts?.map(
    (p) => "            .addFormDataPart(" + q(p.name, kit) + ", " + (p.file || p.type ? (p.file ? q(p.file, kit) : "null") + ", " + okBody(p.text, p.file, p.type, kit) : q(p.text, kit)) + ")\n",
  );
  const empty = upper.test(r.method) ? "RequestBody.create(new byte[0], null)" : "null";
  const body = parts
    ? "new MultipartBody.Builder()\n            .setType(MultipartBody.FORM)\n" + parts.join("") + "            .build()"
    : r.body
      ? okBody(r.body.text, r.body.file, type?.[1] ?? "", kit)
      : empty;
  const headers = kit.headers(r).filter((h) => h !== type || !r.body);
  return program(
    ["java.io.File", "java.nio.charset.StandardCharsets", "okhttp3.*"],
    "        RequestBody body = " + body + ";\n        Request request = new Request.Builder()\n            .url(" + q(r.url, kit) + ")\n            .method(" + q(r.method, kit) + ", body)\n" +
      headers.map(([name, value]) => "            .header(" + q(name, kit) + ", " + q(value, kit) + ")\n").join("") +
      "            .build();\n        try (Response response = new OkHttpClient().newCall(request).execute()) {\n            System.out.println(response.code() + \" \" + response.body().string());\n        }\n",
  );
};

function asyncPart(p: Part, kit: Kit): string {
  const type = p.type ? ", " + q(p.type, kit) : "";
  if (p.file) {
    return "                .addBodyPart(new FilePart(" + q(p.name, kit) + ", new File(" + q(p.file, kit) + ")" + type + "))\n";
  }
  return "                .addBodyPart(new StringPart(" + q(p.name, kit) + ", " + q(p.text, kit) + ", " + (p.type ? q(p.type, kit) : "null") + ", StandardCharsets.UTF_8))\n";
}

const asynchttp: Client = (r, kit) => {
  const body = r.body?.parts
    ? r.body.parts.map((p) => asyncPart(p, kit)).join("")
    : r.body
      ? "                .setBody(" + (r.body.file ? "new File(" + q(r.body.file, kit) + ")" : q(r.body.text, kit) + ".getBytes(StandardCharsets.UTF_8)") + ")\n"
      : "";
  return program(
    ["java.io.File", "java.nio.charset.StandardCharsets", "org.asynchttpclient.*", "org.asynchttpclient.request.body.multipart.*"],
    "        try (var client = Dsl.asyncHttpClient()) {\n            var response = client.prepare(" + q(r.method, kit) + ", " + q(r.url, kit) + ")\n" +
      kit.headers(r).map(([name, value]) => "                .setHeader(" + q(name, kit) + ", " + q(value, kit) + ")\n").join("") + body +
      "                .execute().get();\n            System.out.println(response.getStatusCode() + \" \" + response.getResponseBody());\n        }\n",
  );
};

function uniPart(p: Part, kit: Kit): string {
  const value = p.file ? "new File(" + q(p.file, kit) + ")" : q(p.text, kit);
  return "            .field(" + q(p.name, kit) + ", " + value + (p.type && ", " + q(p.type, kit)) + ")\n";
}

const unirest: Client = (r, kit) => {
  const body = r.body?.parts
    ? "            .multiPartContent()\n" + r.body.parts.map((p) => uniPart(p, kit)).join("")
    : r.body
      ? "            .body(" + (r.body.file ? "Files.readAllBytes(Path.of(" + q(r.body.file, kit) + "))" : q(r.body.text, kit) + ".getBytes(StandardCharsets.UTF_8)") + ")\n"
      : "";
  return program(
    ["java.io.File", "java.nio.charset.StandardCharsets", "java.nio.file.Files", "java.nio.file.Path", "kong.unirest.core.Unirest"],
    "        var response = Unirest.request(" + q(r.method, kit) + ", " + q(r.url, kit) + ")\n" +
      kit.headers(r).map(([name, value]) => "            .header(" + q(name, kit) + ", " + q(value, kit) + ")\n").join("") + body +
      "            .asString();\n        System.out.println(response.getStatus() + \" \" + response.getBody());\n",
  );
};

export const clients: Clients = { nethttp, okhttp, asynchttp, unirest };
