package jsonschema_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/jsonschema"
)

type codeCase struct {
	data   string
	schema *schema
	want   jsonschema.Fault
}

func number(text string) json.Number { return json.Number(text) }

func values(texts ...string) *schema {
	s := &schema{}
	for _, text := range texts {
		s.Enum = append(s.Enum, apidoc.EnumValue{Value: json.RawMessage(text)})
	}
	return s
}

var (
	two = new(int64(2))
	no  = always(false)
)

var codeCases = map[string]codeCase{
	"no JSON":                {`{`, typed("string"), jsonschema.Fault{Code: "unreadable"}},
	"depth":                  {strings.Repeat("[", 201), typed("array"), jsonschema.Fault{Code: "tooMany", Limit: "200"}},
	"a reference to nothing": {`1`, ref("nothing"), jsonschema.Fault{Code: "invalid"}},
	"nothing allowed":        {`1`, no, jsonschema.Fault{Code: "not"}},
	"not":                    {`1`, &schema{Not: typed("integer")}, jsonschema.Fault{Code: "not"}},
	"type":                   {`1`, typed("string", "null"), jsonschema.Fault{Code: "type", Type: "string"}},
	"several types":          {`1`, typed("string", "array"), jsonschema.Fault{Code: "type"}},
	"const":                  {`1`, &schema{Const: json.RawMessage(`"x"`)}, jsonschema.Fault{Code: "const", Allowed: []any{"x"}}},
	"enum":                   {`1`, values(`"x"`, `2`, `true`), jsonschema.Fault{Code: "enum", Allowed: []any{"x", number("2"), true}}},
	"enum of lists":          {`1`, values(`"x"`, `[]`), jsonschema.Fault{Code: "enum"}},
	"enum of long values":    {`1`, values(`"` + strings.Repeat("x", 2000) + `"`), jsonschema.Fault{Code: "enum"}},
	"enum of many values":    {`1`, values(strings.Split(strings.Repeat(`"x" `, 65), " ")[:65]...), jsonschema.Fault{Code: "enum"}},
	"minimum":                {`1`, &schema{Minimum: "2"}, jsonschema.Fault{Code: "minimum", Limit: "2"}},
	"maximum":                {`1`, &schema{Maximum: "0.5"}, jsonschema.Fault{Code: "maximum", Limit: "0.5"}},
	"exclusiveMinimum":       {`1`, &schema{ExclusiveMinimum: "1"}, jsonschema.Fault{Code: "exclusiveMinimum", Limit: "1"}},
	"exclusiveMaximum":       {`1`, &schema{ExclusiveMaximum: "1"}, jsonschema.Fault{Code: "exclusiveMaximum", Limit: "1"}},
	"multipleOf":             {`1`, &schema{MultipleOf: "2"}, jsonschema.Fault{Code: "multipleOf", Limit: "2"}},
	"int32":                  {`3000000000`, &schema{Format: "int32"}, jsonschema.Fault{Code: "format", Format: "int32"}},
	"float":                  {`-3.41e38`, &schema{Format: "float"}, jsonschema.Fault{Code: "format", Format: "float"}},
	"minLength":              {`"a"`, &schema{MinLength: two}, jsonschema.Fault{Code: "minLength", Limit: "2"}},
	"maxLength":              {`"abc"`, &schema{MaxLength: two}, jsonschema.Fault{Code: "maxLength", Limit: "2"}},
	"pattern":                {`"a"`, &schema{Pattern: "^b"}, jsonschema.Fault{Code: "pattern", Pattern: "^b"}},
	"a long pattern":         {`"a"`, &schema{Pattern: strings.Repeat("b", 1025)}, jsonschema.Fault{Code: "pattern"}},
	"format":                 {`"a"`, &schema{Format: "date"}, jsonschema.Fault{Code: "format", Format: "date"}},
	"contentEncoding":        {`"?"`, &schema{ContentEncoding: "base64"}, jsonschema.Fault{Code: "contentEncoding", Format: "base64"}},
	"minItems":               {`[1]`, &schema{MinItems: two}, jsonschema.Fault{Code: "minItems", Limit: "2"}},
	"maxItems":               {`[1,2,3]`, &schema{MaxItems: two}, jsonschema.Fault{Code: "maxItems", Limit: "2"}},
	"uniqueItems":            {`[1,1]`, &schema{UniqueItems: true}, jsonschema.Fault{Pointer: "/1", Code: "uniqueItems"}},
	"minContains":            {`[1]`, &schema{Contains: typed("string")}, jsonschema.Fault{Code: "minContains", Limit: "1"}},
	"maxContains":            {`[1,2,3]`, &schema{Contains: typed("integer"), MaxContains: two}, jsonschema.Fault{Code: "maxContains", Limit: "2"}},
	"minProperties":          {`{}`, &schema{MinProperties: two}, jsonschema.Fault{Code: "minProperties", Limit: "2"}},
	"maxProperties":          {`{"a":1,"b":2,"c":3}`, &schema{MaxProperties: two}, jsonschema.Fault{Code: "maxProperties", Limit: "2"}},
	"required":               {`{}`, &schema{Required: []string{"a"}}, jsonschema.Fault{Code: "required", Lacks: "a"}},
	"dependentRequired": {
		`{"a":1}`, &schema{DependentRequired: []apidoc.Dependency{{Property: "a", Requires: []string{"b"}}}},
		jsonschema.Fault{Code: "dependentRequired", Lacks: "b"},
	},
	"propertyNames":         {`{"a":1}`, &schema{PropertyNames: &schema{MinLength: two}}, jsonschema.Fault{Pointer: "/a", Code: "propertyNames"}},
	"additionalProperties":  {`{"a":1}`, &schema{AdditionalProperties: no}, jsonschema.Fault{Pointer: "/a", Code: "additionalProperties"}},
	"unevaluatedProperties": {`{"a":1}`, &schema{UnevaluatedProperties: no}, jsonschema.Fault{Pointer: "/a", Code: "unevaluatedProperties"}},
	"unevaluatedItems":      {`[1]`, &schema{UnevaluatedItems: no}, jsonschema.Fault{Pointer: "/0", Code: "unevaluatedItems"}},
	"anyOf":                 {`1`, &schema{AnyOf: []*schema{typed("string"), typed("null")}}, jsonschema.Fault{Code: "anyOf"}},
	"oneOf":                 {`1`, &schema{OneOf: []*schema{typed("string"), typed("null")}}, jsonschema.Fault{Code: "oneOf"}},
	"several of oneOf":      {`1`, &schema{OneOf: []*schema{typed("integer"), typed("number")}}, jsonschema.Fault{Code: "oneOf"}},
}

func TestFaultsHaveTheKeywordThatIsBroken(t *testing.T) {
	for name, c := range codeCases {
		t.Run(name, func(t *testing.T) {
			got := jsonschema.New(nil).Check([]byte(c.data), c.schema, "").Faults
			if len(got) != 1 {
				t.Fatalf("faults %v", got)
			}
			got[0].Message = ""
			if !reflect.DeepEqual(got[0], c.want) {
				t.Errorf("%+v, not %+v", got[0], c.want)
			}
		})
	}
}
