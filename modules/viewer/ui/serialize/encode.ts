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
    out += byte < 0x80 && (/[A-Za-z0-9\-._~]/.test(c) || keep.includes(c)) ? c : "%" + byte.toString(16).toUpperCase().padStart(2, "0");
  }
  return out;
}

// mend encodes what must not stand in an address, and leaves what is encoded
// already and the bytes in keep.
export function mend(text: string, keep: string): string {
  return text
    .split(/(%[0-9a-fA-F]{2})/)
    .map((piece, i) => (i % 2 === 1 ? piece : encode(piece, keep)))
    .join("");
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
  let out = "";
  let previous = "_";
  for (const c of name) {
    let r = c;
    if (!/[\p{L}\p{Nd}]/u.test(c)) {
      r = "_";
    } else if (/\p{Lu}/u.test(c) && /\p{Ll}/u.test(previous)) {
      out += "_";
    }
    if (r !== "_" || previous !== "_") {
      out += r.toUpperCase();
    }
    previous = r;
  }
  return encode(out.replace(/_+$/, "") || "VALUE");
}

// placeholders spells the variables that nothing describes.
export function placeholders(text: string): string {
  return text.replace(/\{([^}]*)\}/g, (_, name: string) => placeholder(name));
}
