package htmlrender

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/phrase"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
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
	list.length("length", "characters", s.MinLength, s.MaxLength)
	list.text("pattern", s.Pattern)
	list.length("items", "", s.MinItems, s.MaxItems)
	list.flag("items", "unique", s.UniqueItems)
	list.length("properties", "", s.MinProperties, s.MaxProperties)
	if s.Contains == nil {
		list.length("matching items", "", s.MinContains, s.MaxContains)
	}
	if len(s.Properties) == 0 {
		list.text("requires", strings.Join(s.Required, ", "))
	}
	list.text("encoding", s.ContentEncoding)
	list.text("content", s.ContentMediaType)
	list.others(s)
	list.discriminator(s)
	list.xml(s.XML)
	list.text("dynamic reference", s.DynamicRef)
	return list
}

type factList []fact

// maxFact bounds a fact in bytes.
const maxFact = 2000

func (l *factList) text(label, value string) {
	if value != "" {
		*l = append(*l, fact{label, phrase.Clip(value, maxFact)})
	}
}

// raw copies no more of a value than text shows, and a byte by which text sees
// that there is more.
func (l *factList) raw(label string, value json.RawMessage) {
	l.text(label, string(value[:min(len(value), maxFact+1)]))
}

func (l *factList) number(label string, value json.Number) { l.text(label, string(value)) }

func (l *factList) flag(label, value string, set bool) {
	if set {
		l.text(label, value)
	}
}

// length says how long something is: "1 to 20", "at least 1".
func (l *factList) length(label, unit string, least, most *int64) {
	value := ""
	switch {
	case least != nil && most != nil && *least == *most:
		value = "exactly " + strconv.FormatInt(*least, 10)
	case least != nil && most != nil:
		value = strconv.FormatInt(*least, 10) + " to " + strconv.FormatInt(*most, 10)
	case least != nil:
		value = "at least " + strconv.FormatInt(*least, 10)
	case most != nil:
		value = "at most " + strconv.FormatInt(*most, 10)
	default:
		return
	}
	l.text(label, strings.TrimSpace(value+" "+unit))
}

// others says what is allowed beside what is described.
func (l *factList) others(s *apidoc.Schema) {
	for _, k := range []struct {
		label  string
		schema *apidoc.Schema
	}{
		{"other properties", s.AdditionalProperties},
		{"undescribed properties", s.UnevaluatedProperties},
		{"undescribed items", s.UnevaluatedItems},
		{"names of properties", s.PropertyNames},
	} {
		if k.schema != nil && k.schema.Always != nil {
			l.text(k.label, map[bool]string{true: "allowed", false: "not allowed"}[*k.schema.Always])
		}
	}
	if never(s.Items) {
		l.text(map[bool]string{true: "other items", false: "items"}[len(s.PrefixItems) > 0], "not allowed")
	}
	for _, k := range []struct {
		label  string
		schema *apidoc.Schema
	}{{"not", s.Not}, {"if", s.If}, {"then", s.Then}, {"otherwise", s.Else}, {"contains", s.Contains}} {
		if k.schema != nil && k.schema.Always != nil {
			l.text(k.label, map[bool]string{true: "anything", false: "nothing"}[*k.schema.Always])
		}
	}
}

// discriminator says what the alternatives, which carry their values, do not.
func (l *factList) discriminator(s *apidoc.Schema) {
	d := s.Discriminator
	if d == nil {
		return
	}
	listed := map[string]bool{}
	for _, list := range [][]*apidoc.Schema{s.OneOf, s.AnyOf} {
		for _, one := range list {
			if one != nil && one.Ref != "" {
				listed[one.Ref] = true
			}
		}
	}
	if len(listed) == 0 {
		l.text("told apart by", d.Property)
	}
	for i, m := range d.Mapping {
		if i < 20 && !listed[m.Ref] {
			l.text(m.Value, "is "+shape.Name(m.Ref))
		}
	}
	if !listed[d.DefaultMapping] && d.DefaultMapping != "" {
		l.text("any other value", "is "+shape.Name(d.DefaultMapping))
	}
}

func (l *factList) xml(x *apidoc.XML) {
	if x == nil {
		return
	}
	l.text("XML name", strings.TrimPrefix(x.Prefix+":"+x.Name, ":"))
	l.text("XML namespace", x.Namespace)
	l.flag("XML", "attribute", x.Attribute)
	l.flag("XML", "wrapped", x.Wrapped)
	l.text("XML node", x.NodeType)
}

func never(s *apidoc.Schema) bool { return s != nil && s.Always != nil && !*s.Always }

// shownExamples bounds the examples of a schema in its row.
const shownExamples = 5

// examples returns the examples of a schema as they were written.
func examples(s *apidoc.Schema) []string {
	var list []string
	for _, e := range s.Examples[:min(len(s.Examples), shownExamples)] {
		list = append(list, phrase.Clip(string(e), 500))
	}
	return list
}

// ownExample returns the example of a parameter or header that has no name.
func ownExample(example json.RawMessage) []string {
	if example == nil {
		return nil
	}
	return []string{phrase.Clip(string(example), 500)}
}

// rarities are what readers of a schema seldom ask for: how it is identified,
// comments, extensions and keywords that nobody knows.
func rarities(s *apidoc.Schema) []fact {
	var list factList
	list.text("$id", s.ID)
	list.text("$anchor", s.Anchor)
	list.text("$dynamicAnchor", s.DynamicAnchor)
	list.text("$comment", s.Comment)
	const most = 50
	own := s.Extensions
	if s.XML != nil {
		own = append(own[:len(own):len(own)], s.XML.Extensions...)
	}
	if s.Discriminator != nil {
		own = append(own[:len(own):len(own)], s.Discriminator.Extensions...)
	}
	for _, e := range own[:min(len(own), most)] {
		if !slices.Contains(spokenFor, e.Name) {
			list.raw(e.Name, e.Value)
		}
	}
	return list
}

// spokenFor are extensions that the page shows in its own words.
var spokenFor = []string{"nullable", "x-nullable", "x-order"}

// mayBeNull reports whether an extension of older dialects allows null where
// there is no type beside it.
func mayBeNull(s *apidoc.Schema) bool {
	return slices.ContainsFunc(s.Extensions, func(e apidoc.Extension) bool {
		return (e.Name == "nullable" || e.Name == "x-nullable") && string(e.Value) == "true"
	})
}
