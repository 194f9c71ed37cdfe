package apichange_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core/apichange"
)

// components are beside every schema of the tables.
const components = `{"schemas": {
	"Cat": {"type": "object", "properties": {"lives": {"type": "integer"}}},
	"Dog": {"type": "object", "properties": {"legs": {"type": "integer"}}},
	"Node": {"type": "object", "properties": {"next": {"$ref": "#/components/schemas/Node"}, "value": %s}},
	"Loop": {"$ref": "#/components/schemas/Pool"}, "Pool": {"$ref": "#/components/schemas/Loop"},
	"A/B": {"type": "string"}
}, "lists": [true, [{"type": "null"}]]}`

// inRequest is a description whose only body is that of a request.
func inRequest(schema string) []byte {
	return fmt.Appendf(nil, `{"openapi": "3.1.0", "paths": {"/things": {"put": {
		"requestBody": {"content": {"application/json": {"schema": %s}}}, "responses": {"204": {"description": "Done"}}
	}}}, "components": %s}`, schema, fmt.Sprintf(components, schema))
}

// inResponse is a description whose only body is that of a response.
func inResponse(schema string) []byte {
	return fmt.Appendf(nil, `{"openapi": "3.1.0", "paths": {"/things": {"put": {
		"responses": {"200": {"description": "OK", "content": {"application/json": {"schema": %s}}}}
	}}}, "components": %s}`, schema, fmt.Sprintf(components, schema))
}

// kinds are the changes as "kind: message", sorted.
func kinds(t *testing.T, old, new []byte) []string {
	t.Helper()
	var texts []string
	for _, c := range compare(t, old, new) {
		texts = append(texts, fmt.Sprintf("%s: %s", c.Kind, c.Message))
	}
	slices.Sort(texts)
	return texts
}

func compare(t *testing.T, old, new []byte) []apichange.Change {
	t.Helper()
	changes, err := apichange.Compare(old, new)
	if err != nil {
		t.Fatal(err)
	}
	return changes
}

