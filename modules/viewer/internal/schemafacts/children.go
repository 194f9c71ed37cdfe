package schemafacts

import (
	"iter"
	"strconv"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/jsonpointer"
)

// Step leads from a schema to one that it holds.
type Step struct {
	Keyword string
	Name    string // of a property or a definition, "" for none
	Index   int    // in a list of schemas
	Many    bool   // the keyword holds a list of schemas
}

// Pointer is the step as a JSON pointer (RFC 6901): "/allOf/0".
func (s Step) Pointer() string {
	switch {
	case s.Many:
		return "/" + s.Keyword + "/" + strconv.Itoa(s.Index)
	case named[s.Keyword]:
		return "/" + s.Keyword + "/" + jsonpointer.Escape(s.Name)
	}
	return "/" + s.Keyword
}

// named are the keywords whose schemas have names.
var named = map[string]bool{"properties": true, "patternProperties": true, "dependentSchemas": true, "$defs": true}

// Children yields the schemas that stand in one, in the order in which they are read.
// One with a name can be nil; others that are nil are left out. What a schema refers to
// is no child.
func Children(s *apidoc.Schema) iter.Seq2[Step, *apidoc.Schema] {
	return func(yield func(Step, *apidoc.Schema) bool) {
		_ = properties("properties", s.Properties, yield) &&
			properties("patternProperties", s.PatternProperties, yield) &&
			properties("dependentSchemas", s.DependentSchemas, yield) &&
			properties("$defs", s.Defs, yield) &&
			one("additionalProperties", s.AdditionalProperties, yield) &&
			one("unevaluatedProperties", s.UnevaluatedProperties, yield) &&
			one("propertyNames", s.PropertyNames, yield) &&
			several("allOf", s.AllOf, yield) &&
			several("oneOf", s.OneOf, yield) &&
			several("anyOf", s.AnyOf, yield) &&
			one("not", s.Not, yield) &&
			one("if", s.If, yield) &&
			one("then", s.Then, yield) &&
			one("else", s.Else, yield) &&
			several("prefixItems", s.PrefixItems, yield) &&
			one("items", s.Items, yield) &&
			one("contains", s.Contains, yield) &&
			one("unevaluatedItems", s.UnevaluatedItems, yield) &&
			one("contentSchema", s.ContentSchema, yield)
	}
}

type visit = func(Step, *apidoc.Schema) bool

func one(keyword string, s *apidoc.Schema, yield visit) bool {
	return s == nil || yield(Step{Keyword: keyword}, s)
}

func several(keyword string, list []*apidoc.Schema, yield visit) bool {
	for i, s := range list {
		if s != nil && !yield(Step{Keyword: keyword, Index: i, Many: true}, s) {
			return false
		}
	}
	return true
}

func properties(keyword string, list []apidoc.Property, yield visit) bool {
	for _, p := range list {
		if !yield(Step{Keyword: keyword, Name: p.Name}, p.Schema) {
			return false
		}
	}
	return true
}
