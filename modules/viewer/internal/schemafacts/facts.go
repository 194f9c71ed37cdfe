// Package schemafacts says what a schema demands, as data: pages in every format write
// the same, each in its own way.
//
//	for _, f := range schemafacts.Of(words, schema) {
//		fmt.Println(f.Label, f.Value) // "at least 1"
//	}
//	namer.Type(schema) // "array of ", "Pet"
//
// Words are in the language that is given, nil for English.
package schemafacts

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/phrase"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
)

// NoName stands for a name or an address that is empty, so that there is something to read.
const NoName = `""`

// Fact is one short thing to say about a schema, such as its maximum.
type Fact struct{ Label, Value string }

// List collects facts. The zero value is empty and ready to use. Its methods leave out
// what is not set.
type List []Fact

// maxFact bounds a fact in bytes.
const maxFact = 2000

// Text adds a text, at most 2,000 bytes of it.
func (l *List) Text(label, value string) {
	if value != "" {
		*l = append(*l, Fact{label, phrase.Clip(value, maxFact)})
	}
}

// Raw adds a value as it was written. It copies no more of it than Text shows, and a
// byte by which Text sees that there is more.
func (l *List) Raw(label string, value json.RawMessage) {
	if len(value) > 0 {
		l.Text(label, string(value[:min(len(value), maxFact+1)]))
	}
}

// Flag adds a value when it is set.
func (l *List) Flag(label, value string, set bool) {
	if set {
		l.Text(label, value)
	}
}

// length says how long something is: "1 to 20", "at least 1". Unit is what it is so many
// of, "" for nothing to name.
func (l *List) length(w *wording.Language, label, unit wording.Key, least, most *int64) {
	value := ""
	switch {
	case least != nil && most != nil && *least == *most:
		value = w.Fill("exactly {1}", strconv.FormatInt(*least, 10))
	case least != nil && most != nil:
		value = w.Fill("{1} to {2}", strconv.FormatInt(*least, 10), strconv.FormatInt(*most, 10))
	case least != nil:
		value = w.Fill("at least {1}", strconv.FormatInt(*least, 10))
	case most != nil:
		value = w.Fill("at most {1}", strconv.FormatInt(*most, 10))
	default:
		return
	}
	if unit != "" {
		value = w.Fill(unit, value)
	}
	l.Text(w.Say(label), value)
}

// always says what a keyword means that holds true or false in place of a schema.
func (l *List) always(w *wording.Language, label wording.Key, s *apidoc.Schema, yes, no wording.Key) {
	switch {
	case s == nil || s.Always == nil:
	case *s.Always:
		l.Text(w.Say(label), w.Say(yes))
	default:
		l.Text(w.Say(label), w.Say(no))
	}
}

// others says what is allowed beside what is described.
func (l *List) others(w *wording.Language, s *apidoc.Schema) {
	l.always(w, "other properties", s.AdditionalProperties, "allowed", "not allowed")
	l.always(w, "undescribed properties", s.UnevaluatedProperties, "allowed", "not allowed")
	l.always(w, "undescribed items", s.UnevaluatedItems, "allowed", "not allowed")
	l.always(w, "names of properties", s.PropertyNames, "allowed", "not allowed")
	if Never(s.Items) {
		label := wording.Key("items")
		if len(s.PrefixItems) > 0 {
			label = wording.Key("other items")
		}
		l.Text(w.Say(label), w.Say("not allowed"))
	}
	l.always(w, "not", s.Not, "anything", "nothing")
	l.always(w, "if", s.If, "anything", "nothing")
	l.always(w, "then", s.Then, "anything", "nothing")
	l.always(w, "otherwise", s.Else, "anything", "nothing")
	l.always(w, "contains", s.Contains, "anything", "nothing")
}

// discriminator says what the alternatives, which carry their values, do not.
func (l *List) discriminator(w *wording.Language, s *apidoc.Schema) {
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
		l.Text(w.Say("told apart by"), d.Property)
	}
	for i, m := range d.Mapping {
		if i < 20 && !listed[m.Ref] {
			l.Text(m.Value, w.Fill("is {1}", shape.Name(m.Ref)))
		}
	}
	if !listed[d.DefaultMapping] && d.DefaultMapping != "" {
		l.Text(w.Say("any other value"), w.Fill("is {1}", shape.Name(d.DefaultMapping)))
	}
}

