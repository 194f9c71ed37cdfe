package jsonschema_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/jsonschema"
)

type schema = apidoc.Schema

func typed(types ...string) *schema { return &schema{Types: types} }

func always(b bool) *schema { return &schema{Always: &b} }

func ref(name string) *schema { return &schema{Ref: name} }

func property(name string, s *schema) apidoc.Property { return apidoc.Property{Name: name, Schema: s} }

func resolve(ref string) (*schema, bool) {
	s, ok := map[string]*schema{
		"user": {Types: []string{"object"}, Required: []string{"name"}, Properties: []apidoc.Property{property("name", typed("string")), property("boss", &schema{AnyOf: []*schema{{Ref: "user"}, typed("null")}})}},
		"text": typed("string"),
		"self": {Ref: "self"},
		"ping": {AllOf: []*schema{{Ref: "pong"}}},
		"pong": {AllOf: []*schema{{Ref: "ping"}, typed("string")}},
		"tree": {AnyOf: []*schema{{Items: &schema{Ref: "tree"}, MinItems: new(int64(1))}, {Items: &schema{Ref: "tree"}, MinItems: new(int64(1)), MaxItems: new(int64(9))}}},
	}[ref]
	return s, ok
}

func check(data string, s *schema) []string {
	texts := []string{}
	for _, f := range jsonschema.New(resolve).Check([]byte(data), s, "").Faults {
		texts = append(texts, f.String())
	}
	return texts
}

func TestCheckGivesUpOnWhatWouldTakeForEver(t *testing.T) {
	const gaveUp = "the value is too much to check"
	if got := check(strings.Repeat("[", 200)+strings.Repeat("]", 200), ref("tree")); !slices.Contains(got, gaveUp) {
		t.Errorf("alternatives: %q", got)
	}
	wide := &schema{Required: make([]string, 20_000)}
	if got := check("["+strings.Repeat("{},", 20_000)+"{}]", &schema{Items: wide}); !slices.Contains(got, gaveUp) && len(got) < 32 {
		t.Errorf("required: %q", got)
	}
}

func TestCheckFindsNoReferenceWithoutAResolver(t *testing.T) {
	want := []jsonschema.Fault{{Message: "cannot be checked: the description lacks text", Code: "invalid"}}
	if got := jsonschema.New(nil).Check([]byte(`1`), ref("text"), "").Faults; !reflect.DeepEqual(got, want) {
		t.Errorf("%v", got)
	}
}
