package snippet

import (
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
)

// Limits of a walk through schemas.
const (
	maxChain = 32 // references followed in a row
	maxDepth = 8  // levels of objects
)

// schemas follows references and looks for properties.
type schemas struct{ *shape.Resolver }

// resolve follows references, and returns nil for one that leads nowhere.
func (r schemas) resolve(s *apidoc.Schema) *apidoc.Schema {
	for range maxChain {
		if s == nil || s.Ref == "" {
			return s
		}
		s = r.Target(s.Ref)
	}
	return nil
}

// property returns the schema of a property as it is written, nil for a property that the
// schema does not name.
func (r schemas) property(s *apidoc.Schema, name string) *apidoc.Schema {
	found, _ := r.member(s, name, maxDepth)
	return found
}

// member looks for a property in a schema and in all it consists of, and says
// whether it has to be there.
func (r schemas) member(s *apidoc.Schema, name string, depth int) (found *apidoc.Schema, required bool) {
	if s = r.resolve(s); s == nil || depth == 0 {
		return nil, false
	}
	for _, one := range s.Required {
		required = required || one == name
	}
	for _, p := range s.Properties {
		if p.Name == name {
			required = required || p.Required
			if r.resolve(p.Schema) != nil {
				found = p.Schema
			}
		}
	}
	parts := s.AllOf
	if found == nil && len(s.OneOf) > 0 {
		parts = append(parts[:len(parts):len(parts)], s.OneOf[0])
	}
	if found == nil && len(s.AnyOf) > 0 {
		parts = append(parts[:len(parts):len(parts)], s.AnyOf[0])
	}
	for _, part := range parts {
		inner, needed := r.member(part, name, depth-1)
		if found == nil {
			found = inner
		}
		required = required || needed
	}
	return found, required
}

func itemsOf(s *apidoc.Schema) *apidoc.Schema {
	if s == nil {
		return nil
	}
	return s.Items
}

// required is a value that was made of a schema without what the schema does not
// require. It is false when that would leave nothing.
func (r schemas) required(s *apidoc.Schema, v value) (value, bool) {
	if v.kind != object {
		return v, false
	}
	pruned := r.prune(r.resolve(s), v, maxDepth)
	return pruned, len(pruned.members) > 0
}

func (r schemas) prune(s *apidoc.Schema, v value, depth int) value {
	if v.kind != object || s == nil || depth == 0 {
		return v
	}
	pruned := value{kind: object}
	for _, m := range v.members {
		if inner, required := r.member(s, m.name, depth); required {
			pruned.members = append(pruned.members, member{m.name, r.prune(inner, m.value, depth-1)})
		}
	}
	pruned.raw = pruned.compact()
	return pruned
}
