import { languages as dotnet } from "../clients/dotnet";
import { languages as go } from "../clients/go";
import { languages as js } from "../clients/js";
import { languages as jvm } from "../clients/jvm";
import { languages as native } from "../clients/native";
import { languages as script } from "../clients/script";
import { languages as shell } from "../clients/shell";
import { languages as systems } from "../clients/systems";
import { write } from "../engine";
import type { Clients } from "../kit";
import type { Request } from "../request";
import { equal, table, test } from "../../testing/testing";

const languages: Readonly<Record<string, Clients>> = { ...dotnet, ...go, ...js, ...jvm, ...native, ...script, ...shell, ...systems };

const all = Object.entries(languages).flatMap(([language, clients]) => Object.keys(clients).map((client) => language + "/" + client));

const request = (own: Partial<Request> = {}): Request => ({ method: "GET", url: "https://a.example/pets?q=1", headers: [], cookies: [], body: null, basic: null, certificate: "", secrets: {}, ...own });

const body = (text: string): Request["body"] => ({ text, file: "", parts: null });

function sample(client: string, own: Partial<Request>): string {
  const [language = "", name = ""] = client.split("/");
  return write(languages[language] ?? {}, language, name, request(own));
}

test("there are 49 clients", () => equal(all.length, 49));

// Whatever the language: a text comes through, and nothing of it ends its quotes.
table(Object.fromEntries(all.map((client) => [client + " names the address, the method and the header", client])), (client) => {
  const text = sample(client, { method: "PUT", headers: [["X-Trace", "t-1"]], body: body("plain") });
  equal([/a\.example/.test(text) && /pets/.test(text), /PUT|Put|put/.test(text), /x-trace|X-Trace/i.test(text), text.includes("t-1"), text.includes("plain"), text.endsWith("\n")], [true, true, true, true, true, false]);
});

// Texts in single and double quotes, with a backslash, as each language writes them.
const nasty = "a'b\"c\\d$e\tf";
table<readonly [client: string, quoted: string]>(
  {
    "a shell ends its quotes for a quote": ["shell/curl", `'a'\\''b"c\\d$e\tf'`],
    "Go escapes double quotes": ["go/native", String.raw`"a'b\"c\\d$e\tf"`],
    "JavaScript escapes double quotes": ["node/fetch", String.raw`"a'b\"c\\d$e\tf"`],
    "Java escapes double quotes": ["java/nethttp", String.raw`"a'b\"c\\d$e\tf"`],
    "C escapes double quotes": ["c/libcurl", String.raw`"a'b\"c\\d$e\tf"`],
    "Swift escapes double quotes": ["swift/nsurlsession", String.raw`"a'b\"c\\d$e\tf"`],
    "PHP escapes single quotes": ["php/curl", `'a\\'b"c\\\\d$e\tf'`],
    "Kotlin escapes dollars": ["kotlin/okhttp", String.raw`"a'b\"c\\d\$e\tf"`],
    "Dart escapes dollars": ["dart/http", String.raw`\$e`],
  },
  ([client, quoted]) => {
    const text = sample(client, { method: "POST", body: body(nasty) });
    equal(text.includes(quoted) ? "" : text, "");
  },
);

// Texts of several lines.
table<readonly [client: string, quoted: string]>(
  {
    "Go writes several lines raw": ["go/native", "`{\n  \"a\": 1\n}`"],
    "JavaScript writes several lines as a template": ["js/fetch", '`{\n  "a": 1\n}`'],
    "Java writes several lines as a block": ["java/nethttp", '"""\n{\n  "a": 1\n}"""'],
    "C writes a string for each line": ["c/libcurl", '"{\\n"\n    "  \\"a\\": 1\\n"\n    "}"'],
    "a shell writes several lines as they are": ["shell/curl", "--data-raw '{\n  \"a\": 1\n}'"],
    "Swift writes several lines raw": ["swift/nsurlsession", '#"""\n{\n  "a": 1\n}\n"""#'],
  },
  ([client, quoted]) => {
    const text = sample(client, { method: "POST", body: body('{\n  "a": 1\n}') });
    equal(text.includes(quoted) ? "" : text, "");
  },
);

