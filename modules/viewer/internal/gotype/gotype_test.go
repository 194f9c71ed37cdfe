package gotype_test

import (
	"context"
	"encoding/json"
	"fmt"
	"go/token"
	"strings"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/gotype"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// load reads a description whose components are JSON and whose only operation
// answers with a schema.
func load(ctx context.Context, schema, components string) (*apidoc.Document, *apidoc.Operation) {
	GinkgoHelper()
	text := fmt.Sprintf(`{"openapi":"3.1.0","info":{"title":"T","version":"1"},
		"paths":{"/a/{id}":{"get":{"operationId":"getThing","responses":{"200":{"description":"D","content":{"application/json":{"schema":%s}}}}}}},
		"components":{"schemas":{%s}}}`, schema, components)
	doc, err := openapi.FromContent(text).Load(ctx)
	Expect(err).NotTo(HaveOccurred())
	o, err := doc.Operation(ctx, doc.Operations[0].Slug)
	Expect(err).NotTo(HaveOccurred())
	return doc, o
}

func part(ctx context.Context, schema, components string) gotype.Part {
	GinkgoHelper()
	doc, o := load(ctx, schema, components)
	p, err := gotype.New(ctx, gotype.NewNames(ctx, doc), o)
	Expect(err).NotTo(HaveOccurred())
	return p
}

// spelled are the types of a part, one a line: "Pet ID:int Name:string?".
func spelled(p gotype.Part) string {
	var lines []string
	for _, t := range p.Types {
		line := t.Name
		for _, f := range t.Fields {
			line += " " + f.Name + ":" + f.Type
			if f.Optional {
				line += "?"
			}
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

var _ = DescribeTable("A schema is the type",
	func(ctx SpecContext, schema, components, want, types string) {
		p := part(ctx, schema, components)

		Expect(p.Result).To(Equal(want))
		Expect(spelled(p)).To(Equal(types))
	},
	Entry("of a string", `{"type":"string"}`, ``, "string", ""),
	Entry("of a string with values", `{"enum":["a","b"]}`, ``, "string", ""),
	Entry("of a number with a size", `{"type":"integer","format":"int32"}`, ``, "int32", ""),
	Entry("of a number without", `{"type":"number"}`, ``, "float64", ""),
	Entry("of a moment", `{"type":"string","format":"date-time"}`, ``, "time.Time", ""),
	Entry("of null or a string", `{"type":["string","null"]}`, ``, "*string", ""),
	Entry("of one of several", `{"oneOf":[{"type":"string"},{"type":"object"}]}`, ``, "json.RawMessage", ""),
	Entry("of one or null", `{"anyOf":[{"type":"integer"},{"type":"null"}]}`, ``, "*int", ""),
	Entry("of anything", `true`, ``, "json.RawMessage", ""),
	Entry("of a map", `{"type":"object","additionalProperties":{"type":"array","items":{"type":"boolean"}}}`, ``, "map[string][]bool", ""),
	Entry("of an object without members", `{"type":"object"}`, ``, "map[string]any", ""),
	Entry("of an object without a name", `{"properties":{"user_id":{"type":"integer"},"2nd":{}},"required":["user_id"]}`, ``, "GetThingResult", "GetThingResult UserID:int X2nd:json.RawMessage?"),
	Entry("with a name", `{"type":"array","items":{"$ref":"#/components/schemas/pet"}}`, `"pet":{"properties":{"a":{"type":"string"}}}`, "[]Pet", "Pet A:string?"),
	Entry("of parts", `{"allOf":[{"$ref":"#/components/schemas/pet"},{"properties":{"b":{"type":"boolean","default":true}}}]}`,
		`"pet":{"properties":{"a":{"type":"string"}}}`, "GetThingResult", "GetThingResult A:string? B:*bool?"),
	Entry("that holds itself", `{"$ref":"#/components/schemas/node"}`, `"node":{"properties":{"next":{"$ref":"#/components/schemas/node"},"all":{"type":"array","items":{"$ref":"#/components/schemas/node"}}}}`,
		"Node", "Node Next:*Node? All:[]Node?"),
	Entry("that holds itself by way of another", `{"$ref":"#/components/schemas/a"}`, `"a":{"properties":{"b":{"$ref":"#/components/schemas/b"}}},"b":{"properties":{"a":{"$ref":"#/components/schemas/a"}}}`,
		"A", "A B:*B?\nB A:*A?"),
	Entry("that is a list of itself", `{"$ref":"#/components/schemas/l"}`, `"l":{"type":"array","items":{"$ref":"#/components/schemas/l"}}`, "[]json.RawMessage", ""),
	Entry("whose reference leads nowhere", `{"$ref":"#/components/schemas/none"}`, ``, "json.RawMessage", ""),
	Entry("without members that no tag can name", `{"properties":{"a\"b":{},"-":{},"x,y":{},"ok":{"type":"string"}}}`, ``, "GetThingResult", "GetThingResult Ok:string?"),
	Entry("whose fields would have one name", `{"properties":{"a-b":{"type":"string"},"a_b":{"type":"string"}}}`, ``, "GetThingResult", "GetThingResult AB:string? AB2:string?"),
)

var _ = Describe("New", func() {
	It("is bounded: what there is no room for is JSON", func(ctx SpecContext) {
		var components, members []string
		for i := range 300 {
			components = append(components, fmt.Sprintf(`"m%d":{"properties":{"a":{},"b":{},"c":{}}}`, i))
			members = append(members, fmt.Sprintf(`"p%d":{"$ref":"#/components/schemas/m%d"}`, i, i))
		}

		p := part(ctx, `{"properties":{`+strings.Join(members, ",")+`}}`, strings.Join(components, ","))

		Expect(p.Types).To(HaveLen(30))
		Expect(p.Types[0].Fields).To(HaveLen(300))
		Expect(p.Types[0].Fields[100].Type).To(Equal("json.RawMessage"))
		data, err := json.Marshal(p)
		Expect(err).NotTo(HaveOccurred())
		Expect(len(data)).To(BeNumerically("<", 64<<10))
	})

	It("has an argument for each variable of the path, described or not", func(ctx SpecContext) {
		Expect(part(ctx, `true`, ``).Arguments).To(Equal([]gotype.Argument{{In: apidoc.InPath, Name: "id", Field: "ID", Type: "string"}}))
	})

	It("ends with its context", func(ctx SpecContext) {
		doc, o := load(ctx, `true`, ``)
		ended, cancel := context.WithCancel(ctx)
		cancel()

		_, err := gotype.New(ended, gotype.NewNames(ctx, doc), o)

		Expect(err).To(MatchError(context.Canceled))
	})
})

// FuzzNames checks that every name of a description becomes names that Go takes,
// each once.
func FuzzNames(f *testing.F) {
	for _, text := range []string{"", "a", "+1", "é", "漢", "type", "a-b", "ID", "\xff", "x\"y", "`", "123"} {
		f.Add(text, text)
	}
	f.Fuzz(func(t *testing.T, one, other string) {
		s := &apidoc.Schema{Types: []string{"object"}, Properties: []apidoc.Property{{Name: one, Schema: &apidoc.Schema{}}, {Name: other, Schema: &apidoc.Schema{}}}}
		o := &apidoc.Operation{
			OperationSummary: apidoc.OperationSummary{ID: one, Method: "GET", Path: "/" + other},
			Responses:        []apidoc.Response{{Status: "200", Content: []apidoc.MediaType{{Name: "application/json", Schema: s}}}},
		}
		p, err := gotype.New(context.Background(), gotype.NewNames(context.Background(), &apidoc.Document{}), o)
		if err != nil {
			t.Fatal("an error without a reason")
		}
		known := map[string]bool{"": true}
		for _, f := range p.Types[0].Fields {
			if known[f.Name] || !isExported(f.Name) {
				t.Fatalf("a field of %d bytes that Go does not take", len(f.Name))
			}
			known[f.Name] = true
		}
		if !isExported(p.Name) || !isExported(p.Types[0].Name) {
			t.Fatalf("a name of %d bytes that Go does not take", len(p.Name))
		}
	})
}

func isExported(name string) bool { return token.IsIdentifier(name) && token.IsExported(name) }

func ExampleNew() {
	doc, err := openapi.FromContent(`{"openapi":"3.1.0","info":{"title":"T","version":"1"},"paths":{"/pets":{"get":{"operationId":"listPets","responses":{
		"200":{"description":"All","content":{"application/json":{"schema":{"type":"array","items":{"type":"string"}}}}}}}}}}`).Load(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	o, err := doc.Operation(context.Background(), "listPets")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(gotype.New(context.Background(), gotype.NewNames(context.Background(), doc), o))
	// Output: {ListPets /pets []  []string []} <nil>
}
