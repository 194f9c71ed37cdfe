// What a media type says about a body.
export type Form = "json" | "markup" | "text" | "image" | "audio" | "video" | "events" | "lines" | "sequence" | "pdf" | "binary";

const names: readonly (readonly [RegExp, Form, string])[] = [
  [/^text\/event-stream$/, "events", "txt"],
  [/^application\/(x-ndjson|ndjson|jsonl|x-jsonlines|jsonlines|stream\+json|x-json-stream)$/, "lines", "ndjson"],
  [/^application\/(json-seq|[\w.-]+\+json-seq)$/, "sequence", "json-seq"],
  [/^(application|text)\/json$|\+json$/, "json", "json"],
  [/^image\/(png|jpeg|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon|svg\+xml)$/, "image", ""],
  [/^(text|application)\/(html|xml|xhtml\+xml)$|\+xml$/, "markup", ""],
  [/^application\/pdf$/, "pdf", "pdf"],
  [/^audio\//, "audio", ""],
  [/^video\//, "video", ""],
  [/^text\/|^application\/(x-www-form-urlencoded|javascript|yaml|x-yaml|toml|graphql|sql|http)$|\+yaml$/, "text", "txt"],
];

const endings: Readonly<Record<string, string>> = {
  "image/jpeg": "jpg", "image/svg+xml": "svg", "image/x-icon": "ico", "text/csv": "csv", "text/html": "html",
  "application/xml": "xml", "text/xml": "xml", "application/zip": "zip", "application/gzip": "gz",
  "audio/mpeg": "mp3", "text/markdown": "md", "text/javascript": "js", "application/octet-stream": "bin",
};

// plain is a media type without its parameters.
export function plain(mediaType: string): string {
  return (mediaType.split(";")[0] ?? "").trim().toLowerCase();
}

export function formOf(mediaType: string): Form {
  return names.find(([pattern]) => pattern.test(plain(mediaType)))?.[1] ?? "binary";
}

export function charsetOf(mediaType: string): string {
  return /;\s*charset="?([\w.:-]+)"?/i.exec(mediaType)?.[1] ?? "";
}

// Origin is where a body comes from, as far as it names the file it is saved as.
export interface Origin {
  readonly disposition?: string; // the header Content-Disposition
  readonly address?: string;
}

// fileName is a name that is safe to save a body under: one name without a path,
// with nothing that hides its end or that a system takes for something else.
export function fileName(mediaType: string, origin: Origin = {}): string {
  const given = fromDisposition(origin.disposition ?? "") || fromAddress(origin.address ?? "");
  const last = given.split(/[/\\]/).pop() ?? "";
  const safe = last
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g, "")
    .replace(/[<>:"|?*%~$`;&]/g, "_")
    .replace(/^[\s.]+|[\s.]+$/g, "");
  const name = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(safe) ? "_" + safe : safe;
  return shortened(name) || "body." + ending(mediaType);
}

function shortened(name: string): string {
  const end = /\.[^.]{1,15}$/.exec(name)?.[0] ?? "";
  return Array.from(name.slice(0, name.length - end.length)).slice(0, 100).join("") + end;
}

function ending(mediaType: string): string {
  const type = plain(mediaType);
  const known = (Object.hasOwn(endings, type) ? endings[type] : undefined) ?? names.find(([pattern]) => pattern.test(type))?.[2];
  return known || (/^\w+\/([a-z0-9]{1,8})$/.exec(type)?.[1] ?? "bin");
}

// fromDisposition reads the name of an attachment (RFC 6266, section 4.3).
function fromDisposition(header: string): string {
  const extended = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(header)?.[1];
  if (extended !== undefined) {
    try {
      return decodeURIComponent(extended);
    } catch {
      // The plain name may do.
    }
  }
  const match = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(header);
  return match ? (match[1]?.replace(/\\(.)/g, "$1") ?? match[2] ?? "") : "";
}

function fromAddress(address: string): string {
  const part = /^[a-z]+:\/\/[^/?#]*\/(?:[^?#]*\/)?([^/?#]+\.[A-Za-z0-9]{1,8})(?:[?#]|$)/.exec(address)?.[1] ?? "";
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}
