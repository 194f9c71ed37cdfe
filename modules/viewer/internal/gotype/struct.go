package gotype

import (
	"encoding/json"
	"iter"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/goname"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
)

// structType names a struct, whose fields are found later. Without room for one
// more it is JSON.
func (r *resolver) structType(s *apidoc.Schema, hint, ref string) string {
	if len(r.types) == maxTypes {
		return rawType
	}
	name := hint
	if ref == "" || r.models[ref] == "" {
		name = r.scope.Name(hint)
	}
	m := &model{Type: Type{Name: name, Fields: []Field{}}}
	if schema := shape.Name(ref); ref != "" && bare(schema) != bare(name) {
		m.Schema = schema
	}
	r.types, r.byName[name] = append(r.types, m), m
	r.waiting = append(r.waiting, func() { r.addFields(m, s) })
	return name
}

// bare is a name without case and punctuation.
func bare(name string) string { return strings.ToLower(strings.Join(goname.Words(name), "")) }

// settle finds the fields of all structs that are known, and of those that become
// known by that.
func (r *resolver) settle() {
	for ; len(r.waiting) > 0; r.waiting = r.waiting[1:] {
		r.waiting[0]()
	}
}

func (r *resolver) addFields(m *model, s *apidoc.Schema) {
	taken := goname.Scope{"PK": true, "Nested": true}
	for _, p := range s.Properties {
		if !canBeTagged(p.Name) || r.fields == maxFields {
			continue
		}
		r.fields++
		name := taken.Name(goname.Exported(p.Name))
		f := Field{Name: name, JSON: p.Name, Type: r.typeOf(p.Schema, m.Name+name), Optional: !p.Required && !slices.Contains(s.Required, p.Name)}
		r.describe(&f, p.Schema)
		m.Fields = append(m.Fields, f)
	}
	for _, f := range m.Fields {
		m.held = append(m.held, r.byName[f.Type])
	}
}

// canBeTagged reports whether a member of that name is found by a tag.
func canBeTagged(name string) bool {
	return name != "" && name != "-" && len(name) <= maxMember && !strings.ContainsAny(name, ",\\'\"`") && strings.ToValidUTF8(name, "") == name &&
		!strings.ContainsFunc(name, func(c rune) bool { return c < ' ' || c == '\u007f' })
}

// describe takes over what a property says beside its type: what is read only is
// not sent, and where absent means something else than zero there is a pointer.
func (r *resolver) describe(f *Field, s *apidoc.Schema) {
	if s == nil || s.Ref != "" {
		return
	}
	flat := r.shapes.Of(s).Schema
	f.Optional = f.Optional || flat.ReadOnly
	if f.Optional && isValue(flat.Default) && isScalar(f.Type) {
		f.Type = nullable(f.Type)
	}
}

// isValue tells a default that the zero value of Go does not stand for.
func isValue(value json.RawMessage) bool {
	return !slices.Contains([]string{"", "null", "false", "0", "0.0", `""`}, strings.TrimSpace(string(value)))
}

// scalars are the types that an argument can have.
var scalars = []string{
	"string", "bool", "int", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64", "time.Time",
}

func isScalar(t string) bool { return slices.Contains(scalars, t) }

// breakCycles makes pointers of the fields through which a struct would hold
// itself: of all that lead back to where they are.
func breakCycles(types []*model) {
	of := goname.Components(types, func(m *model) iter.Seq[*model] {
		return slices.Values(slices.DeleteFunc(slices.Clone(m.held), func(held *model) bool { return held == nil }))
	})
	for _, m := range types {
		for i, held := range m.held {
			if held != nil && of[held] == of[m] {
				m.Fields[i].Type = "*" + m.Fields[i].Type
			}
		}
	}
}

func (m *model) written() Type { return m.Type }
