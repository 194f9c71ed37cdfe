package htmlrender

import (
	"slices"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/sample"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/schemafacts"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
)

// Limits of how deep the schemas of a page are. What is deeper is fetched when it is
// opened.
const (
	inlineLevel = 3 // levels below the first up to which inline schemas are in the page
	refLevel    = 0 // the same for references
	maxLevel    = 6 // the same for inline schemas that have no address
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
	scope          shape.Scope          // what dynamic references in it may mean
}

// spot is where on the page a schema stands.
type spot struct {
	id    string   // of its element; those of what stands below begin with it
	key   string   // by which its alternatives are chosen
	level int      // 0 for the first rows of a schema
	only  bool     // nothing stands beside it
	open  []string // the references it stands in
	scope shape.Scope
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
	p.scope = n.scope
	if n.ref != "" {
		p.open = append(slices.Clip(p.open), n.ref)
	}
	return p
}

// row returns the spot of one of the rows of a schema. Only says that there is no
// other one.
func (p spot) row(r row, only bool) spot {
	p.only = only
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

// opening says how what a schema consists of is shown below its row.
type opening int

const (
	shut     opening = iota // there is nothing to show
	inPage                  // in the page
	onDemand                // fetched when it is opened
)

// says reports whether a schema says something that its parts do not.
func says(s *apidoc.Schema) bool {
	return s.Description != "" || len(s.Enum) > 0 || len(s.Examples) > 0 || len(schemafacts.Of(nil, s)) > 0
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
