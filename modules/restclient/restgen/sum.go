package restgen

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/goname"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store/shape"
)

// sum is what a type is besides of which one field is set.
type sum struct {
	// attr is the member that tells the types apart, which are objects but for a key;
	// empty: something else does.
	attr      string
	candidate bool   // its types are entities, or were until a circle was found
	union     string // the function that declares a OneOf; empty: it is a struct
}

// told says what tells the types of a sum apart.
func (s *sum) told(m *model) string {
	text := " is one of its fields"
	if m.isOneOf() {
		var names []string
		for of := range m.uses() {
			names = append(names, of.name)
		}
		text = " is one of " + strings.Join(names, ", ")
	}
	if s.attr != "" {
		text += ", which the member " + plain(s.attr) + " tells apart"
	}
	return text + "."
}

// alternative is one of the types of a sum.
type alternative struct {
	kind   string // of JSON, as the tags of package union name it
	ref    string // by which the union names it, "" where it stands in the union
	schema *apidoc.Schema
	flat   *apidoc.Schema // what it says
	member string         // that tells it apart from other objects; empty: being an object does
	values []string       // of the member; nil: it has to be there
	name   string         // of its field, where that is known
	typ    goType         // where that is known
}

// refName is the name of the schema by which the union names it, "" where it has none.
func (a alternative) refName() string { return a.ref[strings.LastIndex(a.ref, "/")+1:] }

// isAt reports whether a discriminator means the alternative by a reference or a name.
func (a alternative) isAt(ref string) bool {
	return ref != "" && (ref == a.ref || ref == a.schema.Ref || ref == a.refName())
}

// when is the tag that says which JSON the alternative is for.
func (a alternative) when() string {
	switch {
	case a.member == "":
		return a.kind
	case a.values == nil:
		return a.kind + "," + a.member
	}
	return a.kind + "," + a.member + "=" + strings.Join(a.values, "|")
}

// toldApart are the alternatives of a schema, with what tells them apart. It is false
// when nothing does.
func (u unions) toldApart(s *apidoc.Schema) (all []alternative, attr string, ok bool) {
	if all, ok = u.alternativesOf(s, 0); ok {
		all, ok = merged(all)
	}
	if ok {
		attr, ok = u.tellApart(all, s.Discriminator)
	}
	return all, attr, ok
}

// maxUnion is how deep unions are in each other.
const maxUnion = 4

// alternativesOf are those of a schema, and those of its alternatives that are unions
// themselves. It is false when one of them can be anything.
func (u unions) alternativesOf(s *apidoc.Schema, depth int) (all []alternative, ok bool) {
	if depth > maxUnion {
		return nil, false
	}
	for _, a := range slices.Concat(s.OneOf, s.AnyOf) {
		if isNull(a) || u.inForm && isEmptyText(a) {
			continue
		}
		target, ref := a, a.Ref
		if a.Ref != "" {
			if target, _ = u.lookup(a.Ref); target == nil {
				return nil, false
			}
		}
		flat, ok := u.flatten(target)
		if !ok {
			if len(target.AllOf) > 0 || len(target.Properties) > 0 {
				return nil, false
			}
			inner, ok := u.alternativesOf(target, depth+1)
			if !ok {
				return nil, false
			}
			all = append(all, inner...)
			continue
		}
		if flat.Ref != "" {
			a = flat
			flat = u.flatTarget(flat)
		}
		kind := kindOf(flat)
		if kind == "" {
			return nil, false
		}
		all = append(all, alternative{kind: kind, ref: ref, schema: a, flat: flat})
	}
	return all, len(all) > 1
}

// kindOf is the kind of JSON that a schema is for, as the tags of package union name
// it; "" when it is not of one.
func kindOf(flat *apidoc.Schema) string {
	if flat == nil {
		return ""
	}
	switch name := flat.SoleType(); name {
	case "integer":
		return "number"
	case "string", "number", "boolean", "array", "object":
		return name
	}
	if _, ok := enumValues(flat); ok {
		return "string"
	}
	return ""
}