test("Kotlin writes dollars in several lines", () => equal(sample("kotlin/okhttp", { method: "POST", body: body("$a\n$b") }).includes(`"""\${'$'}a\n\${'$'}b"""`), true));

test("a template of JavaScript holds no expressions", () => equal(sample("js/fetch", { method: "POST", body: body("`${x}`\n") }).includes("`\\`\\${x}\\`\n`"), true));

test("a raw text of Go holds no backtick", () => equal(sample("go/native", { method: "POST", body: body("a`\nb") }).includes('"a`\\nb"'), true));

test("C has no trigraphs", () => equal(sample("c/libcurl", { method: "POST", body: body("??=") }).includes('"?\\?="'), true));

// The commands of curl are those that the server writes, too.
table<readonly [own: Partial<Request>, command: string]>(
  {
    "curl reads": [{}, "curl 'https://a.example/pets?q=1'"],
    "curl names another method": [{ method: "DELETE" }, "curl 'https://a.example/pets?q=1' \\\n  --request DELETE"],
    "curl asks for headers alone": [{ method: "HEAD" }, "curl 'https://a.example/pets?q=1' \\\n  --head"],
    "curl does not look into brackets": [{ url: "https://a.example/{x}" }, "curl --globoff 'https://a.example/{x}'"],
    "curl sends an empty header": [{ headers: [["A", ""], ["B", "c"]] }, "curl 'https://a.example/pets?q=1' \\\n  --header 'A;' \\\n  --header 'B: c'"],
    "curl has a user in place of the header": [{ headers: [["Authorization", "Basic x"]], basic: ["ada", "p'w"] }, "curl 'https://a.example/pets?q=1' \\\n  --user 'ada:p'\\''w'"],
    "curl answers the challenge of Digest": [{ headers: [["Authorization", "Digest x"]], basic: ["ada", "pw"] }, "curl 'https://a.example/pets?q=1' \\\n  --digest \\\n  --user 'ada:pw'"],
    "curl sends cookies together": [{ cookies: [["a", "1"], ["b", "2"]] }, "curl 'https://a.example/pets?q=1' \\\n  --cookie 'a=1; b=2'"],
    "curl has a certificate": [{ certificate: "me.pem" }, "curl 'https://a.example/pets?q=1' \\\n  --cert 'me.pem'"],
    "curl writes a form piece by piece": [
      { method: "POST", headers: [["Content-Type", "application/x-www-form-urlencoded"]], body: body("a=1&b=2") },
      "curl 'https://a.example/pets?q=1' \\\n  --request POST \\\n  --header 'Content-Type: application/x-www-form-urlencoded' \\\n  --data-urlencode 'a=1' \\\n  --data-urlencode 'b=2'",
    ],
    "curl sends a file": [{ method: "PUT", body: { text: "", file: "a.png", parts: null } }, "curl 'https://a.example/pets?q=1' \\\n  --request PUT \\\n  --data-binary '@a.png'"],
    "curl sends parts, and none for a file by mistake": [
      { method: "POST", body: { text: "", file: "", parts: [{ name: "a", text: "@b", file: "", type: "" }, { name: "c", text: 'd"\\', file: "", type: "text/x" }, { name: "e", text: "", file: "f.png", type: "image/png" }] } },
      "curl 'https://a.example/pets?q=1' \\\n  --request POST \\\n  --form-string 'a=@b' \\\n  --form 'c=\"d\\\"\\\\\";type=text/x' \\\n  --form 'e=@f.png;type=image/png'",
    ],
    "curl takes a name with a comma or a semicolon for one file": [
      { method: "POST", body: { text: "", file: "", parts: [{ name: "a", text: "", file: "one, two; three.pdf", type: "application/pdf" }] } },
      "curl 'https://a.example/pets?q=1' \\\n  --request POST \\\n  --form 'a=@\"one, two; three.pdf\";type=application/pdf'",
    ],
  },
  ([own, command]) => equal(sample("shell/curl", own), command),
);

