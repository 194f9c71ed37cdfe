package schemafacts

import (
	"cmp"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
)

// Word is a piece of the name of a type, with the model that it names, nil for none.
type Word struct {
	Text  string
	Model *apidoc.ModelSummary
}

// Namer names the types of the schemas of a document. It is not safe for concurrent
// use.
type Namer struct {
	shapes *shape.Resolver
	model  func(ref string) *apidoc.ModelSummary
	said   *wording.Language
}

// NewNamer makes a Namer of the resolver of a document and of what finds the model that
// a reference leads to, nil for none.
func NewNamer(shapes *shape.Resolver, model func(ref string) *apidoc.ModelSummary, words *wording.Language) *Namer {
	return &Namer{shapes, model, words}
}

// Type says what a schema is in a few words: "string · date-time", "array of Pet",
// "Cat or Dog". A reference to a value or a list says its type before its name.
func (n *Namer) Type(s *apidoc.Schema) []Word { return n.words(nil, s, 0) }

// words appends the name of a type. Depth is how many schemas it stands in.
func (n *Namer) words(to []Word, s *apidoc.Schema, depth int) []Word {
	switch {
	case s == nil:
		return text(to, n.said.Say("any"))
	case s.Ref != "":
		return n.orNull(append(n.kind(to, s, depth), n.Ref(s.Ref)), s)
	case Never(s):
		return text(to, n.said.Say("nothing"))
	case depth > 3:
		return text(to, "…")
	case len(s.Types) == 0:
		return n.orNull(n.untyped(to, s, depth), s)
	}
	for i, name := range s.Types {
		if i > 0 {
			to = text(to, n.said.Say(" or "))
		}
		to = n.typed(to, s, name, depth)
	}
	return to
}

func text(to []Word, text string) []Word { return append(to, Word{Text: text}) }

func (n *Namer) orNull(to []Word, s *apidoc.Schema) []Word {
	if MayBeNull(s) {
		return text(to, n.said.Say(" or null"))
	}
	return to
}

// of names what holds others of a type: "array of ", "Pet".
func (n *Namer) of(what wording.Key, to []Word, s *apidoc.Schema, depth int) []Word {
	before, after := n.said.Around(what)
	if before != "" {
		to = text(to, before)
	}
	to = n.words(to, s, depth)
	if after != "" {
		to = text(to, after)
	}
	return to
}

// typed names a schema of a type.
func (n *Namer) typed(to []Word, s *apidoc.Schema, name string, depth int) []Word {
	bare := name == "object" && len(s.Properties) == 0
	switch {
	case name == "array" && s.Items != nil && len(s.PrefixItems) == 0 && !Never(s.Items):
		return n.of("array of {1}", to, s.Items, depth+1)
	case bare && len(s.AllOf) == 1 && s.AllOf[0] != nil && s.AllOf[0].Ref != "":
		return n.words(to, s.AllOf[0], depth+1)
	case bare && s.AdditionalProperties != nil && s.AdditionalProperties.Always == nil && len(s.OneOf)+len(s.AnyOf) == 0:
		return n.of("map of {1}", to, s.AdditionalProperties, depth+1)
	case bare && len(s.OneOf) > 0:
		return n.several(to, s.OneOf, n.said.Say(" or "), depth)
	case bare && len(s.AnyOf) > 0:
		return n.several(to, s.AnyOf, n.said.Say(" or "), depth)
	case s.Format != "" && name != "null":
		return text(to, name+" · "+s.Format)
	}
	return text(to, name)
}

