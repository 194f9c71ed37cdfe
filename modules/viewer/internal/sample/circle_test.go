package sample_test

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/jsonschema"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/sample"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

var _ = DescribeTable("A sample ends where schemas lead back to each other, and fits them:",
	func(ctx SpecContext, schemas, want string) {
		doc, err := openapi.FromContent(fmt.Sprintf(`
openapi: 3.1.0
info: {title: Circles, version: "1"}
paths: {}
components: {schemas: %s}`, schemas)).Load(ctx)
		Expect(err).NotTo(HaveOccurred())
		resolver := shape.New(ctx, doc)
		root := &apidoc.Schema{Ref: "#/components/schemas/Root"}

		for seed := range uint64(9) {
			made := sample.Make(resolver, root, sample.Options{To: sample.Response, Seed: seed})

			checker := jsonschema.New(func(ref string) (*apidoc.Schema, bool) { s := resolver.Target(ref); return s, s != nil })
			Expect(checker.Check(made.JSON, root, core.InResponse).Faults).To(BeEmpty(), "with seed %d: %s", seed, made.JSON)
			if seed == 0 {
				Expect(made.JSON).To(MatchJSON(want))
			}
		}
	},
	Entry("an optional member that requires what it stands in",
		`{Root: {type: object, properties: {name: {type: string}, of: {$ref: "#/components/schemas/Part"}}},
		  Part: {type: object, required: [whole], properties: {whole: {$ref: "#/components/schemas/Root"}}}}`, `{"name":"string"}`),
	Entry("what is required further ahead",
		`{Root: {type: object, properties: {name: {type: string}, a: {$ref: "#/components/schemas/A"}}},
		  A: {type: object, required: [b], properties: {b: {allOf: [{$ref: "#/components/schemas/B"}, {description: The next}]}}},
		  B: {type: object, required: [root], properties: {root: {$ref: "#/components/schemas/Root"}}}}`, `{"name":"string"}`),
	Entry("items that require what their list stands in",
		`{Root: {type: object, required: [points], properties: {points: {type: array, items: {$ref: "#/components/schemas/Point"}}}},
		  Point: {type: object, required: [value], properties: {value: {$ref: "#/components/schemas/Root"}}}}`, `{"points":[]}`),
	Entry("the first alternatives of an expression",
		`{Root: {oneOf: [{$ref: "#/components/schemas/Not"}, {$ref: "#/components/schemas/Both"}, {$ref: "#/components/schemas/Is"}]},
		  Not: {type: object, required: [not], additionalProperties: false, properties: {not: {$ref: "#/components/schemas/Root"}}},
		  Both: {type: object, required: [left, right], additionalProperties: false, properties: {left: {$ref: "#/components/schemas/Root"}, right: {$ref: "#/components/schemas/Root"}}},
		  Is: {type: object, required: [is], additionalProperties: false, properties: {is: {type: string}}}}`, `{"is":"string"}`),
	Entry("the values of a map",
		`{Root: {type: object, additionalProperties: {$ref: "#/components/schemas/Part"}},
		  Part: {type: object, required: [whole], properties: {whole: {$ref: "#/components/schemas/Root"}}}}`, `{}`),
	Entry("what a server does not send, which stands in no circle",
		`{Root: {type: object, properties: {part: {$ref: "#/components/schemas/Part"}}},
		  Part: {type: object, required: [whole, n], properties: {n: {type: integer}, whole: {writeOnly: true, allOf: [{$ref: "#/components/schemas/Root"}]}}}}`, `{"part":{"n":1}}`),
)
