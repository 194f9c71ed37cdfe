import { after, equal, replace, table, test, turn } from "../../../../../modules/viewer/ui/testing/testing";

function leave(): void {
  localStorage.setItem("a", "1");
  sessionStorage.setItem("b", "2");
  history.pushState(null, "", "elsewhere?c#d");
  document.body.className = "e";
  document.body.append("f");
  replace(Date, "now", () => 5);
  after(() => localStorage.setItem("g", "7"));
}

// What a case leaves is not there for the next one, whichever comes first.
table({ "is not seen, first": 1, "is not seen, second": 2 }, async () => {
  const state = (): unknown => [localStorage.length, sessionStorage.length, location.pathname + location.search + location.hash, document.body.className, document.body.textContent, Date.now() > 5];
  equal(state(), [0, 0, "/reference/", "", "", true]);
  leave();
  await turn();
  equal(state(), [1, 1, "/reference/elsewhere?c#d", "e", "f", false]);
});

test("is not seen, last", () => equal(localStorage.length + sessionStorage.length, 0));
