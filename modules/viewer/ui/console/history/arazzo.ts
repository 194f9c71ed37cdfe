// Arazzo 1.0.1 (https://spec.openapis.org/arazzo/v1.0.1): what was sent as a workflow.
import { escaped } from "../../base/pointer";
import { indent, listOf, objectOf, read, textValue, type Member, type Value } from "../../serialize/value";
import type { Run } from "../session";
import type { State } from "../state";
import { expand, spelled, usedIn } from "../variables/expand";
import { answered, oneLine } from "./files";
import { secretsOf, Vault, type Variable } from "./secrets";

const source = "api"; // name of the description

// arazzo writes a workflow with a step for each run. Credentials are inputs.
export function arazzo(runs: readonly Run[], root: string): string {
  const list = answered(runs);
  const vault = new Vault(list.map((run) => run.request));
  const variables = new Map<string, Variable>();
  const inputOf: Inputs = (name) => {
    const own = { name: name.replace(/[^\p{L}\p{N}_.-]/gu, ""), about: `the variable ${name}` };
    variables.set(own.name, own);
    return own.name;
  };
  const steps = listOf(list.map((run, n) => step(run, n, vault, inputOf)));
  const { text, used } = vault.write(indent(steps), (name) => `{$inputs.${name}}`);
  const wanted = [...variables.values(), ...used];
  const inputs = wanted.map(({ name, about }): Member => [name, object([["type", textValue("string")], ["description", textValue(about.replace(", percent-encoded", ""))]])]);
  const workflow: Member[] = [
    ["workflowId", textValue("session")],
    ["summary", textValue("Requests as they were sent")],
    ...(inputs.length > 0 ? [["inputs", object([["type", textValue("object")], ["required", listOf(wanted.map(({ name }) => textValue(name)))], ["properties", object(inputs)]])] as const] : []),
    ["steps", read(text)],
  ];
  const document = object([
    ["arazzo", textValue("1.0.1")],
    ["info", object([["title", textValue("Requests sent from a reference")], ["version", textValue("1")]])],
    ["sourceDescriptions", listOf([object([["name", textValue(source)], ["url", textValue(new URL("openapi.json", root).href)], ["type", textValue("openapi")]])])],
    ["workflows", listOf([object(workflow)])],
  ]);
  return indent(document) + "\n";
}

// Inputs gives the name of the input that a variable is.
type Inputs = (name: string) => string;

function object(members: readonly Member[]): Value {
  return objectOf(members);
}

function step(run: Run, n: number, vault: Vault, inputOf: Inputs): Value {
  const { id, title } = run.operation;
  const members: Member[] = [
    ["stepId", textValue(`${n + 1}-${(id || title).replace(/[^A-Za-z0-9_-]+/g, "-")}`)],
    ["description", textValue(oneLine(title))],
    id ? ["operationId", textValue(id)] : ["operationPath", textValue(pathOf(run))],
    ...list("parameters", [...parameters(run.typed, inputOf), ...credentials(run, vault)]),
    ...body(run, inputOf),
    ["successCriteria", listOf([object([["condition", textValue(`$statusCode == ${run.answer?.status ?? 0}`)]])])],
  ];
  return object(members);
}

// pathOf refers to an operation without a name.
function pathOf(run: Run): string {
  const { method, path, url } = run.operation;
  const part = url.startsWith("webhooks/") ? "webhooks" : "paths";
  return `{$sourceDescriptions.${source}.url}#/${part}/${escaped(path)}/${method.toLowerCase()}`;
}

function list(name: string, items: readonly Value[]): readonly Member[] {
  return items.length > 0 ? [[name, listOf(items)]] : [];
}

function parameter(name: string, place: string, value: Value): Value {
  return object([["name", textValue(name)], ["in", textValue(place)], ["value", value]]);
}

// parameters are those that a workflow can have: in the path, query, headers and cookies.
function parameters(typed: State, inputOf: Inputs): readonly Value[] {
  return [...typed.parameters, ...(typed.own ?? [])].filter((p) => /^(path|query|header|cookie)$/.test(p.in)).map((p) => parameter(p.name, p.in, varied(read(spelled(p.value)), inputOf)));
}

// varied has inputs in place of variables.
function varied(v: Value, inputOf: Inputs): Value {
  const members = v.members.map(([name, value]): Member => [name, varied(value, inputOf)]);
  const items = v.items.map((item) => varied(item, inputOf));
  const alone = usedIn(v.text).length === 1 && expand(v.text, () => "") === "";
  const text = v.quoted ? expand(v.text, (name) => (alone ? `$inputs.${inputOf(name)}` : `{$inputs.${inputOf(name)}}`)) : v.text;
  return { ...v, members, items, text };
}

// credentials are those of a request, by the words that stand for them.
function credentials(run: Run, vault: Vault): readonly Value[] {
  const veiled = vault.veil(run.request);
  const query = new Map(veiled.url.split(/[?&]/).map((piece) => [piece.split("=")[0] ?? "", piece.slice(piece.indexOf("=") + 1)]));
  return secretsOf(run.request).flatMap(({ place, name }) => {
    if ([...run.typed.parameters, ...(run.typed.own ?? [])].some((own) => own.name === name)) {
      return []; // it is a variable
    }
    if (place === "url") {
      return name ? [parameter(name, "query", textValue(query.get(name) ?? ""))] : [];
    }
    const value = (place === "header" ? veiled.headers : place === "cookie" ? veiled.cookies : []).find(([own]) => own === name)?.[1];
    return value === undefined ? [] : [parameter(name, place, textValue(value))];
  });
}

function body(run: Run, inputOf: Inputs): readonly Member[] {
  const { body: typed } = run.typed;
  if (!typed?.sent || !run.request.body) {
    return [];
  }
  const structured = /json|x-www-form-urlencoded|multipart/.test(typed.type);
  return [["requestBody", object([...(typed.type ? [["contentType", textValue(typed.type)] as const] : []), ["payload", varied(structured ? read(spelled(typed.text)) : textValue(typed.text), inputOf)]])]];
}

