import index from "./testdata/index.json";
import queries from "./testdata/queries.json";
import { after, equal, table } from "../testing/testing";
import { open } from "./searchindex";
import type { Answer } from "./answer";

// The index is what an export of space.yaml writes, and the answers are those of
// a server. Package viewer/internal/search writes both, see its twin_test.go.
let made = 0;

// ask searches the index, whose files are scripts. Each case has its own, so that
// nothing is loaded already.
async function ask(query: string): Promise<Answer> {
  const folder = "index" + ++made;
  const files: Readonly<Record<string, unknown>> = { index: index.Entries, terms: index.Terms, ...Object.fromEntries(Object.entries(index.Shards).map(([name, shard]) => ["words-" + name, shard])) };
  globalThis.trefoilFiles = Object.fromEntries(Object.entries(files).map(([name, value]) => [folder + "/" + name, value]));
  after(() => (globalThis.trefoilFiles = undefined));
  return (await open(location.origin + "/empty/" + folder + "/index.js"))(query);
}

table(Object.fromEntries(queries.map((one, i) => ["the query " + (i + 1) + " has the answer of the server: " + one.query.replace(/\s+/g, " ").slice(0, 60), one])), async ({ query, total, results }) => {
  const found = await ask(query);
  equal([found.total, found.results.map((r) => r.kind + " " + (r.path ?? "") + " " + r.title)], [total, results]);
});


table<readonly [query: string, title: string, where: string | undefined]>(
  {
    "a title that was found says enough": ["create planet", "Create a planet", undefined],
    "a field that was found is said": ["seats", "Book a trip", "seats in a field"],
    "so is that of a model": ["gravity", "Create a planet", "gravity in a field of model Planet"],
    "so is an example": ["marsupilami", "List planets", "marsupilami in an example"],
  },
  async ([query, title, where]) => equal((await ask(query)).results.find((r) => r.title === title)?.where, where),
);
