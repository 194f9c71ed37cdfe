// The ways to get a token (RFC 6749, 7636, 8628, 9207 and OpenID Connect Discovery).
import { items, text } from "../samples/request";
import { ask, Trouble, webAddress, type Endpoint, type Reply } from "./exchange";
import type { Flow, Pair } from "./scheme";
import { phrase } from "../base/words";

export interface Token {
  readonly token: string;
  readonly refresh: string; // "" for none
  readonly expires: number; // milliseconds since 1970, 0 for unknown
}

// Client is who asks for a token, where, and how.
export interface Client {
  readonly scheme: string;
  readonly flow: Flow;
  readonly issuer: string; // "" for unknown
  readonly needsIssuer: boolean; // the provider says that its answers name it
  readonly fragment: boolean; // the provider puts codes where no server sees them
  readonly home: string; // of the viewer
  readonly via: string; // see ask
  readonly id: string;
  readonly secret: string;
  readonly inBody: boolean; // the secret is sent in the form
  readonly scopes: readonly string[];
  readonly signal: AbortSignal;
}

const patience = 10 * 60_000; // milliseconds that a login may take

// Screen shows what a reader has to do.
export interface Screen {
  open(address: string): void; // in another tab
  device(code: string, address: string): void;
}

export async function clientCredentials(client: Client): Promise<Token> {
  return await token(client, "token", [["grant_type", "client_credentials"], ...scopeOf(client)]);
}

export async function password(client: Client, username: string, word: string): Promise<Token> {
  return await token(client, "token", [["grant_type", "password"], ["username", username], ["password", word], ...scopeOf(client)]);
}

export async function refreshed(client: Client, refresh: string): Promise<Token> {
  const next = await token(client, "refresh", [["grant_type", "refresh_token"], ["refresh_token", refresh]]);
  return { ...next, refresh: next.refresh || refresh };
}

// code logs in with the authorization code flow and PKCE, always S256.
export async function code(client: Client, screen: Screen): Promise<Token> {
  const verifier = random();
  const state = random();
  const address = loginAddress(client, "code", state);
  address.searchParams.set("code_challenge", await challengeOf(verifier));
  address.searchParams.set("code_challenge_method", "S256");
  if (client.fragment) {
    address.searchParams.set("response_mode", "fragment");
  }
  const answer = await answerOf(client, state, address, screen);
  if (!answer["code"]) {
    throw new Trouble(phrase("The provider has sent no code."));
  }
  return await token(client, "token", [
    ["grant_type", "authorization_code"],
    ["code", answer["code"]],
    ["redirect_uri", redirect(client)],
    ["code_verifier", verifier],
  ]);
}

// implicit logs in with a token in an address, for descriptions that have nothing
// else.
export async function implicit(client: Client, screen: Screen): Promise<Token> {
  const state = random();
  const answer = await answerOf(client, state, loginAddress(client, "token", state), screen);
  return toToken({ access_token: answer["access_token"], token_type: answer["token_type"], expires_in: answer["expires_in"] });
}

// device logs in on another device.
export async function device(client: Client, screen: Screen): Promise<Token> {
  const { status, body } = await request(client, "device", scopeOf(client), client.flow.deviceAuthorizationUrl);
  const shown = webAddress(text(body["verification_uri"]) || text(body["verification_url"]));
  if (status !== 200 || !text(body["device_code"]) || !text(body["user_code"]) || !shown) {
    throw refusal(body, phrase("The provider begins no login of a device."));
  }
  screen.device(text(body["user_code"]), (webAddress(text(body["verification_uri_complete"])) ?? shown).href);
  const end = Date.now() + Math.min((seconds(body["expires_in"]) || 600) * 1000, patience);
  let pause = Math.min(seconds(body["interval"]) || 5, 60);
  for (;;) {
    await wait(pause * 1000, client.signal);
    const reply = await request(client, "token", [["grant_type", "urn:ietf:params:oauth:grant-type:device_code"], ["device_code", text(body["device_code"])]], client.flow.tokenUrl);
    if (granted(reply)) {
      return toToken(reply.body);
    }
    const error = reply.body["error"];
    if (Date.now() > end || (error !== "authorization_pending" && error !== "slow_down")) {
      throw refusal(reply.body, phrase("The login has ended without a token."));
    }
    pause += error === "slow_down" ? 5 : 0;
  }
}

// Provider is what a provider says about itself.
export interface Provider {
  readonly flows: readonly Flow[];
  readonly issuer: string;
  readonly needsIssuer: boolean;
  readonly fragment: boolean;
  readonly inBody: boolean;
}

// flowsOfOpenID are the flows of a provider of OpenID Connect, whose addresses are not known
// before it is asked.
export function flowsOfOpenID(authorizationUrl = "", deviceAuthorizationUrl = "", tokenUrl = ""): readonly Flow[] {
  return ["authorizationCode", "deviceAuthorization", "clientCredentials", "password"].map((kind) => ({ kind, authorizationUrl, deviceAuthorizationUrl, tokenUrl, refreshUrl: "", clientId: "", scopes: [] }));
}

// discover reads what a provider says about itself. Its issuer has to be of the
// origin that was asked.
export async function discover(scheme: string, url: string, via: string, signal: AbortSignal): Promise<Provider> {
  const { status, body } = await ask({ scheme, flow: "", endpoint: "discovery", url, form: [], basic: null }, via, signal);
  const issuer = text(body["issuer"]);
  if (status !== 200 || webAddress(issuer)?.origin !== webAddress(url)?.origin) {
    throw new Trouble(phrase("The provider does not say who it is."));
  }
  const listed = (key: string, value: string): boolean => items(body[key]).includes(value);
  return {
    flows: flowsOfOpenID(text(body["authorization_endpoint"]), text(body["device_authorization_endpoint"]), text(body["token_endpoint"])),
    issuer,
    needsIssuer: body["authorization_response_iss_parameter_supported"] === true,
    fragment: listed("response_modes_supported", "fragment"),
    inBody: listed("token_endpoint_auth_methods_supported", "client_secret_post") && !listed("token_endpoint_auth_methods_supported", "client_secret_basic"),
  };
}

