// The address of a server.
import { inServer, mend, placeholders } from "./encode";

// Addressed is what an address is made of.
export interface Addressed {
  readonly url: string; // as the description has it, with the names of variables
  readonly variables: readonly { readonly name: string; readonly default: string }[];
}

// serverAddress is the address of a server with values of its variables. One that
// is relative stands below base.
export function serverAddress(server: Addressed | undefined, values: Readonly<Record<string, string>>, base: string): string {
  const below = base.replace(/\/$/, "");
  if (!server) {
    return below;
  }
  let address = server.url;
  for (const v of server.variables) {
    const value = (Object.hasOwn(values, v.name) ? values[v.name] : undefined) ?? v.default;
    address = filled(address, v.name, value);
  }
  address = mend(placeholders(address).replace(/\/$/, ""), inServer);
  const [scheme = "", rest] = address.split(/:\/\/(.*)/s);
  if (rest && /^(?:https?|wss?)$/i.test(scheme)) {
    return scheme.toLowerCase() + "://" + rest;
  }
  if (address.startsWith("//") && address.length > 2) {
    return "https:" + address;
  }
  if (rest !== undefined || address === "" || address.split("/")[0]?.includes(":")) {
    return below;
  }
  return below + "/" + address.replace(/^\.\//, "").replace(/^\/+/, "");
}

// filled puts the value of a variable in its place. An empty one is a value, too, unless
// the host would lack a label or its port: that is for the reader to fill in.
function filled(template: string, name: string, value: string): string {
  const full = template.replaceAll("{" + name + "}", () => value);
  return value === "" && /^[^/]*\/\/(?:[^/?#]*[.:])?(?:[.:/?#]|$)/.test(full) ? template : full;
}