func (l *List) xml(w *wording.Language, x *apidoc.XML) {
	if x == nil {
		return
	}
	l.Text(w.Say("XML name"), strings.TrimPrefix(x.Prefix+":"+x.Name, ":"))
	l.Text(w.Say("XML namespace"), x.Namespace)
	l.Flag("XML", w.Say("attribute"), x.Attribute)
	l.Flag("XML", w.Say("wrapped"), x.Wrapped)
	l.Text(w.Say("XML node"), x.NodeType)
}

// Of returns what a schema demands of a value, and what it says about it, in one order
// for all schemas. It says nothing about references, types and values.
func Of(w *wording.Language, s *apidoc.Schema) List {
	l := Demands(w, s)
	l.discriminator(w, s)
	l.xml(w, s.XML)
	return l
}

// Demands is Of without what a schema says about its alternatives and about XML.
func Demands(w *wording.Language, s *apidoc.Schema) List {
	var l List
	l.Raw(w.Say("default"), s.Default)
	l.Raw(w.Say("always"), s.Const)
	l.Text(w.Say("at least"), string(s.Minimum))
	l.Text(w.Say("more than"), string(s.ExclusiveMinimum))
	l.Text(w.Say("at most"), string(s.Maximum))
	l.Text(w.Say("less than"), string(s.ExclusiveMaximum))
	l.Text(w.Say("multiple of"), string(s.MultipleOf))
	l.length(w, "length", "{1} characters", s.MinLength, s.MaxLength)
	l.Text(w.Say("pattern"), s.Pattern)
	l.length(w, "items", "", s.MinItems, s.MaxItems)
	// Generators of Go say uniqueItems of every parameter.
	l.Flag(w.Say("items"), w.Say("unique"), s.UniqueItems && (len(s.Types) == 0 || slices.Contains(s.Types, "array")))
	l.length(w, "properties", "", s.MinProperties, s.MaxProperties)
	if s.Contains == nil {
		l.length(w, "matching items", "", s.MinContains, s.MaxContains)
	}
	if len(s.Properties) == 0 && len(s.Required) > 0 {
		l.Text(w.Say("requires"), strings.Join(s.Required, ", "))
	}
	l.Text(w.Say("encoding"), s.ContentEncoding)
	l.Text(w.Say("content"), s.ContentMediaType)
	l.others(w, s)
	l.Text(w.Say("dynamic reference"), s.DynamicRef)
	return l
}

// Identity returns how a schema is identified, and its comment.
func Identity(s *apidoc.Schema) List {
	var l List
	l.Text("$id", s.ID)
	l.Text("$anchor", s.Anchor)
	l.Text("$dynamicAnchor", s.DynamicAnchor)
	l.Text("$comment", s.Comment)
	return l
}

// maxRare bounds the extensions that Rare returns.
const maxRare = 50

// Rare returns what readers of a schema seldom ask for: how it is identified,
// comments, extensions and keywords that nobody knows.
func Rare(s *apidoc.Schema) List {
	l := Identity(s)
	own := Extensions(s)
	if s.XML != nil {
		own = append(own[:len(own):len(own)], s.XML.Extensions...)
	}
	if s.Discriminator != nil {
		own = append(own[:len(own):len(own)], s.Discriminator.Extensions...)
	}
	for _, e := range own[:min(len(own), maxRare)] {
		l.Raw(e.Name, e.Value)
	}
	return l
}

// Extensions are those of a schema, without the ones that pages show in their own words.
func Extensions(s *apidoc.Schema) []apidoc.Extension {
	return slices.DeleteFunc(slices.Clone(s.Extensions), func(e apidoc.Extension) bool {
		return e.Name == "nullable" || e.Name == "x-nullable" || e.Name == "x-order"
	})
}

// MayBeNull reports whether an extension of older dialects allows null where there is
// no type beside it.
func MayBeNull(s *apidoc.Schema) bool {
	return slices.ContainsFunc(s.Extensions, func(e apidoc.Extension) bool {
		return (e.Name == "nullable" || e.Name == "x-nullable") && string(e.Value) == "true"
	})
}

// Never reports whether a schema is false, which no value meets.
func Never(s *apidoc.Schema) bool { return s != nil && s.Always != nil && !*s.Always }

// Null reports whether a schema is met by null alone.
func Null(s *apidoc.Schema) bool {
	return s != nil && s.Ref == "" && len(s.Types) == 1 && s.Types[0] == "null"
}
