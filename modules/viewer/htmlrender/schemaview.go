package htmlrender

import (
	"strings"

	"github.com/a-h/templ"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/phrase"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/schemafacts"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
)

// openings decides what of a schema is in the page.
type openings struct {
	*reader
	*budget
}

func (o *openings) opening(n node, p spot) opening {
	switch {
	case n.broken, !o.hasParts(n), recursive(n, p.open) && o.placeOf(n) == "":
		return shut
	case recursive(n, p.open):
		return onDemand
	case o.rows < maxDeepRows && (n.ref == "" && p.level <= inlineLevel || n.ref != "" && p.level <= refLevel):
		return inPage
	case o.placeOf(n) != "":
		return onDemand
	case o.rows < maxDeepRows && p.level < maxLevel:
		return inPage
	}
	return shut
}

// openingOf is the opening of an alternative: of those that are closed at first,
// references are fetched when they are opened.
func (o *openings) openingOf(n node, p spot, chosen bool) opening {
	how := o.opening(n, p)
	if how == inPage && !chosen && n.ref != "" && o.placeOf(n) != "" {
		return onDemand
	}
	return how
}

func (o *openings) lazyAlternative(n node, p spot, chosen bool) templ.Attributes {
	if o.openingOf(n, p, chosen) != onDemand {
		return nil
	}
	return templ.Attributes{"data-lazy": o.schemaPart(n), "data-id": p.id, "data-key": p.key}
}

// chosen returns the alternative that is open at first.
func (o *openings) chosen(c *shape.Choice, p spot) int {
	if i, ok := o.page.Choices[p.key]; ok && i < len(c.Alternatives) {
		return i
	}
	for i, a := range c.Alternatives {
		if !schemafacts.Null(a.Schema) {
			return i
		}
	}
	return 0
}

// moreLabel is what opens the parts of a schema.
func (o *openings) moreLabel(n node) string {
	if count := len(n.Properties); count > 0 {
		return phrase.Count(count, "property", "properties")
	}
	switch list := o.parts(n); {
	case len(list) == 0:
		return "Details"
	case list[0].choice != nil:
		return phrase.Count(len(list[0].choice.Alternatives), "alternative", "alternatives")
	case len(list) == 1 && list[0].label != "":
		return list[0].label
	}
	return "Details"
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

// step is a link in a breadcrumb.
type step struct {
	text string
	link templ.SafeURL
}

// holders are the pages that a schema is part of: a model or an operation.
func holders(s *subject, ref string) []step {
	tokens := strings.Split(ref, "/")
	for n := len(tokens); n > 1; n-- {
		at := strings.Join(tokens[:n], "/")
		if m := s.doc.ModelOf(at); m != nil && !s.page.Settings.HideModels {
			return []step{{"Models", s.to(core.PageModels, "")}, {m.Name, s.to(core.PageModel, m.Slug)}}
		}
		for i := range s.doc.Operations {
			if o := &s.doc.Operations[i]; at == "#"+o.Pointer {
				return []step{{o.Title(), s.to(core.PageOperation, o.Slug)}}
			}
		}
	}
	return nil
}
