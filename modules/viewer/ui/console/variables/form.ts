// Where a reader keeps variables.
import { button, id, node, select } from "../../base/dom";
import { check } from "../../credentials/control";
import { fold } from "../answer";
import { message } from "../field";
import { nameable } from "./expand";
import { dynamic, type Rule, type Variable, type Variables } from "./store";

export class VariablesForm {
  readonly element: HTMLElement;
  private readonly title = node("span", {}, "Variables");
  private readonly environments = node("div", { class: "try-line" });
  private readonly rows = node("div", {});
  private readonly rules = node("div", { class: "try-rules" });
  private readonly remember = check("Remember in this tab", "until it is closed, without the values of secrets", false, (on) => {
    this.variables.remember(on);
    this.say(on ? "Remembered in this tab" : "No longer remembered");
  });

  constructor(
    private readonly variables: Variables,
    private readonly changed: () => void,
    private readonly say: (words: string) => void,
  ) {
    const content = node(
      "div",
      { class: "try-variables" },
      node("p", { class: "try-note" }, "Write ", node("code", {}, "{{name}}"), " in any value. Always there: ", node("code", {}, Object.keys(dynamic).map((name) => `{{${name}}}`).join(" ")), ", the last of which writes two braces."),
      this.environments,
      this.rows,
      button("Add variable", () => {
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
    this.title.textContent = `Variables (${count})` + (this.variables.environments.length > 1 ? " of " + this.variables.current.name : "");
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
    const add = button("Add environment", act(() => variables.add(), "Added:"));
    if (!several) {
      return [add];
    }
    const picker = select(variables.environments.map((own) => own.name), { "aria-label": "Environment" }, (at) => act(() => variables.choose(at), "Now:")());
    picker.selectedIndex = variables.at;
    const name = node("input", { class: "try-input", type: "text", "aria-label": "Name of the environment", autocomplete: "off", spellcheck: "false" });
    name.value = variables.current.name;
    name.addEventListener("change", () => {
      variables.replace({ name: name.value });
      this.show();
    });
    return [picker, name, add, button("Remove environment", act(() => variables.remove(), "Removed. Now:"))];
  }

  private row(at: number): HTMLElement {
    const its = (): Variable => this.list[at] ?? { name: "", value: "", secret: false };
    const change = (changes: Partial<Variable>): void => this.edit(this.list.map((own, i) => (i === at ? { ...own, ...changes } : own)));
    const name = node("input", { class: "try-input try-key", type: "text", id: id(), "aria-label": "Name of the variable", placeholder: "Name", autocomplete: "off", autocapitalize: "none", spellcheck: "false" });
    const value = node("input", { class: "try-input", type: its().secret ? "password" : "text", id: id(), "aria-label": "Value of " + (its().name || "the variable"), placeholder: "Value", autocomplete: "off", spellcheck: "false" });
    const problem = message(name);
    name.value = its().name;
    value.value = its().value;
    const look = (): void => void problem.say(this.wrong(its().name, at));
    name.addEventListener("input", () => {
      change({ name: name.value });
      value.setAttribute("aria-label", "Value of " + name.value);
      remove.setAttribute("aria-label", "Remove " + name.value);
      look();
    });
    value.addEventListener("input", () => change({ value: value.value }));
    look();
    const secret = check("Secret", "", its().secret, (on) => {
      change({ secret: on });
      value.type = on ? "password" : "text";
    });
    const remove = button("Remove", () => {
      this.edit(this.list.filter((_, i) => i !== at));
      this.show();
      this.say("Removed");
      (this.rows.querySelector<HTMLElement>(`.try-variable:nth-child(${Math.max(at, 1)}) .try-remove`) ?? this.element.querySelector<HTMLElement>(".try-variables > .button"))?.focus();
    }, { class: "button try-remove", "aria-label": "Remove " + (its().name || "this variable") });
    return node("div", { class: "try-variable" }, name, value, node("div", { class: "try-line" }, secret, remove), problem.element);
  }

  private wrong(name: string, at: number): string {
    if (name !== "" && !nameable(name)) {
      return "A name begins with a letter and has letters, digits and . - _ in it.";
    }
    return name !== "" && this.list.findIndex((own) => own.name === name) < at ? "There is a variable of this name: that one counts." : "";
  }

  private rule(rule: Rule): HTMLElement {
    return node(
      "p",
      { class: "try-note" },
      `${rule.name} is set by every answer of ${rule.label}: `,
      node("code", {}, rule.from === "header" ? rule.where : rule.where || "the whole body"),
      " ",
      button("Stop", () => {
        this.variables.unrule(rule);
        this.show();
        this.say(`${rule.name} is no longer set.`);
        this.element.querySelector<HTMLElement>("summary")?.focus();
      }, { "aria-label": `Stop setting ${rule.name}` }),
    );
  }
}
