package entity

import (
	"reflect"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/typehash"
)

// TypeName is the name of the entity type, with its package.
func (t *AnyTable) TypeName() string { return typeName(t.of.model.typ) }

// TypeName is the name of the type of the values, with its package.
func (v *AnyValues) TypeName() string { return typeName(v.grid.model.typ) }

// TypeName is the name of the type of the responses, with its package.
func (o *AnyObjects) TypeName() string { return typeName(o.result()) }

func (o *AnyObjects) result() reflect.Type { return o.table.model.typ.Field(1).Type }

// typeName is unlike that of other types, apart from those inside functions.
func typeName(t reflect.Type) string {
	if t.Name() == "" {
		return t.String()
	}
	if t.PkgPath() == "" {
		return t.Name()
	}
	return t.PkgPath() + "." + t.Name()
}

// Fingerprint changes with how the entities are written as JSON, and those that
// they are written with.
func (t *AnyTable) Fingerprint() string { return fingerprint(t.of.Type(), t.of.uses()) }

// Fingerprint changes with how the values are written as JSON.
func (v *AnyValues) Fingerprint() string { return fingerprint(v.grid.model.typ, nil) }

// Fingerprint changes with how the responses are written as JSON, and the
// entities that they are written with.
func (o *AnyObjects) Fingerprint() string { return fingerprint(o.result(), o.uses) }

func fingerprint(t reflect.Type, uses []kind) string {
	types := []reflect.Type{t}
	seen := map[*Kind]bool{}
	var add func([]kind)
	add = func(uses []kind) {
		for _, u := range uses {
			for _, k := range u.entities {
				if u.isWritten() && !seen[k] {
					seen[k] = true
					types = append(types, k.Type())
					add(k.uses())
				}
			}
		}
	}
	add(uses)
	return typehash.Of(types...)
}

// isWritten reports whether the entities are written with what holds them. Of
// others there is only the key.
func (k kind) isWritten() bool { return k.eager && !k.list }

// uses lists what the entities have inside.
func (k *Kind) uses() []kind {
	c := compilerFor(k, nil)
	c.root(k.Type())
	return c.used
}

// Kinds returns those of the entities in the responses.
func (o *AnyObjects) Kinds() []*Kind {
	var all []*Kind
	for _, u := range o.uses {
		all = append(all, u.entities...)
	}
	return all
}

// Closure returns kinds and all that their entities hold, at whatever depth,
// once each: those inside others before those, apart from what is only referred
// to.
func Closure(kinds ...*Kind) []*Kind {
	found := reach(nil, map[*Kind]bool{}, kinds, func(kind) bool { return true })
	return reach(nil, map[*Kind]bool{}, found, func(u kind) bool { return u.eager })
}

// reach adds kinds to those that were found, each after what it holds.
func reach(found []*Kind, seen map[*Kind]bool, kinds []*Kind, follows func(kind) bool) []*Kind {
	for _, k := range kinds {
		if seen[k] {
			continue
		}
		seen[k] = true
		for _, u := range k.uses() {
			if follows(u) {
				found = reach(found, seen, u.entities, follows)
			}
		}
		found = append(found, k)
	}
	return found
}
