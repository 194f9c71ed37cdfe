package schemafacts_test

import (
	"context"
	"encoding/json"
	"reflect"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/coretest"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/schemafacts"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
)

func number(n int64) *int64 { return &n }

func always(is bool) *apidoc.Schema { return &apidoc.Schema{Always: &is} }

func text(words []schemafacts.Word) string {
	var b strings.Builder
	for _, w := range words {
		b.WriteString(w.Text)
	}
	return b.String()
}

var (
	texts   = &apidoc.Schema{Types: []string{"string"}}
	short   = &apidoc.Schema{Types: []string{"string"}, MaxLength: number(3)}
	numbers = &apidoc.Schema{Types: []string{"number"}}
	pet     = &apidoc.Schema{Ref: "#/m/Pet"}
)

var _ = DescribeTable("Of says in a few words",
	func(s *apidoc.Schema, want ...any) {
		var said []any
		for _, f := range schemafacts.Of(nil, s) {
			said = append(said, f.Label+" "+f.Value)
		}
		Expect(said).To(Equal(want))
	},
	Entry("how long a text is", &apidoc.Schema{MinLength: number(1), MaxLength: number(20)}, "length 1 to 20 characters"),
	Entry("that a length is exact", &apidoc.Schema{MinItems: number(2), MaxItems: number(2)}, "items exactly 2"),
	Entry("that items are unique", &apidoc.Schema{Types: []string{"array", "null"}, UniqueItems: true}, "items unique"),
	Entry("nothing about the items of what has none", &apidoc.Schema{Types: []string{"string"}, UniqueItems: true, Pattern: "^a"}, "pattern ^a"),
	Entry("limits, then the rest", &apidoc.Schema{Pattern: "^a", Maximum: "9", Default: json.RawMessage("1")}, "default 1", "at most 9", "pattern ^a"),
	Entry("what nothing meets", &apidoc.Schema{AdditionalProperties: always(false), Items: always(false)}, "other properties not allowed", "items not allowed"),
	Entry("no more of a long value than fits", &apidoc.Schema{Const: json.RawMessage(strings.Repeat("1", 3000))}, "always "+strings.Repeat("1", 2000)+"…"),
	Entry("what is required where no properties are described", &apidoc.Schema{Required: []string{"a", "b"}}, "requires a, b"),
)

var _ = DescribeTable("A Namer calls",
	func(s *apidoc.Schema, want string) {
		none := func(string) *apidoc.ModelSummary { return nil }
		n := schemafacts.NewNamer(shape.New(context.Background(), coretest.Document()), none, nil)

		Expect(text(n.Type(s))).To(Equal(want))
	},
	Entry("nothing any", nil, "any"),
	Entry("a text with a format by both", &apidoc.Schema{Types: []string{"string"}, Format: "date"}, "string · date"),
	Entry("a list by its items", &apidoc.Schema{Types: []string{"array"}, Items: texts}, "array of string"),
	Entry("a map by its values", &apidoc.Schema{Types: []string{"object"}, AdditionalProperties: numbers}, "map of number"),
	Entry("several types by all", &apidoc.Schema{Types: []string{"string", "null"}}, "string or null"),
	Entry("alternatives each once", &apidoc.Schema{OneOf: []*apidoc.Schema{texts, short, numbers}}, "string or number"),
	Entry("four alternatives at most", &apidoc.Schema{AnyOf: []*apidoc.Schema{{Title: "A"}, {Title: "B"}, {Title: "C"}, {Title: "D"}, {Title: "E"}}}, "A or B or C or D …"),
	Entry("an alternative of several words, too", &apidoc.Schema{OneOf: []*apidoc.Schema{{Types: []string{"array"}, Items: texts}, {Types: []string{"array"}, Items: numbers}}}, "array of string or array of number"),
	Entry("a reference by the end of it", pet, "Pet"),
	Entry("what an old dialect allows to be null", &apidoc.Schema{Ref: "#/m/Pet", Extensions: []apidoc.Extension{{Name: "x-nullable", Value: json.RawMessage("true")}}}, "Pet or null"),
	Entry("items deep inside no more", &apidoc.Schema{Items: &apidoc.Schema{Items: &apidoc.Schema{Items: &apidoc.Schema{Items: &apidoc.Schema{Items: texts}}}}}, "array of array of array of array of …"),
)

var _ = Describe("Children", func() {
	// filled is a schema in which every field that can hold schemas holds one.
	filled := func() (*apidoc.Schema, int) {
		s, count := &apidoc.Schema{}, 0
		v := reflect.ValueOf(s).Elem()
		for i := range v.NumField() {
			switch f := v.Field(i); f.Interface().(type) {
			case *apidoc.Schema:
				f.Set(reflect.ValueOf(&apidoc.Schema{}))
			case []*apidoc.Schema:
				f.Set(reflect.ValueOf([]*apidoc.Schema{{}}))
			case []apidoc.Property:
				f.Set(reflect.ValueOf([]apidoc.Property{{Name: "a/b", Schema: &apidoc.Schema{}}}))
			default:
				continue
			}
			count++
		}
		return s, count
	}

	It("yields each schema once, each under a pointer of its own", func() {
		s, count := filled()

		pointers := map[string]*apidoc.Schema{}
		for step, child := range schemafacts.Children(s) {
			pointers[step.Pointer()] = child
		}

		Expect(pointers).To(HaveLen(count))
		Expect(pointers).To(HaveKey("/properties/a~1b"))
		Expect(pointers).To(HaveKey("/allOf/0"))
		Expect(pointers).To(HaveKey("/items"))
	})

	It("ends when nobody wants more", func() {
		s, _ := filled()

		count := 0
		for range schemafacts.Children(s) {
			if count++; count == 3 {
				break
			}
		}

		Expect(count).To(Equal(3))
	})
})
