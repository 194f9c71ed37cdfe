package restgen

import (
	"net/http"
	"slices"
	"strings"
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
	m := o.result.structOf()
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

// keepParts makes entities of the schemas that all parameters of a path identify together.
// The first operation decides.
func (r *resolver) keepParts(operations []*operation) {
	for _, o := range operations {
		m := o.result.structOf()
		if o.Method != http.MethodGet || o.template == nil || m == nil || m.key != nil {
			continue
		}
		parts := partsOf(o)
		if parts == nil {
			continue
		}
		m.at = o.template.String()
		if len(parts) == 1 {
			m.key = &field{name: strings.TrimPrefix(parts[0].in(""), "."), typ: o.path[0].typ, parts: parts}
			continue
		}
		key := &model{name: r.scope.Name(m.name+"Key", m.name+"ID"), doc: "What identifies one " + m.name, inPath: true}
		for _, a := range o.path {
			key.fields = append(key.fields, &field{name: a.name, property: a.wire, typ: a.typ, doc: a.doc})
		}
		m.key = &field{typ: goType{kind: named, model: key}, parts: parts}
	}
}

// isCompound reports whether the key is put together of several members.
func (f *field) isCompound() bool { return len(f.parts) > 1 }

// identifies reports whether the path of an operation that gets the entity has its key.
func (m *model) identifies(o *operation) bool {
	if m.key.parts == nil {
		return keyOf(o) == m.key
	}
	return o.result.structOf() == m && slices.EqualFunc(partsOf(o), m.key.parts, func(a, b keyPart) bool {
		return a.param == b.param && slices.Equal(a.way, b.way)
	})
}

// holds reports whether a struct is a field of m by value, at whatever depth.
func (m *model) holds(other *model, seen map[*model]bool) bool {
	for held := range m.held() {
		if held == other {
			return true
		}
		if !seen[held] {
			seen[held] = true
			if held.holds(other, seen) {
				return true
			}
		}
	}
	return false
}
