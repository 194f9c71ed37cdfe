import type { Part } from "../../serialize/part";
import { equal, test } from "../../testing/testing";
import type { State } from "../state";
import { variablesOf } from "../variables/store";
import { pack, unpack } from "./share";

const prefill = { preferredSecurityScheme: "", apiKey: { token: "" }, http: { basic: { username: "", password: "" }, bearer: { token: "" } }, oAuth2: { clientId: "", scopes: [], accessToken: "" }, securitySchemes: {}, servers: [] };

const part: Part = {
  operation: { slug: "a", url: "operations/a", method: "GET", path: "/a", id: "a", title: "A" },
  servers: [{ url: "https://a.example", description: "", variables: [] }],
  parameters: [], body: null, responses: [], security: [], schemes: {}, prefill, proxy: { own: false, url: "", tokens: false }, schemas: {}, truncated: false,
};

const header = (name: string, value: string): State["parameters"][number] => ({ in: "header", name, value: JSON.stringify(value) });

test("headers of the reader's own go into a link, but for those that are secrets or hold one", async () => {
  const variables = variablesOf("https://docs.example/");
  const authorized = { headers: [["Authorization", "Bearer t0k-secret"] as const], query: [], cookies: [], withheld: [] };
  const state: State = { server: { url: "https://a.example", values: {} }, parameters: [], own: [header("X-Own", "a"), header("X-Api-Key", "b"), header("Authorization", "c"), header("X-Copy", "of t0k-secret")], body: null };

  const { fragment, left } = await pack(state, part, variables, authorized);

  equal(left, ["credentials", "header X-Api-Key", "header Authorization", "header X-Copy"]);
  equal((await unpack(fragment, part, variables)).state.own, [header("X-Own", "a")]);
});
