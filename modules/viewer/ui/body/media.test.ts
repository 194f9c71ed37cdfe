import { equal, table, test } from "../testing/testing";
import { charsetOf, fileName, formOf, plain, type Form, type Origin } from "./media";

table<readonly [form: Form, types: readonly string[]]>(
  {
    "JSON": ["json", ["application/json", "text/json", "application/problem+json", "Application/JSON; charset=utf-8"]],
    "lines of JSON": ["lines", ["application/x-ndjson", "application/jsonl", "application/stream+json"]],
    "a sequence of JSON": ["sequence", ["application/json-seq", "application/geo+json-seq"]],
    "events": ["events", ["text/event-stream", "text/event-stream;charset=utf-8"]],
    "markup": ["markup", ["text/html", "application/xml", "text/xml", "application/xhtml+xml", "application/atom+xml"]],
    "images that browsers show": ["image", ["image/png", "image/svg+xml", "image/vnd.microsoft.icon"]],
    "other images are bytes": ["binary", ["image/tiff", "image/x-adobe-dng"]],
    "sound and film": ["audio", ["audio/mpeg", "audio/ogg"]],
    "PDF": ["pdf", ["application/pdf"]],
    "text": ["text", ["text/plain", "text/csv", "application/yaml", "application/vnd.oai.openapi+yaml", "application/x-www-form-urlencoded"]],
    "everything else is bytes": ["binary", ["", "application/octet-stream", "json", "constructor", "application/jsonish"]],
  },
  ([form, types]) => equal(types.map(formOf), types.map(() => form)),
);

test("film", () => equal(formOf("video/mp4"), "video"));

test("a media type is plain without its parameters", () => equal([plain(" Text/HTML ; charset=x"), plain(""), plain(";a")], ["text/html", "", ""]));

test("the encoding of a text is a parameter", () =>
  equal(["text/plain; charset=iso-8859-1", 'text/plain;Charset="UTF-16"', "text/plain", "text/plain; charset=", "text/plain; x=charset=a"].map(charsetOf), ["iso-8859-1", "UTF-16", "", "", ""]));

// Each row: where a body of JSON comes from, and the name that it is saved under.
table<readonly [origin: Origin, name: string]>(
  {
    "a path is its last name": [{ disposition: 'attachment; filename="../../x"' }, "x"],
    "a path of Windows is its last name": [{ disposition: 'attachment; filename="..\\\\..\\\\evil.exe"' }, "evil.exe"],
    "a name that hides its end shows it": [{ disposition: "attachment; filename*=UTF-8''a%E2%80%AEfdp.exe" }, "afdp.exe"],
    "an encoded path is its last name": [{ disposition: "attachment; filename*=UTF-8''..%2F..%2Fetc%2Fpasswd" }, "passwd"],
    "a device is none": [{ disposition: 'attachment; filename="CON.txt"' }, "_CON.txt"],
    "a device with a number is none": [{ disposition: "attachment; filename=lpt1" }, "_lpt1"],
    "a hidden file is seen": [{ disposition: 'attachment; filename=".bashrc"' }, "bashrc"],
    "signs that mean something are replaced": [{ disposition: 'attachment; filename="a<b>:|?*$(x);y.txt"' }, "a_b______(x)_y.txt"],
    "a long name is cut before its end": [{ disposition: 'attachment; filename="' + "a".repeat(300) + '.txt"' }, "a".repeat(100) + ".txt"],
    "a long name is not cut within a character": [{ disposition: "attachment; filename*=UTF-8''" + encodeURIComponent("😀".repeat(101)) }, "😀".repeat(100)],
    "the name of the address is used": [{ address: "https://a.example/files/report.csv?x=1" }, "report.csv"],
    "the name of the address is decoded": [{ address: "https://a.example/a%20b.csv#c" }, "a b.csv"],
    "an address without an ending names nothing": [{ address: "https://a.example/orders/7" }, "body.json"],
    "a host names nothing": [{ address: "https://a.example" }, "body.json"],
    "an address that cannot be decoded names nothing": [{ address: "https://a.example/%ff.csv" }, "body.json"],
    "a name of dots is none": [{ disposition: 'attachment; filename=".."' }, "body.json"],
    "nothing names nothing": [{}, "body.json"],
    "a name may stand without quotes": [{ disposition: "attachment; filename=a.txt; size=1" }, "a.txt"],
    "a name without quotes may hold spaces": [{ disposition: "attachment; filename=my report.pdf ; size=1" }, "my report.pdf"],
    "a quote in a name is escaped": [{ disposition: 'attachment; filename="a\\"b.txt"' }, "a_b.txt"],
    "the extended name is better": [{ disposition: "attachment; filename=\"a.txt\"; filename*=utf-8'en'%C3%A9.txt" }, "é.txt"],
    "an extended name that cannot be decoded gives way": [{ disposition: "attachment; filename=a.txt; filename*=UTF-8''%ff" }, "a.txt"],
    "a new line in a name is left out": [{ disposition: "attachment; filename*=UTF-8''a%0Ab.txt" }, "ab.txt"],
  },
  ([origin, name]) => equal(fileName("application/json", origin), name),
);

table<readonly [type: string, name: string]>(
  {
    "an image has its own ending": ["image/png", "body.png"],
    "a known type has a known ending": ["image/svg+xml; x=y", "body.svg"],
    "a form has the ending of text": ["application/x-www-form-urlencoded", "body.txt"],
    "an unknown type has its own name": ["model/gltf", "body.gltf"],
    "an odd type is bytes": ["application/vnd.a+b", "body.bin"],
    "no type is bytes": ["", "body.bin"],
    "a type called like a member of every object is bytes": ["constructor", "body.bin"],
  },
  ([type, name]) => equal(fileName(type), name),
);
