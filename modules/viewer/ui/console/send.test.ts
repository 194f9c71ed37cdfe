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

// Each row: an address with a user, headers of the request, and the Authorization that is sent.
table<readonly [address: string, headers: Request["headers"], authorization: string | null]>(
  {
    "a user of the address is sent as Basic: browsers refuse such addresses": ["ada:p%20w@", [], "Basic " + btoa("ada:p w")],
    "a user without a password is sent": ["ada@", [], "Basic " + btoa("ada:")],
    "a user beyond ASCII is sent as UTF-8": ["%C3%A9:100%@", [], "Basic w6k6MTAwJQ=="],
    "credentials go before the user of the address": ["ada:pw@", [["authorization", "Bearer t"]], "Bearer t"],
  },
  async ([user, headers, authorization]) => {
    const asked: unknown[] = [];
    replace(globalThis, "fetch", (address: unknown, how?: RequestInit) => {
      asked.push(address, new Headers(how?.headers).get("Authorization"));
      return Promise.resolve(new Response("x"));
    });
    const url = location.origin.replace("//", "//" + user) + "/x";
    await sent({ ...request("GET", ""), url, headers, secrets: {} });
    equal(asked, [location.origin + "/x", authorization]);
  },
);

test("a user of the address is a header for the server of the page, too", async () => {
  let line = "";
  replace(globalThis, "fetch", async (_: unknown, how?: RequestInit) => {
    line = (await new Response(how?.body ?? "").text()).split("\n")[0] ?? "";
    return new Response("");
  });
  await send({ request: { ...request("GET", ""), url: "https://ada:pw@a.example/x", secrets: {} }, files: new Map(), way: "server", root: "https://docs.example/", around: false, proxy: "", signal: new AbortController().signal }).catch(() => undefined);
  equal(line, JSON.stringify({ method: "GET", url: "https://a.example/x", headers: [["Authorization", "Basic " + btoa("ada:pw")]] }));
});

test("a header of 300,000 characters is sent", async () => {
  let size = 0;
  replace(globalThis, "fetch", (_: unknown, how?: RequestInit) => {
    size = new Headers(how?.headers).get("X-Long")?.length ?? 0;
    return Promise.resolve(new Response("x"));
  });
  await sent({ ...request("GET", location.origin + "/x"), headers: [["X-Long", "x".repeat(300_000)]] });
  equal(size, 300_000);
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
