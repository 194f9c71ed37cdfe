import { equal, test } from "../../testing/testing";
import type { Received } from "../session";
import { Extract } from "./extract";
import { Variables } from "./store";

const answer = (body: string): Received => ({ status: 200, statusText: "OK", url: "https://api.example/", headers: [["X-Next", "2"]], body: new TextEncoder().encode(body), size: body.length, whole: true });

interface Form {
  readonly variables: Variables;
  readonly extract: Extract;
  readonly name: HTMLInputElement;
  readonly said: string[];
}

function form(): Form {
  const said: string[] = [];
  const variables = new Variables("https://docs.example/");
  const extract = new Extract(variables, "operations/a", "A", (words) => said.push(words));
  const name = extract.element.querySelector("input");
  if (!name) {
    throw new Error("no field");
  }
  return { variables, extract, name, said };
}

test("a value of an answer that is still coming is saved when all of it has come", () => {
  const { variables, extract, said } = form();
  extract.pick("/id");
  equal([variables.lookup("id"), extract.element.open, said], [undefined, true, []]);
  extract.take(answer('{"id":41}'));
  equal([variables.lookup("id"), variables.rules.map((rule) => rule.name), said.at(-1)], ["41", ["id"], "id has been set. Write {{id}} to use it."]);
});

test("a value of an answer that has come is saved at once, under a name that is free", () => {
  const { variables, extract } = form();
  extract.take(answer('{"id":41,"n":2}'));
  extract.pick("/id");
  variables.set("n", "mine");
  extract.pick("/n");
  equal([variables.lookup("id"), variables.lookup("n")], ["41", "mine"]);
});

test("the console saves no name that the reader changes while the answer is coming", () => {
  const { variables, extract, name } = form();
  extract.pick("/id");
  name.value = "boo";
  extract.take(answer('{"id":41}'));
  equal(variables.current.variables.length, 0);
});

test("a value of an answer that did not come is not taken from the next one", () => {
  const { variables, extract } = form();
  extract.pick("/id");
  extract.clear();
  extract.take(answer('{"id":41}'));
  equal(variables.current.variables.length, 0);
});

test("a name that the reader has given to another variable while the answer is coming stays that one's", () => {
  const { variables, extract, name } = form();
  extract.pick("/id");
  variables.set("id", "mine");
  extract.take(answer('{"id":41}'));
  equal(variables.lookup("id"), "mine");
  name.value = "boo";
  extract.element.querySelector("form")?.dispatchEvent(new Event("submit", { cancelable: true }));
  equal([variables.lookup("id"), variables.lookup("boo")], ["mine", "41"]);
});
