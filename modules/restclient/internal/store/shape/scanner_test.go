package shape_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store/shape"
)

// FuzzNames compares the names that the scanner finds with those of a decoder,
// and looks for input that it does not end on.
func FuzzNames(f *testing.F) {
	for _, seed := range []string{
		`{}`, ` { "a" : 1 , "b":[1,{"c":2}] } `, `{"q\"uote":"\\","x":"}{][,\\\""}`, `{"\u0061":null}`,
		`{"a":-1.5e3,"b":true,"c":{"d":"}"}}`, `{"a`, `{"a"`, `{"a":`, `{a`, `{"a":"\`, `[1]`, ``, `{"":""}`,
		`{"b":1,"a":"","c":null}`, `{"x":1,"b":2}`, `{"\u00e4":1}`, `{"ä":1,"a":2}`, `{ "q\u0022uote" : "" }`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		got := names(data)
		var members map[string]jsontext.Value
		if json.Unmarshal(data, &members) != nil || members == nil {
			return
		}
		want := make([]string, 0, len(members))
		for name := range members {
			want = append(want, name)
		}
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%q: names are %q, want %q", data, got, want)
		}
		fields := shape.Of(reflect.TypeFor[lettered](), reflect.TypeFor[string](), func(p any) any { return p.(*lettered).A })
		has := shape.NewMask(fields.Size())
		if err := fields.Read(&has, &shape.Scanner{Data: data}); err != nil {
			t.Errorf("%q: %v", data, err)
		}
		for i, f := range fields.Fields {
			if _, want := members[f.Name]; has.Has(i) != want {
				t.Errorf("%q: has the field %q is %t, want %t", data, f.Name, has.Has(i), want)
			}
		}
	})
}

// lettered has fields for the members that the seeds have.
type lettered struct {
	A string `json:"a"`
	B any    `json:"b"`
	C any    `json:"c"`
	X any    `json:"x"`
	Q string `json:"'q\"uote'"`
	N any    `json:"ä"`
}

// names returns the member names of a JSON object, as the scanner reads them.
func names(data []byte) []string {
	s := shape.Scanner{Data: data}
	var names []string
	if !s.Open('{') {
		return nil
	}
	for s.Peek() != 0 && !s.Skip('}') {
		names = append(names, string(s.Name()))
		s.Value()
		s.Skip(',')
	}
	return names
}
