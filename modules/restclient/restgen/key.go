package restgen

import (
	"net/http"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// keyPart is what one parameter of a path names: a member of the entity.
type keyPart struct {
	param string   // bare
	way   []*field // from the entity to the member
}

// in is the member of the entity in a variable.
func (p keyPart) in(entity string) string {
	for _, f := range p.way {
		entity += "." + f.name
	}
	return entity
}

// metadataNames are the properties, bare, that have what identifies the object around them.
var metadataNames = []string{"metadata", "meta"}

// partsOf finds what all parameters of a path name together: members of what an operation
// gets, or of its metadata. It is nil when one of them is missing, and where the only
// parameter names a member of the object itself.
func partsOf(o *operation) []keyPart {
	m := o.what().structOf()
	if m == nil || !o.endsInParameter() {
		return nil
	}
	if len(o.path) > 1 {
		if parts := partsIn(o, m, m, nil); parts != nil {
			return parts
		}
	}
	for _, f := range m.fields {
		meta := f.typ.structOf()
		if meta == nil || !slices.Contains(metadataNames, bare(f.property)) || meta.holds(m, map[*model]bool{}) {
			continue
		}
		if parts := partsIn(o, m, meta, []*field{f}); parts != nil {
			return parts
		}
	}
	return nil
}

// partsIn finds what the parameters of a path name in a struct, which is m or in it.
func partsIn(o *operation, m, in *model, way []*field) []keyPart {
	var parts []keyPart
	for i, a := range o.path {
		names := []string{bare(a.wire)}
		if i == len(o.path)-1 {
			names = keyNames(o, m)
		}
		at := slices.IndexFunc(in.fields, func(f *field) bool {
			return slices.Contains(names, bare(f.property)) && f.typ.isScalar() && f.typ.String() == a.typ.String()
		})
		if at < 0 || len(a.options) > 0 {
			return nil
		}
		parts = append(parts, keyPart{bare(a.wire), append(slices.Clip(way), in.fields[at])})
	}
	return parts
}

// compounds are entities that all parameters of a path identify together.
type compounds struct{ *resolver }

// keep makes them of the schemas that operations get. The first one decides.
func (c compounds) keep(operations []*operation) {
	for _, o := range operations {
		m := o.what().structOf()
		if o.Method != http.MethodGet || o.template == nil || m == nil || m.key != nil {
			continue
		}
		parts := partsOf(o)
		if parts == nil {
			continue
		}
		if len(parts) == 1 {
			m.key = &field{name: strings.TrimPrefix(parts[0].in(""), "."), typ: o.path[0].typ, parts: parts, at: o.template.String()}
			continue
		}
		key := &model{name: c.scope.Name(m.name+"Key", m.name+"ID"), doc: "What identifies one " + m.name, in: apidoc.InPath}
		for _, a := range o.path {
			key.fields = append(key.fields, &field{name: a.name, property: a.wire, typ: a.typ, doc: a.doc})
		}
		m.key = &field{typ: goType{kind: named, model: key}, parts: parts, at: o.template.String()}
	}
}

// setApart has those that are in something else be no entities: a template in another
// object has no place of its own.
func (c compounds) setApart(results map[*model]bool) {
	plain := map[*model]*model{}
	for _, m := range c.models {
		for _, f := range m.fields {
			e := f.typ.leaf().model
			if results[m] || e == nil || e.key == nil || e.key.parts == nil {
				continue
			}
			if plain[e] == nil {
				plain[e] = &model{name: c.scope.Name(e.name + "Value"), doc: "One " + e.name + " inside of something else, which is no entity", plain: e, fields: e.fields}
			}
			f.typ = f.typ.with(plain[e])
		}
	}
	for _, e := range slices.Clone(c.models) {
		if plain[e] != nil {
			c.models = append(c.models, plain[e])
		}
	}
}
