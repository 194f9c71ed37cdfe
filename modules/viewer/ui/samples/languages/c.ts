import type { Client, Clients, Kit } from "../kit";
import type { Part } from "../request";

// q quotes text, one line of it a string.
function q(text: string, kit: Kit, indent: string): string {
  const control = (code: number): string => (code > 127 ? String.fromCharCode(code) : "\\" + code.toString(8).padStart(3, "0"));
  const lines = text.includes("\n") ? text.split(/(?<=\n)/) : [text];
  return lines.map((line) => kit.quote(line, {}, control).replace(/\?(?=\?)/g, "?\\")).join("\n" + indent);
}

const libcurl: Client = (r, kit) => {
  const set = (option: string, value: string): string => "  curl_easy_setopt(curl, CURLOPT_" + option + ", " + value + ");\n";
  const line = (text: string): string => q(text, kit, "    ");
  const list = kit.headers(r);
  const headers = list.map(([name, value]) => "  headers = curl_slist_append(headers, " + line(value ? name + ": " + value : name + ";") + ");\n").join("");
  const body = r.body;
  const parts = body?.parts?.map((p, at) => part(p, at + 1, kit)).join("");
  const text = body && !body.parts && !body.file;
  return (
    "#include <curl/curl.h>\n#include <stdio.h>\n\n" + (text ? "static const char body[] =\n    " + line(body.text) + ";\n\n" : "") +
    "int main(void) {\n  CURL *curl = curl_easy_init();\n  if (curl == NULL) {\n    return 1;\n  }\n" + set("URL", line(r.url)) +
    (r.method === "HEAD" ? set("NOBODY", "1L") : set("CUSTOMREQUEST", line(r.method))) +
    (headers && "\n  struct curl_slist *headers = NULL;\n" + headers + set("HTTPHEADER", "headers")) +
    (text ? "\n" + set("POSTFIELDSIZE", "(long)sizeof body - 1") + set("POSTFIELDS", "body") : "") +
    (body?.file
      ? "\n  FILE *file = fopen(" + line(body.file) + ', "rb");\n  if (file == NULL) {\n    return 1;\n  }\n  fseek(file, 0, SEEK_END);\n' + set("UPLOAD", "1L") +
        set("INFILESIZE_LARGE", "(curl_off_t)ftell(file)") + "  rewind(file);\n" + set("READDATA", "file")
      : "") +
    (parts ? "\n  curl_mime *form = curl_mime_init(curl);\n  curl_mimepart *part;\n" + parts + set("MIMEPOST", "form") : "") +
    '\n  CURLcode result = curl_easy_perform(curl);\n  if (result != CURLE_OK) {\n    fprintf(stderr, "%s\\n", curl_easy_strerror(result));\n  }\n' +
    (headers && "  curl_slist_free_all(headers);\n") + (parts ? "  curl_mime_free(form);\n" : "") + (body?.file ? "  fclose(file);\n" : "") +
    "  curl_easy_cleanup(curl);\n  return result != CURLE_OK;\n}\n"
  );
};

function part(p: Part, at: number, kit: Kit): string {
  const line = (text: string): string => q(text, kit, "    ");
  return (
    "  part = curl_mime_addpart(form);\n  curl_mime_name(part, " + line(p.name) + ");\n" +
    (p.file ? "  curl_mime_filedata(part, " + line(p.file) + ");\n" : "  curl_mime_data(part, " + line(p.text) + ", CURL_ZERO_TERMINATED);\n") +
    (p.type && "  curl_mime_type(part, " + line(p.type) + ");\n") +
    (p.headers ? "  struct curl_slist *more" + at + " = NULL;\n" + p.headers.map((pair) => "  more" + at + " = curl_slist_append(more" + at + ", " + line(pair.join(": ")) + ");\n").join("") + "  curl_mime_headers(part, more" + at + ", 1);\n" : "")
  );
}

export const clients: Clients = { libcurl };
