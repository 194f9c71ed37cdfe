package openapi_test

import (
	"encoding/json"
	"regexp"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

const users = `
openapi: 3.1.0
info: {title: T, version: "1"}
paths:
  /a:
    parameters: [{name: q, in: query, schema: {$ref: "#/components/schemas/Id"}}]
    get: {operationId: direct, responses: {"200": {content: {j: {schema: {$ref: "#/components/schemas/Pet"}}}}}}
    put: {operationId: shared, responses: {"200": {$ref: "#/components/responses/One"}}}
    post: {operationId: through, requestBody: {content: {j: {schema: {type: array, items: {$ref: "#/components/schemas/Shelter"}}}}}}
    patch: {operationId: example, requestBody: {content: {j: {example: {$ref: "#/components/schemas/Pet"}, schema: {}}}}}
  /b: {get: {operationId: far, responses: {"200": {content: {j: {schema: {$ref: "#/components/schemas/Town"}}}}}}}
webhooks:
  born: {post: {requestBody: {content: {j: {schema: {properties: {default: {$ref: "#/components/schemas/Pet/properties/name"}}}}}}}}
components:
  responses: {One: {content: {j: {schema: {$ref: "#/components/schemas/Pet"}}}}}
  schemas:
    Id: {type: string}
    Pet: {properties: {name: {type: string}, mother: {$ref: "#/components/schemas/Pet"}}}
    Dog: {allOf: [{$ref: "#/components/schemas/Pet"}]}
    Shelter: {properties: {pets: {items: {$ref: "#/components/schemas/Pet"}}}}
    Town: {oneOf: [{$ref: "#/components/schemas/Shelter"}], discriminator: {propertyName: k, mapping: {d: "#/components/schemas/Dog"}}}
    Lonely: {}
`

var _ = Describe("The users of a model", func() {
	names := func(u apidoc.Users) []string {
		var list []string
		for _, o := range append(u.Operations, u.Webhooks...) {
			list = append(list, o.Title())
		}
		for _, m := range u.Models {
			list = append(list, m.Name)
		}
		return list
	}
	uses := func(ctx SpecContext, ref string) *apidoc.Uses {
		GinkgoHelper()
		u, err := loadText(ctx, users).Uses(ctx, ref)
		Expect(err).NotTo(HaveOccurred())
		return u
	}

	It("are found directly, in what they share, and through others", func(ctx SpecContext) {
		u := uses(ctx, "#/components/schemas/Pet")

		Expect(names(u.Direct)).To(Equal([]string{"direct", "shared", "POST born", "Dog", "Shelter"}))
		Expect(names(u.Through)).To(Equal([]string{"through", "far", "Town"}))
		Expect(u.Children).To(HaveExactElements(HaveField("Name", "Dog")))
	})

	It("are operations whose path item refers to it", func(ctx SpecContext) {
		Expect(names(uses(ctx, "#/components/schemas/Id").Direct)).To(Equal([]string{"direct", "shared", "through", "example"}))
	})

	It("are nobody where nobody refers to it", func(ctx SpecContext) {
		for _, ref := range []string{"#/components/schemas/Lonely", "#/nowhere"} {
			u := uses(ctx, ref)
			Expect(names(u.Direct)).To(BeEmpty())
			Expect(names(u.Through)).To(BeEmpty())
		}
	})

	It("are as many as the operations that hold a reference", func(ctx SpecContext) {
		for _, s := range samples() {
			if s.name != "petstore.json" && s.name != "github.json.gz" {
				continue
			}
			doc := loadText(ctx, s.text)
			want := mentions(ctx, doc)
			for i := range doc.Models {
				u, err := doc.Uses(ctx, doc.Models[i].Ref)
				Expect(err).NotTo(HaveOccurred())
				Expect(u.Direct.Operations).To(HaveLen(want[doc.Models[i].Ref]), doc.Models[i].Name)
			}
		}
	})
})

// reference is a reference in a schema that is written in Go's names.
var reference = regexp.MustCompile(`"Ref":"(#/[^"]+)"|"Mapping":\[[^]]*\]`)

// mentions counts the operations that hold a reference when they are read,
// wherever it stands.
func mentions(ctx SpecContext, doc *apidoc.Document) map[string]int {
	GinkgoHelper()
	count := map[string]int{}
	for i := range doc.Operations {
		op, err := doc.Operation(ctx, doc.Operations[i].Slug)
		Expect(err).NotTo(HaveOccurred())
		text, err := json.Marshal(op)
		Expect(err).NotTo(HaveOccurred())
		seen := map[string]bool{}
		for _, found := range reference.FindAllStringSubmatch(string(text), -1) {
			if !seen[found[1]] {
				seen[found[1]] = true
				count[found[1]]++
			}
		}
	}
	return count
}

func BenchmarkUses(b *testing.B) {
	for _, s := range samples() {
		b.Run(s.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				b.StopTimer()
				doc, err := openapi.FromContent(s.text).Load(b.Context())
				if err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
				if _, err := doc.Uses(b.Context(), "#/components/schemas/none"); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
