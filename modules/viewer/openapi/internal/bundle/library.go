package bundle

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/gate"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// library has the files of a description, which it reads when something leads to them.
type library struct {
	ctx    context.Context //nolint:containedctx // of the one bundle that it is made for
	open   Open
	limits gate.Limits
	root   *file // the description
	files  map[string]*file
	names  []string             // of other files, in the order in which they were asked for
	size   int                  // of all texts, in bytes
	broken []apidoc.Problem     // why files cannot be read
	of     map[*tree.Node]*file // where values of other files stand
	ids    identifiers
}

// newLibrary makes a library of the description alone.
func newLibrary(ctx context.Context, root *file, open Open, limits gate.Limits) *library {
	return &library{
		ctx: ctx, open: open, limits: limits, root: root, size: len(root.text),
		files: map[string]*file{root.name: root}, of: map[*tree.Node]*file{},
		ids: identifiers{map[string]resource{}, map[*tree.Node]string{}},
	}
}

// file reads a file, once.
func (l *library) file(name string) *file {
	if f := l.files[name]; f != nil {
		return f
	}
	f := &file{name: name}
	l.files[name] = f
	l.names = append(l.names, name)
	f.err = l.read(f)
	return f
}

func (l *library) read(f *file) error {
	if len(l.names) > maxFiles {
		return fmt.Errorf("more than %d files", maxFiles)
	}
	data, err := l.open(l.ctx, f.name)
	if err != nil {
		return err
	}
	if f.text, err = gate.Decode(data, l.limits); err == nil {
		f.part, err = parsed(f.text, l.limits)
	}
	if err != nil {
		l.broken = append(l.broken, problemOf(f.name, err))
		return errors.New("the file cannot be read")
	}
	if l.size += len(f.text); l.limits.Bytes > 0 && l.size > l.limits.Bytes {
		return gate.TooLarge(l.limits)
	}
	l.own(f, f.part.Root, "", "")
	return nil
}

// parsed is a text that is not the description itself.
func parsed(text string, limits gate.Limits) (*gate.Text, error) {
	switch trimmed := strings.TrimSpace(text); {
	case trimmed == "":
		return nil, errors.New("the text is empty")
	case trimmed[0] == '<':
		return nil, errors.New("this is XML or HTML, and JSON or YAML is expected")
	}
	part, err := gate.ReadPart(text, limits)
	if err == nil && part.Root == nil {
		return nil, errors.New("the text holds nothing but comments")
	}
	return part, err
}

// own notes that all below a value stands in a file, and below which $id.
func (l *library) own(f *file, n *tree.Node, base, pointer string) {
	if n == nil || l.of[n] != nil {
		return
	}
	l.of[n] = f
	base = l.ids.note(f, n, base, pointer)
	for i, item := range tree.Items(n) {
		l.own(f, item, base, pointer+"/"+strconv.Itoa(i))
	}
	for i := 0; tree.IsMap(n) && i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		l.of[key] = f
		f.dynamic = f.dynamic || key.Value == "$dynamicAnchor"
		l.own(f, n.Content[i+1], base, pointer+"/"+tree.Escape(key.Value))
	}
}

// file is one that was read.
type file struct {
	name string
	text string
	part *gate.Text
	err  error // why it was not

	dynamic bool                // a schema has a dynamic anchor
	anchors map[string][]string // where the schemas with an anchor stand; nil until one is asked for
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