// answerOf opens the page of a provider and waits for what it sends back. That
// comes once, from a page of ours that knows the state: the channel has its name.
// The provider's page gets no hold of this one.
function answerOf(client: Client, state: string, address: URL, screen: Screen): Promise<Readonly<Record<string, string>>> {
  const channel = new BroadcastChannel("trefoil-login-" + state);
  return new Promise<Readonly<Record<string, string>>>((resolve, reject) => {
    const late = setTimeout(() => reject(new Trouble(phrase("The login took too long."))), patience);
    client.signal.addEventListener("abort", () => reject(new Trouble(phrase("The login has been given up."))), { once: true });
    channel.addEventListener("message", (event: MessageEvent<unknown>) => {
      const answer: Record<string, string> = {};
      for (const pair of items(event.data)) {
        answer[text(items(pair)[0])] = text(items(pair)[1]);
      }
      clearTimeout(late);
      const used = answer["state"] === state && isOf(client, answer["iss"]) && answer["error"] === undefined;
      channel.postMessage(used ? "received" : "refused");
      if (answer["state"] !== state || !isOf(client, answer["iss"])) {
        reject(new Trouble(phrase("The answer is of another provider, and has not been used.")));
      } else if (answer["error"] !== undefined) {
        reject(refusal({ error: answer["error"], error_description: answer["error_description"] }, phrase("The provider has refused.")));
      } else {
        resolve(answer);
      }
    });
    screen.open(address.href);
  }).finally(() => channel.close());
}

// isOf reports whether the issuer that an answer names is the one that was asked.
function isOf(client: Client, issuer: string | undefined): boolean {
  if (issuer === undefined) {
    return !client.needsIssuer;
  }
  if (client.issuer) {
    return issuer === client.issuer;
  }
  const asked = [client.flow.authorizationUrl, client.flow.tokenUrl].map((url) => webAddress(url)?.origin);
  return asked.includes(webAddress(issuer)?.origin);
}

function loginAddress(client: Client, type: string, state: string): URL {
  const address = webAddress(client.flow.authorizationUrl);
  if (!address) {
    throw new Trouble(phrase("The description names no address of the web to log in at. It has not been opened."));
  }
  const wanted: readonly Pair[] = [["response_type", type], ["client_id", client.id], ["redirect_uri", redirect(client)], ["state", state], ...scopeOf(client)];
  for (const [name, value] of wanted) {
    address.searchParams.set(name, value);
  }
  address.hash = "";
  return address;
}

function redirect(client: Client): string {
  return new URL("_/oauth", client.home).href;
}

function scopeOf(client: Client): readonly Pair[] {
  return client.scopes.length > 0 ? [["scope", client.scopes.join(" ")]] : [];
}

async function token(client: Client, endpoint: Endpoint, form: readonly Pair[]): Promise<Token> {
  const url = endpoint === "refresh" ? client.flow.refreshUrl || client.flow.tokenUrl : client.flow.tokenUrl;
  const reply = await request(client, endpoint, form, url);
  if (!granted(reply)) {
    throw refusal(reply.body, phrase("The provider has refused, with the status {1}.", reply.status));
  }
  return toToken(reply.body);
}

// granted reports whether a reply holds a token. RFC 6749, section 5 has 200 for that,
// and 400 for an error: some providers send 201, and some an error with 200.
function granted({ status, body }: Reply): boolean {
  return (status === 200 || status === 201) && !body["error"];
}

function request(client: Client, endpoint: Endpoint, form: readonly Pair[], url: string): Promise<Reply> {
  const basic: Pair | null = client.secret && !client.inBody ? [client.id, client.secret] : null;
  const known: Pair[] = basic ? [] : [["client_id", client.id], ...(client.secret ? [["client_secret", client.secret] as const] : [])];
  return ask({ scheme: client.scheme, flow: client.flow.kind, endpoint, url, form: [...form, ...known.filter(([, value]) => value)], basic }, client.via, client.signal);
}

function toToken(body: Readonly<Record<string, unknown>>): Token {
  const found = text(body["access_token"]);
  if (!found || !/^bearer$/i.test(text(body["token_type"]) || "bearer")) {
    throw new Trouble(phrase("The provider has sent no token that can be used here."));
  }
  const life = seconds(body["expires_in"]);
  return { token: found, refresh: text(body["refresh_token"]), expires: life ? Date.now() + life * 1000 : 0 };
}

function seconds(value: unknown): number {
  const n = Number(typeof value === "string" ? value || 0 : value);
  return typeof value !== "object" && Number.isFinite(n) && n > 0 ? n : 0;
}

// refusal is what a provider says. It is text, whatever it looks like.
function refusal(body: Readonly<Record<string, unknown>>, otherwise: string): Trouble {
  const said = [text(body["error"]), text(body["error_description"])].filter(Boolean).join(": ");
  return new Trouble(said ? phrase("The provider says: {1}", said.slice(0, 300)) : otherwise, text(body["error"]));
}

// random is a text of 256 bits.
function random(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)));
}

async function challengeOf(verifier: string): Promise<string> {
  if (!window.isSecureContext) {
    throw new Trouble(phrase("Browsers protect this login only where the reference is served by https."));
  }
  return base64url(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier))));
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new Trouble(phrase("The login has been given up.")));
    }, { once: true });
  });
}
