import { equal, table, test } from "../testing/testing";
import { encode } from "./encode";
import { flat, join, pairs, pathText, type Style } from "./style";
import { parse } from "./value";

const style = (name: string, explode: boolean): Style => ({ name, explode, encode });

const list = '["a b",3.0]';
const object = '{"r":"x y","g":1.0}';

// The table of OpenAPI 3.1.1, section 4.8.12.4: path parameters called c.
table<readonly [style: string, explode: boolean, json: string, text: string]>(
  {
    "simple": ["simple", false, '"blue"', "blue"],
    "simple, list": ["simple", false, list, "a%20b,3.0"],
    "simple, object": ["simple", false, object, "r,x%20y,g,1.0"],
    "simple, object, exploded": ["simple", true, object, "r=x%20y,g=1.0"],
    "label": ["label", false, '"blue"', ".blue"],
    "label, empty": ["label", false, '""', "."],
    "label, list": ["label", false, list, ".a%20b,3.0"],
    "label, list, exploded": ["label", true, list, ".a%20b.3.0"],
    "label, object, exploded": ["label", true, object, ".r=x%20y.g=1.0"],
    "matrix": ["matrix", false, '"blue"', ";c=blue"],
    "matrix, list": ["matrix", false, list, ";c=a%20b,3.0"],
    "matrix, list, exploded": ["matrix", true, list, ";c=a%20b;c=3.0"],
    "matrix, empty": ["matrix", false, '""', ";c"],
    "matrix, list with an empty text, exploded": ["matrix", true, '["a","","b"]', ";c=a;c;c=b"],
    "matrix, object with an empty text, exploded": ["matrix", true, '{"r":"","g":1}', ";r;g=1"],
    "matrix, object": ["matrix", false, object, ";c=r,x%20y,g,1.0"],
    "matrix, object, exploded": ["matrix", true, object, ";r=x%20y;g=1.0"],
    "an unknown style is simple": ["constructor", false, list, "a%20b,3.0"],
  },
  ([name, explode, json, text]) => equal(pathText(style(name, explode), "c", parse(json)), text),
);

// Parameters of the query, called c.
table<readonly [style: string, explode: boolean, json: string, text: string]>(
  {
    "form": ["form", true, '"x&y"', "c=x%26y"],
    "form, null": ["form", true, "null", "c="],
    "form, list": ["form", false, list, "c=a%20b,3.0"],
    "form, list, exploded": ["form", true, list, "c=a%20b&c=3.0"],
    "form, object": ["form", false, object, "c=r,x%20y,g,1.0"],
    "form, object, exploded": ["form", true, object, "r=x%20y&g=1.0"],
    "form, empty list": ["form", true, "[]", ""],
    "form, empty object": ["form", false, "{}", ""],
    "form, list in a list": ["form", true, "[[1,2]]", "c=%5B1%2C2%5D"],
    "spaceDelimited, list": ["spaceDelimited", false, list, "c=a%20b%203.0"],
    "pipeDelimited, list": ["pipeDelimited", false, list, "c=a%20b%7C3.0"],
    "tabDelimited, list": ["tabDelimited", false, list, "c=a%20b%093.0"],
    "deepObject": ["deepObject", true, object, "c%5Br%5D=x%20y&c%5Bg%5D=1.0"],
    "deepObject, in depth": ["deepObject", true, '{"a":{"b":[1,2]}}', "c%5Ba%5D%5Bb%5D%5B%5D=1&c%5Ba%5D%5Bb%5D%5B%5D=2"],
    "deepObject, list of objects": ["deepObject", true, '{"a":[{"b":1},{"b":2}]}', "c%5Ba%5D%5B0%5D%5Bb%5D=1&c%5Ba%5D%5B1%5D%5Bb%5D=2"],
    "deepObject of a scalar is a pair": ["deepObject", true, "1", "c=1"],
    "deepObject of nothing is nothing": ["deepObject", true, "{}", ""],
    "an unknown style has commas": ["other", false, list, "c=a%20b,3.0"],
  },
  ([name, explode, json, text]) => equal(join(pairs(style(name, explode), "c", parse(json)), "&"), text),
);

test("flat gives names and values in turn, or pairs", () =>
  equal([flat(style("", false), parse(object), false), flat(style("", false), parse(object), true), flat(style("", false), parse("null"), false)], [["r", "x%20y", "g", "1.0"], ["r=x%20y", "g=1.0"], []]));
