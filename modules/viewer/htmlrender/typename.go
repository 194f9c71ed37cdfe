package htmlrender

import (
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
)

// word is a piece of the name of a type, with the page it leads to.
type word struct {
	text  string
	model *apidoc.ModelSummary
}

// typeName says what a schema is in a few words: "string · date-time",
// "array of Pet", "Cat or Dog".
func (v *view) typeName(s *apidoc.Schema) []word { return v.typeWords(s, 0) }

func (v *view) typeWords(s *apidoc.Schema, depth int) []word {
	switch {
	case s == nil:
		return []word{{text: "any"}}
	case s.Ref != "":
		return v.orNull(s, append(v.kindWords(s, depth), v.refWords(s.Ref)...))
	case s.Always != nil && !*s.Always:
		return []word{{text: "nothing"}}
	case depth > 3:
		return []word{{text: "…"}}
	}
	if len(s.Types) == 0 {
		return v.orNull(s, v.untyped(s, depth))
	}
	var words []word
	for i, name := range s.Types {
		if i > 0 {
			words = append(words, word{text: " or "})
		}
		words = append(words, v.typed(s, name, depth)...)
	}
	return words
}

func (v *view) orNull(s *apidoc.Schema, words []word) []word {
	if mayBeNull(s) {
		return append(words, word{text: " or null"})
	}
	return words
}

func (v *view) typed(s *apidoc.Schema, name string, depth int) []word {
	switch {
	case name == "array" && s.Items != nil && len(s.PrefixItems) == 0 && !never(s.Items):
		return append([]word{{text: "array of "}}, v.typeWords(s.Items, depth+1)...)
	case name == "object" && len(s.Properties) == 0 && len(s.AllOf) == 1 && s.AllOf[0] != nil && s.AllOf[0].Ref != "":
		return v.typeWords(s.AllOf[0], depth+1)
	case name == "object" && len(s.Properties) == 0 && s.AdditionalProperties != nil && s.AdditionalProperties.Always == nil && len(s.OneOf)+len(s.AnyOf) == 0:
		return append([]word{{text: "map of "}}, v.typeWords(s.AdditionalProperties, depth+1)...)
	case name == "object" && len(s.OneOf) > 0 && len(s.Properties) == 0:
		return v.choiceWords(s.OneOf, " or ", depth)
	case name == "object" && len(s.AnyOf) > 0 && len(s.Properties) == 0:
		return v.choiceWords(s.AnyOf, " or ", depth)
	case s.Format != "" && name != "null":
		return []word{{text: name + " · " + s.Format}}
	}
	return []word{{text: name}}
}

// untyped names a schema that lists no types.
func (v *view) untyped(s *apidoc.Schema, depth int) []word {
	switch {
	case len(s.OneOf) > 0:
		return v.choiceWords(s.OneOf, " or ", depth)
	case len(s.AnyOf) > 0:
		return v.choiceWords(s.AnyOf, " or ", depth)
	case len(s.AllOf) > 0:
		return v.combined(s, depth)
	case len(s.Properties) > 0 || len(s.PatternProperties) > 0:
		return []word{{text: "object"}}
	case s.Items != nil:
		return append([]word{{text: "array of "}}, v.typeWords(s.Items, depth+1)...)
	case s.Const != nil || len(s.Enum) > 0:
		return []word{{text: "value"}}
	case s.Format != "":
		return []word{{text: s.Format}}
	case s.DynamicRef != "":
		return []word{{text: shape.Name(s.DynamicRef[min(1, len(s.DynamicRef)):])}}
	}
	return []word{{text: "any"}}
}

// combined names a schema that is made of others: by the only named one, or by
// what they amount to.
func (v *view) combined(s *apidoc.Schema, depth int) []word {
	if len(s.AllOf) == 1 {
		return v.typeWords(s.AllOf[0], depth+1)
	}
	if types := v.shapes.Of(s).Schema.Types; len(types) == 1 {
		return []word{{text: types[0]}}
	}
	return v.choiceWords(s.AllOf, " and ", depth)
}

func (v *view) choiceWords(list []*apidoc.Schema, between string, depth int) []word {
	const shown = 4
	var words []word
	seen := map[string]bool{}
	for _, s := range list {
		one := v.alternative(s, depth)
		if seen[one[0].text] && len(one) == 1 {
			continue // two texts of different lengths are still texts
		}
		if len(seen) == shown {
			return append(words, word{text: " …"})
		}
		if len(seen) > 0 {
			words = append(words, word{text: between})
		}
		seen[one[0].text] = true
		words = append(words, one...)
	}
	return words
}

// alternative names one of several schemas; it returns at least one word.
func (v *view) alternative(s *apidoc.Schema, depth int) []word {
	if s != nil && s.Ref == "" && s.Title != "" {
		return []word{{text: s.Title}}
	}
	return v.typeWords(s, depth+1)
}

// optionName is the name of an alternative in a list to choose from: that of its
// model, its title, or its type.
func (v *view) optionName(a shape.Alternative) string {
	if a.Ref != "" {
		return shape.Name(a.Ref)
	}
	text := ""
	for _, w := range v.alternative(a.Schema, 0) {
		text += w.text
	}
	return text
}

// kindWords says what a reference leads to, before its name: the type of a value or
// a list, nothing for an object. Within what a reference leads to there are only
// names.
func (v *view) kindWords(s *apidoc.Schema, depth int) []word {
	const named = 2
	if depth >= named {
		return nil
	}
	target := v.shapes.Kind(s)
	if target == nil {
		return nil
	}
	return append(v.typeWords(target, named), word{text: " "})
}

// refWords names what a reference leads to: a model by its name, anything else
// by the end of the reference.
func (v *view) refWords(ref string) []word {
	m := v.doc.ModelOf(ref)
	if m == nil || v.page.Settings.HideModels {
		return []word{{text: shape.Name(ref)}}
	}
	return []word{{text: m.Name, model: m}}
}
