import type { Scheme } from "../serialize/part";
import { equal, replace, test } from "../testing/testing";
import { mountCredentials, type Credentials } from "./credentials";

const key: Scheme = { type: "apiKey", in: "header", name: "X-Key", scheme: "", bearerFormat: "", flows: [], clientId: "", openIdConnectUrl: "", description: "" };

const password: Scheme = { ...key, type: "oauth2", flows: [{ kind: "password", authorizationUrl: "", deviceAuthorizationUrl: "", tokenUrl: "https://id.example/token", refreshUrl: "", clientId: "", scopes: [] }] };

// shown asks for one scheme, in a reference of its own, for requests to an origin.
function shown(root: string, scheme: Scheme, to: string, ...declared: readonly string[]): readonly [Credentials, HTMLElement] {
  const el = document.createElement("div");
  document.body.append(el);
  const prefill = { apiKey: { token: "filled" }, securitySchemes: { s: { username: "me", password: "filled" } } };
  const options = { root: `https://${root}.example/`, home: `https://${root}.example/`, exchange: false, declared: new Set(declared), origin: () => to, changed: () => undefined };
  return [mountCredentials(el, { s: scheme }, [[{ scheme: "s", scopes: [] }]], prefill, options), el];
}

test("a key that is filled in goes to the origins that it is for", async () => {
  const [credentials] = shown("own", key, "https://a.example", "https://a.example");
  equal((await credentials.authorize("https://a.example")).headers, [["X-Key", "filled"]]);
});

test("a key that is filled in is withheld from another origin, by name, until the reader sends it there too", async () => {
  const [credentials, el] = shown("other", key, "https://evil.example", "https://a.example");
  const reason = "The API key is not sent to https://evil.example: it is for https://a.example.";
  const before = await credentials.authorize("https://evil.example");
  equal([before.headers, before.withheld, el.querySelector(".is-withheld")?.textContent], [[], [{ scheme: "s", reason }], "Withheld. " + reason]);
  [...el.querySelectorAll("button")].find((b) => b.textContent === "Send it to https://evil.example too")?.click();
  equal((await credentials.authorize("https://evil.example")).headers, [["X-Key", "filled"]]);
});

test("a password that is filled in is withheld from a provider that it is not for", () => {
  const [, el] = shown("login", password, "https://a.example", "https://a.example");
  equal(
    [el.querySelector<HTMLInputElement>("[data-credential=password]")?.value, el.querySelector(".credential-login .is-withheld")?.textContent],
    ["", "The user name and the password that are filled in are not sent to https://id.example: they are for https://a.example. Type those that are."],
  );
});

test("a path of a provider is one of the server of the page", async () => {
  const asked: string[] = [];
  replace(globalThis, "fetch", (address: RequestInfo | URL) => {
    asked.push(address instanceof Request ? address.url : String(address));
    return Promise.resolve(new Response(JSON.stringify({ access_token: "a", token_type: "bearer" })));
  });
  const relative: Scheme = { ...password, flows: password.flows.map((flow) => ({ ...flow, tokenUrl: "/v1/token" })) };
  const [credentials, el] = shown("relative", relative, "https://a.example", location.origin);
  equal(el.querySelector<HTMLInputElement>("[data-credential=password]")?.value, "filled");
  equal(await credentials.ready(new AbortController().signal), true);
  equal([asked, (await credentials.authorize("https://a.example")).headers], [[location.origin + "/v1/token"], [["Authorization", "Bearer a"]]]);
});

test("what is given is sent in every language of the page", async () => {
  replace(globalThis as { trefoilWords?: unknown }, "trefoilWords", { say: (english: string) => english.toUpperCase() });
  const [filled] = shown("words", key, "https://a.example", "https://a.example");
  const [typed, el] = shown("typed", key, "https://b.example");
  const input = el.querySelector<HTMLInputElement>("[data-credential=token]");
  input?.focus();
  if (input) {
    input.value = "mine";
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }
  equal([(await filled.authorize("https://a.example")).headers, (await typed.authorize("https://b.example")).headers], [[["X-Key", "filled"]], [["X-Key", "mine"]]]);
});

