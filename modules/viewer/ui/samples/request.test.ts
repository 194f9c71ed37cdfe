import { equal, replace, table, test, turn } from "../testing/testing";
import { toData, write } from "./engine";
import { kit } from "./kit";
import { hasFiles, revealed, toRequest, type Part, type Request } from "./request";
import { mount } from "./samples";

const request = (own: Partial<Request> = {}): Request => ({ method: "GET", url: "https://a.example/", headers: [], cookies: [], body: null, basic: null, certificate: "", secrets: {}, ...own });

const part = (own: Partial<Part>): Part => ({ name: "a", text: "", file: "", type: "", ...own });

// What the server has written into a page is read with care.
table<readonly [json: unknown, request: Partial<Request>]>(
  {
    "nothing is an empty request": [null, { method: "", url: "" }],
    "pairs of another form are empty": [{ method: "PUT", headers: [["A", "b"], ["C"], 5] }, { method: "PUT", url: "", headers: [["A", "b"], ["C", ""], ["", ""]] }],
    "a body has a text, a file or parts": [{ body: { text: "x" } }, { method: "", url: "", body: { text: "x", file: "", parts: null } }],
    "parts may lack everything": [{ body: { parts: [{}] } }, { method: "", url: "", body: { text: "", file: "", parts: [{ name: "", text: "", file: "", type: "" }] } }],
    "secrets are in base64, of UTF-8": [{ secrets: { url: "w6kmeA==" } }, { method: "", url: "", secrets: { url: "é&x" } }],
    "user and password are a pair": [{ basic: ["u", "p"] }, { method: "", url: "", basic: ["u", "p"] }],
  },
  ([json, wanted]) => equal(toRequest(json), request(wanted)),
);

test("a request is revealed with what masks stand for, and keeps no secrets", () =>
  equal(
    revealed(
      request({
        url: "https://a.example/?k=********", headers: [["A", "********"], ["B", "b"]], cookies: [["c", "********"]], basic: ["********", "********"],
        body: { text: "********", file: "", parts: [part({ text: "********" }), part({ text: "x" })] },
        secrets: { url: "https://a.example/?k=1", "header A": "2", "cookie c": "3", user: "4", password: "5", body: "6", "part 0": "7" },
      }),
    ),
    request({ url: "https://a.example/?k=1", headers: [["A", "2"], ["B", "b"]], cookies: [["c", "3"]], basic: ["4", "5"], body: { text: "6", file: "", parts: [part({ text: "7" }), part({ text: "x" })] } }),
  ));

test("a request sends files or not", () =>
  equal([request(), request({ body: { text: "", file: "a", parts: null } }), request({ body: { text: "", file: "", parts: [part({}), part({ file: "b" })] } }), request({ body: { text: "x", file: "", parts: [] } })].map(hasFiles), [false, true, true, false]));

test("cookies are a header", () => equal(kit.headers(request({ headers: [["A", "b"]], cookies: [["c", "1"], ["d", ""]] })), [["A", "b"], ["Cookie", "c=1; d="]]));

