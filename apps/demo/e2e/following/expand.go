package following

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
)

// load loads what consoles are made of.
const load = `const { expand, expandJSON, parse } = await import(new URL(document.body.dataset.console, document.baseURI).href);
	const values = { n: "5", s: 'a "b" \\ \n{{n}}', z: "", o: '{"x":[1.50]}', "a.b-c_1": "dots", $uuid: "u", é: "accent" };
	const lookup = (name) => Object.hasOwn(values, name) ? values[name] : undefined;
	const schema = { type: "object", properties: { n: { type: "integer" }, maybe: { type: ["number", "null"] }, text: { type: "string" }, list: { type: "array", items: { type: "boolean" } }, one: { oneOf: [{ type: "number" }, { type: "boolean" }] }, either: { oneOf: [{ type: "number" }, { type: "string" }] }, ref: { $ref: "N" } }, additionalProperties: { type: "number" } };
	const resolve = (ref) => ref === "N" ? { type: "number" } : undefined;
`

// properties holds texts made at random against what must be true of each.
const properties = load + `
	let seed = 20261121;
	const random = (n) => { seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0; return Math.floor(seed / 4294967296 * n); };
	const pieces = ["{{n}}", "{{ s }}", "{{z}}", "{{o}}", "{{nobody}}", "{{", "}}", "{", "}", "\\", '"', "\n", "x", "é", "$", "{{$uuid}}", "😀", " ", "{{a.b-c_1}}", "$&"];
	const made = () => Array.from({ length: random(8) }, () => pieces[random(pieces.length)]).join("");
	const value = (depth) => { const kind = random(depth > 3 ? 3 : 5); return kind === 0 ? random(1000) / 4 : kind === 1 ? made() : kind === 2 ? "{{" + ["n", "s", "z", "o", "nobody"][random(5)] + "}}" : kind === 3 ? Array.from({ length: random(4) }, () => value(depth + 1)) : Object.fromEntries(Array.from({ length: random(4) }, () => [["n", "text", "list", "one", made()][random(5)], value(depth + 1)])); };
	const walk = (v) => typeof v === "string" ? expand(v, lookup) : Array.isArray(v) ? v.map(walk) : v && typeof v === "object" ? Object.fromEntries(Object.entries(v).map(([k, w]) => [expand(k, lookup), walk(w)])) : v;
	const wrong = [];
	const check = (what, holds, text) => { if (!holds && wrong.length < 3) wrong.push(what + ": " + JSON.stringify(text).slice(0, 200)); };
	for (let i = 0; i < 4000; i++) {
		const text = made(), data = value(0), json = JSON.stringify(data, null, random(3)), got = expandJSON(json, lookup);
		check("names that nobody knows stay", expand(text, () => undefined) === text, text);
		check("values are not looked into", expand(text, () => "{{n}}").replaceAll("{{n}}", "") === expand(text, () => ""), text);
		check("nothing known, nothing changed", expandJSON(json, () => undefined) === json, json);
		check("JSON stays JSON", (() => { try { parse(got); return true; } catch { return false; } })(), json);
		check("strings hold the values", JSON.stringify(JSON.parse(got)) === JSON.stringify(walk(data)), json);
		check("schemas keep JSON JSON", (() => { try { parse(expandJSON(json, lookup, schema, resolve)); return true; } catch { return false; } })(), json);
		check("any text is taken", typeof expandJSON(text, lookup, schema, resolve) === "string", text);
	}
	return wrong;`

var _ = Describe("Row 77: values in place of names", func() {
	It("keep JSON JSON, have the type that is asked for, and are not looked into", func(ctx SpecContext) {
		_, address := newAPI()
		b := browsertest.Open()
		b.Visit(serve(ctx, address) + "/")

		Expect(browsertest.Eval[[]string](b, "(async () => {"+properties+"})()")).To(BeEmpty())
		got := browsertest.Eval[map[string]string](b, "(async () => {"+load+`
			const out = {};
			for (const json of [
				'{"n":"{{n}}","text":"{{n}}","maybe":"{{ n }}","ref":"{{n}}","other":"{{n}}"}', '{"list":["{{n}}"],"one":"{{n}}","either":"{{n}}"}',
				'{"n":"{{s}}"}', '{"n": {{n}} , "text":{{n}},"other":{{s}}}', '{"n":"{{nobody}}","text":{{nobody}}}', '{"n":"a{{n}}"}', '{"{{n}}":"{{o}}"}', '{"n":"{{o}}"}',
			]) out[json] = expandJSON(json, lookup, schema, resolve);
			for (const text of ["{{ n }}-{{a.b-c_1}}{{é}}", "{{#if n}}{{ n n }}{{}}", "{{{n}}}", "{n}"]) out[text] = expand(text, lookup);
			return out;
		})()`)

		Expect(got).To(Equal(map[string]string{
			`{"n":"{{n}}","text":"{{n}}","maybe":"{{ n }}","ref":"{{n}}","other":"{{n}}"}`: `{"n":5,"text":"5","maybe":5,"ref":5,"other":5}`,
			`{"list":["{{n}}"],"one":"{{n}}","either":"{{n}}"}`:                            `{"list":[5],"one":5,"either":"5"}`,
			`{"n":"{{s}}"}`: `{"n":"a \"b\" \\ \n{{n}}"}`,
			`{"n": {{n}} , "text":{{n}},"other":{{s}}}`: `{"n": 5 , "text":5,"other":"a \"b\" \\ \n{{n}}"}`,
			`{"n":"{{nobody}}","text":{{nobody}}}`:      `{"n":"{{nobody}}","text":{{nobody}}}`,
			`{"n":"a{{n}}"}`:                            `{"n":"a5"}`,
			`{"{{n}}":"{{o}}"}`:                         `{"5":{"x":[1.50]}}`,
			`{"n":"{{o}}"}`:                             `{"n":{"x":[1.50]}}`,
			"{{ n }}-{{a.b-c_1}}{{é}}":                  "5-dotsaccent",
			"{{#if n}}{{ n n }}{{}}":                    "{{#if n}}{{ n n }}{{}}",
			"{{{n}}}":                                   "{5}",
			"{n}":                                       "{n}",
		}))
	})
})
