package schema_test

import (
	"encoding/json"
	"reflect"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/router/internal/constraint"
	"github.com/trefoil-go/trefoil/modules/router/internal/schema"
	"github.com/trefoil-go/trefoil/modules/router/internal/strictjson"
)

// maybe is an Optional.
type maybe[T any] struct{ value T }

func (m *maybe[T]) Slot(bool) any                { return &m.value }
func (m maybe[T]) IsNull() bool                  { return false }
func (m maybe[T]) IsSet() bool                   { return false }
func (m maybe[T]) MarshalJSON() ([]byte, error)  { return json.Marshal(m.value) }
func (m *maybe[T]) UnmarshalJSON(d []byte) error { return json.Unmarshal(d, &m.value) }

type guest struct {
	Name   string           `json:"name" min:"2" max:"64" doc:"As on the door." example:"Ida"`
	Colour *string          `json:"colour" enum:"red,blue"`
	Age    maybe[int64]     `json:"age" minimum:"0"`
	Home   maybe[item]      `json:"home" doc:"Where to send it."`
	Tags   []string         `json:"tags" maxItems:"3" uniqueItems:"true" items.pattern:"^[a-z]+$"`
	Level  int64            `json:"level" default:"3"`
	Total  int64            `json:"total,string" minimum:"1" doc:"In cents."`
	Note   string           `json:"note,omitempty" format:"email"`
	Extra  any              `json:"extra" required:"false" doc:"Anything."`
	Sizes  map[string]int64 `json:"sizes" items.max:"9"`
}

func number(n int64) *int64 { return &n }

var guestMembers = map[string]apidoc.Schema{
	"name": {
		Types: []string{"string"}, MinLength: number(2), MaxLength: number(64), Description: "As on the door.",
		Examples: []json.RawMessage{json.RawMessage(`"Ida"`)},
	},
	"colour": {Types: []string{"string", "null"}, Enum: []apidoc.EnumValue{
		{Value: json.RawMessage(`"red"`)}, {Value: json.RawMessage(`"blue"`)}, {Value: json.RawMessage(`null`)},
	}},
	"age": {Types: []string{"integer", "null"}, Format: "int64", Minimum: "0"},
	"home": {
		AnyOf:       []*apidoc.Schema{{Ref: "#/components/schemas/item"}, {Types: []string{"null"}}},
		Description: "Where to send it.",
	},
	"tags":  {Types: []string{"array"}, MaxItems: number(3), UniqueItems: true, Items: &apidoc.Schema{Types: []string{"string"}, Pattern: "^[a-z]+$"}},
	"level": {Types: []string{"integer"}, Format: "int64", Default: json.RawMessage("3")},
	"total": {Types: []string{"string"}, Pattern: "^[1-9][0-9]*$", Description: "In cents."},
	"note":  {Types: []string{"string"}, Format: "email"},
	"extra": {Description: "Anything."},
	"sizes": {Types: []string{"object"}, AdditionalProperties: &apidoc.Schema{Types: []string{"integer"}, Format: "int64", Maximum: "9"}},
}

var _ = Describe("Object", func() {
	describe := func(d schema.Direction) *apidoc.Schema {
		return schema.New().Object(strictjson.Members(reflect.TypeFor[guest]()), d)
	}

	It("describes what a request must hold", func() {
		s := describe(schema.Input)

		Expect(s.Required).To(Equal([]string{"name", "tags", "total", "sizes"}))
		for _, p := range s.Properties {
			want := guestMembers[p.Name]
			if p.Name == "tags" || p.Name == "sizes" {
				want.Types = append(slices.Clone(want.Types), "null")
			}
			Expect(*p.Schema).To(Equal(want), p.Name)
			Expect(p.Required).To(Equal(slices.Contains(s.Required, p.Name)), p.Name)
		}
	})

	It("requires exactly what the decoder demands", func() {
		dec, err := strictjson.Compile(reflect.TypeFor[guest](), nil, strictjson.Options{})
		Expect(err).NotTo(HaveOccurred())
		var g guest
		faults, err := dec.Decode([]byte(`{}`), reflect.ValueOf(&g).Elem())
		Expect(err).NotTo(HaveOccurred())

		var demanded []string
		for _, f := range faults {
			demanded = append(demanded, f.Pointer[1:])
		}

		Expect(describe(schema.Input).Required).To(Equal(demanded))
	})

	It("describes what a response holds with the same constraints", func() {
		s := describe(schema.Output)

		Expect(s.Required).To(Equal([]string{"name", "colour", "age", "home", "tags", "level", "total", "extra", "sizes"}))
		for _, p := range s.Properties {
			Expect(*p.Schema).To(Equal(guestMembers[p.Name]), p.Name)
		}
	})
})

var _ = Describe("Constrain", func() {
	It("describes a value that is no member", func() {
		set, mistakes := constraint.Parse(reflect.StructField{Name: "Limit", Type: reflect.TypeFor[int64](), Tag: `max:"100" default:"20"`})
		Expect(mistakes).To(BeEmpty())

		s := schema.Constrain(schema.New().Of(reflect.TypeFor[int64](), schema.Input), set, constraint.Read)

		Expect(*s).To(Equal(apidoc.Schema{Types: []string{"integer"}, Format: "int64", Maximum: "100", Default: json.RawMessage("20")}))
	})
})
