package mdrender

import (
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/schemafacts"
)

// sentences collects short sentences about a value.
type sentences struct{ strings.Builder }

func (b *sentences) add(label, value string) {
	if value != "" {
		b.WriteString(" " + label + " " + code(line(value)) + ".")
	}
}

func (b *sentences) count(label string, n *int64) {
	if n != nil {
		b.add(label, strconv.FormatInt(*n, 10))
	}
}

func (b *sentences) flag(text string, set bool) {
	if set {
		b.WriteString(" " + text + ".")
	}
}

// limits are what a schema demands of a value and says about it in few words.
func limits(s *apidoc.Schema) string {
	if s == nil {
		return ""
	}
	var b sentences
	if s.Title != "" && s.Ref == "" {
		b.WriteString(" " + escape(line(s.Title)) + ".")
	}
	b.add("Default", string(s.Default))
	b.add("Always", string(s.Const))
	b.add("At least", string(s.Minimum))
	b.add("More than", string(s.ExclusiveMinimum))
	b.add("At most", string(s.Maximum))
	b.add("Less than", string(s.ExclusiveMaximum))
	b.add("Multiple of", string(s.MultipleOf))
	b.add("Pattern", s.Pattern)
	b.count("Min length", s.MinLength)
	b.count("Max length", s.MaxLength)
	b.count("Min items", s.MinItems)
	b.count("Max items", s.MaxItems)
	b.flag("Items are unique", s.UniqueItems)
	b.count("Min matches", s.MinContains)
	b.count("Max matches", s.MaxContains)
	b.count("Min properties", s.MinProperties)
	b.count("Max properties", s.MaxProperties)
	b.flag("No other properties", schemafacts.Never(s.AdditionalProperties))
	b.flag("No properties that are not described", schemafacts.Never(s.UnevaluatedProperties))
	b.flag("No items that are not described", schemafacts.Never(s.UnevaluatedItems))
	b.add("Encoded as", s.ContentEncoding)
	b.add("Content", s.ContentMediaType)
	b.add("One of", strings.Join(enumValues(s), ", "))
	for i, e := range s.Examples {
		if i < 5 {
			b.add("Example", clip(string(e)))
		}
	}
	b.add("Identified by", s.ID)
	b.add("Anchor", s.Anchor)
	b.add("Dynamic anchor", s.DynamicAnchor)
	b.add("Dynamic reference", s.DynamicRef)
	b.add("Comment", s.Comment)
	return b.String()
}

// enumValues are the values of an enumeration that nothing else is said about.
func enumValues(s *apidoc.Schema) []string {
	var values []string
	for _, e := range s.Enum[:min(len(s.Enum), maxEnum)] {
		if e.Name == "" && e.Description == "" {
			values = append(values, string(e.Value))
		}
	}
	return values
}
