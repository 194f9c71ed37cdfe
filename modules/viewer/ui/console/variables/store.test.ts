import { equal, replace, table, test } from "../../testing/testing";
import { variablesOf, Variables, type Rule } from "./store";

const root = "https://docs.example/";
const key = "trefoil:variables:" + root;

const rule = (name: string, own: Partial<Rule> = {}): Rule => ({ operation: "operations/a", label: "A", name, from: "body", where: "/id", secret: false, ...own });

function filled(): Variables {
  const variables = new Variables(root);
  variables.set("open", "1");
  variables.set("hidden", "s3cret", true);
  return variables;
}

test("a reader begins with one environment and no variables", () => {
  const variables = new Variables(root);
  equal([variables.environments, variables.at, variables.rules, variables.secret], [[{ name: "Default", variables: [] }], 0, [], false]);
});

test("a variable has the value that was set last", () => {
  const variables = filled();
  variables.set("open", "2");
  equal([variables.lookup("open"), variables.current.variables.map((v) => v.name), variables.secret], ["2", ["open", "hidden"], true]);
});

test("a variable that nobody has set is none", () => {
  const variables = filled();
  equal([variables.lookup("x"), variables.lookup("constructor"), variables.named("x")], [undefined, undefined, undefined]);
});

test("a secret is shown as a mask, and is not open", () => {
  const variables = filled();
  equal([variables.lookup("hidden"), variables.masked("hidden"), variables.open("hidden"), variables.masked("open"), variables.open("open")], ["s3cret", "********", undefined, "1", "1"]);
});

test("a secret without a value is none until it is given", () => {
  const variables = new Variables(root);
  variables.set("hidden", "", true);
  variables.set("empty", "");
  equal([variables.lookup("hidden"), variables.masked("hidden"), variables.lookup("empty")], [undefined, undefined, ""]);
});

test("what everybody has is made once for a request", () => {
  const variables = new Variables(root);
  const first = variables.lookup("$uuid");
  const second = variables.lookup("$uuid");
  variables.renew();
  equal([first === second, variables.lookup("$uuid") === first, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(first ?? "")], [true, false, true]);
});

test("times are those of the clock", () => {
  replace(Date, "now", () => 1_700_000_000_999);
  equal(new Variables(root).lookup("$timestamp"), "1700000000");
});

test("a random number has 1001 values", () => {
  const variables = new Variables(root);
  replace(Math, "random", () => 0.9999999);
  const most = variables.lookup("$randomInt");
  variables.renew();
  replace(Math, "random", () => 0);
  equal([most, variables.lookup("$randomInt"), variables.lookup("$braces")], ["1000", "0", "{{"]);
});

test("a reader's own variable goes before what everybody has", () => {
  const variables = new Variables(root);
  variables.replace({ variables: [{ name: "$uuid", value: "mine", secret: false }] });
  equal(variables.lookup("$uuid"), "mine");
});

test("names are those of the reader, once each, and those that everybody has", () => {
  const variables = new Variables(root);
  variables.replace({ variables: ["b", "a", "b", ""].map((name) => ({ name, value: "", secret: false })) });
  equal(variables.names, ["b", "a", "$uuid", "$timestamp", "$isoTimestamp", "$randomInt", "$braces"]);
});

test("a new environment has the open values of the one before", () => {
  const variables = filled();
  variables.add();
  equal([variables.at, variables.current], [1, { name: "Environment 2", variables: [{ name: "open", value: "1", secret: false }, { name: "hidden", value: "", secret: true }] }]);
});

test("environments have values of their own", () => {
  const variables = filled();
  variables.add();
  variables.set("open", "2");
  variables.replace({ name: "Test" });
  variables.choose(0);
  equal([variables.lookup("open"), variables.environments.map((e) => e.name)], ["1", ["Default", "Test"]]);
});

test("the last environment stays", () => {
  const variables = filled();
  variables.add();
  variables.remove();
  const left = [variables.at, variables.environments.length];
  variables.remove();
  equal([left, variables.environments.length, variables.lookup("open")], [[0, 1], 1, "1"]);
});

test("at most 200 variables and environments are kept", () => {
  const variables = new Variables(root);
  variables.replace({ variables: Array.from({ length: 300 }, (_, i) => ({ name: "v" + i, value: "", secret: false })) });
  for (let i = 0; i < 300; i++) {
    variables.add();
  }
  equal([variables.current.variables.length, variables.environments.length], [200, 200]);
});

