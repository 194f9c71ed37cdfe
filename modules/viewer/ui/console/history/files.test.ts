import type { Request } from "../../samples/request";
import { equal, table, test } from "../../testing/testing";
import type { Received, Run } from "../session";
import { arazzo } from "./arazzo";
import { httpFile, script } from "./files";
import { har } from "./har";
import { secretsOf } from "./secrets";
import { clock, facts, header, named, outcome, targetOf } from "./words";

const received = (own: Partial<Received> = {}): Received => ({ status: 201, statusText: "Created", url: "https://a.example/", headers: [["Content-Type", "application/json"], ["Set-Cookie", "sid=s3cret; Path=/; HttpOnly"]], body: new TextEncoder().encode('{"é":1}'), size: 8, whole: true, ...own });

const request = (own: Partial<Request> = {}): Request => ({ method: "GET", url: "https://a.example/pets?q=1", headers: [], cookies: [], body: null, basic: null, certificate: "", secrets: {}, ...own });

const run = (own: Partial<Request> = {}, its: Partial<Run> = {}): Run => ({
  at: new Date("2026-11-22T10:00:00.500Z"), operation: { slug: "getPets", url: "operations/getPets", method: "GET", path: "/pets", id: "getPets", title: "Get pets" },
  typed: { server: { url: "", values: {} }, parameters: [], body: null }, request: request(own), answer: received(), failure: "", ms: 12.4, ...its,
});

const bearer = { headers: [["Authorization", "Bearer ********"]], secrets: { "header Authorization": "Bearer t'ok en" } } as const;

test("a run is told in words", () => {
  const one = run();
  equal([targetOf(one), outcome(one), facts(one), header(one, "content-type"), header(one, "x")], ["/pets?q=1", "201 Created", "12 ms, 8 bytes", "application/json", ""]);
  equal(named(one), `GET /pets?q=1, ${clock(one)}, 201 Created`);
});

table<readonly [its: Partial<Run>, outcome: string]>(
  {
    "a run without an answer has failed": [{ answer: null, failure: "No answer." }, "Failed"],
    "a run may be cancelled": [{ answer: null, failure: "Cancelled." }, "Cancelled"],
    "a run may be cancelled after its status": [{ failure: "Cancelled." }, "201 Created, cancelled"],
    "a status may have no words": [{ answer: received({ statusText: "" }) }, "201"],
    "a connection may break after the status": [{ failure: "It broke." }, "201 Created, failed"],
  },
  ([its, wanted]) => equal(outcome(run({}, its)), wanted),
);

test("an address without a path has the root as its target", () => equal([targetOf(run({ url: "https://a.example" })), targetOf(run({ url: "https://a.example?x" }))], ["/", "?x"]));

table<readonly [request: Partial<Request>, secrets: readonly string[]]>(
  {
    "a request without credentials has none": [{}, []],
    "what follows the scheme of a header is the secret": [bearer, ["header Authorization [Bearer ] t'ok en"]],
    "a secret of the query has its name": [{ url: "https://a.example/?a=1&key=********", secrets: { url: "https://a.example/?a=1&key=x%26y" } }, ["url key [] x%26y"]],
    "several secrets of one text are found": [{ url: "https://a.example/?a=********&b=********", secrets: { url: "https://a.example/?a=1&b=2" } }, ["url a [] 1", "url b [] 2"]],
    "a secret in JSON has the name of its member": [{ body: { text: '{"pin": "********"}', file: "", parts: null }, secrets: { body: '{"pin": "12"}' } }, ["body pin [] 12"]],
    "a cookie has its name": [{ cookies: [["sid", "********"]], secrets: { "cookie sid": "x" } }, ["cookie sid [] x"]],
    "a part of a form has its name": [{ body: { text: "", file: "", parts: [{ name: "p", text: "********", file: "", type: "" }] }, secrets: { "part 0": "x" } }, ["body p [] x"]],
    "user and password are secrets": [{ basic: ["********", "********"], secrets: { user: "ada", password: "p" } }, ["user user [] ada", "password password [] p"]],
    "a text that does not fit its mask is a secret as a whole": [{ url: "https://a.example/********", secrets: { url: "https://b.example/x" } }, ["url  [] https://b.example/x"]],
  },
  ([own, secrets]) => equal(secretsOf(request(own)).map((s) => `${s.place} ${s.name} [${s.before}] ${s.real}`), secrets),
);

