// Variables from answers.
import { id, node, select } from "../../base/dom";
import { compact, read, type Value } from "../../serialize/value";
import { check } from "../../credentials/control";
import { message } from "../field";
import { at } from "../links/expression";
import type { Received } from "../session";
import { secretive } from "../share/secret";
import { nameable } from "./expand";
import type { Rule, Variables } from "./store";
import { phrase } from "../../base/words";

// Extract takes variables from answers, once or from every one of an operation.
export class Extract {
  readonly element: HTMLDetailsElement;
  private readonly name = node("input", { class: "try-input", type: "text", id: id(), autocomplete: "off", autocapitalize: "none", spellcheck: "false" });
  private readonly where = node("input", { class: "try-input", type: "text", id: id(), "aria-label": phrase("Where in the response"), autocomplete: "off", spellcheck: "false" });
  private readonly from = select([phrase("Body, at the JSON pointer"), phrase("Header")], { "aria-label": phrase("From") }, () => this.where.focus());
  private readonly problem = message(this.name);
  private readonly notes = node("div", {});
  private answer: Received | null = null;
  private again = true;
  private secret = false;
  private wanted: string | undefined; // a name that is given, if it is free, when all of the answer is there
  private suggested = ""; // one that has been given so

  constructor(
    private readonly variables: Variables,
    private readonly operation: string, // address of its page, relative to the root
    private readonly label: string,
    private readonly changed: (words: string) => void,
  ) {
    const form = node(
      "form",
      { class: "try-extract" },
      node("div", { class: "try-field" }, node("label", { for: this.name.id }, phrase("Name of the variable")), this.name),
      node("div", { class: "try-line" }, this.from, this.where),
      check(phrase("Set it from every answer of this operation"), "", true, (on) => (this.again = on)),
      check(phrase("Secret"), "", false, (on) => (this.secret = on)),
      this.problem.element,
      node("div", { class: "try-line" }, node("button", { type: "submit", class: "button" }, phrase("Save variable"))),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!this.save()) {
        this.name.focus();
      }
    });
    this.element = node("details", { class: "try-fold", hidden: true }, node("summary", {}, phrase("Save as variable")), form, this.notes);
  }

  // pick begins with a place in the body. A name that is free is given at once, or when all
  // of the answer has come, and can be changed.
  pick(pointer: string): void {
    this.from.selectedIndex = 0;
    this.where.value = pointer;
    this.name.value = (pointer.split("/").at(-1) ?? "").replace(/[^\p{L}\p{N}_.-]/gu, "_").replace(/^[^\p{L}_]+/u, "") || "value";
    this.element.hidden = false;
    this.element.open = true;
    this.element.scrollIntoView({ block: "nearest" });
    this.suggested = "";
    this.wanted = this.name.value;
    this.suggest();
    this.name.select();
    this.name.focus();
  }

  private suggest(): void {
    if (this.answer && this.wanted === this.name.value && !this.variables.named(this.wanted) && this.save()) {
      this.suggested = this.wanted;
    }
  }

  clear(): void {
    this.wanted = undefined;
    this.answer = null;
    this.element.hidden = true;
    this.notes.replaceChildren();
  }

  // take sets the variables that this operation sets.
  take(answer: Received): void {
    this.answer = answer;
    this.element.hidden = false;
    const rules = answer.status < 400 ? this.variables.rules.filter((rule) => rule.operation === this.operation) : [];
    const notes = rules.map((rule) => {
      const value = find(answer, rule);
      if (value !== undefined) {
        this.variables.set(rule.name, value, (this.variables.named(rule.name) ?? rule).secret);
      }
      return value === undefined ? phrase("{1} stays as it was: the answer has no {2}.", rule.name, rule.where) : phrase("{1} has been set.", rule.name);
    });
    this.notes.replaceChildren(...notes.map((words) => node("p", { class: "try-note" }, words)));
    if (rules.length > 0) {
      this.changed(notes.join(" "));
    }
    this.suggest();
  }

  private save(): boolean {
    const rule: Rule = { operation: this.operation, label: this.label, name: this.name.value.trim(), from: this.from.selectedIndex === 1 ? "header" : "body", where: this.where.value.trim(), secret: this.secret || this.looks() };
    const value = this.answer && find(this.answer, rule);
    const wrong = !nameable(rule.name) ? phrase("A name begins with a letter and has letters, digits and . - _ in it.") : value == null ? this.lacking(rule) : "";
    this.problem.say(wrong);
    if (wrong || value == null) {
      this.changed(wrong);
      return false;
    }
    if (this.suggested !== rule.name) {
      this.variables.forget(this.suggested);
    }
    this.suggested = "";
    this.variables.set(rule.name, value, rule.secret || this.variables.named(rule.name)?.secret);
    if (this.again) {
      this.variables.rule(rule);
    }
    const words = phrase("{1} has been set. Write {2} to use it.", rule.name, `{{${rule.name}}}`);
    this.notes.replaceChildren(node("p", { class: "try-note" }, words));
    this.changed(words);
    return true;
  }

  // looks reports whether what is typed looks like a secret.
  private looks(): boolean {
    return secretive(this.name.value) || secretive(this.where.value.split("/").at(-1) ?? "");
  }

  private lacking(rule: Rule): string {
    if (!this.answer) {
      return phrase("The answer is still coming.");
    }
    return rule.from === "body" && !this.answer.whole ? phrase("The answer is too long to take something from it.") : phrase("The answer has no {1}.", rule.where);
  }
}

function find(answer: Received, rule: Rule): string | undefined {
  if (rule.from === "header") {
    return answer.headers.find(([name]) => name.toLowerCase() === rule.where.toLowerCase())?.[1];
  }
  const value = answer.whole ? at(read(new TextDecoder().decode(answer.body)), rule.where) : undefined;
  return value && written(value);
}

function written(value: Value): string {
  return value.quoted ? value.text : compact(value);
}
