package pairs

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

type object = map[string]any

// description is what is edited.
type description struct {
	root   object
	random *rand.Rand
}

func (d *description) text() []byte {
	text, _ := json.Marshal(d.root) // it was JSON
	return text
}

// edit makes one edit: some find nothing to change where chance leads them.
func (d *description) edit(next func() edit) string {
	for {
		if e := next(); e.apply(d) {
			return e.name
		}
	}
}

// at returns the object at a path, or nil.
func at(o object, path ...string) object {
	for _, name := range path {
		o, _ = o[name].(object)
	}
	return o
}

func keys(o object) []string { return slices.Sorted(maps.Keys(o)) }

func list(o object, name string) []any {
	items, _ := o[name].([]any)
	return items
}

// one returns one of some values, false for none.
func one[T any](d *description, of []T) (value T, ok bool) {
	if len(of) == 0 {
		return value, false
	}
	return of[d.random.IntN(len(of))], true
}

// removed returns a list without one of its items.
func removed(d *description, from []any) []any {
	i := d.random.IntN(len(from))
	return slices.Delete(slices.Clone(from), i, i+1)
}

var methods = []string{"get", "put", "post", "delete"}

// operations are the operations of all paths.
func (d *description) operations() []object {
	var all []object
	for _, path := range keys(at(d.root, "paths")) {
		for _, method := range methods {
			if o := at(d.root, "paths", path, method); o != nil {
				all = append(all, o)
			}
		}
	}
	return all
}

// parameters are those of operations and paths, but for those in paths.
func (d *description) parameters() []object {
	var all []object
	for _, operation := range d.operations() {
		for _, p := range list(operation, "parameters") {
			if p := p.(object); p["in"] != "path" {
				all = append(all, p)
			}
		}
	}
	return all
}

// responses are those of all operations.
func (d *description) responses() []object {
	var all []object
	for _, operation := range d.operations() {
		for _, status := range keys(at(operation, "responses")) {
			all = append(all, at(operation, "responses", status))
		}
	}
	return all
}

// places are those of schemas.
type place int

const (
	inParameter place = 1 << iota
	inRequest
	inResponse
	root // of a parameter or body
)

// schema is a schema that is no reference, and where it is reached.
type schema struct {
	object
	place place
}

func (s schema) is(kind string) bool { return s.object["type"] == kind }

// schemas are all that operations reach, each once with all its places.
func (d *description) schemas() []schema {
	w := &walk{d: d, places: map[string]place{}, found: map[string]object{}}
	for _, path := range keys(at(d.root, "paths")) {
		for _, method := range methods {
			w.operation("/paths/"+path+"/"+method, at(d.root, "paths", path, method))
		}
	}
	var all []schema
	for _, name := range keys2(w.found) {
		all = append(all, schema{w.found[name], w.places[name]})
	}
	return all
}

func keys2(o map[string]object) []string { return slices.Sorted(maps.Keys(o)) }

type walk struct {
	d      *description
	places map[string]place
	found  map[string]object
}

func (w *walk) operation(name string, o object) {
	for _, p := range list(o, "parameters") {
		p := p.(object)
		w.schema(name+"?"+p["name"].(string), at(p, "schema"), inParameter|root)
	}
	w.content(name, at(o, "requestBody"), inRequest)
	for _, status := range keys(at(o, "responses")) {
		w.content(name+"/"+status, at(o, "responses", status), inResponse)
	}
}

func (w *walk) content(name string, from object, p place) {
	for _, mediaType := range keys(at(from, "content")) {
		w.schema(name+"/"+mediaType, at(from, "content", mediaType, "schema"), p|root)
	}
}

func (w *walk) schema(name string, s object, p place) {
	if s == nil {
		return
	}
	if ref, ok := s["$ref"].(string); ok {
		name = strings.TrimPrefix(ref, "#/components/schemas/")
		w.schema(name, at(w.d.root, "components", "schemas", name), p)
		return
	}
	if w.places[name]|p == w.places[name] {
		return
	}
	w.places[name] |= p
	w.found[name] = s
	inner := p &^ root
	if p&inParameter != 0 {
		return // its items have an edit of their own
	}
	for _, member := range keys(at(s, "properties")) {
		w.schema(name+"."+member, at(s, "properties", member), inner)
	}
	w.schema(name+"[]", at(s, "items"), inner)
	for _, keyword := range []string{"oneOf", "anyOf"} {
		for _, alternative := range list(s, keyword) {
			w.schema(name+"|", alternative.(object), inner)
		}
	}
}
