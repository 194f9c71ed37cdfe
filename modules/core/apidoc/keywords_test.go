package apidoc_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// filled is a schema all of whose fields are set, but Always.
func filled(t *testing.T) *apidoc.Schema {
	t.Helper()
	s := &apidoc.Schema{}
	v := reflect.ValueOf(s).Elem()
	for i := range v.NumField() {
		if v.Type().Field(i).Name != "Always" {
			fill(t, v.Field(i))
		}
	}
	return s
}

func fill(t *testing.T, v reflect.Value) {
	t.Helper()
	switch v.Kind() {
	case reflect.String:
		v.SetString("1")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		if item := v.Index(0); item.Kind() == reflect.String {
			item.SetString("1")
		}
	default:
		t.Fatalf("a field of the kind %s: say how it is filled, and what Keywords yields of it", v.Kind())
	}
}

func names(s *apidoc.Schema) []string {
	var all []string
	for name := range s.Keywords() {
		all = append(all, name)
	}
	return all
}

// TestKeywordsOfEveryField checks that each field of a schema is one keyword, so
// that whoever writes keywords forgets none.
func TestKeywordsOfEveryField(t *testing.T) {
	all := filled(t)
	whole := names(all)
	v := reflect.ValueOf(all).Elem()
	for i := range v.NumField() {
		field := v.Type().Field(i)
		if field.Name == "Always" {
			continue
		}
		less := *all
		reflect.ValueOf(&less).Elem().Field(i).SetZero()
		if left := names(&less); len(left) != len(whole)-1 {
			t.Errorf("without %s there are %d keywords of %d", field.Name, len(left), len(whole))
		}
	}
	if sorted := slices.Compact(slices.Sorted(slices.Values(whole))); len(sorted) != len(whole) {
		t.Errorf("a keyword comes twice: %v", whole)
	}
}

func TestKeywordsLeaveOutWhatIsNotSet(t *testing.T) {
	for _, s := range []*apidoc.Schema{nil, {}, {Always: new(true), Title: "x"}, {Types: []string{}, Required: []string{}, Default: json.RawMessage{}}} {
		if all := names(s); all != nil {
			t.Errorf("%v of a schema that says nothing by keywords", all)
		}
	}
}

func ExampleSchema_Keywords() {
	s := &apidoc.Schema{
		Types: []string{"integer"}, Minimum: "1.50", Title: "Size",
		Extensions: []apidoc.Extension{{Name: "x-unit", Value: json.RawMessage(`"cm"`)}},
	}
	for name, value := range s.Keywords() {
		fmt.Printf("%s %T\n", name, value)
	}
	// Output:
	// type string
	// title string
	// minimum json.Number
	// x-unit apidoc.Extension
}
