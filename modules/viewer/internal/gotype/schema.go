package gotype

import (
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/goname"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
)

// Types that stand for any JSON.
const (
	rawType = "json.RawMessage"
	anyType = "any"
)

// model is a struct while its fields are found.
type model struct {
	Type
	held []*model // by a field itself, in the order of the fields; nil for another field
}

// resolver turns schemas into types. Structs get names, everything else is
// written out where it stands.
type resolver struct {
	names
	shapes  *shape.Resolver
	refs    map[string]string // types by reference
	open    map[string]bool   // references that are being resolved
	types   []*model
	byName  map[string]*model
	fields  int
	deep    int
	waiting []func() // the fields of structs that are not known yet
}

func newResolver(shapes *shape.Resolver, n names) *resolver {
	return &resolver{names: n, shapes: shapes, refs: map[string]string{}, open: map[string]bool{}, byName: map[string]*model{}}
}

// typeOf is the type of a schema. Hint names it when it needs a name.
func (r *resolver) typeOf(s *apidoc.Schema, hint string) string {
	if s == nil || s.Always != nil || r.deep > maxDeep {
		return rawType
	}
	r.deep++
	defer func() { r.deep-- }()
	its := r.shapes.Of(s)
	flat := its.Schema
	if its.Broken != "" || len(flat.AllOf) > 0 || flat.Always != nil {
		return rawType
	}
	t := ""
	if its.Ref != "" {
		t = r.typeOfRef(its.Ref, flat)
	} else {
		t = r.typeOfFlat(flat, hint, "")
	}
	if isNullable(flat) {
		return nullable(t)
	}
	return t
}

// typeOfRef resolves a reference. One that is reached from within itself without
// a struct between, such as a list of itself, has no type in Go.
func (r *resolver) typeOfRef(ref string, flat *apidoc.Schema) string {
	if t, ok := r.refs[ref]; ok {
		return t
	}
	if r.open[ref] {
		return rawType
	}
	r.open[ref] = true
	defer delete(r.open, ref)
	name := r.models[ref]
	if name == "" {
		name = goname.Exported(shape.Name(ref))
	}
	t := r.typeOfFlat(flat, name, ref)
	r.refs[ref] = t
	return t
}

// typeOfFlat is the type of a schema without references and allOf, null aside.
func (r *resolver) typeOfFlat(s *apidoc.Schema, hint, ref string) string {
	kind := s.SoleType()
	if left := alternatives(s); len(left) > 0 {
		if len(left) == 1 && len(s.Properties) == 0 {
			return r.typeOf(left[0], hint)
		}
		if kind = common(kind, left); kind == "" {
			return rawType
		}
	}
	switch kind {
	case "string":
		return stringType(s)
	case "integer":
		return integerType(s.Format)
	case "number":
		if s.Format == "float" {
			return "float32"
		}
		return "float64"
	case "boolean":
		return "bool"
	case "array":
		if s.Items == nil || len(s.PrefixItems) > 0 {
			return "[]" + rawType
		}
		return "[]" + r.typeOf(s.Items, goname.Item(hint))
	case "object":
		return r.objectType(s, hint, ref)
	}
	return rawType
}

// alternatives are those of oneOf and anyOf that say something about types.
func alternatives(s *apidoc.Schema) []*apidoc.Schema {
	var left []*apidoc.Schema
	for _, group := range [][]*apidoc.Schema{s.OneOf, s.AnyOf} {
		for _, a := range group {
			if a != nil && !a.OnlyNull() && !saysNothing(a) {
				left = append(left, a)
			}
		}
	}
	return left
}

// common is the plain type that all alternatives have, "" for none.
func common(kind string, left []*apidoc.Schema) string {
	for _, s := range left {
		name := s.SoleType()
		if s.Ref != "" || name == "object" || name == "array" || name == "" || kind != "" && kind != name {
			return ""
		}
		kind = name
	}
	return kind
}

// saysNothing tells a schema that only restricts values, or describes them.
func saysNothing(s *apidoc.Schema) bool {
	return matchesAll(s) && s.Always == nil && len(s.Enum) == 0 && s.Const == nil
}

func matchesAll(s *apidoc.Schema) bool {
	return s.Ref == "" && s.SoleType() == "" && len(s.AllOf)+len(s.AnyOf)+len(s.OneOf) == 0
}

func integerType(format string) string {
	if slices.Contains([]string{"int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"}, format) {
		return format
	}
	return "int"
}

func stringType(s *apidoc.Schema) string {
	switch s.Format {
	case "date-time":
		return "time.Time"
	case "byte":
		return "[]byte"
	case "int-or-string":
		return rawType
	}
	return "string"
}

func (r *resolver) objectType(s *apidoc.Schema, hint, ref string) string {
	if len(s.Properties) > 0 {
		return r.structType(s, hint, ref)
	}
	values := s.AdditionalProperties
	if values == nil && len(s.PatternProperties) == 1 {
		values = s.PatternProperties[0].Schema
	}
	if values == nil || values.Always != nil || matchesAll(values) {
		return "map[string]" + anyType
	}
	return "map[string]" + r.typeOf(values, goname.Singular(hint)+"Value")
}

func isNullable(s *apidoc.Schema) bool {
	return slices.Contains(s.Types, "null") || slices.ContainsFunc(slices.Concat(s.OneOf, s.AnyOf), func(a *apidoc.Schema) bool { return a != nil && a.OnlyNull() }) ||
		slices.ContainsFunc(s.Enum, func(v apidoc.EnumValue) bool { return apidoc.IsNull(v.Value) })
}

// nullable is a type or null: nil stands for null where a type has one.
func nullable(t string) string {
	switch {
	case t == rawType, t == anyType, strings.HasPrefix(t, "*"), strings.HasPrefix(t, "["), strings.HasPrefix(t, "map"):
		return t
	}
	return "*" + t
}
