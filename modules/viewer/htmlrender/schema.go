package htmlrender

import (
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/sample"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/schemafacts"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
)

// Limits of how much of a schema one page holds. What is deeper is fetched when
// it is opened.
const (
	maxRows     = 210 // rows at the top of a schema, over the whole page
	maxDeepRows = 110 // the same for rows that stand below others
	inlineLevel = 3   // levels below the first up to which inline schemas are in the page
	refLevel    = 0   // the same for references
	maxLevel    = 6   // the same for inline schemas that have no address
)

// node is a schema with its references followed and its parts made one.
type node struct {
	*apidoc.Schema                      // never nil
	shape          *shape.Shape         // what it amounts to
	source         *apidoc.Schema       // as it is written, nil for none
	ref            string               // the reference, "" for an inline schema
	model          *apidoc.ModelSummary // the model it is, nil for none
	broken         bool                 // the reference leads nowhere
	description    string               // the one beside the reference, or the schema's own
}

// dynamic reports whether a schema is nothing but a dynamic reference.
func dynamic(s *apidoc.Schema) bool {
	return s != nil && s.DynamicRef != "" && s.Ref == "" && len(s.Types) == 0 && len(s.Properties) == 0 && len(s.AllOf) == 0
}

// spot is where on the page a schema stands.
type spot struct {
	id    string   // of its element; those of what stands below begin with it
	key   string   // by which its alternatives are chosen
	level int      // 0 for the first rows of a schema
	open  []string // the references it stands in
}

// at is the spot of a schema that does not stand in another one.
func at(id string) spot { return spot{id: id, key: id} }

// below returns the spot of a property or part.
func (p spot) below(name string) spot {
	p.id, p.key = sample.Below(p.id, name), sample.Below(p.key, name)
	return p
}

// beside returns the spot of a part that is the same value, such as an
// alternative.
func (p spot) beside(name string) spot {
	p.id = sample.Below(p.id, name)
	return p
}

// deeper returns the spot of what a schema consists of.
func (p spot) deeper(n node) spot {
	p.level++
	return p.inside(n)
}

func (p spot) inside(n node) spot {
	if n.ref != "" {
		p.open = append(slices.Clip(p.open), n.ref)
	}
	return p
}

// anchor makes an id that is not on the page yet. Ids hold a dot, so that none is
// the name of something that scripts look up by name.
func (v *view) anchor(id string) string {
	if !strings.Contains(id, ".") {
		id = "at." + id
	}
	return v.ids.add(id)
}

// take asks for a row on the page. It is false when the page is full; rows that
// stand below others have to stop earlier, so that they leave room.
func (v *view) take(level int) bool {
	if v.rows >= maxRows-v.reserved || level > 0 && v.rows >= maxDeepRows {
		return false
	}
	v.rows++
	return true
}

// opening says how what a schema consists of is shown below its row.
type opening int

const (
	shut     opening = iota // there is nothing to show
	inPage                  // in the page
	onDemand                // fetched when it is opened
)

func (v *view) opening(n node, p spot) opening {
	switch {
	case n.broken, !v.hasParts(n), recursive(n, p.open) && v.placeOf(n) == "":
		return shut
	case recursive(n, p.open):
		return onDemand
	case v.rows < maxDeepRows && (n.ref == "" && p.level <= inlineLevel || n.ref != "" && p.level <= refLevel):
		return inPage
	case v.placeOf(n) != "":
		return onDemand
	case v.rows < maxDeepRows && p.level < maxLevel:
		return inPage
	}
	return shut
}

// says reports whether a schema says something that its parts do not.
func says(s *apidoc.Schema) bool {
	return s.Description != "" || len(s.Enum) > 0 || len(s.Examples) > 0 || len(schemafacts.Of(s)) > 0
}

// besideNull returns the only alternative of a schema that is not null.
func besideNull(s *apidoc.Schema) *apidoc.Schema {
	list := s.OneOf
	if len(list) == 0 {
		list = s.AnyOf
	}
	if len(list) > 2 || len(s.Properties) > 0 || len(s.OneOf) > 0 && len(s.AnyOf) > 0 || s.Discriminator != nil {
		return nil
	}
	var only *apidoc.Schema
	for _, one := range list {
		switch {
		case schemafacts.Null(one):
		case only != nil || one == nil:
			return nil
		default:
			only = one
		}
	}
	return only
}

// recursive reports whether n stands in itself.
func recursive(n node, open []string) bool { return n.ref != "" && slices.Contains(open, n.ref) }

// own returns the references that the page is about: opening them again below
// shows the same.
func (v *view) own() []string {
	switch v.page.Kind {
	case core.PageModel:
		return []string{v.page.Model.Ref}
	case core.PageSchema:
		return []string{v.page.Schema.Ref}
	}
	return nil
}