// same compares texts, in any order.
func same(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n%s\nwant\n%s", what, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

const (
	breaks = apichange.Breaking
	suits  = apichange.Compatible
)

var changesOfASchema = []struct {
	name, old, new    string
	request, response apichange.Kind
	message           string
}{
	{"another type breaks both", `{"type":"string"}`, `{"type":"integer"}`, breaks, breaks, "the type was string and is integer"},
	{"a type less", `{"type":["string","integer"]}`, `{"type":"string"}`, breaks, suits, "the type was integer or string and is string"},
	{"a type more", `{"type":"string"}`, `{"type":["string","integer"]}`, suits, breaks, "the type was string and is integer or string"},
	{"an integer becomes a number", `{"type":"integer"}`, `{"type":"number"}`, suits, breaks, "the type was integer and is number"},
	{"a number becomes an integer", `{"type":"number"}`, `{"type":"integer"}`, breaks, suits, "the type was number and is integer"},
	{"anything becomes a type", `true`, `{"type":"string"}`, breaks, suits, "the type was any and is string"},
	{"a type becomes anything", `{"type":"string"}`, `{}`, suits, breaks, "the type was string and is any"},
	{"nothing fits any more", `true`, `false`, breaks, suits, "nothing is allowed here any more"},
	{"something fits again", `false`, `{"minLength":1}`, suits, breaks, "it is allowed now"},
	{"a member is forbidden", `{"properties":{"a":{},"b":{}}}`, `{"properties":{"a":false,"b":{}}}`, breaks, breaks, `the member "a" is gone`},
	{"only null is an alternative", `{"anyOf":[{"type":"null"}]}`, `{}`, suits, breaks, "the type was null and is any"},

	{"null is allowed", `{"type":"string"}`, `{"type":["null","string"]}`, suits, breaks, "it may be null now"},
	{"null is forbidden", `{"type":["string","null"]}`, `{"type":"string"}`, breaks, suits, "it may not be null any more"},
	{"null is allowed as OpenAPI 3.0 says it", `{"type":"string"}`, `{"type":"string","nullable":true}`, suits, breaks, "it may be null now"},
	{"null is allowed beside a reference", `{"$ref":"#/components/schemas/Cat"}`, `{"anyOf":[{"$ref":"#/components/schemas/Cat"},{"type":"null"}]}`, suits, breaks, "it may be null now"},

	{"an enum loses a value", `{"enum":["a","b"]}`, `{"enum":["a"]}`, breaks, suits, `the value "b" is gone`},
	{"an enum gets a value", `{"enum":["a"]}`, `{"enum":["a","b"]}`, suits, breaks, `the value "b" is new`},
	{"an enum appears", `{"type":"string"}`, `{"type":"string","enum":["a"]}`, breaks, suits, `only these values are allowed now: "a"`},
	{"an enum disappears", `{"type":"string","enum":["a"]}`, `{"type":"string"}`, suits, breaks, "any value is allowed now"},
	{"a constant becomes an enum", `{"const":1}`, `{"enum":[1.0,2]}`, suits, breaks, "the value 2 is new"},

	{"an enum beside a constant has more values", `{"const":"a","enum":["a"]}`, `{"const":"a","enum":["a","b"],"maxLength":1}`, breaks, suits, "the maxLength is 1 now"},

	{"a minimum rises", `{"minimum":1}`, `{"minimum":2}`, breaks, suits, "the minimum was 1 and is 2"},
	{"a minimum falls", `{"minimum":2}`, `{"minimum":1}`, suits, breaks, "the minimum was 2 and is 1"},
	{"a minimum appears", `{}`, `{"minimum":0}`, breaks, suits, "the minimum is 0 now"},
	{"a minimum is excluded itself", `{"minimum":1}`, `{"exclusiveMinimum":1}`, breaks, suits, "the minimum was 1 and is 1 (excluded)"},
	{"a minimum is excluded as OpenAPI 3.0 says it", `{"minimum":1}`, `{"minimum":1,"exclusiveMinimum":true}`, breaks, suits, "the minimum was 1 and is 1 (excluded)"},
	{"a maximum falls", `{"maximum":2}`, `{"maximum":1}`, breaks, suits, "the maximum was 2 and is 1"},
	{"a maximum rises", `{"maximum":1}`, `{"maximum":1.5}`, suits, breaks, "the maximum was 1 and is 1.5"},
	{"a maximum is included", `{"exclusiveMaximum":2}`, `{"maximum":2}`, suits, breaks, "the maximum was 2 (excluded) and is 2"},
	{"numbers are compared exactly", `{"maximum":9223372036854775807}`, `{"maximum":9223372036854775806}`, breaks, suits, "the maximum was 9223372036854775807 and is 9223372036854775806"},
	{"minLength rises", `{"minLength":1}`, `{"minLength":2}`, breaks, suits, "the minLength was 1 and is 2"},
	{"minLength disappears", `{"minLength":1}`, `{"minLength":0}`, suits, breaks, "the minLength is not 1 any more"},
	{"maxLength falls", `{"maxLength":9}`, `{"maxLength":8}`, breaks, suits, "the maxLength was 9 and is 8"},
	{"maxLength disappears", `{"maxLength":9}`, `{}`, suits, breaks, "the maxLength is not 9 any more"},
	{"minItems rises", `{"minItems":1}`, `{"minItems":2}`, breaks, suits, "the minItems was 1 and is 2"},
	{"maxItems appears", `{}`, `{"maxItems":2}`, breaks, suits, "the maxItems is 2 now"},
	{"minProperties rises", `{}`, `{"minProperties":2}`, breaks, suits, "the minProperties is 2 now"},
	{"maxProperties falls", `{"maxProperties":3}`, `{"maxProperties":2}`, breaks, suits, "the maxProperties was 3 and is 2"},
	{"items must be unique", `{}`, `{"uniqueItems":true}`, breaks, suits, "the items must be unique now"},
	{"items may repeat", `{"uniqueItems":true}`, `{"uniqueItems":false}`, suits, breaks, "the items may repeat now"},
	{"minContains rises", `{"contains":{}}`, `{"contains":{},"minContains":2}`, breaks, suits, "the minContains is 2 now"},
	{"minContains falls", `{"contains":{}}`, `{"contains":{},"minContains":0}`, suits, breaks, "the minContains is 0 now"},
	{"maxContains falls", `{"contains":{},"maxContains":4}`, `{"contains":{},"maxContains":3}`, breaks, suits, "the maxContains was 4 and is 3"},
	{"a pattern appears", `{}`, `{"pattern":"a"}`, breaks, suits, `the pattern is "a" now`},
	{"a pattern changes", `{"pattern":"a"}`, `{"pattern":"b"}`, breaks, breaks, `the pattern was "a" and is "b"`},
	{"a pattern disappears", `{"pattern":"a"}`, `{}`, suits, breaks, `the pattern is not "a" any more`},
	{"multipleOf appears", `{}`, `{"multipleOf":2}`, breaks, suits, "the multipleOf is 2 now"},
	{"multipleOf becomes coarser", `{"multipleOf":0.1}`, `{"multipleOf":0.3}`, breaks, suits, "the multipleOf was 0.1 and is 0.3"},
	{"multipleOf becomes finer", `{"multipleOf":6}`, `{"multipleOf":3}`, suits, breaks, "the multipleOf was 6 and is 3"},
	{"multipleOf becomes another", `{"multipleOf":2}`, `{"multipleOf":3}`, breaks, breaks, "the multipleOf was 2 and is 3"},
	{"multipleOf disappears", `{"multipleOf":2}`, `{}`, suits, breaks, "the multipleOf is not 2 any more"},

	{"a format changes", `{"format":"date"}`, `{"format":"date-time"}`, breaks, breaks, "the format was date and is date-time"},
	{"a format appears", `{}`, `{"format":"uuid"}`, breaks, suits, "the format is uuid now"},
	{"a format disappears", `{"format":"uuid"}`, `{}`, suits, breaks, "the format is not uuid any more"},
	{"a number format becomes longer", `{"format":"int32"}`, `{"format":"int64"}`, suits, breaks, "the format was int32 and is int64"},
	{"a number format becomes shorter", `{"format":"double"}`, `{"format":"float"}`, breaks, suits, "the format was double and is float"},

	{"a default changes", `{"default":1}`, `{"default":2}`, suits, suits, "the default was 1 and is 2"},
	{"a schema is deprecated", `{"type":"string"}`, `{"type":"string","deprecated":true}`, suits, suits, "it is deprecated now"},
	{"a schema is not deprecated any more", `{"deprecated":true}`, `{}`, suits, suits, "it is not deprecated any more"},
	{"a discriminator is another member", `{"discriminator":{"propertyName":"a"}}`, `{"discriminator":{"propertyName":"b"}}`, breaks, breaks, `the discriminator was "a" and is "b"`},
	{"a discriminator appears", `{}`, `{"discriminator":{"propertyName":"b"}}`, breaks, suits, `the discriminator is "b" now`},
	{"a discriminator disappears", `{"discriminator":{"propertyName":"b"}}`, `{}`, suits, breaks, `the discriminator is not "b" any more`},
	{"a value of a discriminator is new", `{"discriminator":{"propertyName":"a"}}`, `{"discriminator":{"propertyName":"a","mapping":{"x":"Cat"}}}`, suits, breaks, `the schema of the discriminator's value "x" is Cat now`},
	{"a value of a discriminator is gone", `{"discriminator":{"propertyName":"a","mapping":{"x":"Cat"}}}`, `{"discriminator":{"propertyName":"a"}}`, breaks, suits, `the schema of the discriminator's value "x" is not Cat any more`},
	{"a value of a discriminator means something else", `{"discriminator":{"propertyName":"a","mapping":{"x":"Cat"}}}`, `{"discriminator":{"propertyName":"a","mapping":{"x":"Dog"}}}`, breaks, breaks, `the schema of the discriminator's value "x" was Cat and is Dog`},

	{"other values of a discriminator lead to a schema", `{"discriminator":{"propertyName":"a"}}`, `{"discriminator":{"propertyName":"a","defaultMapping":"Cat"}}`, suits, breaks, `the schema of the discriminator's other values is Cat now`},
	{"other values of a discriminator lead nowhere", `{"discriminator":{"propertyName":"a","defaultMapping":"Cat"}}`, `{"discriminator":{"propertyName":"a"}}`, breaks, suits, `the schema of the discriminator's other values is not Cat any more`},
	{"other values of a discriminator lead elsewhere", `{"discriminator":{"propertyName":"a","defaultMapping":"Cat"}}`, `{"discriminator":{"propertyName":"a","defaultMapping":"#/components/schemas/Dog"}}`, breaks, breaks, `the schema of the discriminator's other values was Cat and is Dog`},
	{"items that are not named are forbidden", `{"prefixItems":[{}]}`, `{"prefixItems":[{}],"unevaluatedItems":false}`, breaks, suits, "unevaluatedItems is new"},
	{"other members accept less", `{"unevaluatedProperties":{"maxLength":3}}`, `{"unevaluatedProperties":{"maxLength":2}}`, breaks, suits, "the maxLength was 3 and is 2"},
	{"a value of items is gone that stood beside the type of their list", `{"type":"array","enum":["a","b"],"items":{"type":"string"}}`, `{"type":"array","items":{"type":"string","enum":["a"]}}`, breaks, suits, `the value "b" is gone`},

	{"a keyword that is not understood appears", `{}`, `{"not":{"type":"null"}}`, breaks, suits, "not is new"},
	{"a keyword that is not understood disappears", `{"propertyNames":{"maxLength":3}}`, `{}`, suits, breaks, "propertyNames is gone"},
	{"a keyword that is not understood changes", `{"dependentRequired":{"a":["b"]}}`, `{"dependentRequired":{"a":["c"]}}`, breaks, breaks, `the dependentRequired "a" was b and is c`},
	{"a member needs another one beside it", `{"dependentRequired":{"a":["b"]}}`, `{"dependentRequired":{"a":["c","b"]}}`, breaks, suits, `the dependentRequired "a" was b and is c, b`},
	{"a member needs no other one beside it", `{"dependentRequired":{"a":["b"]}}`, `{}`, suits, breaks, `the dependentRequired "a" is not b any more`},

	{"an item at a place is free", `{"prefixItems":[{"type":"null"}]}`, `{"prefixItems":[]}`, suits, breaks, "the schema of item 0 is gone"},
	{"an item at a place is as the others", `{"items":{"maxLength":3},"prefixItems":[{"maxLength":2}]}`, `{"items":{"maxLength":3}}`, suits, breaks, "the maxLength was 2 and is 3"},
	{"an item at a place is not as the others", `{"items":{"maxLength":3}}`, `{"items":{"maxLength":3},"prefixItems":[{"maxLength":4}]}`, suits, breaks, "the maxLength was 3 and is 4"},
	{"a tuple is longer", `{"items":false,"prefixItems":[{}]}`, `{"items":false,"prefixItems":[{},{"type":"string"}]}`, suits, breaks, "it is allowed now"},
	{"a tuple is shorter", `{"items":false,"prefixItems":[{},{}]}`, `{"items":false,"prefixItems":[{}]}`, breaks, suits, "nothing is allowed here any more"},
	{"members of a pattern are as the others", `{"additionalProperties":{"maxLength":3},"patternProperties":{"^x":{"maxLength":4}}}`, `{"additionalProperties":{"maxLength":3}}`, breaks, suits, "the maxLength was 4 and is 3"},
	{"members of a pattern are allowed in a closed object", `{"additionalProperties":false}`, `{"additionalProperties":false,"patternProperties":{"^x":{"maxLength":4}}}`, suits, suits, `patternProperties "^x" is allowed now`},
	{"members of a pattern are not allowed in a closed object", `{"additionalProperties":false,"patternProperties":{"^x":{}}}`, `{"additionalProperties":false}`, breaks, suits, "nothing is allowed here any more"},
	{"an item at a place accepts less", `{"prefixItems":[{"maxLength":3}]}`, `{"prefixItems":[{"maxLength":2}]}`, breaks, suits, "the maxLength was 3 and is 2"},
	{"members of a pattern accept less", `{"patternProperties":{"^x":{"maxLength":3}}}`, `{"patternProperties":{"^x":{"maxLength":2}}}`, breaks, suits, "the maxLength was 3 and is 2"},
	{"members of a pattern are free", `{"patternProperties":{"^x":{"maxLength":3}}}`, `{"patternProperties":{}}`, suits, breaks, `patternProperties "^x" is gone`},
	{"names may be longer", `{"propertyNames":{"maxLength":3}}`, `{"propertyNames":{"maxLength":4}}`, suits, breaks, "the maxLength was 3 and is 4"},
	{"what must not fit accepts less", `{"not":{"maxLength":3}}`, `{"not":{"maxLength":2}}`, suits, breaks, "the maxLength was 3 and is 2"},
	{"what a condition asks for accepts less", `{"if":{"type":"string"},"then":{"maxLength":3}}`, `{"if":{"type":"string"},"then":{"maxLength":2}}`, breaks, suits, "the maxLength was 3 and is 2"},
	{"a condition is another one", `{"if":{"type":"string"},"then":{"maxLength":3}}`, `{"if":{"type":"array"},"then":{"maxLength":3}}`, breaks, breaks, "if changed"},
	{"what a text holds accepts less", `{"contentMediaType":"application/json","contentSchema":{"maximum":3}}`, `{"contentMediaType":"application/json","contentSchema":{"maximum":2}}`, breaks, suits, "the maximum was 3 and is 2"},
	{"a closed object opens", `{"unevaluatedProperties":false}`, `{}`, suits, suits, "other members are allowed now"},
	{"an open object closes", `{}`, `{"unevaluatedProperties":false}`, breaks, suits, "other members are not allowed any more"},
	{"a reference leads out of a list", `{"$ref":"#/components/lists/2"}`, `{"$ref":"#/components/lists/x"}`, breaks, breaks, "$ref changed"},
	{"a reference leads nowhere", `{"$ref":"other.json#/A"}`, `{"$ref":"other.json#/B"}`, breaks, breaks, "$ref changed"},

	{"a member is gone", `{"properties":{"a":{},"b":{}}}`, `{"properties":{"b":{}}}`, breaks, breaks, `the member "a" is gone`},
	{"a member of an item changes", `{"items":{"properties":{"a":{"type":"string"}}}}`, `{"items":{"properties":{"a":{"type":"null"}}}}`, breaks, breaks, "the type was string and is null"},
	{"items get a type", `{"type":"array"}`, `{"type":"array","items":{"type":"string"}}`, breaks, suits, "the type was any and is string"},

	{"an object is closed", `{"type":"object"}`, `{"type":"object","additionalProperties":false}`, breaks, suits, "other members are not allowed any more"},
	{"an object is opened", `{"additionalProperties":false}`, `{"additionalProperties":true}`, suits, suits, "other members are allowed now"},
	{"other members get a type", `{}`, `{"additionalProperties":{"type":"string"}}`, breaks, suits, "the type was any and is string"},
	{"other members lose their type", `{"additionalProperties":{"type":"string"}}`, `{"additionalProperties":true}`, suits, breaks, "the type was string and is any"},

	{"an alternative is new", `{"oneOf":[{"$ref":"#/components/schemas/Cat"},{"type":"string"}]}`, `{"oneOf":[{"type":"string"},{"$ref":"#/components/schemas/Cat"},{"$ref":"#/components/schemas/Dog"}]}`, suits, breaks, "the alternative Dog is new"},
	{"an alternative is gone", `{"anyOf":[{"type":"integer"},{"type":"string"},{"type":"boolean"}]}`, `{"anyOf":[{"type":"string","title":"Text"},{"type":"integer"}]}`, breaks, suits, "the alternative boolean is gone"},
	{"an alternative changes", `{"anyOf":[{"type":"integer"},{"type":"string"}]}`, `{"anyOf":[{"type":"integer"},{"type":"string","maxLength":3}]}`, breaks, suits, "the maxLength is 3 now"},
	{"a schema becomes one of several", `{"$ref":"#/components/schemas/Cat"}`, `{"oneOf":[{"$ref":"#/components/schemas/Cat"},{"$ref":"#/components/schemas/Dog"}]}`, suits, breaks, "the alternative Dog is new"},
	{"one of several types is gone", `{"type":["string","integer"]}`, `{"oneOf":[{"type":"string"}, {"type":"boolean"}]}`, breaks, breaks, "the type was integer and is boolean"},
	{"an alternative is new beside the only one", `{"oneOf":[{"$ref":"#/components/schemas/Cat"}]}`, `{"oneOf":[{"$ref":"#/components/schemas/Cat"},{"$ref":"#/components/schemas/Dog"}]}`, suits, breaks, "the alternative Dog is new"},
	{"an alternative is new beside one and null", `{"anyOf":[{"$ref":"#/components/schemas/Cat"},{"type":"null"}]}`, `{"anyOf":[{"$ref":"#/components/schemas/Cat"},{"$ref":"#/components/schemas/Dog"},{"type":"null"}]}`, suits, breaks, "the alternative Dog is new"},
	{"one alternative is left, beside members of all", `{"required":["a"],"oneOf":[{"type":"object"},{"type":"array"}]}`, `{"required":["a"],"oneOf":[{"type":"object"}]}`, breaks, suits, "the alternative array is gone"},
	{"an alternative is new beside the values of the only one", `{"oneOf":[{"enum":["a"]}]}`, `{"oneOf":[{"enum":["a"]},{"type":"integer"}]}`, suits, breaks, "the alternative integer is new"},
	{"null is an alternative no more", `{"anyOf":[{"type":"string"},{"type":"object"},{"type":"null"}]}`, `{"anyOf":[{"type":"string"},{"type":"object"}]}`, breaks, suits, "it may not be null any more"},
	{"null becomes an alternative", `{"oneOf":[{"type":"string"},{"type":"object"}]}`, `{"oneOf":[{"type":"string"},{"type":"object"},{"type":"null"}]}`, suits, breaks, "it may be null now"},

	{"alternatives take the place of anything", `{}`, `{"anyOf":[{"type":"string"},{"type":"object"},{"type":"null"}]}`, breaks, suits, "the alternative any is gone"},
	{"anything takes the place of alternatives", `{"anyOf":[{"type":"string"},{"type":"object"},{"type":"null"}]}`, `{"title":"Any"}`, suits, breaks, "the alternative any is new"},
	{"what is referred to becomes one of several", `{"$ref":"#/components/schemas/Cat"}`, `{"oneOf":[{"type":"object","properties":{"lives":{"type":"integer"}}},{"$ref":"#/components/schemas/Dog"}]}`, suits, breaks, "the alternative Dog is new"},
	{"a schema becomes one of several that are referred to", `{"type":"object","properties":{"lives":{"type":"integer"}}}`, `{"oneOf":[{"$ref":"#/components/schemas/Dog"},{"$ref":"#/components/schemas/Cat"}]}`, suits, breaks, "the alternative Dog is new"},

	{"what may be null becomes one of several", `{"type":["string","null"],"maxLength":3}`, `{"anyOf":[{"type":["string","null"],"maxLength":3},{"type":"object"}]}`, suits, breaks, "the alternative object is new"},
	{"one of several is left that may be null", `{"anyOf":[{"type":["string","null"],"maxLength":3},{"type":"object"}]}`, `{"type":["string","null"],"maxLength":3}`, breaks, suits, "the alternative object is gone"},
	{"a type more with limits of its own", `{"type":"string"}`, `{"type":["string","integer"],"minimum":1,"multipleOf":2}`, suits, breaks, "the type was string and is integer or string"},
	{"a type less with limits of its own", `{"type":["string","number"],"maximum":1}`, `{"type":"string"}`, breaks, suits, "the type was number or string and is string"},
	{"a list more", `{"type":"string"}`, `{"type":["string","array"],"items":{"type":"string"},"prefixItems":[{"maxLength":1}],"contains":{},"uniqueItems":true}`, suits, breaks, "the type was string and is array or string"},
	{"an object more", `{"type":"string"}`, `{"type":["string","object"],"required":["a"],"additionalProperties":false,"propertyNames":{"maxLength":1},"dependentRequired":{"a":["b"]}}`, suits, breaks, "the type was string and is object or string"},
	{"an object less", `{"type":["string","object"],"properties":{"a":{}}}`, `{"type":"string"}`, breaks, suits, "the type was object or string and is string"},
	{"another type of values none of which fits", `{"type":"string","enum":["1","2"]}`, `{"type":"integer","enum":["1","2"]}`, breaks, breaks, "the type was string and is integer"},

	{"a part of allOf changes", `{"allOf":[{"$ref":"#/components/schemas/Cat"},{"properties":{"a":{"type":"string"}}}]}`, `{"allOf":[{"$ref":"#/components/schemas/Cat"},{"properties":{"a":{"type":"integer"}}}]}`, breaks, breaks, "the type was string and is integer"},
	{"a part takes a type away", `{"allOf":[{"type":["number","string","null"]}]}`, `{"allOf":[{"type":["number","string","null"]},{"type":["integer","string"]}]}`, breaks, suits, "the type was null or number or string and is integer or string"},
	{"a part takes a value away", `{"enum":[1,2]}`, `{"enum":[1,2],"allOf":[{"enum":[2,3]}]}`, breaks, suits, "the value 1 is gone"},
	{"a part takes a bound away", `{"minimum":1}`, `{"allOf":[{"minimum":1},{"minimum":5}]}`, breaks, suits, "the minimum was 1 and is 5"},
	{"a part asks for another pattern", `{"pattern":"a"}`, `{"allOf":[{"pattern":"a"},{"pattern":"b"}]}`, breaks, suits, `the pattern was "a" and is "a" and "b"`},
	{"a part asks for a pattern no more", `{"allOf":[{"pattern":"a"},{"pattern":"b"}]}`, `{"pattern":"b"}`, suits, breaks, `the pattern was "a" and "b" and is "b"`},
	{"a boolean has one value", `{"type":"boolean"}`, `{"type":"boolean","enum":[true]}`, breaks, suits, "the value false is gone"},
	{"a value with a title of its own is new", `{"type":"string","enum":["a"]}`, `{"oneOf":[{"const":"a","title":"A"},{"const":"b","title":"B"}]}`, suits, breaks, `the value "b" is new`},
	{"a part closes an object", `{"additionalProperties":{"type":"string"}}`, `{"allOf":[{"additionalProperties":{"type":"string"}},{"additionalProperties":false}]}`, breaks, suits, "other members are not allowed any more"},
	{"a number out of all proportion becomes one that counts", `{"multipleOf":1e999}`, `{"multipleOf":3}`, breaks, suits, "the multipleOf is 3 now"},
	{"two parts describe one member", `{"allOf":[{"properties":{"a":{"type":["string","null"]}}},{"properties":{"a":{"maxLength":3}}}]}`, `{"allOf":[{"properties":{"a":{"type":"string"}}},{"properties":{"a":{"maxLength":3}}}]}`, breaks, suits, "it may not be null any more"},
}

func TestChangesOfASchema(t *testing.T) {
	for _, c := range changesOfASchema {
		t.Run(c.name, func(t *testing.T) {
			same(t, "in a request", kinds(t, inRequest(c.old), inRequest(c.new)), string(c.request)+": "+c.message)
			same(t, "in a response", kinds(t, inResponse(c.old), inResponse(c.new)), string(c.response)+": "+c.message)
		})
	}
}

func TestChangesOfAMember(t *testing.T) {
	for _, c := range []struct {
		name, old, new, request, response string
	}{
		{
			"an optional member is new", `{"type":"object"}`, `{"type":"object","properties":{"a":{}}}`,
			`compatible: the optional member "a" is new`, `compatible: the member "a" is new`,
		},
		{
			"a required member is new", `{"properties":{"b":{}}}`, `{"properties":{"a":{},"b":{}},"required":["a"]}`,
			`breaking: the required member "a" is new`, `compatible: the member "a" is new`,
		},
		{
			"a member becomes required", `{"properties":{"a":{}}}`, `{"properties":{"a":{}},"required":["a"]}`,
			`breaking: the member "a" is required now`, `compatible: the member "a" is always there now`,
		},
		{
			"a member becomes optional", `{"properties":{"a":{}},"required":["a"]}`, `{"properties":{"a":{}}}`,
			`compatible: the member "a" is optional now`, `breaking: the member "a" may be missing now`,
		},
		{
			"a member is forbidden no more", `{"properties":{"a":false,"b":{}}}`, `{"properties":{"a":{},"b":{}}}`,
			`compatible: the optional member "a" is new`, `compatible: the member "a" is new`,
		},
		{
			"a member that is not described becomes optional", `{"type":"object","required":["a"]}`, `{"type":"object"}`,
			`compatible: the member "a" is optional now`, `breaking: the member "a" may be missing now`,
		},
		{
			"a member is gone that may still come", `{"properties":{"a":{},"b":{}},"additionalProperties":true}`, `{"properties":{"b":{}},"additionalProperties":true}`,
			`breaking: the member "a" is gone`, `breaking: the member "a" is gone`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			same(t, "in a request", kinds(t, inRequest(c.old), inRequest(c.new)), c.request)
			same(t, "in a response", kinds(t, inResponse(c.old), inResponse(c.new)), c.response)
		})
	}
}

