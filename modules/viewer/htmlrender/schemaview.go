package htmlrender

import (
	"slices"
	"strings"

	"github.com/a-h/templ"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/schemafacts"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
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
	case !o.deepest() && (n.ref == "" && p.level <= inlineLevel || n.ref != "" && (p.level <= refLevel || p.only && o.page.Kind != core.PageSchema)):
		return inPage
	case o.placeOf(n) != "" && (len(p.scope) == 0 || p.level >= inlineLevel): // alone, it would stand in no scope
		return onDemand
	case !o.deepest() && p.level < maxLevel:
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

// fewProperties is how many properties a small object has at most.
const fewProperties = 3

// unfolded reports whether a schema in the page is open from the beginning: a small
// object of plain values, and the only property of an object, which says nothing
// without it.
func (o *openings) unfolded(n node, p spot) bool {
	switch count := propertyCount(n, o.hidden); {
	case p.only && count > 0:
		return true
	case count == 0, count > fewProperties:
		return false
	}
	list := o.parts(n)
	return len(list) == 1 && !slices.ContainsFunc(list[0].rows, func(r row) bool { return o.hasParts(o.element(o.follow(r.schema))) })
}

// preview names the first properties that opening a schema shows, "" for none. It follows
// no references: what stands behind them is read when it is opened.
func (o *openings) preview(n node) string {
	count := propertyCount(n, o.marked)
	if count == 0 {
		return ""
	}
	names := make([]string, 0, schemafacts.Previewed)
	add := func(name string) {
		if len(names) < cap(names) {
			names = append(names, name)
		}
	}
	for round, in := range o.rounds() {
		for i := range n.Properties {
			if p := &n.Properties[i]; in(p) && len(names) < cap(names) && !o.marked(p.Schema) {
				add(p.Name)
			}
		}
		if round == 0 {
			for _, name := range undescribed(n.Schema) {
				add(name)
			}
		}
	}
	return schemafacts.Preview(names, count)
}

// moreLabel is what opens the parts of a schema: how many there are. Here says that the
// page holds them.
func (o *openings) moreLabel(n node, here bool) string {
	leftOut := o.hidden
	if !here {
		leftOut = o.marked
	}
	if count := propertyCount(n, leftOut); count > 0 {
		return o.words.Count(count, "property", "properties")
	}
	switch list := o.parts(n); {
	case len(list) == 0:
		return o.words.Say("Details")
	case list[0].choice != nil:
		return o.words.Count(len(list[0].choice.Alternatives), "alternative", "alternatives")
	case len(list) == 1 && list[0].label != "":
		return list[0].label
	}
	return o.words.Say("Details")
}

// pageLabel is the text of the link to the page of a schema.
func pageLabel(w *wording.Language, n node) string {
	if n.ref != "" {
		return w.Fill("Show {1}", shape.Name(n.ref))
	}
	return w.Say("Show on a page of its own")
}

func consistsLabel(w *wording.Language, parts []shape.Part) string {
	var names []string
	for _, p := range parts {
		if p.Ref != "" {
			names = append(names, shape.Name(p.Ref))
		} else if p.Title != "" {
			names = append(names, p.Title)
		}
	}
	if len(names) == 0 {
		return w.Say("Notes on its parts")
	}
	if len(names) > 4 {
		names = append(names[:3:3], w.Say("others"))
	}
	return w.Fill("Combines {1}", w.And(names))
}

// rare is what only authors of a description ask for.
func (o *openings) rare(n node) schemafacts.List {
	if !o.forAuthors() {
		return nil
	}
	return schemafacts.Rare(n.Schema)
}

// extensionsShown returns the extensions that the page has room for: none but for
// authors.
func (o *openings) extensionsShown(list []apidoc.Extension) []apidoc.Extension {
	if !o.forAuthors() {
		return nil
	}
	return room(o.budget, list, maxExtensions, 3)
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
			return []step{{s.words.Say("Models"), s.to(core.PageModels, "")}, {m.Name, s.to(core.PageModel, m.Slug)}}
		}
		for i := range s.doc.Operations {
			if o := &s.doc.Operations[i]; at == "#"+o.Pointer {
				return []step{{o.Title(), s.to(core.PageOperation, o.Slug)}}
			}
		}
	}
	return nil
}
