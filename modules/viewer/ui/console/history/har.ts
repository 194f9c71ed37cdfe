// HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec/): what was sent and
// answered, for programs that show or replay it.
import { flat, headers } from "../../samples/kit";
import { revealed, type Body, type Pair, type Request } from "../../samples/request";
import { mask } from "../../serialize/serialize";
import type { Received, Run } from "../session";

const unknown = "unknown"; // browsers do not tell the version of HTTP

// Names of what is no business of others.
const sensitive = /authorization|cookie|token|secret|passw|session|api-?key/i;

// har writes the runs, the oldest first, in short steps. Without secrets every
// credential is masked, and so is what answers set.
export async function har(runs: readonly Run[], secrets: boolean): Promise<Blob> {
  const parts: string[] = [];
  for (const run of [...runs].reverse()) {
    parts.push((parts.length > 0 ? ",\n" : "") + JSON.stringify(await entry(run, secrets)));
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  const head = JSON.stringify({ version: "1.2", creator: { name: "Trefoil", version: "1" } }).slice(0, -1);
  return new Blob([`{"log":${head},"entries":[\n`, ...parts, "\n]}}\n"]);
}

async function entry(run: Run, secrets: boolean): Promise<object> {
  const time = Math.round(run.ms);
  return {
    startedDateTime: run.at.toISOString(),
    time,
    request: { ...request(secrets ? revealed(run.request) : run.request, secrets), bodySize: sizeOf(revealed(run.request)) },
    response: run.answer ? await response(run.answer, secrets, run.failure) : failed(run.failure),
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    comment: run.operation.title,
  };
}

function pairs(list: readonly Pair[], secrets: boolean): readonly object[] {
  return list.map(([name, value]) => ({ name, value: secrets || value.includes(mask) || !sensitive.test(name) ? value : mask }));
}

function request(r: Request, secrets: boolean): object {
  const query = (r.url.split("#")[0] ?? "").split(/\?(.*)/s)[1] ?? "";
  const cookies = r.cookies.map(([name, value]): Pair => [name, secrets ? value : mask]);
  const type = r.headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
  return {
    method: r.method,
    url: r.url,
    httpVersion: unknown,
    cookies: pairs(cookies, true),
    headers: [...pairs(r.headers, secrets), ...pairs(headers({ ...r, headers: [], cookies }), true)],
    queryString: query.split("&").filter((piece) => piece !== "").map((piece) => ({ name: decoded(piece.split("=")[0] ?? ""), value: piece.includes("=") ? decoded(piece.slice(piece.indexOf("=") + 1)) : "" })),
    ...(r.body ? { postData: posted(r.body, type) } : {}),
    headersSize: -1,
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

function posted(body: Body, type: string): object {
  if (!body.parts) {
    return { mimeType: type, params: [], text: body.text, ...(body.file ? { comment: "The file " + body.file } : {}) };
  }
  const params = body.parts.map((part) => ({ name: part.name, ...(part.file ? { fileName: part.file } : { value: part.text }), ...(part.type ? { contentType: part.type } : {}) }));
  return { mimeType: "multipart/form-data", params, text: "" };
}

// sizeOf is how many bytes the body of a request has, -1 where files are not known.
function sizeOf(r: Request): number {
  const segments = r.body ? flat(r).body : [];
  return segments.some((s) => s.file) ? -1 : segments.reduce((sum, s) => sum + new TextEncoder().encode(s.text ?? "").length, 0);
}

async function response(answer: Received, secrets: boolean, failure: string): Promise<object> {
  const header = (wanted: string): string => answer.headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? "";
  return {
    status: answer.status,
    statusText: answer.statusText,
    httpVersion: unknown,
    cookies: answer.headers.filter(([name]) => name.toLowerCase() === "set-cookie").map(([, value]) => cookie(value, secrets)),
    headers: pairs(answer.headers, secrets),
    content: {
      size: answer.size,
      mimeType: header("content-type"),
      ...(await content(answer.body)),
      ...(answer.whole && !failure ? {} : { comment: failure || "Only the beginning was kept." }),
    },
    redirectURL: header("location"),
    headersSize: -1,
    bodySize: -1,
  };
}

// cookie reads what an answer sets (RFC 6265, section 5.2).
function cookie(text: string, secrets: boolean): object {
  const [first = "", ...rest] = text.split(";").map((piece) => piece.trim());
  const at = first.indexOf("=");
  const attribute = (wanted: string): string | undefined => rest.find((piece) => (piece.split("=")[0] ?? "").toLowerCase() === wanted)?.replace(/^[^=]*=?/, "");
  const expires = new Date(attribute("expires") ?? "");
  return {
    name: first.slice(0, Math.max(at, 0)),
    value: secrets ? first.slice(at + 1) : mask,
    ...(attribute("path") ? { path: attribute("path") } : {}),
    ...(attribute("domain") ? { domain: attribute("domain") } : {}),
    ...(Number.isNaN(expires.getTime()) ? {} : { expires: expires.toISOString() }),
    httpOnly: attribute("httponly") !== undefined,
    secure: attribute("secure") !== undefined,
  };
}

// content is a body as a text, or in base64 where it is none.
async function content(body: Uint8Array): Promise<object> {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body) };
  } catch {
    return { text: await base64(body), encoding: "base64" };
  }
}

function base64(bytes: Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(String(reader.result).replace(/^[^,]*,/, "")));
    reader.addEventListener("error", () => reject(new Error("The body cannot be read.")));
    reader.readAsDataURL(new Blob([new Uint8Array(bytes)]));
  });
}

// failed is in place of an answer that there is none of.
function failed(why: string): object {
  return {
    status: 0,
    statusText: "",
    httpVersion: unknown,
    cookies: [],
    headers: [],
    content: { size: 0, mimeType: "x-unknown" },
    redirectURL: "",
    headersSize: -1,
    bodySize: -1,
    comment: why,
  };
}
