import { equal, table, test } from "../testing/testing";
import { formats, isBase64 } from "./format";

// Each row: texts that are in the format of the name, and texts that are not.
const rows: Readonly<Record<string, readonly [yes: readonly string[], no: readonly string[]]>> = {
  "date-time": [["2026-11-22T10:00:00Z", "2026-11-22t10:00:00.25+02:00"], ["2026-11-22 10:00:00Z", "2026-11-22T10:00:00", "2026-02-30T10:00:00Z", "2026-11-22T24:00:00Z"]],
  date: [["2000-02-29", "2024-02-29", "2026-12-31"], ["1900-02-29", "2026-02-29", "2026-13-01", "2026-00-01", "2026-01-00", "2026-1-1", "２０２６-01-01"]],
  time: [["10:00:00Z", "23:59:59.999-23:59"], ["10:00", "10:00:60Z", "24:00:00Z", "10:00:00+24:00"]],
  duration: [["P1Y2M3DT4H5M6S", "P2W", "PT0.5S", "P1D"], ["P", "PT", "P1", "P1DT", "P1W2D", "1D", "P1S"]],
  email: [["a@b.example", "a.b+c@[127.0.0.1]", "ä@ö.example"], ["a", "@b", "a@", "a b@c", "a..b@c", "A <a@b.example>"]],
  hostname: [["a", "a-b.example", "xn--bcher-kva.example"], ["", "-a", "a-", "a..b", "a_b", "a".repeat(64), Array(64).fill("aaaa").join(".")]],
  ipv4: [["0.0.0.0", "255.255.255.255"], ["256.0.0.1", "1.2.3", "1.2.3.4.", "1.2.3.4.5", "01.2.3.4"]],
  ipv6: [["::", "::1", "1:2:3:4:5:6:7:8", "::ffff:192.0.2.1", "fe80::1"], ["1:2:3:4:5:6:7", "1::2::3", "::g", "fe80::1%eth0", "::300.1.1.1", "12345::"]],
  uri: [["https://a.example/b?c#d", "urn:x", "a+b-c.d:e"], ["/b", "a", "1a:b", "a:%zz", "a:\n"]],
  "uri-reference": [["", "/b", "a:b", "./a:b", "a%20b"], [":a", "a%2", "1é:b", "\u007f"]],
  uuid: [["F81D4FAE-7dec-11d0-a765-00a0c91e6bf6"], ["f81d4fae7dec11d0a76500a0c91e6bf6", "g81d4fae-7dec-11d0-a765-00a0c91e6bf6"]],
  "json-pointer": [["", "/", "/a~1b/~0", "/é"], ["a", "/~", "/~2"]],
  byte: [["", "YQ==", "YWI=", "YWJj", "YW\r\nJj"], ["YQ", "YR==", "YWK=", "Y===", "YW-_"]],
};

table(Object.fromEntries(Object.entries(rows).map(([name, row]) => ["the format " + name, [name, ...row] as const])), ([name, yes, no]) =>
  equal([yes.filter((text) => !formats[name]?.(text)), no.filter((text) => formats[name]?.(text))], [[], []]),
);

test("every format has a row here", () => equal(Object.keys(formats).sort(), Object.keys(rows).sort()));

test("base64 has nothing in the bits that are left over", () => equal(["QQ==", "QR==", "QUI=", "QUJ="].map(isBase64), [true, false, true, false]));
