import type { Client, Clients, Kit } from "../kit";
import type { Part, Request } from "../request";

// q quotes text. Strings may have several lines.
function q(text: string, kit: Kit): string {
  return kit.quote(text, { "\n": "\n" });
}

const file = (name: string, kit: Kit): string => "(io/file " + q(name, kit) + ")";

function part(p: Part, kit: Kit): string {
  const type = p.file ? p.type && " :mime-type " + q(p.type, kit) : " :mime-type " + q(p.type || "text/plain", kit) + ' :encoding "UTF-8"';
  const name = p.file ? " :part-name " + q(p.name, kit) : "";
  return "{:name " + q(p.file || p.name, kit) + name + " :content " + (p.file ? file(p.file, kit) : q(p.text, kit)) + type + "}";
}

function body(r: Request, kit: Kit): string {
  if (!r.body) {
    return "";
  }
  if (r.body.parts) {
    return "\n   :multipart [" + r.body.parts.map((p) => part(p, kit)).join("\n               ") + "]";
  }
  return "\n   :body " + (r.body.file ? file(r.body.file, kit) : q(r.body.text, kit));
}

const cljHttp: Client = (r, kit) => {
  const headers = kit.headers(r).map(([name, value]) => q(name, kit) + " " + q(value, kit));
  const files = r.body?.file || r.body?.parts?.some((p) => p.file) ? "\n         '[clojure.java.io :as io]" : "";
  return (
    "(require '[clj-http.client :as client]" + files + ")\n\n(def response\n (client/request\n  {:method :" + r.method.toLowerCase() + "\n   :url " + q(r.url, kit) +
    (headers.length > 0 ? "\n   :headers {" + headers.join("\n             ") + "}" : "") + body(r, kit) + "}))\n\n(println (:status response) (:body response))\n"
  );
};

export const clients: Clients = { clj_http: cljHttp };