test("a script sends what was sent, with credentials of the environment", () =>
  equal(
    script([run(bearer), run({ method: "DELETE", url: "https://a.example/pets/1" })], "https://docs.example/\nrm -rf /"),
    [
      "#!/bin/sh", "# What was sent from https://docs.example/ rm -rf /", "set -eu", "", "# The credentials come from the environment.",
      ': "${API_TOKEN:?what follows Bearer in the header Authorization}"', "",
      "# 1. Get pets: 201 Created", "curl 'https://a.example/pets/1' \\\n  --request DELETE", "echo", "",
      "# 2. Get pets: 201 Created", "curl 'https://a.example/pets?q=1' \\\n  --header 'Authorization: Bearer '\"${API_TOKEN}\"", "echo", "",
    ].join("\n"),
  ));

test("a script says which files it needs, and writes what is too long for an argument", () => {
  const text = script([run({ method: "PUT", body: { text: "", file: "a b.png", parts: null } }), run({ method: "PUT", body: { text: "x'".repeat(40_000), file: "", parts: null } })], "x");
  equal([text.includes("# Files that have to be in this folder: a b.png\n"), text.includes("printf %s 'x'\\''"), text.includes("--data-binary '@-'")], [true, true, true]);
});

test("runs without an answer are left out of scripts", () => equal(script([run({}, { answer: null })], "x"), "#!/bin/sh\n# What was sent from x\nset -eu\n\n"));

test("a file of requests has credentials to be filled in", () =>
  equal(
    httpFile([run({ ...bearer, method: "POST", headers: [["Content-Type", "text/plain"], ...bearer.headers], body: { text: "### a", file: "", parts: null } })], "x"),
    [
      "# What was sent from x", "# Credentials are to be filled in here.", "# what follows Bearer in the header Authorization", "@API_TOKEN = fill-in", "",
      "### 1. Get pets: 201 Created", "# Clients may take something in this body for their own: ### or < at the beginning of a line, or {{",
      "POST https://a.example/pets?q=1 HTTP/1.1", "Content-Type: text/plain", "Authorization: Bearer {{API_TOKEN}}", "", "### a", "",
    ].join("\n"),
  ));

async function entry(one: Run, secrets: boolean): Promise<Record<string, Record<string, unknown>>> {
  return JSON.parse(await (await har([one], secrets)).text()).log.entries[0];
}

test("HAR masks credentials and what an answer sets", async () => {
  const one = await entry(run({ ...bearer, headers: [...bearer.headers, ["X-Api-Key", "typed"]], cookies: [["sid", "c"]] }), false);
  equal([one["request"]?.["headers"], one["request"]?.["cookies"], one["response"]?.["cookies"]], [
    [{ name: "Authorization", value: "Bearer ********" }, { name: "X-Api-Key", value: "********" }, { name: "Cookie", value: "sid=********" }],
    [{ name: "sid", value: "********" }], [{ name: "sid", value: "********", path: "/", httpOnly: true, secure: false }],
  ]);
});

test("HAR with credentials holds them", async () => {
  const one = await entry(run({ ...bearer, cookies: [["sid", "c"]] }), true);
  equal([one["request"]?.["headers"], one["response"]?.["cookies"]], [[{ name: "Authorization", value: "Bearer t'ok en" }, { name: "Cookie", value: "sid=c" }], [{ name: "sid", value: "s3cret", path: "/", httpOnly: true, secure: false }]]);
});

