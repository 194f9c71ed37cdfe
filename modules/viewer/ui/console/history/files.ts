// What was sent as files that others can run.
import { kit } from "../../samples/kit";
import { clients as http } from "../../samples/languages/http";
import { clients as shell, q } from "../../samples/languages/shell";
import type { Request } from "../../samples/request";
import type { Run } from "../session";
import { Vault, type Variable } from "./secrets";
import { outcome } from "./words";

const longest = 60_000; // characters of a body that can be an argument

// answered are the runs that got an answer, the oldest first.
export function answered(runs: readonly Run[]): readonly Run[] {
  return runs.filter((run) => run.answer).reverse();
}

// oneLine is a text that ends no comment.
export function oneLine(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, " ").trim();
}

function titleOf(run: Run, n: number): string {
  return oneLine(`${n + 1}. ${run.operation.title}: ${outcome(run)}`);
}

// files are the files that a request sends.
function files(requests: readonly Request[]): readonly string[] {
  const all = requests.flatMap(({ body }) => [body?.file ?? "", ...(body?.parts ?? []).map((part) => part.file)]);
  return [...new Set(all.filter((name) => name !== ""))];
}

// script is a script for a POSIX shell that sends it all again with curl.
export function script(runs: readonly Run[], from: string): string {
  const list = answered(runs);
  const vault = new Vault(list.map((run) => run.request));
  const steps = list.map((run, n) => `# ${titleOf(run, n)}\n${command(vault.veil(run.request))}\necho\n`);
  const { text, used } = vault.write(steps.join("\n"), (name) => `'"\${${name}}"'`);
  const names = files(list.map((run) => run.request));
  return [
    "#!/bin/sh",
    `# What was sent from ${oneLine(from)}`,
    ...(names.length > 0 ? [`# Files that have to be in this folder: ${oneLine(names.join(", "))}`] : []),
    "set -eu",
    ...(used.length > 0 ? ["", "# The credentials come from the environment.", ...used.map(({ name, about }) => `: "\${${name}:?${about}}"`)] : []),
    "",
    text.replace(/''"\$\{(\w+)\}"/g, '"${$1}"').replace(/"\$\{(\w+)\}"''(?!')/g, '"${$1}"'),
  ].join("\n");
}

// command is a command of curl. What is too long for an argument is written to it.
function command(r: Request): string {
  const text = r.body?.parts ? "" : (r.body?.text ?? "");
  if (text.length <= longest) {
    return shell["curl"]?.(r, kit) ?? "";
  }
  return `printf %s ${q(text)} | ` + (shell["curl"]?.({ ...r, body: { text: "", file: "-", parts: null } }, kit) ?? "");
}

// httpFile is a file of requests for the clients of editors.
export function httpFile(runs: readonly Run[], from: string): string {
  const list = answered(runs);
  const vault = new Vault(list.map((run) => run.request));
  const steps = list.map((run, n) => `### ${titleOf(run, n)}\n${notes(run.request)}${message(vault.veil(run.request))}`);
  const { text, used } = vault.write(steps.join("\n\n"), (name) => `{{${name}}}`);
  const filled = (one: Variable): string => `# ${one.about}\n@${one.name} = fill-in`;
  return [`# What was sent from ${oneLine(from)}`, ...(used.length > 0 ? ["# Credentials are to be filled in here.", ...used.map(filled)] : []), "", text, ""].join("\n");
}

// message is a request as such files have it: with its address in the first line,
// and without a length, which credentials change.
function message(r: Request): string {
  const text = http["http1.1"]?.(r, kit) ?? "";
  const [head = "", body] = text.split(/\n\n(.*)/s);
  const lines = head.split("\n").filter((line) => !/^(Host|Content-Length): /.test(line));
  lines[0] = `${r.method} ${r.url} HTTP/1.1`;
  return lines.join("\n") + (body ? "\n\n" + body.replace(/\n$/, "") : "");
}

function notes(r: Request): string {
  const text = r.body?.parts ? r.body.parts.map((part) => part.text).join("\n") : (r.body?.text ?? "");
  return /^(###|<|>)|\{\{/m.test(text) ? "# Clients may take something in this body for their own: ### or < at the beginning of a line, or {{\n" : "";
}