table<readonly [client: string, command: string]>(
  {
    "HTTPie answers the challenge of Digest": ["shell/httpie", "http --ignore-stdin GET 'https://a.example/pets?q=1' \\\n  --auth-type=digest --auth='ada:pw' \\\n  'A: b'"],
    "Wget answers the challenge of Digest": ["shell/wget", "wget --quiet --output-document=- 'https://a.example/pets?q=1' \\\n  --user='ada' \\\n  --password='pw' \\\n  --header='A: b'"],
  },
  ([client, command]) => equal(sample(client, { headers: [["Authorization", "Digest x"], ["A", "b"]], basic: ["ada", "pw"] }), command),
);

// Requests of Python gets values where it makes the same of them, and else what is sent.
const get = "import requests\n\nresponse = requests.";
const print = "\nprint(response.status_code, response.text)";
table<readonly [own: Partial<Request>, call: string]>(
  {
    "Python reads": [{ url: "https://a.example/pets" }, 'get("https://a.example/pets")'],
    "Python has the query as values": [{}, 'get("https://a.example/pets", params={"q": "1"})'],
    "Python has a name that occurs twice in pairs": [{ url: "https://a.example/?a=1&a=b+c" }, 'get("https://a.example/", params=[("a", "1"), ("a", "b c")])'],
    "Python keeps a query that it would write another way": [{ url: "https://a.example/?a=b%20c" }, 'get("https://a.example/?a=b%20c")'],
    "Python sends a user": [
      { method: "DELETE", url: "https://a.example/", headers: [["Authorization", "Basic x"]], basic: ["ada", 'p"w'] },
      'delete("https://a.example/", auth=("ada", "p\\"w"))',
    ],
    "Python answers the challenge of Digest": [
      { url: "https://a.example/", headers: [["Authorization", "Digest x"]], basic: ["ada", "pw"] },
      'get("https://a.example/", auth=requests.auth.HTTPDigestAuth("ada", "pw"))',
    ],
    "Python has a user that is no ASCII in the header": [
      { url: "https://a.example/", headers: [["Authorization", "Basic x"]], basic: ["é", "p"] },
      'get("https://a.example/", headers={"Authorization": "Basic x"})',
    ],
    "Python sends JSON as values": [
      { method: "POST", url: "https://a.example/", headers: [["Content-Type", "application/json"]], body: body('{"a": [1, 2.5, true, null, {}], "b": "c\\n"}') },
      'post(\n    "https://a.example/",\n    json={\n        "a": [\n            1,\n            2.5,\n            True,\n            None,\n            {},\n        ],\n        "b": "c\\n",\n    },\n)',
    ],
    "Python sends a number that it would round as a text": [
      { method: "POST", url: "https://a.example/", headers: [["Content-Type", "application/json"]], body: body("1.50") },
      'post(\n    "https://a.example/",\n    headers={"Content-Type": "application/json"},\n    data="1.50".encode(),\n)',
    ],
    "Python sends a form as values": [
      { method: "POST", url: "https://a.example/", headers: [["Content-Type", "application/x-www-form-urlencoded"]], body: body("a=b+c") },
      'post("https://a.example/", data={"a": "b c"})',
    ],
    "Python names a method that it does not know": [{ method: "PURGE", url: "https://a.example/" }, 'request("PURGE", "https://a.example/")'],
  },
  ([own, call]) => equal(sample("python/requests", own), get + call + print),
);

