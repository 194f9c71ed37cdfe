import { equal, table } from "../../testing/testing";
import { Session } from "../session";
import { Past, type Host } from "./past";

// Each row: keys that are pressed in the tabs, whose second one has the focus, and the tab
// that has it then. There are two: the next one is the one before in each direction.
table<readonly [keys: readonly string[], at: number]>(
  {
    "an arrow goes to the other tab, as in Arabic, where it stands on the other side": [["ArrowLeft"], 0],
    "an arrow goes on from the last tab to the first": [["ArrowRight"], 0],
    "arrows go back": [["ArrowRight", "ArrowRight"], 1],
    "Home and End go to the first and to the last": [["End", "Home"], 0],
    "another key goes nowhere": [["a"], 1],
  },
  ([keys, at]) => {
    const history = "data:text/javascript,export const mountHistory = () => ({ shown() {} });";
    const past = new Past({ session: new Session(), assets: { history } } as Partial<Host> as Host);
    document.body.append(...past.elements);
    past.sent();
    const tabs = [...document.querySelectorAll<HTMLElement>("[role=tab]")];
    keys.forEach((key) => document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })));
    equal([tabs.findIndex((tab) => tab === document.activeElement), tabs.map((tab) => tab.ariaSelected)], [at, [at === 0, at === 1].map(String)]);
  },
);
