package search

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// schema visits the texts of a schema and of what stands inline in it.
func (w *walker) schema(s *apidoc.Schema) {
	if s == nil || w.depth >= maxDepth {
		return
	}
	w.depth++
	defer func() { w.depth-- }()
	if s.Ref != "" && w.refer != nil {
		w.refer(s.Ref)
	}
	w.text(inDetail, s.Title)
	w.text(inDetail, s.Description)
	w.values(s)
	w.rules(s)
	w.objects(s)
	for _, list := range [][]*apidoc.Schema{s.AllOf, s.AnyOf, s.OneOf, s.PrefixItems} {
		for _, each := range list {
			w.schema(each)
		}
	}
	for _, each := range []*apidoc.Schema{
		s.Items, s.Contains, s.ContentSchema, s.UnevaluatedItems, s.AdditionalProperties, s.UnevaluatedProperties,
		s.PropertyNames, s.Not, s.If, s.Then, s.Else,
	} {
		w.schema(each)
	}
	w.docs(s.ExternalDocs)
	w.extensions(s.Extensions)
}

func (w *walker) values(s *apidoc.Schema) {
	for _, e := range s.Enum {
		w.value(inValue, "enum value", bare(e.Value))
		w.what(inValue, "enum value", e.Name)
		w.what(inDetail, "enum value", e.Description)
	}
	w.value(inValue, "default", bare(s.Default))
	w.value(inValue, "constant", bare(s.Const))
	for _, e := range s.Examples {
		w.value(inExample, "example", bare(e))
	}
}

// bare is a value without the quotes of a text.
func bare(value json.RawMessage) json.RawMessage {
	if n := len(value); n >= 2 && value[0] == '"' {
		return value[1 : n-1]
	}
	return value
}

// rules visits formats and constraints, each as one text: "maxLength 40".
func (w *walker) rules(s *apidoc.Schema) {
	for _, t := range s.Types {
		w.what(inRule, "type", t)
	}
	w.what(inRule, "format", s.Format)
	for _, r := range []struct{ name, value string }{
		{"multipleOf", s.MultipleOf.String()},
		{"minimum", s.Minimum.String()},
		{"maximum", s.Maximum.String()},
		{"exclusiveMinimum", s.ExclusiveMinimum.String()},
		{"exclusiveMaximum", s.ExclusiveMaximum.String()},
		{"minLength", whole(s.MinLength)},
		{"maxLength", whole(s.MaxLength)},
		{"minItems", whole(s.MinItems)},
		{"maxItems", whole(s.MaxItems)},
		{"minContains", whole(s.MinContains)},
		{"maxContains", whole(s.MaxContains)},
		{"minProperties", whole(s.MinProperties)},
		{"maxProperties", whole(s.MaxProperties)},
		{"pattern", s.Pattern},
		{"contentEncoding", s.ContentEncoding},
		{"contentMediaType", s.ContentMediaType},
		{"$id", s.ID},
		{"$anchor", s.Anchor},
		{"$dynamicAnchor", s.DynamicAnchor},
		{"$comment", s.Comment},
		{"deprecated", flag(s.Deprecated)},
		{"readOnly", flag(s.ReadOnly)},
		{"writeOnly", flag(s.WriteOnly)},
		{"uniqueItems", flag(s.UniqueItems)},
	} {
		if r.value != "" {
			w.what(inRule, "constraint", r.name+" "+r.value)
		}
	}
	for _, d := range s.DependentRequired {
		w.what(inRule, "constraint", "dependentRequired "+d.Property)
		for _, name := range d.Requires {
			w.what(inRule, "constraint", name)
		}
	}
}

func whole(n *int64) string {
	if n == nil {
		return ""
	}
	return strconv.FormatInt(*n, 10)
}

func flag(set bool) string {
	if set {
		return "true"
	}
	return ""
}

// objects visits what has a name in a schema.
func (w *walker) objects(s *apidoc.Schema) {
	for _, list := range [][]apidoc.Property{s.Properties, s.PatternProperties, s.DependentSchemas, s.Defs} {
		for _, p := range list {
			w.property(p.Name, p.Schema)
		}
	}
	for _, name := range s.Required {
		if !slices.ContainsFunc(s.Properties, func(p apidoc.Property) bool { return p.Name == name }) {
			w.property(name, nil)
		}
	}
	if d := s.Discriminator; d != nil {
		w.what(inRule, "discriminator", d.Property)
		w.what(inRule, "discriminator", d.DefaultMapping)
		for _, m := range d.Mapping {
			w.what(inValue, "discriminator", m.Value)
		}
	}
	if x := s.XML; x != nil {
		for _, text := range []string{x.Name, x.Namespace, x.Prefix, x.NodeType} {
			w.what(inRule, "XML", text)
		}
	}
}

// property visits a name, together with that of the object around it: readers
// write "owner.login".
func (w *walker) property(name string, s *apidoc.Schema) {
	text := name
	if n := len(w.path); n > 0 {
		text = w.path[n-1] + "." + name
	}
	w.path = append(w.path, name)
	w.text(inField, text)
	w.schema(s)
	w.path = w.path[:len(w.path)-1]
}