// The fields of a form are given as values where all libraries make the same of them.
const formed = { method: "POST", url: "https://a.example/", headers: [["Content-Type", "application/x-www-form-urlencoded"]] } as const;
table<readonly [client: string, text: string, piece: string]>(
  {
    "curl keeps a field without a name": ["shell/curl", "=a&b=c", "--data-raw '=a' \\\n  --data-urlencode 'b=c'"],
    "curl has brackets as they are": ["shell/curl", "a%5Bb%5D=c%5B+d", "--data-urlencode 'a[b]=c[ d'"],
    "JavaScript has an object of fields": ["js/fetch", "a%5Bb%5D=c+d", 'new URLSearchParams({\n  "a[b]": "c d",\n}).toString()'],
    "JavaScript has pairs where a name occurs twice": ["node/undici", "a=1&a=2", 'new URLSearchParams([\n  ["a", "1"],\n  ["a", "2"],\n]).toString()'],
    "JavaScript has pairs where an object would sort them": ["node/native", "b=1&10=2&9=3", 'new URLSearchParams([\n  ["b", "1"],\n  ["10", "2"],\n  ["9", "3"],\n]).toString()'],
    "JavaScript has pairs where a name is that of the prototype": ["js/fetch", "__proto__=1", 'new URLSearchParams([\n  ["__proto__", "1"],\n]).toString()'],
    "Go has values": ["go/native", "b=1&a=2", 'url.Values{"b": {"1"}, "a": {"2"}}.Encode()'],
    "Go has the values of a name together": ["go/native", "a=1&a=2", 'url.Values{"a": {"1", "2"}}.Encode()'],
    "Go keeps a form whose order would change what belongs together": ["go/native", "b%5B%5D=1&a%5B%5D=2&b%5B%5D=3", '"b%5B%5D=1&a%5B%5D=2&b%5B%5D=3"'],
    "our client has values": ["go/trefoil", "a=1", 'transfer.FromBytes([]byte(url.Values{"a": {"1"}}.Encode()))'],
    "PHP has a mapping": ["php/curl", "a%5Bb%5D=c", "CURLOPT_POSTFIELDS => http_build_query([\n        'a[b]' => 'c',\n    ])"],
    "PHP keeps a form in which a name occurs twice": ["php/curl", "a=1&a=2", "CURLOPT_POSTFIELDS => 'a=1&a=2'"],
    "Guzzle has a mapping": ["php/guzzle", "a=1", "'form_params' => [\n        'a' => '1',\n    ]"],
    "Ruby has a hash": ["ruby/native", "a=1", "request.set_form_data(\n  'a' => '1',\n)"],
    "Ruby has pairs where a name occurs twice": ["ruby/native", "a=1&a=2", "request.set_form_data([\n  ['a', '1'],\n  ['a', '2'],\n])"],
    "Java has pairs": ["java/nethttp", "a%5Bb%5D=c+d", 'var fields = new String[][] {\n            {"a[b]", "c d"},\n        };\n        var body = HttpRequest.BodyPublishers.ofString(Arrays.stream(fields)\n            .map('],
    "OkHttp has fields": ["java/okhttp", "a=1&a=2", 'new FormBody.Builder()\n            .add("a", "1")\n            .add("a", "2")\n            .build();'],
    "AsyncHttpClient has fields": ["java/asynchttp", "a=1", '                .addFormParam("a", "1")\n                .execute()'],
    "Unirest has fields": ["java/unirest", "a=1", '            .field("a", "1")\n            .asString()'],
    "OkHttp has fields in Kotlin, too": ["kotlin/okhttp", "a=%24b", 'FormBody.Builder()\n        .add("a", "\\$b")\n        .build()'],
    "C# has pairs": ["csharp/httpclient", "a=1", 'new FormUrlEncodedContent(new[]\n        {\n            new KeyValuePair<string, string>("a", "1"),\n        });'],
    "RestSharp has parameters": ["csharp/restsharp", "a=1", 'request.AddParameter("a", "1");\n'],
    "Rust has pairs": ["rust/reqwest", "a=1", '        .form(&[\n            ("a", "1"),\n        ])\n'],
    "Swift has items": ["swift/nsurlsession", "a=1", 'form.queryItems = [\n    URLQueryItem(name: "a", value: "1"),\n]\nrequest.httpBody = form.percentEncodedQuery.map { Data($0.utf8) }\n'],
    "Swift keeps a form with a plus, which it would not encode": ["swift/nsurlsession", "a=%2B", 'body.append(Data("a=%2B".utf8))'],
    "Dart has fields": ["dart/http", "a=1", "  request.bodyFields = {\n    'a': '1',\n  };\n"],
    "Dart keeps a form in which a name occurs twice": ["dart/http", "a=1&a=2", "utf8.encode('a=1&a=2')"],
    "a tilde is kept as it is sent": ["js/fetch", "a=~", '"a=~"'],
    "an asterisk is kept as it is sent": ["ruby/native", "a=*", "request.body = 'a=*'"],
    "what is no form is kept": ["php/guzzle", "a%zz=b", "'body' => 'a%zz=b'"],
  },
  ([client, text, piece]) => {
    const whole = sample(client, { ...formed, body: body(text) });
    equal(whole.includes(piece) ? "" : whole, "");
  },
);

