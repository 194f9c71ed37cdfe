package htmlrender

import (
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// Limits of how much of a schema one page holds.
const (
	maxRows     = 330 // rows at the top of a schema, over the whole page
	maxDeepRows = 160 // the same for rows that stand below others
	maxLevel    = 4   // levels of inline schemas
	maxRefLevel = 0   // level up to which references are opened in place
	maxChain    = 32  // references followed in a row
	maxValues   = 50  // values of an enumeration
)

// node is a schema with its reference followed.
type node struct {
	*apidoc.Schema                      // what stands at the end of the references; never nil
	ref            string               // the first reference, "" for an inline schema
	model          *apidoc.ModelSummary // the model it is, nil for none
	broken         bool                 // the reference leads nowhere
	description    string               // the one beside the reference, or the schema's own
}

// follow resolves the references of s.
func (v *view) follow(s *apidoc.Schema) node {
	n := node{Schema: s}
	if s == nil {
		n.Schema = &apidoc.Schema{}
		return n
	}
	n.description, n.ref = s.Description, s.Ref
	for range maxChain {
		if n.Ref == "" {
			break
		}
		if n.model == nil {
			n.model = v.doc.ModelOf(n.Ref)
		}
		target, err := v.doc.Schema(v.ctx, n.Ref)
		if err != nil {
			n.broken = true
			return n
		}
		n.Schema = target
	}
	if n.description == "" {
		n.description = n.Description
	}
	if v.page.Settings.HideModels {
		n.model = nil
	}
	return n
}

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
		return v.refWords(s.Ref)
	case s.Always != nil && !*s.Always:
		return []word{{text: "nothing"}}
	case depth > 3:
		return []word{{text: "…"}}
	}
	if len(s.Types) == 0 {
		return v.untyped(s, depth)
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

func (v *view) typed(s *apidoc.Schema, name string, depth int) []word {
	switch {
	case name == "array" && s.Items != nil && len(s.PrefixItems) == 0:
		return append([]word{{text: "array of "}}, v.typeWords(s.Items, depth+1)...)
	case name == "object" && len(s.Properties) == 0 && len(s.AllOf) == 1 && s.AllOf[0].Ref != "":
		return v.typeWords(s.AllOf[0], depth+1)
	case s.Format != "" && name != "null":
		return []word{{text: name + " · " + s.Format}}
	}
	return []word{{text: name}}
}

// untyped names a schema that lists no types.
func (v *view) untyped(s *apidoc.Schema, depth int) []word {
	switch {
	case len(s.OneOf) > 0:
		return v.choice(s.OneOf, " or ", depth)
	case len(s.AnyOf) > 0:
		return v.choice(s.AnyOf, " or ", depth)
	case len(s.AllOf) > 0:
		return v.choice(s.AllOf, " and ", depth)
	case len(s.Properties) > 0:
		return []word{{text: "object"}}
	case s.Items != nil:
		return append([]word{{text: "array of "}}, v.typeWords(s.Items, depth+1)...)
	case s.Const != nil || len(s.Enum) > 0:
		return []word{{text: "value"}}
	case s.Format != "":
		return []word{{text: s.Format}}
	}
	return []word{{text: "any"}}
}

func (v *view) choice(list []*apidoc.Schema, between string, depth int) []word {
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

// refWords names what a reference leads to: a model by its name, anything else
// by the end of the reference.
func (v *view) refWords(ref string) []word {
	name := ref[strings.LastIndexByte(ref, '/')+1:]
	m := v.doc.ModelOf(ref)
	if m == nil || v.page.Settings.HideModels {
		return []word{{text: strings.NewReplacer("~1", "/", "~0", "~").Replace(name)}}
	}
	return []word{{text: m.Name, model: m}}
}

// take asks for a row on the page. It is false when the page is full; rows that
// stand below others have to stop earlier, so that they leave room.
func (v *view) take(level int) bool {
	if v.rows >= maxRows || level > 0 && v.rows >= maxDeepRows {
		return false
	}
	v.rows++
	return true
}

// opens reports whether the parts of n are shown below its row.
func (v *view) opens(n node, level int, open []string) bool {
	switch {
	case n.broken, level >= maxLevel, v.rows >= maxDeepRows, !hasParts(n.Schema):
		return false
	case n.ref != "":
		return level <= maxRefLevel && !slices.Contains(open, n.ref)
	}
	return true
}

// element returns what stands below n when it is opened: the items of a list of
// models, and n itself otherwise.
func (v *view) element(n node) node {
	for range maxLevel {
		plain := n.Items != nil && n.Items.Ref != "" && len(n.PrefixItems) == 0 && n.Contains == nil && len(n.Properties) == 0
		if !plain {
			return n
		}
		n = v.follow(n.Items)
	}
	return n
}

// below returns the references that the parts of n stand in.
func below(n node, open []string) []string {
	if n.ref == "" {
		return open
	}
	return append(slices.Clip(open), n.ref)
}

// recursive reports whether n stands in itself.
func recursive(n node, open []string) bool { return n.ref != "" && slices.Contains(open, n.ref) }

// own returns the reference of the model that the page shows: opening it again
// below itself would show the same.
func (v *view) own() []string {
	if v.page.Kind == core.PageModel {
		return []string{v.page.Model.Ref}
	}
	return nil
}
