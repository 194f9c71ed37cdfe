// The formats of strings that are checked (JSON Schema 2020-12 validation, section
// 7.3; byte is one of OpenAPI 3.0). They are those of the server: both run the rows of
// the testdata of core/format.
const date = /^(\d{4})-(\d\d)-(\d\d)$/;
const time = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.\d+)?(?:z|([+-])([01]\d|2[0-3]):([0-5]\d))$/i;
const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const mailbox = new RegExp(`^(?:${atom}(?:\\.${atom})*|"(?:[ !#-\\[\\]-~]|\\\\[ -~])*")$`);
const label = /^[0-9A-Za-z]([0-9A-Za-z-]{0,61}[0-9A-Za-z])?$/;
const scheme = /^[A-Za-z][A-Za-z0-9+.-]*:/;
const authority = `//(?:${uriText(":")}@)?(?:\\[([^\\]]*)\\]|${uriText("")})(?::\\d*)?(?=[/?#]|$)`;
const hierarchy = new RegExp(`^(?:${authority}|(?!//))${uriText(":@/")}(?:\\?${uriText(":@/?")})?(?:#${uriText(":@/?")})?$`);

export const formats: Readonly<Record<string, (text: string) => boolean>> = {
  "date-time": (s) => /^.{10}t/i.test(s) && isDate(s.slice(0, 10)) && isTime(s.slice(11)),
  date: isDate,
  time: isTime,
  duration: (s) => /^P(\d+W|(?=.)(\d+Y(\d+M(\d+D)?)?|\d+M(\d+D)?|\d+D)?(T(\d+H(\d+M(\d+S)?)?|\d+M(\d+S)?|\d+S))?)$/.test(s),
  email: isEmail,
  hostname: isHostname,
  ipv4: isIPv4,
  ipv6: isIPv6,
  uri: isURI,
  "uri-reference": (s) => (/^[^/?#]*:/.test(s) ? isURI(s) : isHierarchy(s)),
  uuid: (s) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(s),
  "json-pointer": (s) => /^(\/([^~/]|~[01])*)*$/.test(s),
  byte: isBase64,
};

// isTime knows leap seconds, which are 23:59:60 UTC.
function isTime(s: string): boolean {
  const match = time.exec(s);
  if (!match) {
    return false;
  }
  const [hour, minute, second, east, west] = [1, 2, 3, 5, 6].map((i) => Number(match[i] ?? 0)) as [number, number, number, number, number];
  const day = 24 * 60;
  const utc = (hour * 60 + minute + (match[4] === "-" ? 1 : -1) * (east * 60 + west) + day) % day;
  return second < 60 || utc === day - 1;
}

function isHostname(s: string): boolean {
  return s.length <= 253 && s.split(".").every((part) => label.test(part));
}

function isEmail(s: string): boolean {
  const at = s.lastIndexOf("@");
  const [local, domain] = [s.slice(0, Math.max(at, 0)), s.slice(at + 1)];
  const literal = /^\[(IPv6:)?(.*)\]$/.exec(domain);
  const there = literal ? (literal[1] ? isIPv6 : isIPv4)(literal[2] ?? "") : isHostname(domain);
  return at <= 64 && s.length <= 254 && mailbox.test(local) && there;
}

// uriText are the characters of RFC 3986, section 2, and some further ones.
function uriText(further: string): string {
  return `(?:[A-Za-z0-9._~!$&'()*+,;=${further}-]|%[0-9a-fA-F]{2})*`;
}

function isURI(s: string): boolean {
  return scheme.test(s) && isHierarchy(s.replace(scheme, ""));
}

function isHierarchy(s: string): boolean {
  const match = hierarchy.exec(s);
  return match !== null && (match[1] === undefined || isIPv6(match[1]));
}

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
