package store

import (
	"reflect"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/typehash"
)

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
