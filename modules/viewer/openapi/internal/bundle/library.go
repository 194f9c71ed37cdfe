package bundle

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/gate"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// Open reads the file of a name, which is relative to the folder of the description, with
// slashes: "schemas/pet.yaml", "../common.yaml". Its error says why a file may not or
// cannot be read.
type Open func(ctx context.Context, name string) ([]byte, error)

// maxFiles bounds the files of a description.
const maxFiles = 10_000

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
	by     addresses
}

// newLibrary makes a library of the description alone.
func newLibrary(ctx context.Context, root *file, open Open, limits gate.Limits) *library {
	return &library{
		ctx: ctx, open: open, limits: limits, root: root,
		files: map[string]*file{root.name: root}, of: map[*tree.Node]*file{},
		ids: identifiers{map[string]resource{}, map[*tree.Node]string{}}, by: newAddresses(root),
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
	text, err := gate.Decode(data, l.limits)
	if err == nil {
		f.part, err = parsed(text, l.limits)
	}
	if err != nil {
		l.broken = append(l.broken, problemOf(f.name, err))
		return errors.New("the file cannot be read")
	}
	if l.size += len(text); l.limits.Bytes > 0 && l.size > l.limits.Bytes {
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
	for i := 0; tree.IsMap(n) && i+1 < len(n.Content()); i += 2 {
		key := n.Content()[i]
		l.of[key] = f
		f.dynamic = f.dynamic || key.Value == "$dynamicAnchor"
		l.own(f, n.Content()[i+1], base, pointer+"/"+tree.Escape(key.Value))
	}
}

// problemOf says where in a file an error is.
func problemOf(name string, err error) apidoc.Problem {
	p := apidoc.Problem{File: name, Line: 1, Column: 1, Message: err.Error()}
	var at *tree.Error
	if errors.As(err, &at) && at.Line > 0 {
		p.Line, p.Column = at.Line, at.Column
	}
	return p
}
