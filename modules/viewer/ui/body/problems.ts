import { announce } from "../base/announce";
import type { Problem } from "../jsonschema/schema";
import { make, press, several } from "./make";
import { meanwhile, type Source } from "./source";
import { phrase } from "../base/words";

// Problems is the list of what is wrong with a body; each leads to its value.
export class Problems {
  readonly el = make("div", "body-problems");
  marks: ReadonlyMap<number, string> = new Map();

  constructor(private readonly go: (node: number) => Promise<void>) {
    this.el.hidden = true;
  }

  async show(problems: readonly Problem[], source: Source): Promise<void> {
    const nodes = await source.locate(problems.map((problem) => problem.pointer));
    const marks = new Map<number, string>();
    const list = make("ul", "body-problem-list");
    problems.forEach((problem, i) => {
      const node = nodes[i] ?? -1;
      const where = problem.pointer === "" ? phrase("The whole") : problem.pointer;
      const item = make("li", "body-problem");
      if (node >= 0) {
        const known = marks.get(node);
        marks.set(node, known === undefined ? problem.message : known + "; " + problem.message);
        item.append(press(where, () => meanwhile(this.go(node))), " " + problem.message);
      } else {
        item.append(make("code", "body-pointer", where), " " + problem.message);
      }
      list.append(item);
    });
    this.marks = marks;
    this.el.hidden = problems.length === 0;
    this.el.replaceChildren(make("p", "body-problem-title", several(problems.length, "problem", "problems")), list);
    if (problems.length > 0) {
      announce(several(problems.length, "problem in the body", "problems in the body"), this.el);
    }
  }
}
