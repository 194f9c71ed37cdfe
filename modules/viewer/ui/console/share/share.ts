// What of a console goes into a link, and what a link puts into one. Loaded by those
// who share a request, or follow a link to one.
import { schemaOf } from "../../serialize/form";
import type { Part, Schema, Server } from "../../serialize/part";
import { serverAddress } from "../../serialize/address";
import type { Authorized, Resolve } from "../../serialize/serialize";
import { compact, indent, parse } from "../../serialize/value";
import { originOf, originsOf } from "../server";
import type { BodyState, ServerState, State } from "../state";
import { expand, nameable, spelled, usedIn } from "../variables/expand";
import type { Variables } from "../variables/store";
import { read, write, type Shared } from "./link";
import { holdsSecrets, isSecret, opened, secretive } from "./secret";
import { phrase } from "../../base/words";

// pack is the fragment of a link to what is typed, and what was left out. It throws a
// Refusal when there is too much of it.
export async function pack(state: State, part: Part, variables: Variables, authorized: Authorized): Promise<{ readonly fragment: string; readonly left: readonly string[] }> {
  const { shared, left } = shareable(state, part, variables, authorized);
  return { fragment: await write(shared), left };
}

// unpack is the state of a console with what the fragment of a link holds, and what to
// say about it. It throws a Refusal for what is no such link.
export async function unpack(fragment: string, part: Part, variables: Variables): Promise<{ readonly state: State; readonly words: readonly string[] }> {
  return taken(await read(fragment), part, variables);
}

const shortest = 6; // characters of a secret that is looked for

// shareable is what may go into a link, and what was left out.
function shareable(state: State, part: Part, variables: Variables, authorized: Authorized): { readonly shared: Shared; readonly left: readonly string[] } {
  const resolve = resolveOf(part);
  const left = authorized.headers.length + authorized.query.length + authorized.cookies.length > 0 ? [phrase("credentials")] : [];
  const holds = holder(variables, authorized);
  const values = Object.entries(state.server.values).filter(([name, value]) => keep(!secretive(name) && !holds(value), phrase("variable {1} of the server", name), left));
  const parameters = state.parameters.flatMap((own) => {
    const p = part.parameters.find((one) => one.in === own.in && one.name === own.name);
    if (!p || !keep(!isSecret(p, part.schemes, resolve) && !holds(own.value), `${own.in} ${own.name}`, left)) {
      return [];
    }
    const hidden: string[] = [];
    const value = compact(opened(parse(own.value), p.schema, resolve, hidden));
    left.push(...hidden.map((pointer) => `${own.in} ${own.name} ${pointer}`));
    return [{ ...own, value }];
  });
  const own = (state.own ?? []).filter((one) => keep(!isSecret({ in: one.in === "header" ? "header" : "query", name: one.name, schema: null }, part.schemes, resolve) && !holds(one.value), `${one.in} ${one.name}`, left));
  const body = state.body && openBody(state.body, part, resolve, holds, left);
  const shared = { server: { url: state.server.url, values: Object.fromEntries(values) }, parameters, own, body };
  const used = usedIn(JSON.stringify(shared)).flatMap((name) => variables.named(name) ?? []);
  const open = used.filter((own) => keep(!own.secret && !secretive(own.name) && !holds(own.value), phrase("variable {1}", own.name), left));
  return { shared: { state: shared, variables: Object.fromEntries(open.map(({ name, value }) => [name, value])) }, left };
}

function resolveOf(part: Part): Resolve {
  return (ref) => (Object.hasOwn(part.schemas, ref) ? part.schemas[ref] : undefined);
}

function keep(may: boolean, what: string, left: string[]): boolean {
  if (!may) {
    left.push(what);
  }
  return may;
}

// holder looks for secrets that are known.
function holder(variables: Variables, { headers, query, cookies }: Authorized): (text: string) => boolean {
  const given = [...headers, ...query, ...cookies].flatMap(([, value]) => [value, value.split(" ").at(-1) ?? ""]);
  const secrets = [...given, ...variables.current.variables.flatMap((own) => (own.secret ? [own.value] : []))].filter((secret) => secret.length >= shortest);
  return (text) => secrets.some((secret) => text.includes(secret) || text.includes(JSON.stringify(secret).slice(1, -1)));
}

// openBody is a body without its secrets. Of one that cannot be looked into nothing
// is kept when its schema has a place for them.
function openBody(body: BodyState, part: Part, resolve: Resolve, holds: (text: string) => boolean, left: string[]): BodyState {
  const media = part.body?.media.find((one) => one.type === body.type);
  const empty = { ...body, text: "" };
  const schema: Schema | null = media?.schema ?? schemaOf(media?.itemSchema);
  if (media?.kind === "file" || body.text === "") {
    return empty;
  }
  if (!keep(!holds(body.text), phrase("the body, which holds a secret"), left)) {
    return empty;
  }
  if (media?.kind !== "form" && !/json/.test(body.type)) {
    return keep(!holdsSecrets(schema, resolve), phrase("the body, whose schema has secrets"), left) ? body : empty;
  }
  const hidden: string[] = [];
  try {
    const value = opened(parse(spelled(body.text)), schema, resolve, hidden);
    left.push(...hidden.map((pointer) => phrase("body {1}", pointer)));
    return hidden.length > 0 ? { ...body, text: indent(value) } : body;
  } catch {
    left.push(phrase("the body, which is no JSON"));
    return empty;
  }
}

// taken is the state of a console with what a link holds, and what to say about it.
function taken({ state, variables: given }: Shared, part: Part, variables: Variables): { readonly state: State; readonly words: readonly string[] } {
  const words = [phrase("This request has been filled in by a link. Nothing has been sent: look at what it holds first.")];
  const known = state.parameters.filter((own) => part.parameters.some((p) => p.in === own.in && p.name === own.name));
  const strange = state.parameters.filter((own) => !known.includes(own)).map((own) => own.name);
  if (strange.length > 0) {
    words.push(phrase("This operation has no {1}.", listed(strange)));
  }
  if (!part.servers.some((server) => server.url === state.server.url) && state.server.url !== "") {
    words.push(phrase("The link names a server that the description does not have: it is not used."));
  }
  const fits = state.body === null || part.body?.media.some((one) => one.type === state.body?.type);
  if (!fits) {
    words.push(phrase("This operation has no body like that of the link."));
  }
  const others: string[] = [];
  for (const [name, value] of Object.entries(given)) {
    const own = variables.named(name);
    if (!own && nameable(name)) {
      variables.set(name, value);
    } else if (own?.value !== value) {
      others.push(name);
    }
  }
  if (others.length > 0) {
    words.push(phrase("Your own values are kept of {1}.", listed(others)));
  }
  const stays = declared(state.server, part.servers, variables);
  if (!stays) {
    words.push(phrase("The link leads to a host that the description does not name: the values of the server's variables are not used."));
  }
  return { state: { server: stays ? state.server : { ...state.server, values: {} }, parameters: known, own: state.own ?? [], body: fits ? state.body : null }, words };
}

// declared reports whether a request stays with the hosts of the description.
function declared({ url, values }: ServerState, servers: readonly Server[], variables: Variables): boolean {
  const own = servers.find((server) => server.url === url);
  const expanded = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, expand(value, variables.lookup)]));
  return !own || originsOf(servers).has(originOf(serverAddress(own, expanded, location.origin)));
}

function listed(names: readonly string[]): string {
  const short = names.slice(0, 5).map((name) => name.slice(0, 60));
  return names.length > short.length ? phrase("{1} and {2} more", short.join(", "), names.length - short.length) : short.join(", ");
}
