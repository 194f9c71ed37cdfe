package sample

import (
	"bytes"
	"slices"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// restrained writes values of a schema that demands something of a value as a whole,
// which shows when there is one: conditions, and what it must not be.
type restrained struct {
	*writer
	base       *apidoc.Schema // without these demands
	conditions []condition
	excluded   []*apidoc.Schema
}

// condition demands then of a value that when accepts, and otherwise of others. Nil
// demands nothing.
type condition struct{ when, then, otherwise *apidoc.Schema }

// restrain takes the demands off a schema. It returns nil for a schema without demands.
func restrain(w *writer, s *apidoc.Schema) *restrained {
	if !restrains(s) && !slices.ContainsFunc(s.AllOf, restrains) {
		return nil
	}
	base := *s
	r := &restrained{writer: w, base: &base}
	r.take(&base)
	base.AllOf = slices.Clone(s.AllOf)
	for i, part := range base.AllOf {
		if part != nil {
			own := *part
			r.take(&own)
			base.AllOf[i] = &own
		}
	}
	return r
}

// restrains reports whether a schema itself has such demands.
func restrains(s *apidoc.Schema) bool {
	return s != nil && (s.If != nil || s.Not != nil || len(s.DependentSchemas)+len(s.DependentRequired) > 0)
}

// take moves the demands of a schema to r.
func (r *restrained) take(s *apidoc.Schema) {
	if s.If != nil {
		r.conditions = append(r.conditions, condition{s.If, s.Then, s.Else})
	}
	for _, d := range s.DependentSchemas {
		r.conditions = append(r.conditions, condition{when: &apidoc.Schema{Required: []string{d.Name}}, then: d.Schema})
	}
	for _, d := range s.DependentRequired {
		r.conditions = append(r.conditions, condition{&apidoc.Schema{Required: []string{d.Property}}, &apidoc.Schema{Required: d.Requires}, nil})
	}
	r.exclude(s.Not)
	s.If, s.Then, s.Else, s.Not, s.DependentSchemas, s.DependentRequired = nil, nil, nil, nil, nil, nil
}

// exclude notes what a value must not be: none of the alternatives of anyOf, either.
func (r *restrained) exclude(s *apidoc.Schema) {
	switch {
	case s == nil:
	case len(s.AnyOf) > 0 && s.Ref == "" && len(s.Types)+len(s.Required)+len(s.Properties) == 0:
		for _, one := range s.AnyOf {
			r.exclude(one)
		}
	default:
		r.excluded = append(r.excluded, s)
	}
}

// write writes a value that meets the demands, or the usual one when none is found.
func (r *restrained) write(p spot) {
	const attempts = 12
	begin, before, random := r.out.Len(), r.left, r.random
	defer func() { r.random = random }()
	seed := uint64(0) // of the same value with other branches
	if random != nil {
		seed = 1 + random.Uint64N(1<<32)
	}
	var branches []*apidoc.Schema
	var usual []byte
	for range attempts {
		r.out.Truncate(begin)
		r.left, r.random = before, newRandom(seed)
		r.value(r.with(branches), p)
		value := r.out.Bytes()[begin:]
		if usual == nil {
			usual = bytes.Clone(value)
		}
		if !r.resolver.Compare(len(value) + minCompared) {
			break
		}
		if needed := r.needed(value); !slices.Equal(needed, branches) {
			branches = needed
			continue
		}
		met := slices.DeleteFunc(slices.Clone(r.excluded), func(s *apidoc.Schema) bool { return !r.matches(value, s) })
		if len(met) == 0 {
			return
		}
		if !slices.ContainsFunc(met, r.avoid) {
			seed++
		}
	}
	r.out.Truncate(begin)
	r.out.Write(usual)
}

// minCompared is what a value that is held against a schema counts at least, since it
// may be held against all of what the schema refers to.
const minCompared = 512

// with is the schema with the branches of conditions that apply.
func (r *restrained) with(branches []*apidoc.Schema) *apidoc.Schema {
	if len(branches) == 0 {
		base := *r.base
		return &base
	}
	return &apidoc.Schema{AllOf: append([]*apidoc.Schema{r.base}, branches...)}
}

// needed are the branches of the conditions that apply to a value.
func (r *restrained) needed(value []byte) (branches []*apidoc.Schema) {
	for _, c := range r.conditions {
		branch := c.otherwise
		if r.matches(value, c.when) {
			branch = c.then
		}
		if branch != nil {
			branches = append(branches, branch)
		}
	}
	return branches
}

func (r *restrained) matches(value []byte, s *apidoc.Schema) bool {
	return len(r.checker.Check(value, s, "").Faults) == 0
}

// avoid changes the schema so that a value is not what it must not be, where that can
// be told from the schema: a property is left out, or another type is taken. It is
// false when nothing was changed.
func (r *restrained) avoid(s *apidoc.Schema) bool {
	switch {
	case onlyRequires(s):
		return r.leaveOut(s.Required)
	case len(s.Types) > 0 && len(s.Enum)+len(s.Const)+len(s.Properties)+len(s.Required) == 0:
		return r.otherType(s.Types)
	}
	return false
}

// leaveOut takes away the last of some properties that is not required, or makes one that
// the schema does not name impossible.
func (r *restrained) leaveOut(names []string) bool {
	for i, p := range slices.Backward(r.base.Properties) {
		if !p.Required && slices.Contains(names, p.Name) {
			r.base.Properties = slices.Delete(slices.Clone(r.base.Properties), i, i+1)
			return true
		}
	}
	for _, name := range names {
		if !described(r.base, name) && !slices.Contains(r.base.Required, name) {
			r.base.Properties = append(slices.Clip(r.base.Properties), apidoc.Property{Name: name, Schema: &apidoc.Schema{Always: new(bool)}})
			return true
		}
	}
	return false
}

// otherType takes types away from the schema, or gives it another type.
func (r *restrained) otherType(types []string) bool {
	all := r.base.Types
	if len(all) == 0 {
		all = []string{"string", "integer", "boolean", "object", "array", "null"}
	}
	rest := slices.DeleteFunc(slices.Clone(all), func(name string) bool {
		return slices.Contains(types, name) || name == "integer" && slices.Contains(types, "number")
	})
	if len(rest) == 0 || slices.Equal(rest, r.base.Types) {
		return false
	}
	if len(r.base.Types) == 0 {
		rest = rest[:1]
	}
	r.base.Types = rest
	return true
}