test("HAR holds texts as they are and bytes in base64", async () => {
  const text = await entry(run(), false);
  const bytes = await entry(run({}, { answer: received({ body: Uint8Array.of(0xff, 0), whole: false }) }), false);
  equal([text["response"]?.["content"], bytes["response"]?.["content"]], [
    { size: 8, mimeType: "application/json", text: '{"é":1}' }, { size: 8, mimeType: "application/json", text: "/wA=", encoding: "base64", comment: "Only the beginning was kept." },
  ]);
});

test("HAR takes the query apart", async () =>
  equal((await entry(run({ url: "https://a.example/?a=b+c&d&%zz=%41#e=f" }), false))["request"]?.["queryString"], [{ name: "a", value: "b c" }, { name: "d", value: "" }, { name: "%zz", value: "A" }]));

test("HAR knows the size of a body, unless there are files in it", async () =>
  equal(
    [
      (await entry(run({ body: { text: "é", file: "", parts: null } }), false))["request"]?.["bodySize"],
      (await entry(run({ body: { text: "", file: "a.png", parts: null } }), false))["request"]?.["bodySize"],
      (await entry(run(), false))["request"]?.["bodySize"],
    ],
    [2, -1, 0],
  ));

test("HAR says why there is no answer", async () => {
  const one = await entry(run({}, { answer: null, failure: "No answer." }), false);
  equal([one["response"]?.["status"], one["response"]?.["comment"]], [0, "No answer."]);
});

test("HAR has the oldest run first", async () => {
  const text = await (await har([run({ method: "PUT" }), run({ method: "POST" })], false)).text();
  equal(JSON.parse(text).log.entries.map((one: { request: { method: string } }) => one.request.method), ["POST", "PUT"]);
});

test("a workflow has a step for each run, and inputs for credentials and variables", () => {
  const typed = { server: { url: "", values: {} }, parameters: [{ in: "query", name: "q", value: '"{{stage}}-1"' }, { in: "querystring", name: "x", value: "1" }], body: null };
  const { workflows, sourceDescriptions } = JSON.parse(arazzo([run(bearer, { typed })], "https://docs.example/"));
  equal([sourceDescriptions, workflows[0].inputs, workflows[0].steps], [
    [{ name: "api", url: "https://docs.example/openapi.json", type: "openapi" }],
    { type: "object", required: ["stage", "API_TOKEN"], properties: { stage: { type: "string", description: "the variable stage" }, API_TOKEN: { type: "string", description: "what follows Bearer in the header Authorization" } } },
    [{
      stepId: "1-getPets", description: "Get pets", operationId: "getPets",
      parameters: [{ name: "q", in: "query", value: "{$inputs.stage}-1" }, { name: "Authorization", in: "header", value: "Bearer {$inputs.API_TOKEN}" }],
      successCriteria: [{ condition: "$statusCode == 201" }],
    }],
  ]);
});

test("a workflow keeps numbers of a body as they were typed", () => {
  const typed = { server: { url: "", values: {} }, parameters: [], body: { sent: true, type: "application/json", text: '{"n":12345678901234567890.10,"v":{{n}}}' } };
  const text = arazzo([run({ body: { text: "x", file: "", parts: null } }, { typed })], "https://docs.example/");
  equal([text.includes('"n": 12345678901234567890.10'), text.includes('"v": "$inputs.n"')], [true, true]);
});

test("a workflow refers to an operation without a name by its path", () => {
  const operation = { ...run().operation, id: "", path: "/a/{b}", title: "Get\na" };
  const [step] = JSON.parse(arazzo([run({}, { operation })], "https://docs.example/")).workflows[0].steps;
  equal([step.stepId, step.description, step.operationPath], ["1-Get-a", "Get a", "{$sourceDescriptions.api.url}#/paths/~1a~1{b}/get"]);
});
