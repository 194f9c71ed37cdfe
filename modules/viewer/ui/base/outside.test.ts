import { equal, table } from "../testing/testing";
import { outside } from "./outside";

// Each row: where the mouse is pressed, where a browser says that the click is, which is what
// holds the places of both, and how often that is a press beside the dialog.
table<readonly [pressed: string, clicked: string, count: number]>(
  {
    "a press beside a dialog is one": ["dialog", "dialog", 1],
    "a press within a dialog does not count": ["p", "p", 0],
    "a text that is selected beyond the edge of a dialog does not count": ["p", "dialog", 0],
  },
  ([pressed, clicked, count]) => {
    document.body.innerHTML = "<dialog open><p>x</p></dialog>";
    const [dialog, from, at] = ["dialog", pressed, clicked].map((name) => document.querySelector<HTMLElement>(name));
    let told = 0;
    if (dialog && from && at) {
      outside(dialog, () => told++);
      from.dispatchEvent(new MouseEvent("mousedown", { bubbles: true }));
      at.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    }
    equal(told, count);
  },
);
