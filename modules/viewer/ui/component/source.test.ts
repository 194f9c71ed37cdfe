import { equal, table } from "../testing/testing";
import { bound, type First } from "./source";

const first: First = { text: "a", origins: ["https://a.example"] };
const key = { apiKey: { token: "k" } };

// Where the credentials of a page may go, by the description that it shows.
table<readonly [authentication: unknown, text: string, before: First | undefined, added: unknown]>(
  {
    "the first description says where credentials go": [key, "a", undefined, {}],
    "the same description once more says so, too": [key, "a", first, {}],
    "another description does not": [key, "b", first, { authentication: { ...key, origins: ["https://a.example"] } }],
    "the page itself says where": [{ ...key, origins: ["https://b.example"] }, "b", first, {}],
    "without credentials there is nothing to say": [undefined, "b", first, {}],
  },
  ([authentication, text, before, added]) => equal(bound(authentication, text, before), added),
);