// untyped names a schema that lists no types.
func (n *Namer) untyped(to []Word, s *apidoc.Schema, depth int) []Word {
	switch {
	case len(s.OneOf) > 0:
		return n.several(to, s.OneOf, n.said.Say(" or "), depth)
	case len(s.AnyOf) > 0:
		return n.several(to, s.AnyOf, n.said.Say(" or "), depth)
	case len(s.AllOf) > 0:
		return n.combined(to, s, depth)
	case len(s.Properties) > 0 || len(s.PatternProperties) > 0:
		return text(to, "object")
	case s.Items != nil:
		return n.of("array of {1}", to, s.Items, depth+1)
	case s.Const != nil || len(s.Enum) > 0:
		return text(to, n.said.Say("value"))
	case s.Format != "":
		return text(to, s.Format)
	case s.DynamicRef != "":
		return text(to, shape.Name(s.DynamicRef[strings.IndexByte(s.DynamicRef, '#')+1:]))
	}
	return text(to, n.said.Say("any"))
}

// combined names a schema that is made of others: by the only named one, or by what
// they amount to.
func (n *Namer) combined(to []Word, s *apidoc.Schema, depth int) []Word {
	if len(s.AllOf) == 1 {
		return n.words(to, s.AllOf[0], depth+1)
	}
	if types := n.shapes.Of(s).Schema.Types; len(types) == 1 {
		return text(to, types[0])
	}
	return n.several(to, s.AllOf, n.said.Say(" and "), depth)
}

// several names schemas of a list, four of them, each once: two texts of different
// lengths are still texts.
func (n *Namer) several(to []Word, list []*apidoc.Schema, between string, depth int) []Word {
	const shown = 4
	seen := make([]string, 0, shown)
	for _, s := range list {
		start := len(to)
		if len(seen) > 0 {
			to = text(to, between)
		}
		first := len(to)
		to = n.alternative(to, s, depth)
		name := to[first].Text
		known := slices.Contains(seen, name)
		switch {
		case known && len(to) == first+1:
			to = to[:start]
		case len(seen) == shown:
			return text(to[:start], " …")
		case !known:
			seen = append(seen, name)
		}
	}
	return to
}

// Alternative names one of several schemas, by its title where it has one. It returns
// at least one word.
func (n *Namer) Alternative(s *apidoc.Schema) []Word { return n.alternative(nil, s, 0) }

func (n *Namer) alternative(to []Word, s *apidoc.Schema, depth int) []Word {
	if s != nil && s.Ref == "" && s.Title != "" {
		return text(to, s.Title)
	}
	return n.words(to, s, depth+1)
}

// Option names an alternative in English, which is a step in addresses: by its model, its
// title, or its type.
func (n *Namer) Option(a shape.Alternative) string {
	return (&Namer{n.shapes, n.model, nil}).Label(a)
}

// Label is the name of an alternative in a list to choose from.
func (n *Namer) Label(a shape.Alternative) string {
	if a.Ref != "" {
		return shape.Name(a.Ref)
	}
	name := ""
	for _, w := range n.Alternative(a.Schema) {
		name += w.Text
	}
	return name
}

// kind says what a reference leads to, before its name: the type of a value or a list,
// nothing for an object. Within what a reference leads to there are only names.
func (n *Namer) kind(to []Word, s *apidoc.Schema, depth int) []Word {
	const named = 2
	if depth >= named {
		return to
	}
	target := n.shapes.Kind(s)
	if target == nil {
		return to
	}
	return text(n.words(to, target, named), " ")
}

// Ref names what a reference leads to: a model by its name, anything else by the end of
// the reference.
func (n *Namer) Ref(ref string) Word {
	if m := n.model(ref); m != nil {
		return Word{m.Name, m}
	}
	return Word{Text: shape.Name(ref)}
}

// separators are those of collectionFormat besides the usual one.
var separators = map[string]string{`"ssv"`: " ", `"tsv"`: "\t", `"pipes"`: "|"}

// Separator is what stands between the items of a list within a list of Swagger 2.0
// (Items Object, collectionFormat).
func Separator(list *apidoc.Schema) string {
	if list != nil {
		for _, e := range list.Extensions {
			if e.Name == "collectionFormat" {
				return cmp.Or(separators[string(e.Value)], ",")
			}
		}
	}
	return ","
}
