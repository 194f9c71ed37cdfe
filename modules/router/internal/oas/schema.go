package oas

import (
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// Schema returns what stands for a schema in the description: the keywords that
// Go types give rise to.
func Schema(s *apidoc.Schema) any {
	if s == nil {
		return true
	}
	if s.Always != nil {
		return *s.Always
	}
	var o object
	o.add("$ref", s.Ref)
	if len(s.Types) == 1 {
		o.add("type", s.Types[0])
	} else {
		o.add("type", s.Types)
	}
	o.add("description", s.Description)
	o.add("format", s.Format)
	o.add("minimum", s.Minimum)
	o.add("contentEncoding", s.ContentEncoding)
	o.add("contentMediaType", s.ContentMediaType)
	addArray(&o, s)
	addObject(&o, s)
	var anyOf list
	for _, alternative := range s.AnyOf {
		anyOf = append(anyOf, Schema(alternative))
	}
	o.add("anyOf", anyOf)
	if o == nil {
		return true
	}
	return o
}

func addArray(o *object, s *apidoc.Schema) {
	if s.Items != nil {
		o.set("items", Schema(s.Items))
	}
	if s.MinItems != nil {
		o.set("minItems", *s.MinItems)
	}
	if s.MaxItems != nil {
		o.set("maxItems", *s.MaxItems)
	}
}

func addObject(o *object, s *apidoc.Schema) {
	var properties object
	for _, p := range s.Properties {
		properties.set(p.Name, Schema(p.Schema))
	}
	o.add("properties", properties)
	o.add("required", s.Required)
	if s.AdditionalProperties != nil {
		o.set("additionalProperties", Schema(s.AdditionalProperties))
	}
}
