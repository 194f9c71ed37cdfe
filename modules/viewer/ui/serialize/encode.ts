// How texts are encoded in addresses, forms, cookies and headers.

const utf8 = new TextEncoder();

// What may stand in parts of an address as it is.
export const inPath = "/!$&'()*+,;=:@";
export const inQuery = "/?!$&'()*+,;=:@";
export const inServer = "/?!$&'()*+,;=:@[]";
export const allowedRaw = "/?!$'()*,;:@"; // of allowReserved, without what ends a value or a query

// encode encodes all bytes but the unreserved ones of RFC 3986 and those in keep.
export function encode(text: string, keep = ""): string {
  let out = "";
  for (const byte of utf8.encode(text)) {
    const c = String.fromCharCode(byte);
    out += byte < 0x80 && (/[\w\-.~]/.test(c) || keep.includes(c)) ? c : "%" + byte.toString(16).toUpperCase().padStart(2, "0");
  }
  return out;
}

// mend encodes what must not stand in an address, and leaves what is encoded
// already and the bytes in keep.
export function mend(text: string, keep: string): string {
  return text
    .split(/(%[\da-f]{2})/i)
    .map((piece, i) => (i % 2 === 1 ? piece : encode(piece, keep)))
    .join("");
}

// bytes is a text whose characters are the bytes of another one in UTF-8.
export function bytes(text: string): string {
  let out = "";
  for (const byte of utf8.encode(text)) {
    out += String.fromCharCode(byte);
  }
  return out;
}

// basicOf is the header Authorization of a user (RFC 7617).
export function basicOf(user: string, password: string): string {
  return "Basic " + btoa(bytes(user + ":" + password));
}

// formEncode encodes text for a body of application/x-www-form-urlencoded.
export function formEncode(text: string): string {
  return encode(text, " *").replaceAll(" ", "+");
}

// header makes one line of a value.
export function header(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f]/g, " ").trim();
}

// isToken reports whether a name can be that of a header (RFC 9110).
export function isToken(name: string): boolean {
  return name !== "" && !/[^\u0021-\u007e]|["(),/:;<=>?@[\\\]{}]/.test(name);
}

// cookieText is a text as it may stand in a cookie without encoding.
export function cookieText(text: string): string {
  return text.replace(/[;\r\n\0]/g, (c) => encode(c));
}

// placeholder spells a name so that readers see that it has to be replaced.
export function placeholder(name: string): string {
  const words = name.replace(/(?<=\p{Ll})(?=\p{Lu})|[^\p{L}\p{Nd}]+/gu, "_").replace(/^_|_$/g, "");
  return encode(words.replace(/./gu, (c) => (c.toUpperCase()[c.length] ? c : c.toUpperCase())) || "VALUE"); // ß has no capital of its own
}

// placeholders spells the variables that nothing describes.
export function placeholders(text: string): string {
  return text.replace(/\{([^}]*)\}/g, (_, name: string) => placeholder(name));
}
