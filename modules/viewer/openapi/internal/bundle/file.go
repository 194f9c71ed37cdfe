package bundle

import (
	"path"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/gate"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// file is one that was read.
type file struct {
	name string
	part *gate.Text
	err  error // why it was not

	dynamic bool                // a schema has a dynamic anchor
	anchors map[string][]string // where the schemas with an anchor stand; nil until one is asked for
}

// target is what a reference leads to.
type target struct {
	file    *file
	node    *tree.Node
	pointer string // in file
	written string // its fragment
}

// find returns the value that a fragment names below a place, nil for none: by where it
// stands, or by the anchor of a schema (JSON Schema 2020-12 core, section 8.2.2).
func (f *file) find(at, fragment string) (n *tree.Node, pointer string) {
	if pointer, ok := tree.Pointer("#" + fragment); ok {
		return f.part.Index.At(at + pointer), at + pointer
	}
	if f.anchors == nil {
		f.anchors = map[string][]string{}
		f.noteAnchors(f.part.Root, "")
	}
	for _, pointer := range f.anchors[fragment] {
		if pointer == at || strings.HasPrefix(pointer, at+"/") {
			return f.part.Index.At(pointer), pointer
		}
	}
	return nil, ""
}

func (f *file) noteAnchors(n *tree.Node, at string) {
	for _, keyword := range []string{"$anchor", "$dynamicAnchor"} {
		if name := tree.Text(tree.Get(n, keyword)); name != "" {
			f.anchors[name] = append(f.anchors[name], at)
		}
	}
	for i, item := range tree.Items(n) {
		f.noteAnchors(item, at+"/"+strconv.Itoa(i))
	}
	for name, value := range tree.Members(n) {
		f.noteAnchors(value, at+"/"+tree.Escape(name))
	}
}

// resolve returns the name of the file that the path of a reference leads to from a file.
// It is false for what is not the relative path of a file in JSON or YAML.
func (f *file) resolve(ref string) (string, bool) {
	if ref == "" || strings.HasPrefix(ref, "/") || strings.ContainsAny(ref, "\\?:") {
		return "", false
	}
	switch strings.ToLower(path.Ext(ref)) {
	case ".json", ".yaml", ".yml":
		return path.Join(path.Dir(f.name), ref), true
	}
	return "", false
}
