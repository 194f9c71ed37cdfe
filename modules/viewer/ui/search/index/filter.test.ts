import { equal, table } from "../../testing/testing";
import type { Entry } from "./entry";
import { filters } from "./filter";

const operation: Entry = {
  result: { kind: "operation", title: "Get", url: "", method: "GET", path: "/Pets/{id}" }, length: 1, bonus: 1, members: 0, tags: ["pets"],
  facts: { statuses: ["200", "404", "5xx"], places: ["header", "body"], schemes: ["key", "apikey"], open: false },
};
const open: Entry = { ...operation, result: { ...operation.result, deprecated: true }, facts: { statuses: [], places: [], schemes: [], open: true } };
const tag: Entry = { ...operation, result: { kind: "tag", title: "Round Things", url: "" }, tags: [], facts: null };
const model: Entry = { ...tag, result: { kind: "model", title: "Pet", url: "", deprecated: true } };
const all = { operation, open, tag, model };

// Each row: a filter, its value, and what fits.
table<readonly [filter: string, value: string, fitting: readonly string[]]>(
  {
    "a method": ["method", "get", ["operation", "open"]],
    "one of several methods": ["method", "post,get", ["operation", "open"]],
    "a method in part": ["method", "ge", []],
    "a tag by its name": ["tag", "pets", ["operation", "open"]],
    "a tag by what it is called": ["tag", "round things", ["tag"]],
    "a part of a path": ["path", "pets", ["operation", "open"]],
    "a kind": ["kind", "tags", ["tag"]],
    "a kind by another name": ["kind", "schema", ["model"]],
    "what is deprecated": ["deprecated", "yes", ["open", "model"]],
    "what is not deprecated are operations": ["deprecated", "no", ["operation"]],
    "what needs no credentials": ["auth", "none", ["open"]],
    "what needs any": ["auth", "any", ["operation"]],
    "a scheme or its type": ["auth", "apikey", ["operation"]],
    "a status": ["status", "404", ["operation"]],
    "a range of status": ["status", "4xx", ["operation"]],
    "a status in a range of the description": ["status", "5xx", ["operation"]],
    "a status of another length": ["status", "4", []],
    "a place of parameters": ["in", "body", ["operation"]],
  },
  ([name, value, fitting]) => equal(Object.entries(all).filter(([, entry]) => filters[name]?.(entry, value)).map(([key]) => key), fitting),
);
