package restgen

import (
	"maps"
	"slices"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// flattened is what flatten returns, and the references whose members that has.
func flattened(r *resolver, s *apidoc.Schema) (flat *apidoc.Schema, taken map[string]bool, ok bool) {
	if len(s.AllOf)+len(s.OneOf)+len(s.AnyOf) == 0 {
		return s, nil, true
	}
	if ref, ok := onlyRef(s); ok {
		return ref, nil, true
	}
	f := flattener{resolver: r, seen: map[string]bool{}}
	merged := *s
	merged.AllOf, merged.OneOf, merged.AnyOf, merged.Properties = nil, nil, nil, nil
	if !f.add(&merged, s, 0) {
		return nil, nil, false
	}
	for i := range merged.Properties {
		p := &merged.Properties[i]
		p.Required = p.Required || slices.Contains(merged.Required, p.Name)
	}
	return &merged, f.seen, true
}

// spread is a struct without a name in the description that has the members of one which it
// is in, and so again a field of its own type.
type spread struct {
	model  *model
	schema *apidoc.Schema
	inForm bool
}

// spreads finds such structs again.
type spreads struct {
	known  []spread
	within map[string]bool // references of which the structs around a field have the members
}

// are reports whether a schema with the members of taken is of such a struct, where it is at
// no reference.
func (s *spreads) are(taken map[string]bool) bool {
	for ref := range taken {
		if s.within[ref] {
			return true
		}
	}
	return false
}

// of is the struct that is declared for such a schema already, nil when none is.
func (s *spreads) of(schema *apidoc.Schema, inForm bool) *model {
	i := slices.IndexFunc(s.known, func(known spread) bool { return known.inForm == inForm && isSame(known.schema, schema) })
	if i < 0 {
		return nil
	}
	return s.known[i].model
}

// inside is what within is for the fields of a struct with the members of taken. One at a
// reference is the same wherever it is needed.
func (s *spreads) inside(ref string, taken map[string]bool) map[string]bool {
	all := map[string]bool{}
	if ref == "" {
		maps.Copy(all, s.within)
	} else {
		all[ref] = true
	}
	maps.Copy(all, taken)
	return all
}

// onlyRef finds the one reference in a schema that says nothing else about
// types, such as {allOf: [{$ref}], description} and {oneOf: [{$ref}, {null}]}.
func onlyRef(s *apidoc.Schema) (*apidoc.Schema, bool) {
	if len(s.Properties) > 0 || s.AdditionalProperties != nil && s.AdditionalProperties.Always == nil {
		return nil, false
	}
	ref, nullable := "", isNullable(s)
	for _, group := range [][]*apidoc.Schema{s.AllOf, s.OneOf, s.AnyOf} {
		for _, member := range group {
			switch {
			case isNull(member):
				nullable = true
			case member.Ref != "" && (ref == "" || ref == member.Ref):
				ref = member.Ref
			case saysNothing(member):
			default:
				return nil, false
			}
		}
	}
	if ref == "" {
		return nil, false
	}
	found := &apidoc.Schema{Ref: ref, Description: s.Description, Default: s.Default, ReadOnly: s.ReadOnly}
	if nullable {
		found.Types = []string{"null"}
	}
	return found, true
}

// saysNothing tells a schema that only restricts values, or describes them.
func saysNothing(s *apidoc.Schema) bool {
	return isEmpty(s) && s.Always == nil && len(s.Enum) == 0 && s.Const == nil
}

// isNull tells an alternative that stands for null: also an object that may be null and of
// which nothing else is said, which OpenAPI 3.0 needs beside a reference.
func isNull(s *apidoc.Schema) bool {
	bare := *s
	bare.Types = nil
	return s.OnlyNull() || isNullable(s) && s.SoleType() == "object" && saysNothing(&bare)
}

type flattener struct {
	*resolver
	seen map[string]bool // references on the way, each taken once
}

// add merges s into the result: properties and required add up, so do the members of
// an object that is a property, of other keywords the last one counts.
func (f *flattener) add(result, s *apidoc.Schema, depth int) bool {
	if depth > maxDepth {
		return false
	}
	if s.Ref != "" {
		return f.addRef(result, s.Ref, depth)
	}
	for _, member := range s.AllOf {
		if !f.add(result, member, depth+1) {
			return false
		}
	}
	if !mergeKeywords(result, s) {
		return false
	}
	return f.choose(result, s.OneOf, depth) && f.choose(result, s.AnyOf, depth)
}

func (f *flattener) addRef(result *apidoc.Schema, ref string, depth int) bool {
	if f.seen[ref] {
		return true
	}
	f.seen[ref] = true
	target, err := f.lookup(ref)
	if err != nil || target == nil {
		return false
	}
	return f.add(result, target, depth+1)
}

// choose merges the one alternative that says anything, or any of those that
// have the same simple type.
func (f *flattener) choose(result *apidoc.Schema, alternatives []*apidoc.Schema, depth int) bool {
	var left []*apidoc.Schema
	for _, s := range alternatives {
		switch {
		case s.OnlyNull(), isNull(s) && len(alternatives) > 1:
			if !slices.Contains(result.Types, "null") {
				result.Types = append(slices.Clone(result.Types), "null")
			}
		case f.inForm && isEmptyText(s):
		case !saysNothing(s):
			left = append(left, s)
		}
	}
	switch {
	case len(left) == 0:
		return true
	case len(left) == 1:
		return f.add(result, left[0], depth+1)
	}
	return f.chooseScalar(result, left)
}

func (f *flattener) chooseScalar(result *apidoc.Schema, left []*apidoc.Schema) bool {
	common := ""
	for _, s := range left {
		name := s.SoleType()
		if s.Ref != "" || name == "object" || name == "array" || name == "" || common != "" && common != name {
			return false
		}
		common = name
	}
	return mergeKeywords(result, &apidoc.Schema{Types: []string{common}})
}

// both is the property that two schemas describe.
func both(old, now apidoc.Property) apidoc.Property {
	now.Required = now.Required || old.Required
	now.Schema = bothSchemas(old.Schema, now.Schema)
	return now
}

// bothSchemas is what two schemas say of one value: the later one counts, unless both
// write out an object, or a list of objects, and the earlier one has more members.
func bothSchemas(old, now *apidoc.Schema) *apidoc.Schema {
	if old == nil || now == nil || old.Ref != "" || now.Ref != "" {
		return now
	}
	if old.SoleType() == "array" && now.SoleType() == "array" {
		items := bothSchemas(old.Items, now.Items)
		if items == now.Items {
			return now
		}
		list := *now
		list.Items = items
		return &list
	}
	has := func(p apidoc.Property) bool {
		return slices.ContainsFunc(now.Properties, func(q apidoc.Property) bool { return q.Name == p.Name && bothSchemas(p.Schema, q.Schema) == q.Schema })
	}
	if len(now.Properties)+len(now.AllOf) == 0 || !slices.ContainsFunc(old.Properties, func(p apidoc.Property) bool { return !has(p) }) {
		return now
	}
	return &apidoc.Schema{AllOf: []*apidoc.Schema{old, now}, ReadOnly: now.ReadOnly}
}

// mergeKeywords is false when two schemas want different types.
func mergeKeywords(result, s *apidoc.Schema) bool {
	have, want := result.SoleType(), s.SoleType()
	if have != "" && want != "" && have != want {
		return false
	}
	if want != "" && !slices.Contains(result.Types, want) {
		result.Types = slices.Concat(result.Types, s.Types)
	}
	for _, p := range s.Properties {
		at := slices.IndexFunc(result.Properties, func(q apidoc.Property) bool { return q.Name == p.Name })
		if at >= 0 {
			result.Properties[at] = both(result.Properties[at], p)
			continue
		}
		result.Properties = append(result.Properties, p)
	}
	result.Required = append(slices.Clone(result.Required), s.Required...)
	if s.AdditionalProperties != nil {
		result.AdditionalProperties = s.AdditionalProperties
	}
	if s.Items != nil {
		result.Items = bothSchemas(result.Items, s.Items)
	}
	if len(s.Enum) > 0 {
		result.Enum = s.Enum
	}
	if s.Format != "" {
		result.Format = s.Format
	}
	if len(s.Default) > 0 {
		result.Default = s.Default
	}
	if result.Description == "" {
		result.Description = s.Description
	}
	return true
}
