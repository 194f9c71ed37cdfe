package openapi

import (
	"slices"
	"strings"
	"sync"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// uses knows who refers to what. It is made by one pass over the tree when it is
// asked for the first time, and holds numbers only.
type uses struct {
	once     sync.Once
	ids      map[string]int32 // of what has a name: by pointer or reference
	names    []string
	models   []bool
	users    [][]int32 // by what is referred to
	children [][]int32 // models by what they list in allOf
}

// of walks from a model to its users. What is no model, such as a shared
// response, is not counted as a step.
func (u *uses) of(ref string) apidoc.References {
	start, ok := u.ids[ref]
	if !ok {
		return apidoc.References{}
	}
	var found apidoc.References
	seen := map[int32]bool{start: true}
	near := u.reach([]int32{start}, seen)
	found.Direct = u.named(near)
	for far := near; len(far) > 0; {
		far = u.reach(far, seen)
		found.Through = append(found.Through, u.named(far)...)
	}
	found.Children = u.named(u.children[start])
	return found
}

// reach returns the users of a list that are an end: operations and models.
// What lies between is passed through.
func (u *uses) reach(list []int32, seen map[int32]bool) []int32 {
	var ends []int32
	for len(list) > 0 {
		var between []int32
		for _, id := range list {
			for _, user := range u.users[id] {
				switch {
				case seen[user]:
				case u.models[user] || strings.HasPrefix(u.names[user], "/"):
					seen[user] = true
					ends = append(ends, user)
				default:
					seen[user] = true
					between = append(between, user)
				}
			}
		}
		list = between
	}
	return ends
}

func (u *uses) named(ids []int32) []string {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = u.names[id]
	}
	return names
}

func (u *uses) id(name string) int32 {
	id, ok := u.ids[name]
	if !ok {
		id = int32(len(u.names))
		u.ids[name] = id
		u.names, u.models = append(u.names, name), append(u.models, false)
		u.users, u.children = append(u.users, nil), append(u.children, nil)
	}
	return id
}

func (u *uses) build(d *description) {
	u.ids = map[string]int32{}
	r := &references{description: d}
	w := &usesWalker{uses: u}
	for _, section := range []string{"paths", "webhooks", "x-webhooks"} {
		for path, n := range tree.Members(tree.Get(d.root, section)) {
			w.operations(d, r.pathItem(n), "/"+section+"/"+tree.Escape(path))
		}
	}
	groups := map[string]*tree.Node{"#": d.root, "#/components": tree.Get(d.root, "components")}
	for base, holder := range groups {
		for name, group := range tree.Members(holder) {
			if base == "#" && !shared.has(name) {
				continue
			}
			for key, n := range tree.Members(group) {
				w.component(base+"/"+name+"/"+tree.Escape(key), n, name == "schemas" || name == "definitions")
			}
		}
	}
	for i := range u.users {
		u.users[i] = slices.Clip(u.users[i])
	}
}

// shared are the members of the root of Swagger 2.0 that others refer to.
const shared keywords = "definitions parameters responses"

// usesWalker notes the references below one operation or component.
type usesWalker struct {
	*uses
	from int32
	had  map[int32]bool
}

func (w *usesWalker) begin(name string) {
	w.from, w.had = w.id(name), map[int32]bool{}
}

// operations notes what the operations of a path item refer to, each with what
// they share.
func (w *usesWalker) operations(d *description, item pathItem, pointer string) {
	for _, o := range item.operations(d) {
		w.begin(pointer + o.suffix)
		w.walk(o.node, false)
		w.walk(item.get("parameters"), false)
	}
}

func (w *usesWalker) component(ref string, n *tree.Node, isModel bool) {
	w.begin(ref)
	w.models[w.from] = isModel
	w.walk(n, false)
	if !isModel {
		return
	}
	for _, part := range tree.Items(tree.Get(n, "allOf")) {
		if base := tree.Get(part, "$ref"); tree.IsString(base) {
			id := w.id(canonical(base.Value))
			w.children[id] = append(w.children[id], w.from)
		}
	}
}

// raw are the members whose values are data, not parts of a description.
const raw keywords = "example default enum const value dataValue required"

// walk notes the references in a value. The members of a map of names are all
// parts of the description, whatever they are called.
func (w *usesWalker) walk(n *tree.Node, isNames bool) {
	for _, item := range tree.Items(n) {
		w.walk(item, false)
	}
	for name, value := range tree.Members(n) {
		switch {
		case isNames:
			w.walk(value, false)
		case name == "$ref" && tree.IsString(value):
			w.note(value.Value)
		case name == "discriminator":
			w.mapping(tree.Get(value, "mapping"))
		case raw.has(name) || strings.HasPrefix(name, "x-") && name != "x-itemSchema":
		case name == "examples" && tree.IsList(value):
		default:
			w.walk(value, name == "properties" || name == "patternProperties" || name == "$defs" || name == "dependentSchemas" || name == "headers")
		}
	}
}

func (w *usesWalker) mapping(n *tree.Node) {
	for _, value := range tree.Members(n) {
		if tree.IsString(value) && strings.HasPrefix(value.Value, "#/") {
			w.note(value.Value)
		}
	}
}

// note notes a reference. One that leads into a component, such as to a property
// of a model, counts for the component.
func (w *usesWalker) note(ref string) {
	ref = canonical(ref)
	if tokens := strings.Split(ref, "/"); len(tokens) > 4 && tokens[1] == "components" {
		ref = strings.Join(tokens[:4], "/")
	}
	if id := w.id(ref); !w.had[id] && id != w.from {
		w.had[id] = true
		w.users[id] = append(w.users[id], w.from)
	}
}
