import type { Request } from "../../samples/request";
import { equal, table } from "../../testing/testing";
import { hide } from "./hide";

const request = (own: Partial<Request>): Request => ({ method: "GET", url: "https://a.example/", headers: [], cookies: [], body: null, basic: null, certificate: "", secrets: {}, ...own });

const body = (text: string): Request["body"] => ({ text, file: "", parts: null });

// Each row: a request with masks, the same one without, and the secrets of it.
table<readonly [shown: Partial<Request>, real: Partial<Request>, secrets: Readonly<Record<string, string>>]>(
  {
    "the same requests have no secrets": [{ body: body("a") }, { body: body("a") }, {}],
    "a secret of the address": [{ url: "https://a.example/********" }, { url: "https://a.example/x" }, { url: "https://a.example/x" }],
    "a secret of a header": [{ headers: [["X-A", "********"], ["X-B", "b"]] }, { headers: [["X-A", "a"], ["X-B", "b"]] }, { "header X-A": "a" }],
    "a secret of a cookie": [{ cookies: [["a", "********"]] }, { cookies: [["a", "x"]] }, { "cookie a": "x" }],
    "a secret of a body": [{ body: body("[********]") }, { body: body("[1]") }, { body: "[1]" }],
    "a secret of a part": [
      { body: { text: "", file: "", parts: [{ name: "a", text: "1", file: "", type: "" }, { name: "b", text: "********", file: "", type: "" }] } },
      { body: { text: "", file: "", parts: [{ name: "a", text: "1", file: "", type: "" }, { name: "b", text: "x", file: "", type: "" }] } }, { "part 1": "x" },
    ],
    "a credential of the request itself stays": [{ headers: [["A", "********"]] }, { headers: [["A", "********"]], secrets: { "header A": "real" } }, { "header A": "real" }],
  },
  ([shown, real, secrets]) => equal(hide(request(shown), request(real)).secrets, secrets),
);

table<readonly [shown: Partial<Request>, url: string, text: string | undefined]>(
  {
    "a mask that is encoded in an address is shown plainly": [{ url: "https://a.example/?a=%2A%2A%2A%2A%2A%2A%2A%2A" }, "https://a.example/?a=********", undefined],
    "a mask that is encoded in a form is shown plainly": [{ body: body("a=%2A%2A%2A%2A%2A%2A%2A%2A&b=1") }, "https://a.example/", "a=********&b=1"],
  },
  ([shown, url, text]) => {
    const found = hide(request(shown), request(shown));
    equal([found.url, found.body?.text], [url, text]);
  },
);
