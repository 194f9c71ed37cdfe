package restgen

import (
	"bytes"
	"slices"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/goname"
)

// unions reads schemas of several types.
type unions struct{ *resolver }

// typeOf is the type of a schema with alternatives that are not of one type: a sum where
// a member says which it is; else the object where the others are shorter forms of it, or
// its key; else a sum where something else in the JSON tells them apart; else raw JSON.
func (u unions) typeOf(s *apidoc.Schema, hint hints, ref string) goType {
	if len(s.AllOf) > 0 || len(s.Properties) > 0 {
		return goType{kind: raw}
	}
	all, attr, ok := u.toldApart(s)
	if !ok || !slices.ContainsFunc(all, func(a alternative) bool { return a.values != nil }) {
		if t := u.longestOf(s); t.kind != raw {
			return t
		}
	}
	if !ok || u.inQuery {
		return goType{kind: raw}
	}
	for i := range all {
		if !u.resolve(&all[i], hint) {
			return goType{kind: raw}
		}
	}
	return u.sumOf(all, attr, hint, ref, s.Description)
}

// longestOf is the type of the object that has shorter forms or a key, raw when there is
// none.
func (u unions) longestOf(s *apidoc.Schema) goType {
	alternatives := slices.Concat(s.OneOf, s.AnyOf)
	var refs []string
	key, nullable := "", isNullable(s)
	for _, a := range alternatives {
		switch {
		case isNull(a):
			nullable = true
		case a.Ref != "":
			if !slices.Contains(refs, a.Ref) {
				refs = append(refs, a.Ref)
			}
		case key == "" && (a.SoleType() == "string" || a.SoleType() == "integer") && len(a.Enum) == 0:
			key = a.SoleType()
		default:
			return goType{kind: raw}
		}
	}
	ref, flags, ok := u.longest(refs)
	if !ok {
		return goType{kind: raw}
	}
	t := u.typeOfRef(ref)
	m := t.structOf()
	switch {
	case m == nil:
		return goType{kind: raw}
	case key != "":
		u.addLater(m, flags)
		return goType{kind: either, text: key, model: m}
	}
	u.addLater(m, flags)
	if nullable {
		return t.nullable()
	}
	return t
}

// longest finds the object that the others are shorter forms of, such as one that is
// deleted: they have properties of it, and flags.
func (u unions) longest(refs []string) (ref string, flags []apidoc.Property, ok bool) {
	schemas := make([]*apidoc.Schema, len(refs))
	for i, ref := range refs {
		if schemas[i] = u.flatTarget(&apidoc.Schema{Ref: ref}); schemas[i] == nil || len(schemas[i].Properties) == 0 {
			return "", nil, false
		}
	}
	for i, long := range schemas {
		flags, ok := []apidoc.Property{}, true
		for j, short := range schemas {
			if i == j {
				continue
			}
			more, isShort := missing(long, short)
			flags, ok = append(flags, more...), ok && isShort
		}
		if ok {
			return refs[i], flags, true
		}
	}
	return "", nil, false
}

// missing are the properties of short that long lacks. It is false when these are
// other than flags, or short is not shorter.
func missing(long, short *apidoc.Schema) (flags []apidoc.Property, ok bool) {
	if len(short.Properties) >= len(long.Properties) {
		return nil, false
	}
	for _, p := range short.Properties {
		if slices.ContainsFunc(long.Properties, func(q apidoc.Property) bool { return q.Name == p.Name }) {
			continue
		}
		if p.Schema == nil || p.Schema.SoleType() != "boolean" {
			return nil, false
		}
		p.Required = false
		flags = append(flags, p)
	}
	return flags, true
}

// addLater gives a struct more fields when it has its own.
func (u unions) addLater(m *model, properties []apidoc.Property) {
	if len(properties) == 0 {
		return
	}
	u.waiting = append(u.waiting, func() {
		more := apidoc.Schema{}
		for _, p := range properties {
			if !slices.ContainsFunc(m.fields, func(f *field) bool { return f.property == p.Name }) {
				more.Properties = append(more.Properties, p)
			}
		}
		u.addFields(m, &more, u.propertyType)
	})
}

// isEmptyText tells the alternative of a form by which a field is emptied.
func isEmptyText(s *apidoc.Schema) bool {
	return s.SoleType() == "string" && len(s.Enum) == 1 && bytes.Equal(bytes.TrimSpace(s.Enum[0].Value), []byte(`""`))
}

// settleRefs makes Refs of what is an entity or its key, and sums where the object is no
// entity, or the key of another type.
func (u unions) settleRefs(operations []*operation) {
	for _, m := range u.models {
		for _, f := range m.fields {
			f.typ = f.typ.referred(u.keyed)
		}
	}
	for _, o := range operations {
		o.body, o.result = o.body.referred(u.keyed), o.result.referred(u.keyed)
	}
}

// keyed is the sum of an object and its key.
func (u unions) keyed(t goType) goType {
	key := alternative{kind: "string", typ: basicType("string"), name: "Key"}
	if t.text == "integer" {
		key.kind, key.typ = "number", basicType("int")
	}
	object := alternative{kind: "object", typ: goType{kind: named, model: t.model}, name: t.model.name}
	return u.sumOf([]alternative{key, object}, "", hints{t.model.name + "OrKey"}, "", "")
}

// settleOneOfs makes a OneOf of each sum whose cases are entities, other than those by
// which an entity would hold itself.
func (u unions) settleOneOfs() {
	for _, m := range u.models {
		if m.sum != nil {
			m.sum.candidate = m.sum.attr != "" && !slices.ContainsFunc(m.fields, func(f *field) bool {
				held := f.typ.leaf().structOf()
				return held == nil && f.when != "string" || held != nil && held.key == nil
			})
		}
	}
	of := goname.Components(u.models, (*model).shown)
	members := map[int]int{}
	for _, m := range u.models {
		members[of[m]]++
	}
	for _, m := range u.models {
		if m.sum != nil && m.sum.candidate && members[of[m]] == 1 {
			m.fields = slices.DeleteFunc(m.fields, func(f *field) bool { return f.typ.leaf().structOf() == nil })
			m.sum.union = u.scope.Name(m.name + "Union")
		}
	}
}
