import { equal, replace, test } from "../../testing/testing";
import { changeLine } from "./lines";

test("what differs is said in the language of the page", () => {
  replace(globalThis as { trefoilWords?: unknown }, "trefoilWords", { say: (english: string) => (english === "+ added" ? "+ hinzugefügt" : undefined) });
  equal([changeLine("added", "X", "", "1").textContent, changeLine("order", "Y", "", "").textContent], ["+ hinzugefügt X1", "↕ in another order Y"]);
});
