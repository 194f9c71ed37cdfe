// The links of a response: what they fill in, and buttons that follow them.
import { button, node } from "../../base/dom";
import type { Link, Parameter, Response } from "../../serialize/part";
import { compact, indent, plain, read, type Value } from "../../serialize/value";
import type { ServerState, State } from "../state";
import { evaluate, type Exchange } from "./expression";
import { phrase } from "../../base/words";

// Given is what a link brings along.
export interface Given {
  readonly name: string; // of the link
  readonly from: string; // the request whose answer has it
  readonly url: string; // of the page of the operation, relative to the root
  readonly server: ServerState; // of that request
  readonly declared: string; // server of the link, "" for none
  readonly values: readonly Filled[];
  readonly body: Value | undefined;
  readonly lacking: readonly string[]; // sentences
}

export interface Filled {
  readonly name: string; // may begin with a place
  readonly value: Value;
}

// given is what a link of an answer brings along.
export function given(link: Link, exchange: Exchange, server: ServerState, from: string): Given {
  const lacking: string[] = [];
  const of = (name: string, json: string): Value | undefined => {
    const found = evaluate(read(json), exchange);
    if (found.lacking.length > 0) {
      lacking.push(phrase("{1} gives nothing for {2}.", found.lacking.join(phrase(" and ")), name));
    }
    return found.value;
  };
  const values = link.parameters.flatMap(({ name, value }): Filled[] => {
    const found = of(name, value);
    return found ? [{ name, value: found }] : [];
  });
  const body = link.requestBody === "" ? undefined : of(phrase("the body"), link.requestBody);
  return { name: link.name, from, url: link.url, server, declared: link.server, values, body, lacking };
}

// Links are shown beside an answer.
export class Links {
  readonly element = node("section", { class: "try-links", "aria-label": phrase("Links of this response"), hidden: true });

  constructor(private readonly follow: (given: Given) => void) {}

  clear(): void {
    this.element.hidden = true;
    this.element.replaceChildren();
  }

  show(response: Response | undefined, exchange: Exchange, server: ServerState, from: string): void {
    const links = response?.links ?? [];
    this.element.hidden = links.length === 0;
    this.element.replaceChildren(...links.map((link) => this.link(link, given(link, exchange, server, from))));
  }

  private link(link: Link, its: Given): HTMLElement {
    const filled = [...its.values.map(({ name, value }) => `${name} = ${short(value)}`), ...(its.body ? ["body = " + short(its.body)] : [])];
    const notes = [link.description, ...its.lacking, ...(link.url ? [] : [phrase("It leads to an operation that is not in the description.")])].filter(Boolean);
    return node(
      "div",
      { class: "try-link" },
      link.url ? button(phrase("Follow: {1}", link.name), () => this.follow(its), { class: "button try-follow" }) : node("span", { class: "try-name" }, link.name),
      link.title ? node("span", { class: "try-type" }, link.title) : null,
      ...filled.map((words) => node("code", { class: "try-filled" }, words)),
      ...notes.map((words) => node("p", { class: "try-note" }, words)),
    );
  }
}

const longest = 60; // characters of a value that are shown

function short(value: Value): string {
  const text = plain(value);
  return text.length > longest ? text.slice(0, longest) + "…" : text;
}

// arrived is the state of a console with what a link has brought, and what to say
// about it.
export function arrived(its: Given, state: State, parameters: readonly Parameter[], servers: readonly string[]): { readonly state: State; readonly words: readonly string[] } {
  const filled: string[] = [];
  const strange: string[] = [];
  let typed = state.parameters;
  for (const { name, value } of its.values) {
    const p = named(parameters, name);
    if (p) {
      typed = [...typed.filter((own) => own.in !== p.in || own.name !== p.name), { in: p.in, name: p.name, value: compact(value) }];
      filled.push(`${p.name} = ${short(value)}`);
    } else {
      strange.push(phrase("This operation has no parameter {1}.", name));
    }
  }
  let body = state.body;
  if (its.body) {
    body = state.body && { ...state.body, sent: true, text: /json|form/.test(state.body.type) ? indent(its.body) : plain(its.body) };
    (body ? filled : strange).push(body ? "body" : phrase("This operation has no body."));
  }
  const known = its.declared !== "" && servers.includes(its.declared);
  if (its.declared !== "" && !known) {
    strange.push(phrase("The link names the server {1}, which the description does not have: it is not used.", its.declared));
  }
  const words = phrase("The link {1} of {2} has filled in {3}.", its.name, its.from, filled.join(", ") || phrase("nothing"));
  return { state: { ...state, server: known ? { url: its.declared, values: {} } : its.server, parameters: typed, body }, words: [words, ...its.lacking, ...strange] };
}

// named is a parameter by its name, or by its place and name.
function named(parameters: readonly Parameter[], name: string): Parameter | undefined {
  const same = (p: Parameter, own: string): boolean => (p.in === "header" ? p.name.toLowerCase() === own.toLowerCase() : p.name === own);
  return parameters.find((p) => same(p, name)) ?? parameters.find((p) => name.startsWith(p.in + ".") && same(p, name.slice(p.in.length + 1)));
}
