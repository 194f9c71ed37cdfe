package jsonschema_test

import (
	"encoding/json"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/jsonschema"
)

// allocated is how many bytes f allocates.
func allocated(f func()) int {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int(after.TotalAlloc - before.TotalAlloc)
}

func TestCheckCostsNoMoreThanTenTimesTheText(t *testing.T) {
	object := &schema{}
	object.AdditionalProperties = object
	list := &schema{Items: object}
	list.AdditionalProperties = list
	enum := &schema{}
	for range 1000 {
		enum.Enum = append(enum.Enum, apidoc.EnumValue{Value: []byte("[1]")})
	}
	number := &schema{}
	for range 50 {
		number.AnyOf = append(number.AnyOf, &schema{Types: []string{"integer"}, Minimum: "1", MultipleOf: "3"})
	}
	unique := &schema{UniqueItems: true}
	unique.Items = unique
	for name, c := range map[string]struct {
		text string
		s    *schema
	}{
		"deep":              {strings.Repeat(`{"a":`, 9_900) + "1" + strings.Repeat("}", 9_900), object},
		"as deep as it may": {strings.Repeat(`{"`+strings.Repeat("a", 480)+`":`, 200) + "1" + strings.Repeat("}", 200), object},
		"below a long name": {`{"` + strings.Repeat("a", 50_000) + `":[` + strings.Repeat("1,", 25_000) + "1]}", list},
		"enumerated":        {`["` + strings.Repeat("a", 100_000) + `"]`, enum},
		"a long number":     {"1." + strings.Repeat("1", 99_000), number},
		"lists of lists":    {strings.Repeat("[", 199) + "[" + strings.Repeat("11,", 33_000) + "1]" + strings.Repeat("]", 199), unique},
		"enumerated list":   {"[" + strings.Repeat("1,", 50_000) + "1]", enum},
	} {
		used := allocated(func() { jsonschema.New(resolve).Check([]byte(c.text), c.s, core.InRequest) })
		if most := 10*len(c.text) + 16<<20; used > most {
			t.Errorf("%s: %d bytes for a text of %d, at most %d are allowed", name, used, len(c.text), most)
		}
	}
}

func TestCheckRefusesWhatNestsTooDeep(t *testing.T) {
	for _, c := range []struct {
		data string
		want []string
	}{
		{strings.Repeat("[", 200) + strings.Repeat("]", 200), []string{}},
		{strings.Repeat("[", 201) + strings.Repeat("]", 201), []string{"the value nests deeper than 200 values: send one that is flatter"}},
		{`["` + strings.Repeat(`\"[`, 300) + `"]`, []string{}},
		{"[" + strings.Repeat("[],", 300) + "1]", []string{}},
	} {
		got := check(c.data, &schema{})
		if !slices.Equal(got, c.want) {
			t.Errorf("%.20s: %q, not %q", c.data, got, c.want)
		}
	}
}

func TestTextsWithoutEscapesAreReadAsTheyStand(t *testing.T) {
	s := &apidoc.Schema{Types: []string{"string"}}
	for i := range 100 {
		s.Enum = append(s.Enum, apidoc.EnumValue{Value: json.RawMessage(fmt.Sprintf(`"value %d"`, i))})
	}
	c := jsonschema.New(nil)
	check := func() {
		if r := c.Check([]byte(`"value 99"`), s, ""); len(r.Faults) > 0 {
			t.Error(r.Faults)
		}
	}
	if n := testing.AllocsPerRun(20, check); n > 250 {
		t.Errorf("a text and 100 that it may be take %v allocations", n)
	}
}
