import { toRequest, revealed, type Request } from "../samples/request";
import type { Scheme } from "../serialize/part";
import { equal, table } from "../testing/testing";
import { credentialed } from "./sample";
import type { Authorized } from "./scheme";

const scheme = (own: Partial<Scheme>): Scheme => ({ type: "apiKey", in: "header", name: "", scheme: "", bearerFormat: "", flows: [], clientId: "", openIdConnectUrl: "", description: "", ...own });

const schemes = { bearer: scheme({ type: "http", scheme: "bearer" }), key: scheme({ name: "X-Key" }), token: scheme({ in: "query", name: "token" }), session: scheme({ in: "cookie", name: "sid" }) };

const request = (own: Partial<Request>): Request => ({ ...toRequest({ method: "GET", url: "https://a.example/x?q=1&token=YOUR_TOKEN", headers: [["X-Key", "YOUR_TOKEN"], ["Accept", "a/b"]], cookies: [["sid", "YOUR_TOKEN"], ["theme", "dark"]] }), ...own });

const authorized = (own: Partial<Authorized>): Authorized => ({ headers: [], query: [], cookies: [], withheld: [], ...own });

table<readonly [given: Authorized, shown: Partial<Request>, copied: Partial<Request>]>(
  {
    "a header takes the place of the words for it, and of those for other schemes": [
      authorized({ headers: [["Authorization", "Bearer t0k"]] }),
      { url: "https://a.example/x?q=1", headers: [["Accept", "a/b"], ["Authorization", "Bearer ********"]], cookies: [["theme", "dark"]] },
      { url: "https://a.example/x?q=1", headers: [["Accept", "a/b"], ["Authorization", "Bearer t0k"]], cookies: [["theme", "dark"]] },
    ],
    "a key in the query is masked in the address": [
      authorized({ query: [["token", "a b&c"]] }),
      { url: "https://a.example/x?q=1&token=********" },
      { url: "https://a.example/x?q=1&token=a%20b%26c" },
    ],
    "a cookie is masked beside others": [
      authorized({ cookies: [["sid", "s"]] }),
      { cookies: [["theme", "dark"], ["sid", "********"]] },
      { cookies: [["theme", "dark"], ["sid", "s"]] },
    ],
    "nothing that was given changes nothing": [authorized({}), request({}), request({})],
  },
  ([given, shown, copied]) => {
    const got = credentialed(request({}), given, schemes);
    equal(pick(got, shown), shown);
    equal(pick(revealed(got), copied), copied);
  },
);

function pick(r: Request, keys: Partial<Request>): Partial<Request> {
  return Object.fromEntries(Object.entries(r).filter(([key]) => Object.hasOwn(keys, key)));
}
