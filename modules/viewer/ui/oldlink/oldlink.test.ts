import { equal, replace, table, test, turn } from "../testing/testing";
import { root } from "../base/root";
import { fold } from "./fold";
import { mount } from "./oldlink";
import { resolve } from "./resolve";

table<readonly [fragment: string, folded: string]>(
  {
    "letters are in small ones": ["Getting-Started", "gettingstarted"],
    "signs but slashes are left out": ["tag/Pets_and more!/paths/~1a", "tag/petsandmore/paths/1a"],
    "letters of any alphabet stay": ["Größe-Ελλάδα", "größeελλάδα"],
    "digits of any alphabet stay": ["v٢", "v٢"],
    "nothing stays nothing": ["", ""],
  },
  ([fragment, folded]) => equal(fold(fragment), folded),
);

function answers(status: number, body: string): string[] {
  const asked: string[] = [];
  replace(globalThis, "fetch", (input) => {
    asked.push(String(input));
    return Promise.resolve(new Response(body, { status }));
  });
  return asked;
}

const el = (): HTMLElement => document.createElement("div");

test("a server is asked where an old link leads", async () => {
  const asked = answers(200, '{"url":"operations/a"}');
  equal([await resolve(el(), "#/a b&c", ""), asked], ["operations/a", [root + "_/resolve?hash=%23%2Fa%20b%26c"]]);
});

table<readonly [status: number, body: string]>(
  { "a link that nobody knows leads nowhere": [404, ""], "an answer of another form leads nowhere": [200, '{"url":5}'], "null leads nowhere": [200, "null"] },
  async ([status, body]) => {
    answers(status, body);
    equal(await resolve(el(), "#/a", ""), null);
  },
);

// Each row: a fragment, and whether the server is asked where it leads.
table<readonly [fragment: string, asked: boolean]>(
  {
    "a link of Swagger UI is an old one": ["#/pets/getPet", true],
    "a link of Scalar is an old one": ["#tag/pets/get/pets", true],
    "a link of Redoc is an old one": ["#operation/getPet", true],
    "a method in front makes an old link": ["#get-/pets", true],
    "models are named in many ways": ["#model-Pet", true],
    "a part of the page is none": ["#content", false],
    "a word that begins alike is none": ["#modelling", false],
    "no fragment is none": ["", false],
  },
  async ([fragment, asked]) => {
    history.replaceState(null, "", root + fragment);
    const all = answers(404, "");
    mount(el());
    await turn();
    equal(all.length > 0, asked);
  },
);

test("a part of this page that is called like an old link stays", async () => {
  history.replaceState(null, "", root + "#tag/pets");
  const part = el();
  part.id = "tag/pets";
  document.body.append(part);
  const all = answers(404, "");
  mount(el());
  await turn();
  equal(all, []);
});

test("a fragment that cannot be decoded does no harm", async () => {
  history.replaceState(null, "", root + "#/%ff%");
  const all = answers(404, "");
  mount(el());
  await turn();
  equal(all.length, 1);
});

test("a heading of the description is found by its words", async () => {
  history.replaceState(null, "", root + "#description/getting-started");
  const main = document.createElement("main");
  const heading = document.createElement("h2");
  heading.textContent = "Getting started!";
  main.append(heading);
  document.body.append(main);
  const all = answers(404, "");
  mount(el());
  await turn();
  equal([document.activeElement === heading, heading.tabIndex, all], [true, -1, []]);
});
