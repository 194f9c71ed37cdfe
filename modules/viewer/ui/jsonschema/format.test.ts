import rowsText from "../../../core/format/testdata/formats.json" with { type: "text" };
import { equal, table, test } from "../testing/testing";
import { formats } from "./format";

interface Row {
  readonly format: string;
  readonly valid: readonly string[];
  readonly invalid: readonly string[];
}

const rows = JSON.parse(String(rowsText)) as readonly Row[];

table(Object.fromEntries(rows.map((row) => ["the format " + row.format, row] as const)), ({ format, valid, invalid }) =>
  equal([valid.filter((text) => !formats[format]?.(text)), invalid.filter((text) => formats[format]?.(text))], [[], []]),
);

test("every format has a row there", () => equal(Object.keys(formats).sort(), rows.map((row) => row.format).sort()));
