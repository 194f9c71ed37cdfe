import { equal, rejects, replace, table, test } from "../testing/testing";
import { clientCredentials, device, type Client } from "./oauth";

const client: Client = {
  scheme: "s",
  flow: { kind: "clientCredentials", authorizationUrl: "", deviceAuthorizationUrl: "https://id.example/device", tokenUrl: "https://id.example/token", refreshUrl: "", clientId: "", scopes: [] },
  issuer: "", needsIssuer: false, fragment: false, home: "https://docs.example/", via: "", id: "me", secret: "", inBody: false, scopes: [],
  signal: new AbortController().signal,
};

// answers has the provider answer one question after the other.
function answers(...list: readonly (readonly [status: number, body: object])[]): void {
  const left = [...list];
  replace(globalThis, "fetch", async () => {
    const [status, body] = left.shift() ?? [500, {}];
    return new Response(JSON.stringify(body), { status });
  });
}

table<number>({ "with 200": 200, "with 201, as some providers do": 201 }, async (status) => {
  answers([status, { access_token: "t", token_type: "Bearer" }]);

  equal((await clientCredentials(client)).token, "t");
});

table<readonly [status: number, body: object, told: string]>(
  {
    "a refusal is what the provider says": [400, { error: "invalid_client" }, "The provider says: invalid_client"],
    "a refusal that comes with 200 is one": [200, { error: "invalid_scope", error_description: "No." }, "The provider says: invalid_scope: No."],
    "a refusal that says nothing has its status": [503, {}, "The provider has refused, with the status 503."],
  },
  async ([status, body, told]) => {
    answers([status, body]);

    await rejects(clientCredentials(client), told);
  },
);

test("a login on another device waits for a provider that says so with 200", async () => {
  answers(
    [200, { device_code: "d", user_code: "u", verification_uri: "https://id.example/enter", interval: 0.001 }],
    [200, { error: "authorization_pending" }],
    [200, { access_token: "t" }],
  );

  equal((await device(client, { open: () => undefined, device: () => undefined })).token, "t");
});
