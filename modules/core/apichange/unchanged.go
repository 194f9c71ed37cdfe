package apichange

import (
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/jsonpointer"
)

// unchanged knows which components read the same in two descriptions, with all that
// they refer to, so that most of a description need not be compared in detail. Nothing
// else that is referred to counts as the same.
type unchanged struct {
	components map[string]bool // by JSON pointer
	security   bool            // what operations take from the description is the same
}

// shelves are the members of Swagger 2.0 that hold components.
var shelves = []string{"definitions", "parameters", "responses"}

func newUnchanged(old, new *document) *unchanged {
	u := &unchanged{components: map[string]bool{}}
	users := map[string][]string{} // by what they refer to
	var changed []string
	look := func(before, after node) {
		for name, value := range before.object() {
			at := before.at + "/" + jsonpointer.Escape(name)
			var refs []string
			if !same(value, after.object()[name], &refs) {
				changed = append(changed, at)
				continue
			}
			u.components[at] = true
			for _, ref := range refs {
				target := strings.TrimPrefix(ref, "#")
				users[target] = append(users[target], at)
			}
		}
	}
	for kind := range old.node("components").object() {
		look(old.node("components", kind), new.node("components", kind))
	}
	for _, shelf := range shelves {
		look(old.node(shelf), new.node(shelf))
	}
	for target := range users {
		if !u.components[target] {
			changed = append(changed, target)
		}
	}
	for ; len(changed) > 0; changed = changed[1:] {
		delete(u.components, changed[0])
		changed = append(changed, users[changed[0]]...)
		delete(users, changed[0])
	}
	u.security = u.values(old.root["security"], new.root["security"]) &&
		u.values(old.node("components", "securitySchemes").value, new.node("components", "securitySchemes").value)
	return u
}

// operations reports whether two operations are the same.
func (u *unchanged) operations(old, new operation) bool {
	return u.security && old.path == new.path && u.values(old.value, new.value) &&
		u.values(old.all.object()["parameters"], new.all.object()["parameters"]) &&
		u.values(old.all.object()["servers"], new.all.object()["servers"])
}

// schemas reports whether two schemas are one component that is the same.
func (u *unchanged) schemas(old, new schema) bool {
	return len(old) == 1 && len(new) == 1 && old[0].at == new[0].at && u.components[old[0].at]
}

// refers reports whether all that a value refers to is the same.
func (u *unchanged) refers(value any) bool { return u.values(value, value) }

// values reports whether two values are the same, with all that they refer to.
func (u *unchanged) values(old, new any) bool {
	var refs []string
	if !same(old, new, &refs) {
		return false
	}
	for _, ref := range refs {
		if !u.components[strings.TrimPrefix(ref, "#")] {
			return false
		}
	}
	return true
}

// same reports whether two values read the same, and adds the references in them.
func same(old, new any, refs *[]string) bool {
	switch was := old.(type) {
	case map[string]any:
		is, ok := new.(map[string]any)
		if !ok || len(was) != len(is) {
			return false
		}
		for name, value := range was {
			other, ok := is[name]
			if !ok || !same(value, other, refs) {
				return false
			}
			if ref, ok := value.(string); ok && name == "$ref" {
				*refs = append(*refs, ref)
			}
		}
		return true
	case []any:
		is, ok := new.([]any)
		if !ok || len(was) != len(is) {
			return false
		}
		for i := range was {
			if !same(was[i], is[i], refs) {
				return false
			}
		}
		return true
	}
	switch new.(type) {
	case map[string]any, []any:
		return false
	}
	return old == new
}