// merged makes one alternative of those of a kind that a value does not tell apart. It
// is false when they have no type in common.
func merged(all []alternative) (found []alternative, ok bool) {
	for _, a := range all {
		i := slices.IndexFunc(found, func(b alternative) bool { return b.kind == a.kind })
		switch {
		case i < 0 || a.kind == "object":
			if a.kind == "object" && a.schema.Ref != "" && slices.ContainsFunc(found, func(b alternative) bool { return b.schema.Ref == a.schema.Ref }) {
				continue
			}
			found = append(found, a)
		case a.kind == "array":
			return nil, false
		case a.kind == "string":
			found[i].schema = &apidoc.Schema{Types: []string{"string"}}
		case a.kind == "number" && a.flat.SoleType() == "number":
			found[i].schema, found[i].flat = a.schema, a.flat
		}
	}
	return found, true
}

// tellApart finds what tells the objects apart: the member that the description names,
// else one whose values are constants, else members that only one of them has and needs.
// Attr is the member, where that tells all alternatives apart but for a key.
func (u unions) tellApart(all []alternative, named *apidoc.Discriminator) (attr string, ok bool) {
	var objects []*alternative
	keys := 0
	for i := range all {
		switch all[i].kind {
		case "object":
			objects = append(objects, &all[i])
		case "string":
			keys++
		}
	}
	if len(objects) < 2 {
		return "", true
	}
	attr, ok = u.byDiscriminator(all, objects, named)
	for _, p := range objects[0].flat.Properties {
		if ok {
			break
		}
		attr, ok = p.Name, u.byConstant(objects, p.Name)
	}
	if !ok {
		return "", byMember(all, objects)
	}
	if len(objects)+keys < len(all) || slices.ContainsFunc(all, func(a alternative) bool { return isRest(a) > 0 }) {
		attr = ""
	}
	return attr, true
}

// byDiscriminator takes the values that the description maps to schemas, or the names of
// these. The object that it names for other values comes last (OpenAPI 3.2, section 4.24).
func (u unions) byDiscriminator(all []alternative, objects []*alternative, d *apidoc.Discriminator) (attr string, ok bool) {
	if d == nil || !canTell(d.Property) {
		return "", false
	}
	var values [][]string
	var told []*alternative
	for _, a := range objects {
		if a.isAt(d.DefaultMapping) {
			continue
		}
		var own []string
		for _, m := range d.Mapping {
			if a.isAt(m.Ref) {
				own = append(own, m.Value)
			}
		}
		if len(own) == 0 {
			own = u.constants(a.flat, d.Property)
		}
		if name := a.refName(); len(own) == 0 && name != "" {
			own = []string{name}
		}
		told, values = append(told, a), append(values, own)
	}
	if ok = len(told) > 0 && len(told) >= len(objects)-1 && tell(told, d.Property, values); ok {
		slices.SortStableFunc(all, func(a, b alternative) int { return isRest(a) - isRest(b) })
	}
	return d.Property, ok
}

// byConstant takes the values that a member always has.
func (u unions) byConstant(objects []*alternative, member string) bool {
	var values [][]string
	for _, a := range objects {
		values = append(values, u.constants(a.flat, member))
	}
	return canTell(member) && tell(objects, member, values)
}

// tell gives objects the values of the member that tells them apart. It is false when
// these do not.
func tell(objects []*alternative, member string, values [][]string) bool {
	seen := map[string]bool{}
	for _, own := range values {
		for _, v := range own {
			if seen[v] || !isPlainValue(v) {
				return false
			}
			seen[v] = true
		}
		if len(own) == 0 {
			return false
		}
	}
	for i, a := range objects {
		a.member, a.values = member, values[i]
	}
	return true
}

// constants are the values that a property can have, as texts; nil when it can have any.
func (u unions) constants(s *apidoc.Schema, name string) (values []string) {
	i := slices.IndexFunc(s.Properties, func(p apidoc.Property) bool { return p.Name == name })
	if i < 0 {
		return nil
	}
	flat := u.flatTarget(s.Properties[i].Schema)
	if flat == nil {
		return nil
	}
	if len(flat.Const) > 0 {
		return []string{textOf(flat.Const)}
	}
	for _, v := range flat.Enum {
		values = append(values, textOf(v.Value))
	}
	return values
}

