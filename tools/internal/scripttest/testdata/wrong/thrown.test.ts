import { equal, test } from "../../../../../modules/viewer/ui/testing/testing";

test("passes", () => {
  equal(1, 1);
  void Promise.reject(new Error("nobody catches this"));
});

throw new Error("while it is loaded");
