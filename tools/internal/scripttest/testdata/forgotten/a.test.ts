import { test } from "../../../../../modules/viewer/ui/testing/testing";

test("waits", () => new Promise(() => undefined));
