package restgen

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/goname"
)

// newModel declares a type. The schemas of the description have had their names
// from the start.
func (r *resolver) newModel(s *apidoc.Schema, hint hints, ref string) *model {
	m := &model{name: r.names[ref], doc: s.Description, deprecated: s.Deprecated}
	if summary := r.doc.ModelOf(ref); summary != nil {
		m.schema = summary.Name
	}
	if m.name == "" {
		m.name = r.scope.Name(hint...)
	}
	r.models = append(r.models, m)
	return m
}

// structType declares a struct. Its fields are resolved by settle, so that they
// can refer to it, and the stack does not grow with the graph.
func (r *resolver) structType(s *apidoc.Schema, hint hints, ref string) goType {
	m := r.newModel(s, hint, ref)
	r.waiting = append(r.waiting, func() { r.addFields(m, s) })
	return goType{kind: named, model: m}
}

// settle resolves the fields of all structs that are known, and of those that
// become known by that.
func (r *resolver) settle() {
	for len(r.waiting) > 0 {
		next := r.waiting[0]
		r.waiting = r.waiting[1:]
		next()
	}
}

func (r *resolver) addFields(m *model, s *apidoc.Schema) {
	names := goname.Scope{"PK": true, "Nested": true}
	for _, p := range s.Properties {
		if !canBeTagged(p.Name) {
			m.dropped = append(m.dropped, p.Name)
			continue
		}
		f := &field{name: names.Name(goname.Exported(p.Name)), property: p.Name, required: p.Required || slices.Contains(s.Required, p.Name)}
		f.typ = r.typeOf(p.Schema, hints{m.name + f.name})
		r.describe(f, p.Schema)
		m.fields = append(m.fields, f)
	}
}

// canBeTagged reports whether encoding/json finds a member of that name by a tag.
func canBeTagged(name string) bool {
	return name != "" && name != "-" && !strings.ContainsAny(name, ",\\'\"`") && strings.ToValidUTF8(name, "") == name &&
		!strings.ContainsFunc(name, func(c rune) bool { return c < ' ' || c == '\u007f' })
}

// describe takes over what a property says beside its type.
func (r *resolver) describe(f *field, s *apidoc.Schema) {
	if s == nil {
		return
	}
	f.doc, f.deprecated = s.Description, s.Deprecated
	if flat, ok := r.flatten(s); ok && s.Ref == "" {
		f.defaulted = isValue(flat.Default)
		f.required = f.required && !flat.ReadOnly
		if constant := constantDoc(flat); constant != "" {
			f.doc = ended(sentence(f.doc)) + constant
		}
	}
	if f.typ.kind == raw {
		f.doc = ended(strings.TrimSpace(f.doc)) + r.alternatives(s)
	}
	if f.defaulted && f.typ.isScalar() && !f.required {
		f.typ = f.typ.nullable()
	}
}

// isValue tells a default that the zero value of Go does not stand for.
func isValue(value json.RawMessage) bool {
	switch strings.TrimSpace(string(value)) {
	case "", "null", "false", "0", "0.0", `""`:
		return false
	}
	return true
}

// constantDoc tells the only value of a string.
func constantDoc(s *apidoc.Schema) string {
	value := s.Const
	if values, ok := enumValues(s); ok && len(values) == 1 {
		value = values[0].Value
	}
	if len(value) == 0 || len(value) > 60 {
		return ""
	}
	return " Always " + string(value) + "."
}

// alternatives names the types that a value of several types can have.
func (r *resolver) alternatives(s *apidoc.Schema) string {
	var names []string
	for _, alternative := range slices.Concat(s.OneOf, s.AnyOf) {
		if alternative.Ref == "" {
			continue
		}
		if t := r.typeOfRef(alternative.Ref); t.kind == named {
			names = append(names, t.String())
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	if len(names) == 0 || len(names) > 8 {
		return ""
	}
	return " One of " + strings.Join(names, ", ") + "."
}

// enumType declares a string with constants. Parameters and properties of one
// name and with the same values share it.
func (r *resolver) enumType(s *apidoc.Schema, values []apidoc.EnumValue, hint hints, ref string) goType {
	names := goname.Words(hint[0])
	id := names[len(names)-1]
	for _, v := range values {
		id += "\x00" + string(v.Value)
	}
	if m := r.enums[id]; m != nil && ref == "" {
		return goType{kind: named, model: m}
	}
	m := r.newModel(s, hint, ref)
	for _, v := range values {
		m.constants = append(m.constants, r.constant(m, v))
	}
	if r.enums[id] == nil {
		r.enums[id] = m
	}
	return goType{kind: named, model: m}
}

func (r *resolver) constant(m *model, v apidoc.EnumValue) constant {
	c := constant{doc: v.Description}
	_ = json.Unmarshal(v.Value, &c.value) // enumValues has seen that it is a string
	suffix := goname.Camel(v.Name)
	if suffix == "" {
		suffix = goname.Camel(c.value)
	}
	if suffix == "" {
		suffix = "Other"
	}
	c.name = r.scope.Name(m.name + suffix)
	return c
}