func TestWhatIsSaidOtherwiseIsNoChange(t *testing.T) {
	for _, c := range []struct{ name, one, other string }{
		{"values with more words", `{"oneOf":[{"type":"string","enum":["a"]},{"type":"string","enum":["b"]}]}`, `{"oneOf":[{"type":"string","enum":["a"],"externalDocs":{"url":"/a"}},{"type":"string","enum":["b"],"x-b":1,"minLength":1}]}`},
		{"values in a part", `{"oneOf":[{"enum":["a"]},{"enum":["b"]}]}`, `{"oneOf":[{"allOf":[{"enum":["a"]}]},{"enum":["b"]}]}`},
		{"alternatives with more words", `{"oneOf":[{"type":"integer"},{"minimum":1},{"type":"array"}]}`, `{"oneOf":[{"type":"array"},{"minimum":1},{"type":"integer","externalDocs":{"url":"/a"},"x-b":1,"$comment":"c"}]}`},
		{"null in one of two parts", `{"type":"string"}`, `{"allOf":[{"type":"string","nullable":true},{"type":"string"}]}`},
		{"null beside all parts", `{"anyOf":[{"$ref":"#/components/schemas/Cat"},{"type":"null"}]}`, `{"type":"object","nullable":true,"allOf":[{"$ref":"#/components/schemas/Cat"}]}`},
		{"null beside a reference in a part", `{"type":["object","null"],"properties":{"lives":{"type":"integer"}}}`, `{"allOf":[{"nullable":true,"allOf":[{"$ref":"#/components/schemas/Cat"}]}]}`},
		{"one part is deprecated", `{"allOf":[{"deprecated":true},{"type":"string"}]}`, `{"deprecated":false,"allOf":[{"deprecated":true},{"type":"string"}]}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, pair := range [][2]string{{c.one, c.other}, {c.other, c.one}} {
				same(t, "in a request", kinds(t, inRequest(pair[0]), inRequest(pair[1])))
				same(t, "in a response", kinds(t, inResponse(pair[0]), inResponse(pair[1])))
			}
		})
	}
}

func TestWhatIsSaidOfOtherTypesIsNoChange(t *testing.T) {
	for _, c := range [][2]string{
		{`{"type":"integer"}`, `{"type":"integer","maxLength":9,"pattern":"a"}`},
		{`{"type":"string","minimum":1}`, `{"type":"string","uniqueItems":true,"minItems":1}`},
		{`{"type":["array","null"]}`, `{"type":["array","null"],"multipleOf":2,"maxProperties":1}`},
	} {
		same(t, "in a request", kinds(t, inRequest(c[0]), inRequest(c[1])))
		same(t, "in a response", kinds(t, inResponse(c[0]), inResponse(c[1])))
	}
}

func TestMembersThatOnlyTheServerWritesAreNoPartOfARequest(t *testing.T) {
	old, new := `{"properties":{"a":{},"b":{}}}`, `{"properties":{"a":{},"b":{},"id":{"readOnly":true}},"required":["id"]}`

	same(t, "in a request", kinds(t, inRequest(old), inRequest(new)))
	same(t, "in a response", kinds(t, inResponse(old), inResponse(new)), `compatible: the member "id" is new`)
}

func TestAMemberIsForReadingWhereAPartSaysSo(t *testing.T) {
	old, new := `{"properties":{"a":{}}}`, `{"properties":{"a":{},"id":{"allOf":[{"$ref":"#/components/schemas/Cat"},{"readOnly":true}]}},"required":["id"]}`

	same(t, "in a request", kinds(t, inRequest(old), inRequest(new)))
	same(t, "in a response", kinds(t, inResponse(old), inResponse(new)), `compatible: the member "id" is new`)
}

func TestMembersThatOnlyClientsWriteAreNoPartOfAResponse(t *testing.T) {
	old, new := `{"properties":{"a":{},"password":{"writeOnly":true}}}`, `{"properties":{"a":{}}}`

	same(t, "in a request", kinds(t, inRequest(old), inRequest(new)), `breaking: the member "password" is gone`)
	same(t, "in a response", kinds(t, inResponse(old), inResponse(new)))
}

func TestARecursiveSchemaIsComparedOnce(t *testing.T) {
	old := inRequest(`{"$ref":"#/components/schemas/Node"}`)
	new := []byte(strings.Replace(string(old), `"value": {"$ref":"#/components/schemas/Node"}`, `"value": {"type": "string"}`, 1))

	same(t, "changes", kinds(t, old, new), "breaking: the type was object and is string")
}

func TestWhatIsInsideIsComparedWhereverItIsDescribed(t *testing.T) {
	for keyword, schema := range map[string]string{
		"contains": `{"contains":%s}`, "contentSchema": `{"contentSchema":%s}`, "dependentSchemas": `{"dependentSchemas":{"a":%s}}`, "else": `{"if":{},"else":%s}`,
		"patternProperties": `{"patternProperties":{"a":%s}}`, "prefixItems": `{"prefixItems":[%s]}`, "propertyNames": `{"propertyNames":%s}`,
		"then": `{"if":{},"then":%s}`, "unevaluatedItems": `{"unevaluatedItems":%s}`, "unevaluatedProperties": `{"unevaluatedProperties":%s}`,
	} {
		t.Run(keyword, func(t *testing.T) {
			old := string(inRequest(fmt.Sprintf(schema, `{"$ref":"#/components/schemas/Cat"}`)))
			new := strings.Replace(old, `"lives": {"type": "integer"}`, `"lives": {"type": "string"}`, 1)

			same(t, "changes", kinds(t, []byte(old), []byte(new)), "breaking: the type was integer and is string")
		})
	}
}

func TestARewordingIsNoChange(t *testing.T) {
	for _, c := range []struct {
		name, old, new string
	}{
		{"true for an empty one", `true`, `{}`},
		{"another order", `{"type":["string","null"],"enum":["a",1]}`, `{"enum":[1.0,"a"],"type":["null","string"]}`},
		{"annotations", `{"type":"string","title":"A","description":"B","example":2}`, `{"type":"string"}`},
		{"null of OpenAPI 3.0 and 3.1", `{"type":"string","nullable":true}`, `{"type":["string","null"]}`},
		{"a reference for what it refers to", `{"$ref":"#/components/schemas/Cat"}`, `{"type":"object","properties":{"lives":{"type":"integer"}}}`},
		{"bounds of several parts", `{"allOf":[{"minimum":1},{"minimum":5,"exclusiveMinimum":false}],"maxLength":9,"minLength":0}`, `{"minimum":5,"allOf":[{"maxLength":9}]}`},
		{"bounds of integers", `{"type":"integer","exclusiveMinimum":0,"maximum":9.5}`, `{"type":"integer","minimum":1,"exclusiveMaximum":10}`},
		{"items of several parts", `{"allOf":[{"items":{"type":"string"}},{"items":{"maxLength":3},"uniqueItems":false},{"uniqueItems":true}]}`, `{"items":{"type":"string","maxLength":3},"uniqueItems":true}`},
		{"other members of several parts", `{"allOf":[{"additionalProperties":{"type":"string"}},{"additionalProperties":{"maxLength":3}}]}`, `{"additionalProperties":{"type":"string","maxLength":3}}`},
		{"how a text is shown", `{"type":"string"}`, `{"type":"string","format":"password"}`},
		{"a mapping that says what counts without it", `{"discriminator":{"propertyName":"k","mapping":{"a":"Cat"}}}`, `{"discriminator":{"propertyName":"k","mapping":{"a":"#/components/schemas/Cat","Cat":"Cat","Dog":"#/components/schemas/Dog"}}}`},
		{"an object that is closed in another way", `{"type":"object","additionalProperties":false}`, `{"type":"object","unevaluatedProperties":false}`},
		{"an object that says its type", `{"properties":{"a":{}}}`, `{"type":"object","properties":{"a":{}}}`},
		{"null beside values", `{"anyOf":[{"enum":["a","b"]},{"type":"null"}]}`, `{"type":["string","null"],"enum":["a","b",null]}`},
		{"values and null of OpenAPI 3.0 and 3.1", `{"type":"string","nullable":true,"enum":["a"]}`, `{"type":["string","null"],"enum":["a"]}`},
		{"values of a boolean or null", `{"type":["boolean","null"]}`, `{"enum":[false,true,null]}`},
		{"both values of a boolean", `{"type":"boolean"}`, `{"type":"boolean","enum":[false,true]}`},
		{"all values of a boolean that may be null", `{"type":["boolean","null"]}`, `{"enum":[null,false,true]}`},
		{"the value of null", `{"type":"null"}`, `{"const":null}`},
		{"values with titles of their own", `{"type":"string","enum":["a","b"]}`, `{"oneOf":[{"const":"b","title":"B"},{"const":"a","description":"A"}]}`},
		{"values of a type that is not named", `{"type":"integer","enum":[1,2]}`, `{"enum":[1,2.0]}`},
		{"base64 of OpenAPI 3.0 and 3.1", `{"type":"string","format":"byte"}`, `{"type":"string","contentEncoding":"base64"}`},
		{"annotations of what is inside", `{"not":{"type":"string"},"contains":{"type":"string"}}`, `{"not":{"type":"string","title":"A"},"contains":{"type":"string","description":"A"}}`},
		{"allOf of one", `{"$ref":"#/components/schemas/Cat"}`, `{"allOf":[{"$ref":"#/components/schemas/Cat"}]}`},
		{"an escaped reference", `{"$ref":"#/components/schemas/A~1B"}`, `{"$ref":"#/components/schemas/A%7E1B"}`},
		{"a reference into a list", `{"type":"null"}`, `{"oneOf":[{"type":"null"}],"$ref":"#/components/lists/1/0"}`},
		{"a multiple that is spelled otherwise", `{"multipleOf":1e1}`, `{"multipleOf":10.0}`},
		{"numbers of nothing", `{"enum":[1e-999]}`, `{"enum":[0]}`},
		{"a bound that was there", `{"exclusiveMinimum":1,"minimum":0}`, `{"exclusiveMinimum":1.0}`},
		{"an alternative for each type", `{"type":["string","integer","null"]}`, `{"oneOf":[{"type":"integer"},{"type":"string"},{"type":"null"}]}`},
		{"types for alternatives", `{"anyOf":[{"type":"string","maxLength":3},{"type":"boolean","maxLength":3}]}`, `{"type":["boolean","string"],"maxLength":3}`},
		{"a reference in a circle", `{"$ref":"#/components/schemas/Loop"}`, `{"$ref":"#/components/schemas/Pool"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			same(t, "in a request", kinds(t, inRequest(c.old), inRequest(c.new)))
			same(t, "in a response", kinds(t, inResponse(c.old), inResponse(c.new)))
		})
	}
}
