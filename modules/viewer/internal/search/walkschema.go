package search

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/schemafacts"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
)

// maxDepth bounds how deep a schema is read.
const maxDepth = 64

// schemaWalker visits the texts of schemas. It follows no reference.
type schemaWalker struct {
	cursor
	refer func(ref string) // gets the references, nil for nobody
	depth int
}

// schema visits the texts of a schema and of what stands inline in it.
func (w *schemaWalker) schema(s *apidoc.Schema) {
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
	w.parts(s)
	w.docs(s.ExternalDocs)
	w.extensions(s.Extensions)
}

// parts visits the schemas that stand in one, each below the step that its row has on
// the page.
func (w *schemaWalker) parts(s *apidoc.Schema) {
	for step, child := range schemafacts.Children(s) {
		visit := func() { w.schema(child) }
		switch step.Keyword {
		case "properties", "patternProperties", "$defs":
			w.property(step.Name, step.Name, child)
		case "dependentSchemas":
			w.property(step.Name, "with-"+step.Name, child)
		case "allOf":
			visit()
		case "oneOf":
			w.below(optionStep(child, isChoice(s, s.OneOf)), visit)
		case "anyOf":
			w.below(optionStep(child, isChoice(s, s.AnyOf)), visit)
		case "prefixItems":
			w.below(strconv.Itoa(step.Index), visit)
		case "items":
			w.below(itemsStep(s), visit)
		case "contentSchema":
			w.below("content", visit)
		default:
			w.below(step.Keyword, visit)
		}
	}
}

// itemsStep is the step to the items of a list, empty where the row of the list
// stands for them.
func itemsStep(s *apidoc.Schema) string {
	i := s.Items
	switch {
	case i == nil:
		return ""
	case len(s.PrefixItems) > 0:
		return "items"
	case i.Ref != "":
		return ""
	}
	consists := len(i.Properties)+len(i.PatternProperties)+len(i.OneOf)+len(i.AnyOf)+len(i.AllOf) > 0 || i.Items != nil
	says := len(i.Enum)+len(i.Examples)+len(i.Default)+len(i.Const) > 0 || i.MinProperties != nil || i.MaxProperties != nil || i.XML != nil
	if i.Description != "" || says && (consists || len(i.Extensions) > 0 || i.ExternalDocs != nil) {
		return "items"
	}
	return ""
}

// isChoice reports whether alternatives are shown as such: what may be null besides is
// shown as the value itself.
func isChoice(s *apidoc.Schema, list []*apidoc.Schema) bool {
	return len(list) > 2 || s.Discriminator != nil || !slices.ContainsFunc(list, schemafacts.Null)
}

// optionStep is the step to an alternative: the name that it can be chosen by,
// empty where that is only its type.
func optionStep(s *apidoc.Schema, choice bool) string {
	switch {
	case s == nil || !choice:
		return ""
	case s.Ref != "":
		return shape.Name(s.Ref)
	}
	return s.Title
}

func (w *schemaWalker) values(s *apidoc.Schema) {
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
func (w *schemaWalker) rules(s *apidoc.Schema) {
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

// objects visits what a schema says about its properties.
func (w *schemaWalker) objects(s *apidoc.Schema) {
	for _, name := range s.Required {
		if !slices.ContainsFunc(s.Properties, func(p apidoc.Property) bool { return p.Name == name }) {
			w.property(name, name, nil)
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
// write "owner.login". Step is that to its row on the page.
func (w *schemaWalker) property(name, step string, s *apidoc.Schema) {
	text := name
	if n := len(w.path); n > 0 {
		text = w.path[n-1] + "." + name
	}
	w.path = append(w.path, name)
	only := w.only
	if s != nil && s.ReadOnly {
		w.only = core.InResponse
	} else if s != nil && s.WriteOnly {
		w.only = core.InRequest
	}
	if step != name { // the row is that of the schema alone
		w.text(inField, text)
	}
	w.below(step, func() {
		if step == name {
			w.text(inField, text)
		}
		w.schema(s)
	})
	w.only = only
	w.path = w.path[:len(w.path)-1]
}
