import { equal, table } from "../testing/testing";
import { Own } from "./own";

const context = { changed: () => undefined, variables: { names: [], lookup: () => undefined, masked: () => undefined } };

// Each row: what the reader adds, and how much of it is said to be wrong.
table<readonly [added: readonly (readonly ["header" | "query", string])[], wrong: number]>(
  {
    "headers with other names are sent": [[["header", "X-A"], ["header", "X-B"]], 0],
    "two headers of one name are told of, as one is sent": [[["header", "X-A"], ["header", "x-a"]], 2],
    "two query parameters of one name are sent": [[["query", "a"], ["query", "a"]], 0],
    "a header and a query parameter of one name are sent": [[["header", "a"], ["query", "a"]], 0],
  },
  ([added, wrong]) => {
    const own = new Own([], context, () => "server", false);
    own.restore(added.map(([place, name]) => ({ in: place, name, value: '"1"' })));
    equal(own.check().length, wrong);
  },
);
