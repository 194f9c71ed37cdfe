package restvet

import (
	"fmt"
	"go/types"
	"reflect"
	"slices"
	"strings"
)

// holding finds the entities inside the values of one type. It has the rules of
// package store.
type holding struct {
	*parts
	owner types.Type // the entity or response that declares the parts
	where string     // what to add a missing part to
	named bool       // lists are named by the entity, not by the response
	only  bool       // look for Ref, List, Map and OneOf only

	open  []types.Type // the structs around the current type
	used  []part
	lists []types.Type
	depth int // of slices and maps around the current type
	err   error
}

func (h *holding) fail(format string, args ...any) {
	if h.err == nil {
		h.err = fmt.Errorf("%s: %w", h.name(h.owner), fmt.Errorf(format, args...))
	}
}

// value reports whether values of a type hold entities.
func (h *holding) value(t types.Type) bool {
	if p, ok := h.find(t); ok {
		return h.part(t, p)
	}
	if of := standsFor(t); of != nil {
		h.fail("it holds entities of type %s: add EntityOf[%[1]s]() to %s", h.name(of), h.where)
		return false
	}
	if isUnion(t) {
		h.fail("it holds %s: add UnionOf to %s", h.name(t), h.where)
		return false
	}
	return h.container(t)
}

func (h *holding) container(t types.Type) bool {
	if !h.reaches(t) {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		return !decodesItself(t) && h.structure(t)
	case *types.Pointer:
		return h.value(u.Elem())
	case *types.Slice:
		return h.repeated(u.Elem())
	case *types.Array:
		return h.repeated(u.Elem())
	case *types.Map:
		holds := h.repeated(u.Elem())
		if holds && !isMemberName(u.Key()) {
			h.fail("the keys of %s are neither strings nor integers", h.name(t))
		}
		return holds
	}
	return false
}

func (h *holding) repeated(elem types.Type) bool {
	h.depth++
	defer func() { h.depth-- }()
	return h.value(elem)
}

// isMemberName reports whether a type can be the name of a member of JSON.
func isMemberName(t types.Type) bool {
	return !decodesItself(t) && isBasic(t, types.IsString|types.IsInteger)
}

func (h *holding) part(t types.Type, p part) bool {
	h.used = append(h.used, p)
	if !p.list {
		return true
	}
	before := h.lists
	h.lists = append(h.lists, t)
	switch {
	case h.depth > 0:
		h.fail("a %s in a slice or map has no key of its own", h.name(t))
	case !h.named:
	case !h.nests(h.owner, p.entities[0]):
		h.fail("it holds a %s: add Nest to %s, which says what its arguments are", h.name(t), h.where)
	case has(before, t):
		h.fail("it holds two of %s, which would be the same list", h.name(t))
	}
	return true
}

func (h *holding) structure(t types.Type) bool {
	if has(h.open, t) {
		return true
	}
	if !h.reaches(t) {
		return false
	}
	h.open = append(h.open, t)
	defer func() { h.open = h.open[:len(h.open)-1] }()
	s := t.Underlying().(*types.Struct)
	for i := range s.NumFields() {
		field, text := s.Field(i), s.Tag(i)
		switch {
		case reflect.StructTag(text).Get("json") == "-":
		case embeds(field, text):
			h.structure(structIn(field.Type()))
		case field.Exported():
			h.value(field.Type())
		}
	}
	return true
}

// reaches reports whether a type holds one that stands for entities.
func (h *holding) reaches(t types.Type) bool { return h.reachesBut(t, &[]types.Type{}) }

// reachesBut leaves out what was seen, and adds to it.
func (h *holding) reachesBut(t types.Type, seen *[]types.Type) bool {
	if has(*seen, t) {
		return false
	}
	*seen = append(*seen, t)
	switch u := t.Underlying().(type) {
	case *types.Struct:
		return !decodesItself(t) && h.fieldReaches(u, seen)
	case *types.Chan:
		return false
	case interface{ Elem() types.Type }:
		return h.stands(u.Elem()) || h.reachesBut(u.Elem(), seen)
	}
	return false
}

func (h *holding) fieldReaches(s *types.Struct, seen *[]types.Type) bool {
	for i := range s.NumFields() {
		field := s.Field(i)
		switch {
		case !field.Exported() && !field.Embedded():
		case embeds(field, s.Tag(i)):
			if h.reachesBut(structIn(field.Type()), seen) {
				return true
			}
		case h.stands(field.Type()), h.reachesBut(field.Type(), seen):
			return true
		}
	}
	return false
}

func (h *holding) stands(t types.Type) bool {
	_, declared := h.find(t)
	of := standsFor(t)
	return declared || of != nil && !(h.only && types.Identical(of, t)) || isUnion(t)
}

// standsFor returns the entity type that values of t stand for, nil for none.
func standsFor(t types.Type) types.Type {
	if !isStruct(t) {
		return nil
	}
	if name, of := marked(t); name != "" && name != "OneOf" {
		return of
	}
	method := types.NewMethodSet(t).Lookup(nil, "PK")
	if method == nil {
		return nil
	}
	pk, ok := method.Type().(*types.Signature)
	if !ok || pk.Params().Len() != 0 || pk.Results().Len() != 1 || types.Identical(pk.Results().At(0).Type(), t) {
		return nil
	}
	return t
}

func isUnion(t types.Type) bool {
	name, _ := marked(t)
	return name == "OneOf"
}

// decodesItself reports whether a type reads its JSON by a method.
func decodesItself(t types.Type) bool {
	methods := types.NewMethodSet(types.NewPointer(t))
	return slices.ContainsFunc([]string{"UnmarshalJSON", "UnmarshalJSONFrom", "UnmarshalText"}, func(name string) bool {
		return methods.Lookup(nil, name) != nil
	})
}

// embeds reports whether the members of a field, which is a struct or a pointer to one, are
// those of the struct around it.
func embeds(field *types.Var, text string) bool {
	name, options := jsonTag(text)
	of := structIn(field.Type())
	isEmbedded := field.Embedded() && name == "" || slices.Contains(options, "embed")
	isReachable := field.Exported() || of == field.Type() // else the pointer cannot be set
	return isEmbedded && isReachable && of != nil && !decodesItself(of)
}

// jsonTag returns the name and the options that a tag gives.
func jsonTag(text string) (name string, options []string) {
	all := strings.Split(reflect.StructTag(text).Get("json"), ",")
	return strings.Trim(all[0], "'"), all[1:]
}

// structIn returns the struct that t is or points to, nil for other types.
func structIn(t types.Type) types.Type {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	if !isStruct(t) {
		return nil
	}
	return t
}
