import { equal, test } from "../../../../../modules/viewer/ui/testing/testing";

test("is left out", () => equal(1, 2));

test.only("is looked into", () => equal(1, 1));
