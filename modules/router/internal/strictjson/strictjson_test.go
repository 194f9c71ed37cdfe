package strictjson_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/trefoil-go/trefoil/modules/router/internal/strictjson"
)

type inner struct {
	City string `json:"city"`
}

type outer struct {
	inner
	Name   string           `json:"name"`
	Scores map[string]inner `json:"scores"`
	List   []*inner         `json:"list"`
	Any    any              `json:"any"`
	Raw    json.RawMessage  `json:"raw"`
	Plain  int
	Hidden string `json:"-"`
}

func TestDecode(t *testing.T) {
	tests := map[string]struct {
		text   string
		faults []strictjson.Fault
		syntax string
	}{
		"everything known":         {`{"city":"U","name":"n","scores":{"a":{"city":"x"}},"list":[{"city":"y"},null],"any":{"b":1},"raw":{"c":2},"Plain":3}`, nil, ""},
		"inside a map":             {`{"scores":{"a":{"zip":1}}}`, []strictjson.Fault{{Pointer: "/scores/a/zip", Message: "unknown member"}}, ""},
		"inside a list":            {`{"list":[null,{"zip":1}]}`, []strictjson.Fault{{Pointer: "/list/1/zip", Message: "unknown member"}}, ""},
		"an escaped name":          {`{"a/b~c":1}`, []strictjson.Fault{{Pointer: "/a~1b~0c", Message: "unknown member"}}, ""},
		"a hidden field":           {`{"Hidden":"x"}`, []strictjson.Fault{{Pointer: "/Hidden", Message: "unknown member"}}, ""},
		"another case":             {`{"plain":3}`, []strictjson.Fault{{Pointer: "/plain", Message: "unknown member"}}, ""},
		"a repeated member inside": {`{"any":{"b":1,"b":2}}`, nil, "/any/b appears twice"},
		"repeated by an escape":    {`{"name":"a","n\u0061me":"b"}`, nil, "/name appears twice"},
		"nothing":                  {" \n", nil, "the body is empty"},
		"too early":                {`{"name":`, nil, "not one JSON value: unexpected end of JSON input, at byte 8"},
		"a lone comma":             {`{"name":"a",}`, nil, "not one JSON value: invalid character '}' looking for beginning of object key string, at byte 13"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var v outer
			faults, err := strictjson.Decode([]byte(test.text), &v, nil)
			if !reflect.DeepEqual(faults, test.faults) {
				t.Errorf("faults %v, want %v", faults, test.faults)
			}
			var syntax *strictjson.SyntaxError
			if errors.As(err, &syntax) != (test.syntax != "") || test.syntax != "" && syntax.Message != test.syntax {
				t.Errorf("error %v, want %q", err, test.syntax)
			}
		})
	}
}

func TestDepth(t *testing.T) {
	nested := func(n int) []byte { return []byte(strings.Repeat("[", n) + strings.Repeat("]", n)) }
	if _, err := strictjson.Any(nested(strictjson.MaxDepth)); err != nil {
		t.Errorf("the allowed depth: %v", err)
	}
	if _, err := strictjson.Any(nested(strictjson.MaxDepth + 1)); err == nil {
		t.Error("one level more is accepted")
	}
	if _, err := strictjson.Any(nested(200_000)); err == nil {
		t.Error("200000 levels are accepted")
	}
}

func TestFieldsLikeEncodingJSON(t *testing.T) {
	type deep struct{ A, B, Only int }
	type left struct {
		deep
		A int
		C int `json:"c"`
	}
	type right struct {
		B int
		C int
		D int `json:",omitempty"`
	}
	type both struct {
		left
		*right
		E string `json:"A"`
	}
	for _, v := range []any{both{right: &right{D: 1}}, left{}, outer{}} {
		data, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, f := range strictjson.Fields(reflect.TypeOf(v)) {
			names = append(names, f.Name)
		}
		dec := json.NewDecoder(strings.NewReader(string(data)))
		if got := members(t, dec); !reflect.DeepEqual(names, got) {
			t.Errorf("%T: %v, encoding/json writes %v", v, names, got)
		}
	}
}

func members(t *testing.T, dec *json.Decoder) []string {
	t.Helper()
	var names []string
	if _, err := dec.Token(); err != nil {
		t.Fatal(err)
	}
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, name.(string))
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			t.Fatal(err)
		}
	}
	return names
}

// FuzzDecode checks that what is accepted is what encoding/json reads, and that
// it is one valid value.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{`{}`, `{"name":"a"}`, `{"list":[{"city":"x"}]}`, `{"a":1}`, `[`, `{"name":"a"}{}`, `null`, `{"any":[[[1e400]]]}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var got, want outer
		faults, err := strictjson.Decode(data, &got, nil)
		if err != nil || len(faults) > 0 {
			return
		}
		dec := json.NewDecoder(strings.NewReader(string(data)))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&want); err != nil || !json.Valid(data) {
			t.Fatalf("%q is accepted, encoding/json says %v", data, err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %+v, encoding/json reads %+v", data, got, want)
		}
	})
}
