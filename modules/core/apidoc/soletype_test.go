package apidoc_test

import (
	"encoding/json"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

func TestSoleType(t *testing.T) {
	enum := func(values ...string) (list []apidoc.EnumValue) {
		for _, v := range values {
			list = append(list, apidoc.EnumValue{Value: json.RawMessage(v)})
		}
		return list
	}
	for _, c := range []struct {
		schema apidoc.Schema
		want   string
	}{
		{apidoc.Schema{}, ""},
		{apidoc.Schema{Types: []string{"null"}}, ""},
		{apidoc.Schema{Types: []string{"string", "null"}}, "string"},
		{apidoc.Schema{Types: []string{"number", "integer"}}, "number"},
		{apidoc.Schema{Types: []string{"string", "integer"}}, ""},
		{apidoc.Schema{Types: []string{"string", "array"}, Items: &apidoc.Schema{}}, ""},
		{apidoc.Schema{Properties: []apidoc.Property{{Name: "a"}}}, "object"},
		{apidoc.Schema{AdditionalProperties: &apidoc.Schema{}}, "object"},
		{apidoc.Schema{Items: &apidoc.Schema{}}, "array"},
		{apidoc.Schema{Enum: enum(`"a"`, ` null`, `"b"`)}, "string"},
		{apidoc.Schema{Enum: enum(`"a"`, `1`)}, ""},
		{apidoc.Schema{Enum: enum(`null`)}, ""},
		{apidoc.Schema{Enum: enum(`1`, `-2`)}, "integer"},
		{apidoc.Schema{Enum: enum(`1`, `2.5`, `null`)}, "number"},
		{apidoc.Schema{Enum: enum(`1e3`)}, "number"},
		{apidoc.Schema{Enum: enum(`true`, `false`)}, "boolean"},
		{apidoc.Schema{Enum: enum(`[]`, `[]`)}, ""},
		{apidoc.Schema{Const: json.RawMessage(` "a"`)}, "string"},
		{apidoc.Schema{Const: json.RawMessage(`7`)}, "integer"},
		{apidoc.Schema{Const: json.RawMessage(`false`)}, "boolean"},
		{apidoc.Schema{Const: json.RawMessage(`null`)}, ""},
		{apidoc.Schema{Const: json.RawMessage(`{"a":1}`)}, ""},
		{apidoc.Schema{Types: []string{"string"}, Const: json.RawMessage(`7`)}, "string"},
	} {
		if got := c.schema.SoleType(); got != c.want {
			t.Errorf("SoleType of %+v is %q, want %q", c.schema, got, c.want)
		}
	}
}

func TestOnlyNull(t *testing.T) {
	null, text := apidoc.EnumValue{Value: json.RawMessage(" null\n")}, apidoc.EnumValue{Value: json.RawMessage(`"null"`)}
	for _, c := range []struct {
		schema apidoc.Schema
		want   bool
	}{
		{apidoc.Schema{}, false},
		{apidoc.Schema{Types: []string{"null"}}, true},
		{apidoc.Schema{Types: []string{"null", "string"}}, false},
		{apidoc.Schema{Enum: []apidoc.EnumValue{null}}, true},
		{apidoc.Schema{Enum: []apidoc.EnumValue{text}}, false},
		{apidoc.Schema{Enum: []apidoc.EnumValue{null, text}}, false},
		{apidoc.Schema{Ref: "#/components/schemas/A", Types: []string{"null"}}, false},
	} {
		if got := c.schema.OnlyNull(); got != c.want {
			t.Errorf("OnlyNull of %+v is %t, want %t", c.schema, got, c.want)
		}
	}
}
