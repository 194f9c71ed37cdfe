package constraint

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/problem"
)

// Set is what the tags of one field demand. The zero value demands nothing. A
// Set does not change and is safe for concurrent use.
type Set struct {
	// Required and Optional are the tag required; without it both are false.
	Required, Optional bool
	// Items is for each item of a list or map, nil when there are no such tags.
	Items *Set

	rules    []rule
	solid    bool // a list or map that is null breaks a rule
	fallback func(v reflect.Value)
	describe []func(*apidoc.Schema, Form)
}

// Empty says whether the field has none of the tags.
func (s *Set) Empty() bool {
	return len(s.rules) == 0 && len(s.describe) == 0 && s.fallback == nil && !s.Required && !s.Optional && s.Items == nil
}

// Check appends to faults what is wrong with v, which is of the type of the
// field. They say the rule that is broken, not where, and are shared: nobody
// writes to them. It looks through pointers; a nil pointer is not checked. It does not
// look at the items of a list or map. It allocates nothing when nothing is wrong, except for
// uniqueItems on more than 16 items.
func (s *Set) Check(faults []*problem.FieldError, v reflect.Value) []*problem.FieldError {
	if len(s.rules) == 0 {
		return faults
	}
	for v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return faults
		}
		v = v.Elem()
	}
	for i := range s.rules {
		if !s.rules[i].holds(v) {
			faults = append(faults, &s.rules[i].fault)
		}
	}
	return faults
}

// CheckAll is Check, followed by what is wrong with the items of a list.
func (s *Set) CheckAll(faults []*problem.FieldError, v reflect.Value) []*problem.FieldError {
	faults = s.Check(faults, v)
	if s.Items == nil || v.Kind() != reflect.Slice {
		return faults
	}
	for i := range v.Len() {
		for _, f := range s.Items.Check(nil, v.Index(i)) {
			of := *f
			of.Item, of.Detail = i+1, fmt.Sprintf("item %d: %s", i+1, f.Detail)
			faults = append(faults, &of)
		}
	}
	return faults
}

// Most is how many items a list or map may have, and whether there is such a bound.
func (s *Set) Most() (n int, bounded bool) {
	i := slices.IndexFunc(s.rules, func(r rule) bool {
		return r.fault.Code == problem.CodeMaxItems || r.fault.Code == problem.CodeMaxProperties
	})
	if i < 0 {
		return 0, false
	}
	n, err := strconv.Atoi(string(s.rules[i].fault.Limit))
	return n, err == nil
}

// HasDefault says whether there is a default.
func (s *Set) HasDefault() bool { return s.fallback != nil }

// SetDefault sets v, which is of the type of the field, to the default. It does
// nothing without a default.
func (s *Set) SetDefault(v reflect.Value) {
	if s.fallback == nil {
		return
	}
	for v.Kind() == reflect.Pointer {
		v.Set(reflect.New(v.Type().Elem()))
		v = v.Elem()
	}
	s.fallback(v)
}

// Describe writes the keywords into a schema of the value in a form.
func (s *Set) Describe(schema *apidoc.Schema, form Form) {
	if len(s.describe) > 0 {
		schema.Always = nil // with keywords beside it, "true" is the empty schema
	}
	for _, write := range s.describe {
		write(schema, form)
	}
	inside := cmp.Or(schema.Items, schema.AdditionalProperties)
	if s.Items == nil || inside == nil {
		return
	}
	s.Items.Describe(inside, form)
	if s.Items.solid {
		inside.Types = slices.DeleteFunc(inside.Types, func(t string) bool { return t == "null" })
	}
}

// rule is one demand on a value that is no pointer.
type rule struct {
	holds func(v reflect.Value) bool
	fault problem.FieldError // without its place
}