// JSON is given as a value where JavaScript reads the same.
table<readonly [text: string, piece: string]>(
  {
    "JavaScript has JSON as a value": ['{\n  "a": 1,\n  "b-c": ["x"]\n}', 'const body = JSON.stringify({\n  a: 1,\n  "b-c": ["x"]\n});'],
    "JavaScript has a text of JSON": ['"a: \\"b\\""', String.raw`const body = JSON.stringify("a: \"b\"");`],
    "JavaScript keeps a number that it would write another way": ['{"a":1.50}', String.raw`const body = "{\"a\":1.50}";`],
    "JavaScript keeps members of one name": ['{"a":1,"a":2}', String.raw`const body = "{\"a\":1,\"a\":2}";`],
    "JavaScript keeps the order of members that are numbers": ['{"b":1,"0":2}', String.raw`const body = "{\"b\":1,\"0\":2}";`],
    "JavaScript keeps a member that would be the prototype": ['{"__proto__":1}', String.raw`const body = "{\"__proto__\":1}";`],
    "JavaScript keeps what is no JSON": ["{a:1}", 'const body = "{a:1}";'],
  },
  ([text, piece]) => {
    const whole = sample("js/fetch", { ...formed, headers: [["Content-Type", "application/json"]], body: body(text) });
    equal(whole.includes(piece) ? "" : whole, "");
  },
);

const json = { method: "POST", url: "https://a.example/", headers: [["Content-Type", "application/json"]] } as const;
table<readonly [client: string, text: string, piece: string]>(
  {
    "PHP has JSON as a value": ["php/curl", '{"a": [1, {}, null], "b": {"c": "\'"}}', "CURLOPT_POSTFIELDS => json_encode([\n        'a' => [\n            1,\n            new stdClass(),\n            null,\n        ],\n        'b' => [\n            'c' => '\\'',\n        ],\n    ]),"],
    "Guzzle has JSON as a value": ["php/guzzle", '{"a": true}', "    'json' => [\n        'a' => true,\n    ],\n"],
    "PHP keeps an object whose names would be indices": ["php/curl", '{"0": 1}', "CURLOPT_POSTFIELDS => '{\"0\": 1}'"],
    "PHP keeps a number that it would round": ["php/curl", "[12345678901234567890]", "CURLOPT_POSTFIELDS => '[12345678901234567890]'"],
    "Ruby has JSON as a value": ["ruby/native", '{"a": [null], "b": {}}', "request.body = {\n  'a' => [\n    nil,\n  ],\n  'b' => {},\n}.to_json\n"],
    "Ruby keeps members of one name": ["ruby/native", '{"a": 1, "a": 2}', "request.body = '{\"a\": 1, \"a\": 2}'"],
    "Ruby keeps half a character": ["ruby/native", '"\\ud800"', "request.body = '\"\\\\ud800\"'"],
  },
  ([client, text, piece]) => {
    const whole = sample(client, { ...json, body: body(text) });
    equal(whole.includes(piece) ? "" : whole, "");
  },
);

