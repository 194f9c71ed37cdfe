import type { Entry } from "./entry";

export const filterNames = "method, tag, path, kind, deprecated, auth, status, in";

// Filter narrows what is found. Its value is in lower case.
export interface Filter {
  readonly value: string;
  readonly fits: (e: Entry, value: string) => boolean;
}

const kinds: Readonly<Record<string, readonly string[]>> = {
  operation: ["operation", "operations", "op"],
  webhook: ["webhook", "webhooks"],
  model: ["model", "models", "schema", "schemas"],
  tag: ["tag", "tags", "topic"],
  component: ["component", "components"],
  changes: ["changes", "changelog"],
  overview: ["overview", "introduction", "intro"],
};

export const filters: Readonly<Record<string, Filter["fits"]>> = {
  method: (e, value) => value.split(",").includes((e.result.method ?? "").toLowerCase()),
  tag: (e, value) => e.tags.includes(value) || (e.result.kind === "tag" && e.result.title.toLowerCase() === value),
  path: (e, value) => (e.result.path ?? "").toLowerCase().includes(value),
  kind: (e, value) => (kinds[e.result.kind] ?? []).includes(value),
  deprecated: (e, value) => {
    const wanted = /^(yes|true|1)$/.test(value);
    const is = e.result.deprecated === true;
    return e.facts ? is === wanted : e.result.kind === "model" && is && wanted;
  },
  auth: (e, value) => {
    if (!e.facts) {
      return false;
    }
    return /^(none|no)$/.test(value) ? e.facts.open : /^(any|yes)$/.test(value) ? !e.facts.open : e.facts.schemes.includes(value);
  },
  status: (e, value) => e.facts?.statuses.some((s) => s.length === value.length && [...s].every((c, i) => value[i] === c || value[i] === "x")) ?? false,
  in: (e, value) => e.facts?.places.includes(value) ?? false,
};
