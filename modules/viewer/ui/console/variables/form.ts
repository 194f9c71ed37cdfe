// Where a reader keeps variables.
import { button, id, node, select } from "../../base/dom";
import { check, remember } from "../../credentials/control";
import { fold } from "../answer";
import { message } from "../field";
import { nameable } from "./expand";
import { dynamic, type Rule, type Variable, type Variables } from "./store";
import { phrase } from "../../base/words";

export class VariablesForm {
  readonly element: HTMLElement;
  private readonly title = node("span", {}, phrase("Variables"));
  private readonly environments = node("div", { class: "try-line" });
  private readonly rows = node("div", {});
  private readonly rules = node("div", { class: "try-rules" });
  private readonly remember: HTMLElement;

  constructor(
    private readonly variables: Variables,
    private readonly changed: () => void,
    private readonly say: (words: string) => void,
  ) {
    this.remember = remember(phrase("until it is closed, without the values of secrets"), variables, say);
    const content = node(
      "div",
      { class: "try-variables" },
      node("p", { class: "try-note" }, phrase("Write "), node("code", {}, "{{name}}"), phrase(" in any value. Always there: "), node("code", {}, Object.keys(dynamic).map((name) => `{{${name}}}`).join(" ")), phrase(", the last of which writes two braces.")),
      this.environments,
      this.rows,
      button(phrase("Add variable"), () => {
        this.edit([...this.list, { name: "", value: "", secret: false }]);
        this.show();
        this.rows.querySelector<HTMLElement>(".try-variable:last-child input")?.focus();
      }),
      this.rules,
      this.remember,
    );
    this.element = fold("", content);
    this.element.classList.add("try-section");
    this.element.querySelector("summary")?.append(this.title);
    this.show();
  }

  // open shows it to the reader.
  open(): void {
    this.element.setAttribute("open", "");
    this.element.querySelector<HTMLElement>("summary")?.focus();
  }

  // show shows what is there now.
  show(): void {
    const count = this.list.length;
    this.remember.querySelectorAll("input").forEach((box) => (box.checked = this.variables.remembered));
    this.title.textContent = this.variables.environments.length > 1 ? phrase("Variables ({1}) of {2}", count, this.variables.current.name) : phrase("Variables ({1})", count);
    this.environments.replaceChildren(...this.choice());
    this.rows.replaceChildren(...this.list.map((_, at) => this.row(at)));
    this.rules.replaceChildren(...this.variables.rules.map((rule) => this.rule(rule)));
  }

  private get list(): readonly Variable[] {
    return this.variables.current.variables;
  }

  private edit(list: readonly Variable[]): void {
    this.variables.replace({ variables: list });
    this.changed();
  }

  private choice(): HTMLElement[] {
    const { variables } = this;
    const act = (work: () => void, words: string) => (): void => {
      work();
      this.show();
      this.changed();
      this.say(words + " " + variables.current.name);
      this.environments.querySelector<HTMLElement>("select, button")?.focus();
    };
    const several = variables.environments.length > 1;
    const add = button(phrase("Add environment"), act(() => variables.add(), phrase("Added:")));
    if (!several) {
      return [add];
    }
    const picker = select(variables.environments.map((own) => own.name), { "aria-label": phrase("Environment") }, (at) => act(() => variables.choose(at), phrase("Now:"))());
    picker.selectedIndex = variables.at;
    const name = node("input", { class: "try-input", type: "text", "aria-label": phrase("Name of the environment"), autocomplete: "off", spellcheck: "false" });
    name.value = variables.current.name;
    name.addEventListener("change", () => {
      variables.replace({ name: name.value });
      this.show();
    });
    return [picker, name, add, button(phrase("Remove environment"), act(() => variables.remove(), phrase("Removed. Now:")))];
  }

  private row(at: number): HTMLElement {
    const its = (): Variable => this.list[at] ?? { name: "", value: "", secret: false };
    const change = (changes: Partial<Variable>): void => this.edit(this.list.map((own, i) => (i === at ? { ...own, ...changes } : own)));
    const name = node("input", { class: "try-input try-key", type: "text", id: id(), "aria-label": phrase("Name of the variable"), placeholder: phrase("Name"), autocomplete: "off", autocapitalize: "none", spellcheck: "false" });
    const value = node("input", { class: "try-input", type: its().secret ? "password" : "text", id: id(), "aria-label": phrase("Value of {1}", its().name || phrase("the variable")), placeholder: phrase("Value"), autocomplete: "off", spellcheck: "false" });
    const problem = message(name);
    name.value = its().name;
    value.value = its().value;
    const look = (): void => void problem.say(this.wrong(its().name, at));
    name.addEventListener("input", () => {
      change({ name: name.value });
      value.setAttribute("aria-label", phrase("Value of {1}", name.value));
      remove.setAttribute("aria-label", phrase("Remove {1}", name.value));
      look();
    });
    value.addEventListener("input", () => change({ value: value.value }));
    look();
    const secret = check(phrase("Secret"), "", its().secret, (on) => {
      change({ secret: on });
      value.type = on ? "password" : "text";
    });
    const remove = button(phrase("Remove"), () => {
      this.edit(this.list.filter((_, i) => i !== at));
      this.show();
      this.say(phrase("Removed"));
      (this.rows.querySelector<HTMLElement>(`.try-variable:nth-child(${Math.max(at, 1)}) .try-remove`) ?? this.element.querySelector<HTMLElement>(".try-variables > .button"))?.focus();
    }, { class: "button try-remove", "aria-label": phrase("Remove {1}", its().name || phrase("this variable")) });
    return node("div", { class: "try-variable" }, name, value, node("div", { class: "try-line" }, secret, remove), problem.element);
  }

  private wrong(name: string, at: number): string {
    if (name !== "" && !nameable(name)) {
      return phrase("A name begins with a letter and has letters, digits and . - _ in it.");
    }
    return name !== "" && this.list.findIndex((own) => own.name === name) < at ? phrase("There is a variable of this name: that one counts.") : "";
  }

  private rule(rule: Rule): HTMLElement {
    return node(
      "p",
      { class: "try-note" },
      phrase("{1} is set by every answer of {2}: ", rule.name, rule.label),
      node("code", {}, rule.from === "header" ? rule.where : rule.where || phrase("the whole body")),
      " ",
      button(phrase("Stop"), () => {
        this.variables.unrule(rule);
        this.show();
        this.say(phrase("{1} is no longer set.", rule.name));
        this.element.querySelector<HTMLElement>("summary")?.focus();
      }, { "aria-label": phrase("Stop setting {1}", rule.name) }),
    );
  }
}