// provider answers each question for a token, in turn, and refuses what follows. It returns
// the kinds of what it has been asked for.
function provider(...answers: readonly (() => Response | Promise<Response>)[]): readonly string[] {
  const asked: string[] = [];
  const left = [...answers];
  replace(globalThis, "fetch", (_: unknown, how?: RequestInit) => {
    const form = how?.body instanceof URLSearchParams ? how.body : new URLSearchParams();
    how?.signal?.addEventListener("abort", () => asked.push("given up"));
    asked.push(form.get("grant_type") ?? "");
    return Promise.resolve(left.shift()?.() ?? new Response(JSON.stringify({ error: "invalid_grant" }), { status: 400 }));
  });
  return asked;
}

const granted = (token: string, more: Readonly<Record<string, unknown>>) => (): Response => new Response(JSON.stringify({ access_token: token, token_type: "Bearer", ...more }));

test("a login that is under way is not given up for another try with what the provider has refused", async () => {
  let arrive: (answer: Response) => void = () => undefined;
  const asked = provider(granted("old", { expires_in: 60, refresh_token: "r" }), () => new Promise((resolve) => (arrive = resolve)));
  const [credentials, el] = shown("pending", password, "https://a.example", "https://id.example");
  await credentials.ready(new AbortController().signal);
  const later = Date.now() + 120_000;
  replace(Date, "now", () => later);
  const login = el.querySelector<HTMLButtonElement>(".credential-start");
  login?.click();
  await Promise.resolve();

  const withheld = (await credentials.authorize("https://a.example")).withheld.map(({ reason }) => reason);

  equal([asked, withheld], [["password", "password"], ["Its token has expired. Log in again."]]);
  arrive(granted("new", { expires_in: 60 })());
  while (login?.disabled) {
    await new Promise((resolve) => setTimeout(resolve));
  }
  equal((await credentials.authorize("https://a.example")).headers, [["Authorization", "Bearer new"]]);
});

test("a refresh token that the provider calls invalid is not sent again", async () => {
  const asked = provider(granted("old", { expires_in: 60, refresh_token: "r" }));
  const [credentials] = shown("refused", password, "https://a.example", "https://id.example");
  await credentials.ready(new AbortController().signal);
  const later = Date.now() + 120_000;
  replace(Date, "now", () => later);
  for (let i = 0; i < 3; i++) {
    await credentials.authorize("https://a.example");
  }
  equal(asked, ["password", "refresh_token"]);
});

test("credentials that the browser does not keep are not called remembered", () => {
  replace(Storage.prototype, "setItem", () => {
    throw new DOMException("", "QuotaExceededError");
  });
  const live = document.createElement("p");
  live.dataset["announcer"] = "";
  const [, el] = shown("full", key, "https://a.example");
  document.body.append(live);
  const box = el.querySelector<HTMLInputElement>(".credential-foot input");
  box?.click();
  equal([box?.checked, live.textContent], [false, "The browser does not keep it."]);
});

test("what is forgotten of a login does not stand in its fields any more", async () => {
  provider(granted("t", {}));
  const [credentials, el] = shown("forgotten", password, "https://a.example");
  const field = (name: string): HTMLInputElement | null => el.querySelector(`.credential-login [data-credential=${name}]`);
  for (const name of ["username", "password", "clientSecret"]) {
    const input = field(name);
    if (input) {
      input.value = "typed";
      input.dispatchEvent(new Event("input"));
    }
  }
  await credentials.ready(new AbortController().signal);
  equal((await credentials.authorize("https://a.example")).headers, [["Authorization", "Bearer t"]]);

  [...el.querySelectorAll("button")].find((own) => own.textContent === "Forget")?.click();

  equal(["username", "password", "clientSecret"].map((name) => field(name)?.value), ["", "", ""]);
});
