import type { Parameter } from "../serialize/part";
import { serialize } from "../serialize/serialize";
import { equal, table } from "../testing/testing";
import { Parameters } from "./parameters";

const lookup = (): undefined => undefined;

const context = { resolve: lookup, changed: () => undefined, files: new Map<string, File>(), variables: { lookup, masked: lookup }, depth: 0 };

// parameter is one of the query whose value the description gives.
const parameter = (schema: Parameter["schema"], example: string, own: Partial<Parameter> = {}): Parameter => ({
  name: "a", in: "query", required: true, deprecated: false, description: "", style: "form", explode: true, allowReserved: false, allowEmptyValue: false, media: "", schema, example, given: true, encoding: [], ...own,
});

const query = (form: Parameters): string => serialize({ method: "get", path: "/", server: "", parameters: form.typed(lookup), body: null, authorized: null, resolve: lookup, files: new Map() }).url;

const texts = { type: "array", items: { type: "string" } };

table<readonly [parameter: Parameter, query: string]>(
  {
    "an empty item that the description gives is sent": [parameter(texts, '["x","","y"]'), "/?a=x&a=&a=y"],
    "an item that is null is sent without a value": [parameter({ type: "array", items: { type: ["integer", "null"] } }, "[1,null]"), "/?a=1&a="],
    "a number that is null is sent without a value": [parameter({ type: ["integer", "null"] }, "null"), "/?a="],
    "a list that is null is sent without a value": [parameter({ ...texts, type: ["array", "null"] }, "null"), "/?a="],
    "a required text that is empty is sent without a value": [parameter({ type: "string" }, '""'), "/?a="],
    "an empty object within a list is sent": [parameter({ type: "array", items: { type: "object", properties: { b: { type: "string" } } } }, '[{},{"b":"x"}]'), "/?a=%7B%7D&a=%7B%22b%22%3A%22x%22%7D"],
    "members that are null or empty are sent": [parameter({ type: "object", properties: { b: { type: ["integer", "null"] }, c: { type: "string" } }, required: ["c"] }, '{"b":null,"c":""}', { style: "deepObject" }), "/?a%5Bb%5D=&a%5Bc%5D="],
  },
  ([its, wanted]) => {
    const form = new Parameters([its], context);
    const again = new Parameters([{ ...its, given: false }], context);
    again.restore(form.state());
    equal([query(form), query(again), form.check().length], [wanted, wanted, 0]);
  },
);

table<readonly [items: unknown, query: string]>(
  {
    "an item that a reader adds and leaves empty is an empty text": [{ type: "string" }, "/?a=x&a="],
    "an item that a reader adds and leaves empty is not sent where a text does not fit": [{ type: "integer" }, "/?a=x"],
  },
  ([items, wanted]) => {
    const form = new Parameters([parameter({ type: "array", items }, '["x"]')], context);
    form.elements[0]?.querySelector<HTMLElement>(".try-add")?.click();
    equal(query(form), wanted);
  },
);