test("a long value is cut", () => {
  const variables = new Variables(root);
  variables.set("a", "x".repeat(70_000));
  equal(variables.lookup("a")?.length, 65_536);
});

test("a rule takes the place of the one for the same variable of the operation", () => {
  const variables = new Variables(root);
  [rule("a"), rule("b"), rule("a", { operation: "operations/b" }), rule("a", { where: "/other" })].forEach((one) => variables.rule(one));
  equal(variables.rules.map((r) => [r.operation, r.name, r.where].join(" ")), ["operations/a b /id", "operations/b a /id", "operations/a a /other"]);
});

test("a rule is taken away", () => {
  const variables = new Variables(root);
  const one = rule("a");
  variables.rule(one);
  variables.unrule(rule("a")); // another one that looks the same
  const still = variables.rules.length;
  variables.unrule(one);
  equal([still, variables.rules.length], [1, 0]);
});

test("nothing is kept unless the reader asks for it", () => {
  const variables = filled();
  const before = [variables.remembered, sessionStorage.length];
  variables.remember(true);
  const during = variables.remembered;
  variables.remember(false);
  equal([before, during, variables.remembered, sessionStorage.length], [[false, 0], true, false, 0]);
});

test("what is kept comes back, without the values of secrets", () => {
  const variables = filled();
  variables.rule(rule("a", { from: "header", secret: true }));
  variables.add();
  variables.remember(true);
  variables.set("later", "3");
  const again = new Variables(root);
  equal(
    [again.at, again.environments.length, again.lookup("open"), again.lookup("later"), again.lookup("hidden"), again.named("hidden")?.secret, again.rules, (sessionStorage.getItem(key) ?? "").includes("s3cret")],
    [1, 2, "1", "3", undefined, true, [rule("a", { from: "header", secret: true })], false],
  );
});

test("another reference has other variables", () => {
  filled().remember(true);
  equal(new Variables("https://other.example/").lookup("open"), undefined);
});

// What a browser has kept is not trusted.
table<readonly [kept: string, names: readonly string[], at: number]>(
  {
    "no JSON is nothing": ["{", ["Default"], 0],
    "null is nothing": ["null", ["Default"], 0],
    "a list is nothing": ["[1]", ["Default"], 0],
    "no environments are nothing": ['{"environments":[],"chosen":3}', ["Default"], 0],
    "environments of another form are empty": ['{"environments":[1,{"name":2,"variables":{"a":1}}]}', ["", ""], 0],
    "a choice beyond the end is the last": ['{"environments":[{"name":"a"},{"name":"b"}],"chosen":9}', ["a", "b"], 1],
    "a choice before the beginning is the first": ['{"environments":[{"name":"a"},{"name":"b"}],"chosen":-1}', ["a", "b"], 0],
    "a choice that is no number is the first": ['{"environments":[{"name":"a"}],"chosen":"x"}', ["a"], 0],
  },
  ([kept, names, at]) => {
    sessionStorage.setItem(key, kept);
    const variables = new Variables(root);
    equal([variables.environments.map((e) => e.name), variables.at, variables.current.variables], [names, at, []]);
  },
);

test("a kept variable of another form has no value", () => {
  sessionStorage.setItem(key, '{"environments":[{"name":"a","variables":[{"name":"n","value":5,"secret":"yes"},null]}],"rules":[{"from":"elsewhere"}]}');
  const variables = new Variables(root);
  equal([variables.current.variables, variables.rules], [[{ name: "n", value: "", secret: false }, { name: "", value: "", secret: false }], [rule("", { operation: "", label: "", where: "" })]]);
});

test("a reference has one set of variables", () => equal(variablesOf("https://a.example/") === variablesOf("https://a.example/"), true));

test("environments have names in the language of the page", () => {
  replace(globalThis as { trefoilWords?: unknown }, "trefoilWords", { say: (english: string) => ({ Default: "Standard", "Environment {1}": "Umgebung {1}" })[english] });
  const variables = new Variables("https://named.example/");
  variables.add();
  equal(variables.environments.map((own) => own.name), ["Standard", "Umgebung 2"]);
});
