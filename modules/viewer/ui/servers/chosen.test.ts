import { equal, table, test } from "../testing/testing";
import { choose, chosen, chosenEvent } from "./chosen";

const root = "https://docs.example/";

test("a choice is kept for one reference, and told", () => {
  let told = 0;
  document.addEventListener(chosenEvent, () => told++, { once: true });
  const its = { url: "https://{r}.example", values: { r: "eu" }, address: "https://eu.example" };
  choose(root, its);
  equal([chosen(root), chosen("https://other.example/"), told, localStorage.length], [its, null, 1, 0]);
});

table(
  {
    "what is no JSON is no choice": "{",
    "what lacks something is no choice": '{"url": "https://a.example"}',
    "what is of other types is no choice": '{"url": 1, "values": {}, "address": ""}',
  },
  (kept) => {
    sessionStorage.setItem("trefoil:server:" + root, kept);
    equal(chosen(root), null);
  },
);