table<readonly [body: Request["body"], headers: readonly (readonly [string, string])[], segments: readonly unknown[]]>(
  {
    "no body has no segments": [null, [], []],
    "a text is one segment": [{ text: "x", file: "", parts: null }, [], [{ text: "x" }]],
    "an empty text is one segment": [{ text: "", file: "", parts: null }, [], [{ text: "" }]],
    "a part has its own headers": [
      { text: "", file: "", parts: [part({ name: "a", text: "x", headers: [["X-A", "1"], ["X-B", "2"]] })] },
      [["Content-Type", "multipart/form-data; boundary=trefoil-boundary"]],
      [{ text: '--trefoil-boundary\r\nContent-Disposition: form-data; name="a"\r\nX-A: 1\r\nX-B: 2\r\n\r\nx\r\n--trefoil-boundary--\r\n' }],
    ],
    "a file is one segment": [{ text: "", file: "a.png", parts: null }, [], [{ file: "a.png" }]],
    "a form is written out, its files apart": [
      { text: "", file: "", parts: [part({ name: 'a"\r\n', text: "x" }), part({ name: "f", file: "p.png", type: "image/png" }), part({ name: "g", file: "q" })] },
      [["Content-Type", "multipart/form-data; boundary=trefoil-boundary"]],
      [
        { text: '--trefoil-boundary\r\nContent-Disposition: form-data; name="a%22%0D%0A"\r\n\r\nx\r\n--trefoil-boundary\r\nContent-Disposition: form-data; name="f"; filename="p.png"\r\nContent-Type: image/png\r\n\r\n' },
        { file: "p.png" },
        { text: '\r\n--trefoil-boundary\r\nContent-Disposition: form-data; name="g"; filename="q"\r\nContent-Type: application/octet-stream\r\n\r\n' },
        { file: "q" },
        { text: "\r\n--trefoil-boundary--\r\n" },
      ],
    ],
    "the boundary does not occur in the form": [{ text: "", file: "", parts: [part({ text: "trefoil-boundary trefoil-boundary1" })] }, [["Content-Type", "multipart/form-data; boundary=trefoil-boundary2"]], [
      { text: '--trefoil-boundary2\r\nContent-Disposition: form-data; name="a"\r\n\r\ntrefoil-boundary trefoil-boundary1\r\n--trefoil-boundary2--\r\n' },
    ]],
  },
  ([body, headers, segments]) => equal(kit.flat(request({ body })), { headers, body: segments }),
);

test("characters are escaped, control characters by their code", () =>
  equal(kit.escape('a"\n\u0001\u007f\u2028😀constructor', { '"': '\\"', "\n": "\\n" }, (code) => "<" + code.toString(16) + ">"), 'a\\"\\n<1><7f><2028>😀constructor'));

test("without a way to write them, control characters stay", () => equal(kit.escape("\u0001", {}), "\u0001"));

table<readonly [url: string, secure: boolean, host: string, target: string]>(
  {
    "an address has a host and a target": ["https://a.example:8/b?c", true, "a.example:8", "/b?c"],
    "an address without a path has the root": ["http://a.example", false, "a.example", "/"],
    "a query may follow the host": ["http://a.example?b", false, "a.example", "/?b"],
    "WebSockets are secure or not": ["wss://a.example/", true, "a.example", "/"],
    "what is no address has no host": ["/b", false, "", "/"],
  },
  ([url, secure, host, target]) => equal(kit.place(url), { secure, host, target }),
);

test("methods that libraries have names for are known", () => equal(["GET", "PATCH", "QUERY", "get", "TRACE"].map(kit.known), [true, true, false, false, false]));

test("what the server writes into a card has absolute addresses", () => {
  const data = toData({ languages: [{ key: "go", title: "Go", src: "assets/client-go.js", clients: [{ key: "native", title: "net/http" }, 1] }], featured: ["shell/curl", 5], initial: "go/native", go: "operations/a?part=go", variants: [{ label: "A", request: { method: "GET" } }] });
  equal([data.languages, data.featured, data.go, data.variants.map((v) => [v.label, v.request.method])], [
    [{ key: "go", title: "Go", src: new URL("assets/client-go.js", document.baseURI).href, clients: [{ key: "native", title: "net/http" }, { key: "", title: "" }] }],
    ["shell/curl", ""], new URL("operations/a?part=go", document.baseURI).href, [["A", "GET"]],
  ]);
});

test("a card without data is empty", () => equal(toData(null), { languages: [], featured: [], initial: "", go: "", placeholder: "", base: "", servers: [], variants: [] }));

table<readonly [placeholder: string, url: string, secret: string, wanted: string, revealed: string]>(
  {
    "a server that could not know its host is where the page comes from": ["https://none.example", "https://none.example/v1/a?k=********", "https://none.example/v1/a?k=1", location.origin + "/v1/a?k=********", location.origin + "/v1/a?k=1"],
    "only the host is replaced": ["https://none.example", "https://none.example/?of=https://none.example", "", location.origin + "/?of=https://none.example", location.origin + "/?of=https://none.example"],
    "a server that the description names stays": ["", "https://none.example/a?k=********", "https://none.example/a?k=1", "https://none.example/a?k=********", "https://none.example/a?k=1"],
  },
  ([placeholder, url, secret, wanted, real]) => {
    const [variant] = toData({ placeholder, variants: [{ label: "A", request: { url, secrets: { ...(secret && { url: btoa(secret) }), user: "dQ==" } } }] }).variants;
    equal([variant?.request.url, variant && revealed(variant.request).url, variant?.request.secrets["user"]], [wanted, real, "u"]);
  },
);

