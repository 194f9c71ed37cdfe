package htmlrender

import (
	"strings"

	"github.com/a-h/templ"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/phrase"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/schemafacts"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
)

// row returns the spot of one of the rows of a schema.
func (p spot) row(r row) spot {
	step := r.item
	if step == "" {
		step = r.name
	}
	if r.same {
		return p.beside(step)
	}
	return p.below(step)
}

// named returns the spot under the id that its element was given.
func (p spot) named(id string) spot {
	p.id = id
	return p
}

// slice returns a schema with only some of its properties, and only the first
// part with everything else.
func (n node) slice(part span) node {
	if part.parts == 1 {
		return n
	}
	first := *n.Schema
	if part.number > 1 {
		first = apidoc.Schema{}
	}
	first.Properties, first.Required = n.Properties[part.from:part.to], nil
	sh := *n.shape
	sh.Schema = &first
	n.Schema, n.shape = &first, &sh
	return n
}

// weigh counts what is said about a schema beside its name and type, so that a
// page of rows that say much has fewer of them.
func (v *view) weigh(n node) {
	const perRow = 5
	v.rows += (len(schemafacts.Of(n.Schema)) + len(n.shape.Parts) + len(n.shape.Conflicts) + len(schemafacts.Rare(n.Schema))) / perRow
}

// chosen returns the alternative that is open at first.
func (v *view) chosen(c *shape.Choice, p spot) int {
	if i, ok := v.page.Choices[p.key]; ok && i < len(c.Alternatives) {
		return i
	}
	for i, a := range c.Alternatives {
		if !schemafacts.Null(a.Schema) {
			return i
		}
	}
	return 0
}

// openingOf is the opening of an alternative: of those that are closed at first,
// references are fetched when they are opened.
func (v *view) openingOf(n node, p spot, chosen bool) opening {
	how := v.opening(n, p)
	if how == inPage && !chosen && n.ref != "" && v.placeOf(n) != "" {
		return onDemand
	}
	return how
}

func (v *view) lazyAlternative(n node, p spot, chosen bool) templ.Attributes {
	if v.openingOf(n, p, chosen) != onDemand {
		return nil
	}
	return templ.Attributes{"data-lazy": v.schemaPart(n), "data-id": p.id, "data-key": p.key}
}

// pageLabel is the text of the link to the page of a schema.
func pageLabel(n node) string {
	if n.ref != "" {
		return "Show " + shape.Name(n.ref)
	}
	return "Show on a page of its own"
}

func consistsLabel(parts []shape.Part) string {
	var names []string
	for _, p := range parts {
		if p.Ref != "" {
			names = append(names, shape.Name(p.Ref))
		} else if p.Title != "" {
			names = append(names, p.Title)
		}
	}
	if len(names) == 0 {
		return "Notes on its parts"
	}
	if len(names) > 4 {
		names = append(names[:3:3], "others")
	}
	return "Combines " + phrase.And(names)
}

func rarityLabel(list schemafacts.List) string {
	names := make([]string, 0, 3)
	for _, f := range list[:min(len(list), 3)] {
		names = append(names, f.Label)
	}
	if len(list) > 3 {
		names = append(names, "…")
	}
	return strings.Join(names, ", ")
}

// Limits of enumerations.
const (
	shownValues = 20  // values that are shown at once
	pageValues  = 600 // values on one page
)

// enumValues are the values to show at once, those to show when they are asked
// for, and how many are not on the page.
func (v *view) enumValues(list []apidoc.EnumValue) (first, more []apidoc.EnumValue, left int) {
	first = list[:min(len(list), shownValues, max(pageValues-v.values, 1))]
	v.values += len(first)
	more = list[len(first):]
	if room := max(pageValues-v.values, 0); len(more) > room {
		left = len(more) - room
		more = more[:room]
	}
	v.values += len(more)
	return first, more, left
}

// step is a link in a breadcrumb.
type step struct {
	text string
	link templ.SafeURL
}

// holders are the pages that a schema is part of: a model or an operation.
func (v *view) holders(ref string) []step {
	tokens := strings.Split(ref, "/")
	for n := len(tokens); n > 1; n-- {
		at := strings.Join(tokens[:n], "/")
		if m := v.doc.ModelOf(at); m != nil && !v.page.Settings.HideModels {
			return []step{{"Models", v.to(core.PageModels, "")}, {m.Name, v.to(core.PageModel, m.Slug)}}
		}
		for i := range v.doc.Operations {
			if o := &v.doc.Operations[i]; at == "#"+o.Pointer {
				return []step{{o.Title(), v.to(core.PageOperation, o.Slug)}}
			}
		}
	}
	return nil
}

// moreLabel is what opens the parts of a schema.
func (v *view) moreLabel(n node) string {
	if count := len(n.Properties); count > 0 {
		return phrase.Count(count, "property", "properties")
	}
	switch list := v.parts(n); {
	case len(list) == 0:
		return "Details"
	case list[0].choice != nil:
		return phrase.Count(len(list[0].choice.Alternatives), "alternative", "alternatives")
	case len(list) == 1 && list[0].label != "":
		return list[0].label
	}
	return "Details"
}
