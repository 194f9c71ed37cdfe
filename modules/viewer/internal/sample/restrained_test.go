package sample_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/jsonschema"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/sample"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

var _ = DescribeTable("A schema accepts what is made of it when it demands",
	func(ctx SpecContext, schema, want string) {
		doc, err := openapi.FromContent("openapi: 3.1.0\ninfo: {title: T, version: '1'}\ncomponents: {schemas: {S: " + schema + "}}\n").Load(ctx)
		Expect(err).NotTo(HaveOccurred())
		s := &apidoc.Schema{Ref: "#/components/schemas/S"}
		checker := jsonschema.New(func(ref string) (*apidoc.Schema, bool) { s, err := doc.Schema(ctx, ref); return s, err == nil })

		usual := sample.Make(shape.New(ctx, doc), s, sample.Options{To: sample.Both}).JSON
		Expect(usual).To(MatchJSON(want))
		for seed := range uint64(20) {
			made := sample.Make(shape.New(ctx, doc), s, sample.Options{To: sample.Both, Seed: seed}).JSON
			Expect(checker.Check(made, s, "").Faults).To(BeEmpty(), string(made))
		}
	},
	Entry("several properties of a map", "{type: object, minProperties: 3, additionalProperties: {type: integer}}", `{"key":1,"key2":1,"key3":1}`),
	Entry("several properties of anything", "{type: object, minProperties: 2}", `{"key":"string","key2":"string"}`),
	Entry("more properties than it names", "{type: object, minProperties: 3, properties: {key: {type: integer}, key2: {type: integer}}}", `{"key":1,"key2":1,"key3":"string"}`),
	Entry("several properties whose names follow a pattern",
		`{type: object, minProperties: 3, patternProperties: {"^[a-z]{3}$": {type: integer}}, additionalProperties: false}`, `{"aaa":1,"nar":1,"qxh":1}`),
	Entry("several properties whose names have a schema",
		"{type: object, minProperties: 2, propertyNames: {enum: [a, b]}, additionalProperties: {type: integer}}", `{"a":1,"b":1}`),
	Entry("few properties", "{type: object, maxProperties: 2, required: [c], properties: {a: {type: integer}, b: {type: integer}, c: {type: integer}}}", `{"a":1,"c":1}`),
	Entry("no property", "{type: object, maxProperties: 0, additionalProperties: {type: integer}}", `{}`),
	Entry("a property whose name has a pattern", `{type: object, required: [x1], patternProperties: {"^x": {type: integer}}}`, `{"x1":1}`),

	Entry("an item of its own", "{type: array, contains: {const: 5}}", `[5]`),
	Entry("an item of its own among others", "{type: array, minItems: 2, items: {type: integer}, contains: {const: 5}}", `[5,1]`),
	Entry("several items of its own", "{type: array, items: {type: integer}, contains: {minimum: 5}, minContains: 2}", `[5,5]`),
	Entry("no more items of its own", "{type: array, minItems: 3, items: {type: integer, enum: [5, 6, 1]}, contains: {minimum: 5}, maxContains: 1}", `[5,1,1]`),
	Entry("no items of its own", "{type: array, items: {type: [integer, string]}, contains: {type: integer}, minContains: 0, maxContains: 0}", `["string"]`),
	Entry("an item of its own behind the first ones", "{type: array, prefixItems: [{type: string}], contains: {const: 5}}", `["string",5]`),
	Entry("an item of its own among the first ones", "{type: array, prefixItems: [{type: string}, {type: integer}], items: false, contains: {const: 5}}", `["string",5]`),
	Entry("more items than the first ones", "{type: array, prefixItems: [{type: string}], items: {type: integer}, minItems: 3}", `["string",1,1]`),
	Entry("items of any kind", "{type: array, minItems: 2}", `["string","string"]`),

	Entry("more where a condition holds",
		"{type: object, properties: {country: {enum: [US, NL]}, zip: {type: string}}, if: {properties: {country: {const: US}}}, then: {properties: {zip: {pattern: '^[0-9]{5}$'}}}}",
		`{"country":"US","zip":"00000"}`),
	Entry("more where a condition does not hold",
		"{type: object, properties: {kind: {const: b}}, if: {properties: {kind: {const: a}}}, then: {required: [x]}, else: {required: [y], properties: {y: {type: integer}}}}",
		`{"kind":"b","y":1}`),
	Entry("more under several conditions",
		"{type: object, properties: {a: {type: integer}}, allOf: [{if: {required: [a]}, then: {required: [b], properties: {b: {type: integer}}}}, {if: {required: [b]}, then: {required: [c], properties: {c: {type: integer}}}}]}",
		`{"a":1,"b":1,"c":1}`),
	Entry("more beside alternatives",
		"{oneOf: [{type: object, required: [a], properties: {a: {type: integer}}}, {type: string}], if: {type: object}, then: {required: [b], properties: {b: {type: integer}}}}",
		`{"a":1,"b":1}`),
	Entry("more where a property is there", "{type: object, properties: {a: {type: integer}}, dependentRequired: {a: [b]}, dependentSchemas: {a: {properties: {b: {type: integer}}}}}",
		`{"a":1,"b":1}`),

	Entry("another constant", "{type: string, enum: [a, b], not: {const: a}}", `"b"`),
	Entry("another value of an enumeration", "{type: string, enum: [a, b, c], not: {enum: [a, b]}}", `"c"`),
	Entry("another number", "{type: integer, not: {const: 1}}", `527`),
	Entry("another type", "{not: {type: string}}", `1`),
	Entry("another type than null", "{type: ['null', integer], not: {type: 'null'}}", `1`),
	Entry("no property of a name", "{type: object, properties: {a: {type: integer}, b: {type: integer}}, not: {required: [b]}}", `{"a":1}`),
	Entry("no property of the usual name", "{type: object, minProperties: 2, additionalProperties: {type: integer}, not: {required: [key]}}", `{"key1":1,"key2":1}`),
	Entry("not both of two properties", "{type: object, required: [b], properties: {a: {type: integer}, b: {type: integer}}, not: {required: [a, b]}}", `{"b":1}`),
	Entry("neither of two properties", "{type: object, properties: {a: {type: integer}, b: {type: integer}, c: {type: integer}}, not: {anyOf: [{required: [a]}, {required: [b]}]}}", `{"c":1}`),
	Entry("another value of a property", "{type: object, properties: {a: {enum: [x, y]}}, not: {properties: {a: {const: x}}}}", `{"a":"y"}`),
)
