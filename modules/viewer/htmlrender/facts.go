package htmlrender

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// fact is one short thing to say about a schema, such as its maximum.
type fact struct{ label, value string }

// facts returns what a schema demands of a value, and what it says about it, in
// one order for all schemas.
func facts(s *apidoc.Schema) []fact {
	var list factList
	list.raw("default", s.Default)
	list.raw("always", s.Const)
	list.number("at least", s.Minimum)
	list.number("more than", s.ExclusiveMinimum)
	list.number("at most", s.Maximum)
	list.number("less than", s.ExclusiveMaximum)
	list.number("multiple of", s.MultipleOf)
	list.count("min length", s.MinLength)
	list.count("max length", s.MaxLength)
	list.text("pattern", s.Pattern)
	list.count("min items", s.MinItems)
	list.count("max items", s.MaxItems)
	list.flag("items", "unique", s.UniqueItems)
	list.count("min matches", s.MinContains)
	list.count("max matches", s.MaxContains)
	list.count("min properties", s.MinProperties)
	list.count("max properties", s.MaxProperties)
	list.text("encoding", s.ContentEncoding)
	list.text("content", s.ContentMediaType)
	list.rest(s)
	return list
}

type factList []fact

func (l *factList) text(label, value string) {
	if value != "" {
		*l = append(*l, fact{label, clip(value, 2000)})
	}
}

func (l *factList) raw(label string, value json.RawMessage) { l.text(label, string(value)) }

func (l *factList) number(label string, value json.Number) { l.text(label, string(value)) }

func (l *factList) count(label string, value *int64) {
	if value != nil {
		l.text(label, strconv.FormatInt(*value, 10))
	}
}

func (l *factList) flag(label, value string, set bool) {
	if set {
		l.text(label, value)
	}
}

// rest adds what few schemas have.
func (l *factList) rest(s *apidoc.Schema) {
	if never(s.AdditionalProperties) {
		l.text("other properties", "not allowed")
	}
	if never(s.UnevaluatedProperties) {
		l.text("undescribed properties", "not allowed")
	}
	if never(s.UnevaluatedItems) {
		l.text("undescribed items", "not allowed")
	}
	for i, d := range s.DependentRequired {
		if i < 20 {
			l.text("with "+d.Property, "requires "+strings.Join(d.Requires, ", "))
		}
	}
	if d := s.Discriminator; d != nil {
		l.text("told apart by", d.Property)
		for i, m := range d.Mapping {
			if i < 20 {
				l.text(m.Value, "is "+m.Ref[strings.LastIndexByte(m.Ref, '/')+1:])
			}
		}
		l.text("otherwise", d.DefaultMapping)
	}
	if x := s.XML; x != nil {
		l.text("XML name", strings.TrimPrefix(x.Prefix+":"+x.Name, ":"))
		l.text("XML namespace", x.Namespace)
		l.flag("XML", "attribute", x.Attribute)
		l.flag("XML", "wrapped", x.Wrapped)
		l.text("XML node", x.NodeType)
	}
	l.text("id", s.ID)
	l.text("anchor", s.Anchor)
	l.text("dynamic anchor", s.DynamicAnchor)
	l.text("dynamic reference", s.DynamicRef)
	l.text("comment", s.Comment)
}

func never(s *apidoc.Schema) bool { return s != nil && s.Always != nil && !*s.Always }

// examples returns the examples of a schema as they were written, at most three.
func examples(s *apidoc.Schema) []string {
	var list []string
	for i, e := range s.Examples {
		if i == 3 {
			break
		}
		list = append(list, clip(string(e), 500))
	}
	return list
}

// parameterExamples returns the examples of a parameter or header.
func parameterExamples(example json.RawMessage, named []apidoc.Example) []string {
	var list []string
	if example != nil {
		list = append(list, clip(string(example), 500))
	}
	for i, e := range named {
		if i < 5 && e.Value != nil {
			list = append(list, clip(string(e.Value), 500))
		}
	}
	return list
}
