import { equal, replace, table, test } from "../testing/testing";
import type { Request } from "../samples/request";
import { Failure, send, type Answer } from "./send";

// request has a key in its query, masked.
const request = (method: string, address: string): Request => ({
  method, url: address + "?key=********", headers: [], cookies: [], body: null, basic: null, certificate: "", secrets: { url: address + "?key=canary" },
});

const sent = (its: Request): Promise<Answer> =>
  send({ request: its, files: new Map(), way: "direct", root: "https://docs.example/", around: false, proxy: "", signal: new AbortController().signal });

test("a request is sent with what its masks stand for", async () => {
  const asked: unknown[] = [];
  replace(globalThis, "fetch", (address: unknown) => {
    asked.push(address);
    return Promise.resolve(new Response("x"));
  });
  await sent(request("GET", location.origin + "/x"));
  equal(asked, [location.origin + "/x?key=canary"]);
});

// Each row: the bytes of a header, and what they are read as.
table<readonly [bytes: readonly number[], text: string]>(
  {
    "a header of an answer is read as UTF-8": [[0x63, 0xc3, 0xa9], "cé"],
    "a header that is no UTF-8 is read as ISO 8859-1": [[0x63, 0xe9], "cé"],
    "a header of ASCII is read as it is": [[0x63], "c"],
  },
  async ([bytes, text]) => {
    replace(globalThis, "fetch", () => Promise.resolve(new Response("x", { headers: { "X-Name": String.fromCharCode(...bytes) } })));
    const answer = await sent(request("GET", location.origin + "/x"));
    equal(answer.headers.filter(([name]) => name === "x-name"), [["x-name", text]]);
  },
);

// What is said of a request that cannot be sent.
table<readonly [request: Request, said: string]>(
  {
    "an address of another protocol is told with its key masked": [request("GET", "wss://a.example/x"), "wss://a.example/x?key=******** is no address that a request can be sent to."],
    "an invalid address is told with its key masked": [request("GET", "https://a<b/x"), "https://a<b/x?key=******** is no address that a request can be sent to."],
    "a method is told without an address": [request("TRACE", "https://a.example/x"), "Browsers do not send TRACE."],
  },
  async ([its, said]) => {
    const failure = await sent(its).catch((error: unknown) => error);
    equal([failure instanceof Failure, failure instanceof Failure && failure.message], [true, said]);
  },
);
