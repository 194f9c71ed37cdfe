package snippet

import (
	"bytes"
	"encoding/json"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/sample"
)

// Limits of a walk through schemas.
const (
	maxChain = 32 // references followed in a row
	maxDepth = 8  // levels of objects
)

// resolve follows references, and returns nil for one that leads nowhere.
func (b *builder) resolve(s *apidoc.Schema) *apidoc.Schema {
	for range maxChain {
		if s == nil || s.Ref == "" {
			return s
		}
		s = b.shapes.Target(s.Ref)
	}
	return nil
}

// property returns the schema of a property, nil when there is none.
func (b *builder) property(s *apidoc.Schema, name string) *apidoc.Schema {
	found, _ := b.member(s, name, maxDepth)
	return found
}

// member looks for a property in a schema and in all it consists of, and says
// whether it has to be there.
func (b *builder) member(s *apidoc.Schema, name string, depth int) (found *apidoc.Schema, required bool) {
	if s = b.resolve(s); s == nil || depth == 0 {
		return nil, false
	}
	for _, r := range s.Required {
		required = required || r == name
	}
	for _, p := range s.Properties {
		if p.Name == name {
			found, required = b.resolve(p.Schema), required || p.Required
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
		inner, needed := b.member(part, name, depth-1)
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

// required leaves out of a value that was made of a schema what the schema does
// not require. A value that would be left empty stays as it is.
func (b *builder) required(s *apidoc.Schema, data json.RawMessage) json.RawMessage {
	v := parse(data)
	if v.kind != object {
		return data
	}
	var out bytes.Buffer
	b.prune(&out, b.resolve(s), v, maxDepth)
	if out.String() == "{}" {
		return data
	}
	return sample.Indent(out.Bytes())
}

func (b *builder) prune(out *bytes.Buffer, s *apidoc.Schema, v value, depth int) {
	if v.kind != object || s == nil || depth == 0 {
		out.Write(v.raw)
		return
	}
	out.WriteByte('{')
	first := true
	for _, m := range v.members {
		inner, required := b.member(s, m.name, depth)
		if !required {
			continue
		}
		if !first {
			out.WriteByte(',')
		}
		first = false
		out.Write(jsonText(m.name))
		out.WriteByte(':')
		b.prune(out, inner, m.value, depth-1)
	}
	out.WriteByte('}')
}