// A user is given as people give it.
table<readonly [client: string, user: string, piece: string]>(
  {
    "JavaScript encodes a user": ["js/fetch", "ada", '"Authorization": "Basic " + btoa("ada:p\'w")'],
    "Go sets a user": ["go/native", "ada", 'request.SetBasicAuth("ada", "p\'w")'],
    "PHP has a user": ["php/curl", "ada", "CURLOPT_USERPWD => 'ada:p\\'w'"],
    "Guzzle has a user": ["php/guzzle", "ada", "'auth' => ['ada', 'p\\'w']"],
    "Ruby has a user": ["ruby/native", "ada", "request.basic_auth 'ada', 'p\\'w'"],
    "Java encodes a user": ["java/nethttp", "ada", '"Basic " + Base64.getEncoder().encodeToString("ada:p\'w".getBytes(StandardCharsets.UTF_8))'],
    "OkHttp encodes a user": ["java/okhttp", "ada", 'Credentials.basic("ada", "p\'w")'],
    "AsyncHttpClient has a realm": ["java/asynchttp", "ada", 'Dsl.basicAuthRealm("ada", "p\'w").setUsePreemptiveAuth(true)'],
    "Unirest has a user": ["java/unirest", "ada", '.basicAuth("ada", "p\'w")'],
    "OkHttp encodes a user in Kotlin, too": ["kotlin/okhttp", "ada", 'Credentials.basic("ada", "p\'w")'],
    "C# encodes a user": ["csharp/httpclient", "ada", 'new AuthenticationHeaderValue("Basic", Convert.ToBase64String(Encoding.UTF8.GetBytes("ada:p\'w")))'],
    "RestSharp has a user": ["csharp/restsharp", "ada", 'Authenticator = new HttpBasicAuthenticator("ada", "p\'w"),'],
    "Rust has a user": ["rust/reqwest", "ada", '.basic_auth("ada", Some("p\'w"))'],
    "Swift encodes a user": ["swift/nsurlsession", "ada", 'Data("ada:p\'w".utf8).base64EncodedString()'],
    "Dart encodes a user": ["dart/http", "ada", "'Basic ' + base64Encode(utf8.encode('ada:p\\'w'))"],
    "a user that is no ASCII stays in the header": ["go/native", "é", 'request.Header.Set("Authorization", "Basic x")'],
    "a user with a colon stays in the header": ["ruby/native", "a:b", "request['Authorization'] = 'Basic x'"],
  },
  ([client, user, piece]) => {
    const whole = sample(client, { headers: [["Authorization", "Basic x"]], basic: [user, "p'w"] });
    equal(whole.includes(piece) ? "" : whole, "");
  },
);

