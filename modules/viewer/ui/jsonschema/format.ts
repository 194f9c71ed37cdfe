// The formats of strings that are checked (JSON Schema 2020-12 validation, section
// 7.3; byte is one of OpenAPI 3.0). They are those of the server.
const date = /^(\d{4})-(\d\d)-(\d\d)$/;
const time = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;
const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~\\u0080-\\u{10ffff}-]+";
const email = new RegExp("^" + atom + "(\\." + atom + ")*@(" + atom + "(\\." + atom + ")*|\\[[^\\[\\]\\\\]*\\])$", "u");
const label = /^[0-9A-Za-z]([0-9A-Za-z-]{0,61}[0-9A-Za-z])?$/;
const escapes = /^(?:[^%\x00-\x1f\x7f]|%[0-9a-fA-F]{2})*$/;

export const formats: Readonly<Record<string, (text: string) => boolean>> = {
  "date-time": (s) => /^.{10}t/i.test(s) && isDate(s.slice(0, 10)) && time.test(s.slice(11)),
  date: isDate,
  time: (s) => time.test(s),
  duration: (s) => /^P(\d+W|(\d+Y)?(\d+M)?(\d+D)?(T(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?)$/.test(s) && !/[PT]$/.test(s),
  email: (s) => email.test(s),
  hostname: (s) => s.length <= 253 && s.split(".").every((part) => label.test(part)),
  ipv4: isIPv4,
  ipv6: isIPv6,
  uri: (s) => /^[A-Za-z][A-Za-z0-9+.-]*:/.test(s) && escapes.test(s),
  "uri-reference": (s) => !/^:|^[^/?#]*[^A-Za-z0-9+.\-/?#:][^/?#]*:/.test(s) && escapes.test(s),
  uuid: (s) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(s),
  "json-pointer": (s) => /^(\/([^~/]|~[01])*)*$/.test(s),
  byte: isBase64,
};

function isDate(s: string): boolean {
  const match = date.exec(s);
  if (!match) {
    return false;
  }
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return day >= 1 && day <= days;
}

function isIPv4(s: string): boolean {
  return /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/.test(s);
}

function isIPv6(s: string): boolean {
  const tail = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(s);
  if (tail && !isIPv4(tail[2] ?? "")) {
    return false;
  }
  const groups = (tail ? (tail[1] ?? "") + "0:0" : s).split("::");
  const count = groups.map((side) => (side === "" ? [] : side.split(":")));
  const all = count.flat();
  return groups.length <= 2 && all.every((group) => /^[0-9a-fA-F]{1,4}$/.test(group)) && (groups.length === 2 ? all.length < 8 : all.length === 8);
}

// isBase64 wants what is padded, and nothing in the bits that are left over.
export function isBase64(s: string): boolean {
  const text = s.replace(/[\r\n]/g, "");
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/.test(text);
}
