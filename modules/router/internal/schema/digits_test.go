package schema_test

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"regexp"
	"strconv"
	"testing"

	"github.com/trefoil-go/trefoil/modules/router/internal/constraint"
	"github.com/trefoil-go/trefoil/modules/router/internal/schema"
	"github.com/trefoil-go/trefoil/modules/router/internal/strictjson"
)

// TestThePatternOfAnIntegerHasItsBounds compares patterns with the numbers that they are for.
func TestThePatternOfAnIntegerHasItsBounds(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	texts := []string{"", "-", "-0", "00", "01", "-01", "+1", "1.0", "1e1", " 1", "9223372036854775808", "-9223372036854775809", "18446744073709551615"}
	for n := -1200; n <= 1200; n++ {
		texts = append(texts, strconv.Itoa(n))
	}
	for range 300 {
		tag, least, most := "", int64(-1<<62), int64(1<<62)
		bound := func(keyword string) int64 {
			n := int64([]int{0, 1, -1, 9, 10, 99, 100, -100, 101, r.IntN(2000) - 1000, r.IntN(200) - 100}[r.IntN(11)])
			tag += " " + keyword + ":" + strconv.Quote(strconv.FormatInt(n, 10))
			return n
		}
		switch r.IntN(3) {
		case 0:
			least = bound("minimum")
		case 1:
			least = bound("exclusiveMinimum") + 1
		}
		switch r.IntN(3) {
		case 0:
			most = bound("maximum")
		case 1:
			most = bound("exclusiveMaximum") - 1
		}
		field := reflect.StructField{Name: "N", Type: reflect.TypeFor[int64](), Tag: reflect.StructTag(`json:"n,string"` + tag)}
		if _, mistakes := constraint.Parse(field); len(mistakes) > 0 {
			continue // the bounds leave no value
		}
		typ := reflect.StructOf([]reflect.StructField{field})
		pattern := regexp.MustCompile(schema.New().Object(strictjson.Members(typ), schema.Output).Properties[0].Schema.Pattern)
		for _, text := range texts {
			n, err := strconv.ParseInt(text, 10, 64)
			want := err == nil && strconv.FormatInt(n, 10) == text && least <= n && n <= most
			beyond := err != nil && len(text) > 18 // of what int64 has, of which the pattern says nothing
			if !beyond && pattern.MatchString(text) != want {
				t.Fatalf("%s: %s takes %q: %v", tag, pattern, text, !want)
			}
		}
	}
}

func TestThePatternOfAnIntegerHasTheEndsOfItsType(t *testing.T) {
	for typ, want := range map[reflect.Type]map[string]bool{
		reflect.TypeFor[int8]():   {"-129": false, "-128": true, "127": true, "128": false, "-0": false},
		reflect.TypeFor[uint8]():  {"-1": false, "0": true, "255": true, "256": false, "1000": false},
		reflect.TypeFor[int32]():  {"-2147483649": false, "-2147483648": true, "2147483647": true, "2147483648": false},
		reflect.TypeFor[uint32](): {"4294967295": true, "4294967296": false, "-1": false},
		reflect.TypeFor[int64]():  {"-9223372036854775808": true, "9223372036854775807": true, "007": false},
		reflect.TypeFor[uint64](): {"18446744073709551615": true, "-1": false, "0": true},
	} {
		member := reflect.StructOf([]reflect.StructField{{Name: "N", Type: typ, Tag: `json:"n,string"`}})
		quoted := schema.New().Object(strictjson.Members(member), schema.Input).Properties[0].Schema.Pattern
		names := schema.New().Of(reflect.MapOf(typ, typ), schema.Input).PropertyNames.Pattern
		if quoted != names {
			t.Errorf("%s: %s in quotes, %s as a name", typ, quoted, names)
		}
		for text, want := range want {
			if regexp.MustCompile(names).MatchString(text) != want {
				t.Errorf("%s: %s takes %q: %v", typ, names, text, !want)
			}
		}
	}
}

func TestANumberInQuotesIsDescribedWithItsValues(t *testing.T) {
	type limits struct {
		Enum    int    `json:"enum,string" enum:"1,2" default:"1" example:"2"`
		Maybe   *uint8 `json:"maybe,string" enum:"1,2"`
		Bool    bool   `json:"bool,string" enum:"true"`
		Word    string `json:"word,string" enum:"a,b"`
		Natural uint64 `json:"natural,string" minimum:"1" maximum:"9223372036854775808" doc:"A natural number."`
	}
	got := text(t, schema.New().Object(strictjson.Members(reflect.TypeFor[limits]()), schema.Input))
	var s struct{ Properties map[string]map[string]any }
	if err := json.Unmarshal([]byte(got), &s); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]any{"enum": {"1", "2"}, "maybe": {"1", "2", nil}, "bool": {"true"}, "word": {`"a"`, `"b"`}} {
		if got := s.Properties[name]["enum"]; !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
	if p := s.Properties["enum"]; p["default"] != "1" || !reflect.DeepEqual(p["examples"], []any{"2"}) {
		t.Errorf("got default %v, examples %v", p["default"], p["examples"])
	}
	pattern := regexp.MustCompile(s.Properties["natural"]["pattern"].(string))
	for text, want := range map[string]bool{"0": false, "1": true, "9223372036854775807": true, "9223372036854775808": true, "9223372036854775809": false, "10000000000000000000": false} {
		if pattern.MatchString(text) != want {
			t.Errorf("%s takes %q: %v", pattern, text, !want)
		}
	}
}
