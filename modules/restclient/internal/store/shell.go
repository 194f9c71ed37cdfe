package store

import "reflect"

// A shell is a type of values that stand for entities: Ref, Map, List or OneOf of
// package restclient. It is a struct with one field, which the store fills. The type
// of the entities is no part of it, so that code for one List is code for all: it is
// that of what a method returns.

// standsFor returns the entity type that values of t stand for, nil for none.
func standsFor(t reflect.Type) reflect.Type {
	if t.Kind() != reflect.Struct {
		return nil
	}
	if IsShell(t) {
		return shelled(t)
	}
	m, ok := t.MethodByName("PK")
	if !ok || m.Type.NumIn() != 1 || m.Type.NumOut() != 1 || m.Type.Out(0) == t {
		return nil
	}
	return t
}

var (
	referenceType = reflect.TypeFor[Reference]()
	namedType     = reflect.TypeFor[*Named]()
	viewType      = reflect.TypeFor[*View]()
)

// contentType returns what is in a shell; for other types it is nil, or a type of
// theirs.
func contentType(t reflect.Type) reflect.Type {
	if t.Kind() != reflect.Struct || t.NumField() != 1 {
		return nil
	}
	return t.Field(0).Type
}

// IsShell reports whether a type is that of a Ref, a Map or a List.
func IsShell(t reflect.Type) bool {
	switch contentType(t) {
	case referenceType, namedType, viewType:
		return true
	}
	return false
}

// shelled returns the type that a shell stands for. The names are constants, so that
// the linker drops other methods without a call.
func shelled(t reflect.Type) reflect.Type {
	m, ok := t.MethodByName("At")
	if !ok {
		m, ok = t.MethodByName("Get")
	}
	if !ok {
		return nil
	}
	return m.Type.Out(0)
}
