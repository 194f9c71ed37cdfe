import { equal, test } from "../../../../../modules/viewer/ui/testing/testing";

test("ends", () => equal(1, 1));

test("runs on and on", () => {
  while (location.hash === "") {
    document.title += "";
  }
});