// textOf is a value as the tags of package union have it.
func textOf(value json.RawMessage) string {
	return shape.Text(value)
}

// canTell reports whether a tag can name a member that tells objects apart.
func canTell(member string) bool { return canBeTagged(member) && !strings.Contains(member, "=") }

// isPlainValue reports whether a tag can hold a value.
func isPlainValue(value string) bool {
	return !strings.ContainsAny(value, "|`\"\\") && (value == "" || canBeTagged(strings.ReplaceAll(value, ",", "")+"x"))
}

// byMember tells objects apart by the members that only one of them has and needs. One
// that has no such member comes last.
func byMember(all []alternative, objects []*alternative) bool {
	var members []string
	for i, a := range objects {
		members = append(members, "")
		for _, p := range a.flat.Properties {
			if !canTell(p.Name) || !p.Required && !slices.Contains(a.flat.Required, p.Name) {
				continue
			}
			if !slices.ContainsFunc(objects, func(b *alternative) bool { return b != objects[i] && hasProperty(b.flat, p.Name) }) {
				members[i] = p.Name
				break
			}
		}
	}
	rest := slices.Index(members, "")
	if rest >= 0 && slices.Contains(members[rest+1:], "") {
		return false
	}
	for i, a := range objects {
		a.member = members[i]
	}
	slices.SortStableFunc(all, func(a, b alternative) int { return isRest(a) - isRest(b) })
	return true
}

func isRest(a alternative) int {
	if a.kind == "object" && a.member == "" {
		return 1
	}
	return 0
}

func hasProperty(s *apidoc.Schema, name string) bool {
	return slices.ContainsFunc(s.Properties, func(p apidoc.Property) bool { return p.Name == name })
}

// resolve finds the type of an alternative, and a name for its field. It is false when
// Go has no type for it.
func (u unions) resolve(a *alternative, hint hints) bool {
	own := a.kind
	switch {
	case len(a.values) > 0 && goname.Camel(a.values[0]) != "":
		own = a.values[0]
	case a.member != "":
		own = a.member
	}
	a.name = goname.Exported(own)
	a.typ = u.resolver.typeOf(a.schema, hint.each(func(name string) string { return name + a.name }))
	if a.typ.kind == pointer {
		a.typ = *a.typ.elem
	}
	switch a.typ.kind {
	case basic, list, dict:
		return true
	case named:
		if a.kind == "object" && a.schema.Ref != "" {
			a.name = a.typ.model.name
		}
		return a.typ.model.sum == nil
	}
	return false
}

// maxJoined is how many alternatives a sum is named after.
const maxJoined = 3

// sumOf declares a sum, or finds the one that has these alternatives.
func (u unions) sumOf(all []alternative, attr string, hint hints, ref, doc string) goType {
	id, joined := attr, []string{}
	names := goname.Scope{"Other": true, "MarshalJSON": true, "UnmarshalJSON": true}
	var fields []*field
	for _, a := range all {
		f := &field{name: names.Name(a.name), typ: a.typ, when: a.when(), values: a.values}
		if a.typ.kind == basic || a.typ.kind == named {
			f.typ = a.typ.of(pointer)
		}
		fields = append(fields, f)
		id += "\x00" + f.when + " " + f.typ.String()
		joined = append(joined, f.name)
	}
	if m := u.sums[id]; m != nil && ref == "" {
		return goType{kind: named, model: m}
	}
	isInline := slices.ContainsFunc(all, func(a alternative) bool { return a.kind == "object" && a.schema != nil && a.schema.Ref == "" })
	if ref == "" && !isInline && len(all) <= maxJoined && all[0].schema != nil {
		hint = hints{strings.Join(joined, "Or")}
	}
	m := u.newModel(&apidoc.Schema{Description: doc}, hint, ref)
	m.sum, m.fields = &sum{attr: attr}, fields
	if u.sums[id] == nil {
		u.sums[id] = m
	}
	return goType{kind: named, model: m}
}
