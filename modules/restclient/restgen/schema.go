package restgen

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/goname"
)

// maxDepth bounds how deep schemas without names nest.
const maxDepth = 60

// resolver turns schemas into Go types. Structs and strings with constants get
// names, everything else is written out where it stands.
type resolver struct {
	doc    *apidoc.Document
	lookup func(ref string) (*apidoc.Schema, error)
	scope  goname.Scope
	names  map[string]string // Go names by reference, given before anything else
	refs   map[string]goType
	open   map[string]bool   // references that are being resolved
	enums  map[string]*model // by name and values
	models []*model
	depth  int
	// waiting are the structs whose fields are not resolved yet.
	waiting []func()
}

func newResolver(ctx context.Context, doc *apidoc.Document, typeNames map[string]string) *resolver {
	r := &resolver{
		doc: doc, scope: goname.Scope{}, names: map[string]string{},
		lookup: func(ref string) (*apidoc.Schema, error) { return doc.Schema(ctx, ref) },
		refs:   map[string]goType{}, open: map[string]bool{}, enums: map[string]*model{},
	}
	for _, name := range reserved {
		r.scope[name] = true
	}
	for _, m := range doc.Models {
		if name, ok := typeNames[m.Name]; ok {
			r.names[m.Ref] = r.scope.Name(name)
		}
	}
	for _, m := range doc.Models {
		if r.names[m.Ref] == "" && !r.isArray(m.Ref) {
			r.names[m.Ref] = r.scope.Name(goname.Exported(m.Name))
		}
	}
	return r
}

// isArray tells schemas that never become a type of their own, and whose name
// is often what the list of a resource wants to be called.
func (r *resolver) isArray(ref string) bool {
	s, err := r.lookup(ref)
	return err == nil && s != nil && slices.Equal(s.Types, []string{"array"})
}

// typeOf is the Go type of a schema. Hint names it when it needs a name.
func (r *resolver) typeOf(s *apidoc.Schema, hint hints) goType {
	switch {
	case s == nil, s.Always != nil:
		return goType{kind: raw}
	case s.Ref != "":
		return r.typeOfRef(s.Ref)
	case r.depth > maxDepth:
		return goType{kind: raw}
	}
	r.depth++
	defer func() { r.depth-- }()
	flat, ok := r.flatten(s)
	if !ok {
		return goType{kind: raw}
	}
	if flat.Ref != "" {
		t := r.typeOfRef(flat.Ref)
		if isNullable(flat) {
			return t.nullable()
		}
		return t
	}
	t := r.typeOfFlat(flat, hint, "")
	if isNullable(flat) {
		return t.nullable()
	}
	return t
}

// typeOfRef resolves a reference. One that is reached from within itself without
// a struct between, such as an array of itself, has no type in Go.
func (r *resolver) typeOfRef(ref string) goType {
	if t, ok := r.refs[ref]; ok {
		return t
	}
	if r.open[ref] || r.depth > maxDepth {
		return goType{kind: raw}
	}
	r.open[ref] = true
	defer delete(r.open, ref)
	s, err := r.lookup(ref)
	if err != nil || s == nil {
		return goType{kind: raw}
	}
	t := r.typeOfTarget(s, ref)
	r.refs[ref] = t
	return t
}

func (r *resolver) typeOfTarget(s *apidoc.Schema, ref string) goType {
	if s.Ref != "" {
		return r.typeOfRef(s.Ref)
	}
	r.depth++
	defer func() { r.depth-- }()
	flat, ok := r.flatten(s)
	if !ok || s.Always != nil {
		return goType{kind: raw}
	}
	hint := hints{r.names[ref]}
	if hint[0] == "" {
		hint[0] = goname.Exported(ref[strings.LastIndex(ref, "/")+1:])
	}
	t := goType{}
	if flat.Ref != "" {
		t = r.typeOfRef(flat.Ref)
	} else {
		t = r.typeOfFlat(flat, hint, ref)
	}
	if isNullable(flat) {
		return t.nullable()
	}
	return t
}

// typeOfFlat is the type of a schema without allOf, oneOf and anyOf, null aside.
func (r *resolver) typeOfFlat(s *apidoc.Schema, hint hints, ref string) goType {
	switch s.SoleType() {
	case "string":
		return r.stringType(s, hint, ref)
	case "integer":
		return integerType(s.Format)
	case "number":
		if s.Format == "float" {
			return basicType("float32")
		}
		return basicType("float64")
	case "boolean":
		return basicType("bool")
	case "array":
		if s.Items == nil || len(s.PrefixItems) > 0 {
			return goType{kind: raw}.of(list)
		}
		return r.typeOf(s.Items, hint.item()).of(list)
	case "object":
		return r.objectType(s, hint, ref)
	}
	return goType{kind: raw}
}

func integerType(format string) goType {
	switch format {
	case "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64":
		return basicType(format)
	}
	return basicType("int")
}

func (r *resolver) stringType(s *apidoc.Schema, hint hints, ref string) goType {
	if values, ok := enumValues(s); ok && len(values) > 1 {
		return r.enumType(s, values, hint, ref)
	}
	switch s.Format {
	case "date-time":
		return basicType("time.Time")
	case "byte":
		return basicType("[]byte")
	case "int-or-string":
		return goType{kind: raw}
	}
	return basicType("string")
}

func (r *resolver) objectType(s *apidoc.Schema, hint hints, ref string) goType {
	if len(s.Properties) > 0 {
		return r.structType(s, hint, ref)
	}
	values := s.AdditionalProperties
	if values == nil && len(s.PatternProperties) == 1 {
		values = s.PatternProperties[0].Schema
	}
	if values == nil || values.Always != nil || isEmpty(values) {
		return basicType("any").of(dict)
	}
	return r.typeOf(values, hint.value()).of(dict)
}

// isEmpty tells a schema that matches everything.
func isEmpty(s *apidoc.Schema) bool {
	return s.Ref == "" && s.SoleType() == "" && len(s.AllOf)+len(s.AnyOf)+len(s.OneOf) == 0
}

func isNullable(s *apidoc.Schema) bool {
	return slices.Contains(s.Types, "null") ||
		slices.ContainsFunc(s.Enum, func(v apidoc.EnumValue) bool { return apidoc.IsNull(v.Value) })
}

// enumValues are the values that a string can have. It is false when there is no
// such list, or when something else than strings and null is in it.
func enumValues(s *apidoc.Schema) ([]apidoc.EnumValue, bool) {
	var values []apidoc.EnumValue
	seen := map[string]bool{}
	for _, v := range s.Enum {
		var text string
		switch {
		case apidoc.IsNull(v.Value):
		case json.Unmarshal(v.Value, &text) != nil:
			return nil, false
		case !seen[text]:
			seen[text] = true
			values = append(values, v)
		}
	}
	return values, len(values) > 0
}
