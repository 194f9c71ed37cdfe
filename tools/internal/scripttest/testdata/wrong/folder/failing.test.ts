import { equal, rejects, test, throws } from "../../../../../../modules/viewer/ui/testing/testing";
import { fails } from "./source";

test("passes", () => equal({ a: [1] }, { a: [1] }));

test("differs", () => {
  equal({ a: [1, -0] }, { a: [1, 0] });
});

test("throws elsewhere", () => equal(fails("here"), ""));

test("throws nothing", () => throws(() => 1, "no"));

test("keeps a promise", () => rejects(Promise.resolve(2), "no"));

test("compares nothing", () => undefined);

test("passes", () => equal(1, 1));
