package schema_test

import (
	"encoding/json"
	"math/big"
	"net/netip"
	"reflect"
	"strconv"
	"testing"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/router/internal/oas"
	"github.com/trefoil-go/trefoil/modules/router/internal/schema"
	"github.com/trefoil-go/trefoil/modules/router/internal/strictjson"
)

type page[T any] struct {
	Items []T    `json:"items"`
	Next  *int64 `json:"next,omitempty"`
	Total string `json:"total,omitempty"`
}

// letter is written as a text.
type letter byte

func (l letter) MarshalText() ([]byte, error) { return []byte{byte(l)}, nil }

func (l *letter) UnmarshalText(text []byte) error {
	*l = letter(text[0])
	return nil
}

// forest and folder hold themselves.
type (
	forest []struct{ Trees *forest }
	folder map[string]folder
)

// größe has a name that no component may have (OpenAPI 3.1, section 4.8.7).
type größe struct{}

type item struct {
	Price int64 `json:"price,string"`
}

func TestOf(t *testing.T) {
	tests := map[string]struct {
		t    reflect.Type
		want string
	}{
		"bool":            {reflect.TypeFor[bool](), `{"type":"boolean"}`},
		"int8":            {reflect.TypeFor[int8](), `{"type":"integer","format":"int32","minimum":-128,"maximum":127}`},
		"int16":           {reflect.TypeFor[int16](), `{"type":"integer","format":"int32","minimum":-32768,"maximum":32767}`},
		"int32":           {reflect.TypeFor[int32](), `{"type":"integer","format":"int32"}`},
		"int64":           {reflect.TypeFor[int64](), `{"type":"integer","format":"int64"}`},
		"uint8":           {reflect.TypeFor[uint8](), `{"type":"integer","minimum":0,"maximum":255}`},
		"uint32":          {reflect.TypeFor[uint32](), `{"type":"integer","minimum":0,"maximum":4294967295}`},
		"uint64":          {reflect.TypeFor[uint64](), `{"type":"integer","minimum":0,"maximum":18446744073709551615}`},
		"float32":         {reflect.TypeFor[float32](), `{"type":"number","format":"float"}`},
		"bytes":           {reflect.TypeFor[[]byte](), `{"type":"string","contentEncoding":"base64"}`},
		"texts of bytes":  {reflect.TypeFor[[]letter](), `{"type":"array","items":{"type":"string"}}`},
		"array":           {reflect.TypeFor[[2]bool](), `{"type":"array","items":{"type":"boolean"},"minItems":2,"maxItems":2}`},
		"map":             {reflect.TypeFor[map[string]int64](), `{"type":"object","additionalProperties":{"type":"integer","format":"int64"}}`},
		"map of integers": {reflect.TypeFor[map[int8]bool](), `{"type":"object","additionalProperties":{"type":"boolean"},"propertyNames":{"pattern":"^([0-9]|[1-9][0-9]|1([0-1][0-9]|2[0-7])|-([1-9]|[1-9][0-9]|1([0-1][0-9]|2[0-8])))$"}}`},
		"map of naturals": {reflect.TypeFor[map[uint64]bool](), `{"type":"object","additionalProperties":{"type":"boolean"},"propertyNames":{"pattern":"^(0|[1-9][0-9]*)$"}}`},
		"map of texts":    {reflect.TypeFor[map[netip.Addr]bool](), `{"type":"object","additionalProperties":{"type":"boolean"}}`},
		"any":             {reflect.TypeFor[any](), `{}`},
		"raw":             {reflect.TypeFor[json.RawMessage](), `{}`},
		"number":          {reflect.TypeFor[json.Number](), `{"type":"number"}`},
		"time":            {reflect.TypeFor[time.Time](), `{"type":"string","format":"date-time"}`},
		"text":            {reflect.TypeFor[netip.Addr](), `{"type":"string"}`},
		"own JSON":        {reflect.TypeFor[big.Int](), `{}`},
		"optional":        {reflect.TypeFor[maybe[int64]](), `{"type":["integer","null"],"format":"int64"}`},
		"pointer":         {reflect.TypeFor[*string](), `{"type":"string"}`},
		"anonymous":       {reflect.TypeFor[struct{ A *int64 }](), `{"type":"object","properties":{"A":{"type":["integer","null"],"format":"int64"}},"required":["A"]}`},
		"embedded":        {reflect.TypeFor[struct{ item }](), `{"type":"object","properties":{"price":{"type":"string","pattern":"^(0|-?[1-9][0-9]*)$"}},"required":["price"]}`},
		"pointed":         {reflect.TypeFor[struct{ *item }](), `{"type":"object","properties":{"price":{"type":"string","pattern":"^(0|-?[1-9][0-9]*)$"}}}`},
		"in quotes": {reflect.TypeFor[struct {
			A bool        `json:"a,string"`
			B *float64    `json:"b,string"`
			C json.Number `json:"c,string"`
			D string      `json:"d,string"`
			E letter      `json:"e,string"`
		}](), `{"type":"object","properties":{"a":{"type":"string","pattern":"^(true|false)$"},"b":{"type":["string","null"],"pattern":"^-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?$"},"c":{"type":"string","pattern":"^-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?$"},"d":{"type":"string","pattern":"^\"([^\"\\\\\\x00-\\x1f]|\\\\([\"\\\\/bfnrt]|u[0-9a-fA-F]{4}))*\"$"},"e":{"type":"string"}},"required":["a","b","c","d","e"]}`},
		"list of itself":  {reflect.TypeFor[forest](), `{"$ref":"#/components/schemas/forest"}`},
		"map of itself":   {reflect.TypeFor[folder](), `{"$ref":"#/components/schemas/folder"}`},
		"named":           {reflect.TypeFor[item](), `{"$ref":"#/components/schemas/item"}`},
		"beyond ASCII":    {reflect.TypeFor[größe](), `{"$ref":"#/components/schemas/gr__e"}`},
		"generic":         {reflect.TypeFor[page[item]](), `{"$ref":"#/components/schemas/page_item"}`},
		"generic of list": {reflect.TypeFor[page[[]*item]](), `{"$ref":"#/components/schemas/page_item"}`},
	}
	for _, typ := range []reflect.Type{reflect.TypeFor[int](), reflect.TypeFor[uint]()} { // as large as they are where the server runs
		test := tests[typ.String()+strconv.Itoa(typ.Bits())]
		test.t = typ
		tests[typ.String()] = test
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := text(t, schema.New().Of(test.t, schema.Output))
			if got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

// shout is written as a text and read as a number, grade the other way round.
type (
	shout int64
	grade int64
)

func (shout) MarshalText() ([]byte, error) { return []byte("!"), nil }

func (*grade) UnmarshalText([]byte) error { return nil }

func TestATypeIsDescribedAsItIsWrittenAndAsItIsRead(t *testing.T) {
	const word, number = `{"type":"string"}`, `{"type":"integer","format":"int64"}`
	tests := map[reflect.Type][2]string{reflect.TypeFor[shout](): {word, number}, reflect.TypeFor[grade](): {number, word}}
	for typ, want := range tests {
		for d, want := range want {
			if got := described(t, typ, schema.Direction(d)); got != want {
				t.Errorf("%s: got %s, want %s", typ, got, want)
			}
		}
	}
}

// level is read from JSON of its own, and from text as the number that it is.
type level int64

func (*level) UnmarshalJSON([]byte) error { return nil }

func TestAParameterIsDescribedAsTheTextThatItIs(t *testing.T) {
	for typ, want := range map[reflect.Type]string{
		reflect.TypeFor[level]():     `{"type":"integer","format":"int64"}`,
		reflect.TypeFor[[]level]():   `{"type":"array","items":{"type":"integer","format":"int64"}}`,
		reflect.TypeFor[[][]byte]():  `{"type":"array","items":{"type":"string","contentEncoding":"base64"}}`,
		reflect.TypeFor[grade]():     `{"type":"string"}`,
		reflect.TypeFor[time.Time](): `{"type":"string","format":"date-time"}`,
	} {
		if got := described(t, typ, schema.Parameter); got != want {
			t.Errorf("%s: got %s, want %s", typ, got, want)
		}
	}
}

func TestAListInAListThatAsksForItemsIsNoNull(t *testing.T) {
	typ := reflect.TypeFor[struct {
		A [][]int64          `json:"a" items.minItems:"1"`
		B map[string][]int64 `json:"b" items.minItems:"1"`
		C []*[]int64         `json:"c" items.minItems:"1"`
		D [][]int64          `json:"d" items.maxItems:"1"`
	}]()
	const number = `"items":{"type":"integer","format":"int64"}`
	want := `{"type":"object","properties":{` +
		`"a":{"type":["array","null"],"items":{"type":"array",` + number + `,"minItems":1}},` +
		`"b":{"type":["object","null"],"additionalProperties":{"type":"array",` + number + `,"minItems":1}},` +
		`"c":{"type":["array","null"],"items":{"type":["array","null"],` + number + `,"minItems":1}},` +
		`"d":{"type":["array","null"],"items":{"type":["array","null"],` + number + `,"maxItems":1}}},"required":["a","b","c","d"],"additionalProperties":false}`
	if got := described(t, typ, schema.Input); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

func TestAGenericTypeIsNamedByItsArguments(t *testing.T) {
	for typ, want := range map[reflect.Type]string{
		reflect.TypeFor[page[any]]():                 `{"$ref":"#/components/schemas/page_any"}`,
		reflect.TypeFor[page[map[string]struct{}]](): `{"$ref":"#/components/schemas/page_map_string_struct"}`,
	} {
		if got := described(t, typ, schema.Output); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestComponents(t *testing.T) {
	b := schema.New("item")
	b.Of(reflect.TypeFor[page[item]](), schema.Output)
	b.Of(reflect.TypeFor[page[item]](), schema.Input)
	want := map[string]string{
		"#/components/schemas/page_item":        `{"type":"object","properties":{"items":{"type":"array","items":{"$ref":"#/components/schemas/schema_test.item"}},"next":{"type":"integer","format":"int64"},"total":{"type":"string"}},"required":["items"]}`,
		"#/components/schemas/page_itemInput":   `{"type":"object","properties":{"items":{"type":["array","null"],"items":{"$ref":"#/components/schemas/itemInput"}},"next":{"type":["integer","null"],"format":"int64"},"total":{"type":"string"}},"required":["items"],"additionalProperties":false}`,
		"#/components/schemas/schema_test.item": `{"type":"object","properties":{"price":{"type":"string","pattern":"^(0|-?[1-9][0-9]*)$"}},"required":["price"]}`,
		"#/components/schemas/itemInput":        `{"type":"object","properties":{"price":{"type":"string","pattern":"^(0|-?[1-9][0-9]*)$"}},"required":["price"],"additionalProperties":false}`,
	}
	got := map[string]string{}
	for ref, s := range b.Schemas {
		got[ref] = text(t, s)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
}

type tree struct {
	Next *tree `json:"next"`
}

func TestABodyThatIsAllOfItsTypeIsDescribedOnce(t *testing.T) {
	b := schema.New()

	b.Body(reflect.TypeFor[tree](), strictjson.Members(reflect.TypeFor[tree]()), true)

	if len(b.Schemas) != 1 {
		t.Errorf("got %d schemas", len(b.Schemas))
	}
}

func described(t *testing.T, typ reflect.Type, d schema.Direction) string {
	t.Helper()
	return text(t, schema.New().Of(typ, d))
}

// text writes a schema as it stands in a description, without blanks.
func text(t *testing.T, s *apidoc.Schema) string {
	t.Helper()
	outline := apidoc.Outline{Models: []apidoc.ModelSummary{{Name: "x", Ref: "#"}}}
	var doc struct {
		Components struct {
			Schemas map[string]json.RawMessage `json:"schemas"`
		} `json:"components"`
	}
	if err := json.Unmarshal(oas.Options{}.Write(outline, apidoc.Memory{Schemas: map[string]*apidoc.Schema{"#": s}}), &doc); err != nil {
		t.Fatal(err)
	}
	compact, err := json.Marshal(doc.Components.Schemas["x"])
	if err != nil {
		t.Fatal(err)
	}
	return string(compact)
}

func TestKnownTypeIsNotReadAgain(t *testing.T) {
	b := schema.New()
	b.Of(reflect.TypeFor[page[item]](), schema.Output)

	if n := testing.AllocsPerRun(10, func() { b.Of(reflect.TypeFor[page[item]](), schema.Output) }); n > 2 {
		t.Errorf("%v allocations, want the reference and its text", n)
	}
}

func TestWhatHoldsItselfIsAComponent(t *testing.T) {
	tests := map[reflect.Type]string{
		reflect.TypeFor[forest](): `{"type":"array","items":{"type":"object","properties":{"Trees":{"anyOf":[{"$ref":"#/components/schemas/forest"},{"type":"null"}]}},"required":["Trees"]}}`,
		reflect.TypeFor[folder](): `{"type":"object","additionalProperties":{"$ref":"#/components/schemas/folder"}}`,
	}
	for typ, want := range tests {
		b := schema.New()
		ref := b.Of(typ, schema.Output).Ref
		if got := text(t, b.Schemas[ref]); got != want {
			t.Errorf("%s: got %s, want %s", typ, got, want)
		}
	}
}