// Parts of a form that have headers of their own: each client sends them, or says that it cannot.
const headed = (file: string): Request["body"] => ({ text: "", file: "", parts: [{ name: "a", text: file ? "" : "plain", file, type: "image/x-own", headers: [["X-Part", "it's"]] }, { name: "b", text: "c", file: "", type: "" }] });
table(Object.fromEntries(all.map((client) => [client + " sends the headers of parts", client])), (client) => {
  const [texts, files] = ["", "f.png"].map((file) => sample(client, { method: "POST", body: headed(file) })) as [string, string];
  const missing = ["csharp/restsharp", "java/unirest", "dart/http", "clojure/clj_http", "julia/http", "r/httr"].includes(client);
  equal([/x-part/i.test(texts), texts.includes("image/x-own"), texts.includes("cannot send"), /x-part/i.test(files), files.includes("cannot send")], [true, true, false, true, missing]);
});
table<readonly [client: string, file: string, piece: string]>(
  {
    "Python has headers of parts behind the type": ["python/requests", "", '("a", (None, "plain", "image/x-own", {"X-Part": "it\'s"})),'],
    "aiohttp writes the form out": ["python/aiohttp", "", "X-Part: it's"],
    "JavaScript writes the form out": ["node/fetch", "f.png", '`,\n  await readFile("f.png"),\n  `'],
    "OkHttp names a part with headers itself": ["java/okhttp", "f.png", '.addPart(Headers.of("Content-Disposition", "form-data; name=\\"a\\"; filename=\\"f.png\\"", "X-Part", "it\'s"), RequestBody.create(new File("f.png"), MediaType.get("image/x-own")))'],
    "C has a list for a part": ["c/libcurl", "", 'more1 = curl_slist_append(more1, "X-Part: it\'s");\n  curl_mime_headers(part, more1, 1);'],
    "Guzzle has the type among the headers": ["php/guzzle", "", "'headers' => ['Content-Type' => 'image/x-own', 'X-Part' => 'it\\'s'],"],
    "Dart sends texts as they are": ["dart/http", "", "'Content-Type': 'multipart/form-data; boundary=trefoil-boundary'"],
    "Dart says what it leaves out beside a file": ["dart/http", "f.png", "// This client cannot send the header of the part \"a\": X-Part: it's\nimport"],
  },
  ([client, file, piece]) => {
    const whole = sample(client, { method: "POST", body: headed(file) });
    equal(whole.includes(piece) ? "" : whole, "");
  },
);

test("a message has a length in bytes, and names files", () =>
  equal(
    [sample("http/http1.1", { method: "POST", body: body("a\n\n") }), sample("http/http1.1", { method: "POST", headers: [["A", "b"]], body: body("é") }), sample("http/http1.1", { method: "POST", body: { text: "", file: "a.png", parts: null } })],
    ["POST /pets?q=1 HTTP/1.1\nHost: a.example\nContent-Length: 3\n\na\n\n", "POST /pets?q=1 HTTP/1.1\nHost: a.example\nA: b\nContent-Length: 2\n\né", "POST /pets?q=1 HTTP/1.1\nHost: a.example\n\n< ./a.png"],
  ));

// Libraries of these languages take a header for bytes in ISO 8859-1, or refuse it; the console sends UTF-8.
table<readonly [client: string, header: string]>(
  {
    "Python sends a header in UTF-8": ["python/python3", '"X-Name": "J\u00fcrgen \u6f22".encode(),'],
    "Requests sends a header in UTF-8": ["python/requests", '{"X-Name": "J\u00fcrgen \u6f22".encode()}'],
    "HTTPX sends a header in UTF-8": ["python/httpx_sync", '"X-Name": "J\u00fcrgen \u6f22".encode(),'],
    "aiohttp encodes headers itself": ["python/aiohttp", '"X-Name": "J\u00fcrgen \u6f22",'],
    "Node.js sends a header in UTF-8": ["node/native", '"X-Name": String.fromCharCode(...new TextEncoder().encode("J\u00fcrgen \u6f22")),'],
    "fetch sends a header in UTF-8": ["js/fetch", '"X-Name": String.fromCharCode(...new TextEncoder().encode("J\u00fcrgen \u6f22")),'],
  },
  ([client, header]) => {
    const text = sample(client, { headers: [["X-Name", "J\u00fcrgen \u6f22"]] });
    equal(text.includes(header) ? "" : text, "");
  },
);

test("a browser sends its own cookies", () => equal(sample("js/fetch", { cookies: [["a", "1"]] }).includes("// The browser adds the cookies: a\n"), true));

test("Node.js sends cookies as a header", () => equal(sample("node/fetch", { cookies: [["a", "1"]] }).includes('"Cookie": "a=1"'), true));