test("curl of the server stands in for a client that cannot be had, with the host of the page", async () => {
  const card = document.createElement("section");
  const samples = document.createElement("div");
  const curl = document.createElement("details");
  samples.dataset["requestSamples"] = curl.dataset["curl"] = "";
  curl.append(document.createElement("summary"), document.createElement("code"));
  curl.firstElementChild?.append("curl");
  curl.lastElementChild?.append("curl 'https://none.example/a'");
  samples.append(curl);
  card.append(samples);
  document.body.append(card);
  const languages = [{ key: "shell", title: "Shell", src: "no-such-file.js", clients: [{ key: "curl", title: "curl" }] }];
  await mount(card, JSON.stringify({ languages, featured: [], initial: "shell/curl", placeholder: "https://none.example", variants: [{ label: "A", request: { url: "https://none.example/a" } }] }));
  equal(card.querySelector(".request-view code")?.textContent, "curl '" + location.origin + "/a'");
});

test("the sample of a long body follows when the reader pauses", async () => {
  const later: (() => void)[] = [];
  const wait = window.setTimeout.bind(window);
  replace(window, "setTimeout", ((act: () => void, ms: number) => (ms < 500 ? wait(act, ms) : later.push(act))) as typeof window.setTimeout);
  const card = document.createElement("section");
  const samples = document.createElement("div");
  samples.dataset["requestSamples"] = "";
  card.append(samples);
  document.body.append(card);
  const src = "data:text/javascript," + encodeURIComponent("export const languages = { shell: { a: (r) => String(r.body.text.length) } }");
  await mount(card, JSON.stringify({ languages: [{ key: "shell", title: "Shell", src, clients: [{ key: "a", title: "a" }] }], featured: [], initial: "shell/a", variants: [{ label: "A", request: { body: { text: "x" } } }] }));
  const shown = async (): Promise<unknown> => {
    for (let i = 0; i < 10; i++) {
      await turn(); // its language is loaded
    }
    return card.querySelector("code")?.textContent;
  };
  const typed = (length: number): Promise<unknown> => {
    card.dispatchEvent(new CustomEvent("trefoil:typed", { detail: request({ body: { text: "x".repeat(length), file: "", parts: null } }) }));
    return shown();
  };
  equal([await typed(2), await typed(100_000), await typed(100_001), later.length], ["2", "2", "2", 2]);
  later.at(-1)?.();
  equal(await shown(), "100001");
});

test("the clients of a language that the author has written in are in the list alone", async () => {
  const card = document.createElement("section");
  const samples = document.createElement("div");
  const own = document.createElement("details");
  samples.dataset["requestSamples"] = "";
  own.dataset["authorSample"] = "go";
  own.append(document.createElement("summary"), document.createElement("code"));
  own.firstElementChild?.append("Our library");
  samples.append(own);
  card.append(samples);
  document.body.append(card);
  const languages = ["go", "shell"].map((key) => ({ key, title: key.toUpperCase(), src: "none.js", clients: [{ key: "a", title: key + " a" }, { key: "b", title: key + " b" }] }));
  await mount(card, JSON.stringify({ languages, featured: ["go/a", "shell/a"], initial: "shell/a", variants: [{ label: "A", request: { url: "https://a.example/" } }] }));
  const texts = (selector: string): unknown => [...card.querySelectorAll(selector)].map((e) => e.textContent);
  equal(texts(".client-tile"), ["Our library", "SHELL", "More"]);
  card.querySelector<HTMLElement>(".client-more")?.click();
  equal(texts(".client-option"), ["Our library", "shell a", "shell b", "go a", "go b"]);
});

test("a client that there is not writes nothing", () => equal([write({}, "shell", "curl", request()), write({ a: () => "x\n" }, "shell", "a", request())], ["", "x"]));
