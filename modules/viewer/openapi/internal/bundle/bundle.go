// Package bundle makes one description of several files. What references lead to in
// other files becomes a component, or takes the place of the reference where there are no
// components of its kind, such as path items:
//
//	b, err := bundle.Make(ctx, "openapi.yaml", data, open, limits)
//	b.Text, b.Origins // one description, and where its lines come from
package bundle

import (
	"bytes"
	"context"
	"errors"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/gate"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// Bundle is a description that was put together.
type Bundle struct {
	Text []byte
	// Origins are where the lines of Text come from. It is nil when Text is what was
	// given. Files are named as Open is told them.
	Origins []apidoc.Origin
	// Problems are the references that were not followed, which stand in Text, and what is
	// wrong with texts that are not in it as they were written, which stands in a File.
	Problems []apidoc.Problem
	// Files are the other files that were asked for, whether or not they are there.
	Files []string
}

// Place returns an error about a line of the bundle as one about where the line was
// written.
func (b *Bundle) Place(err error) error {
	var spec *core.SpecError
	if !errors.As(err, &spec) {
		return err
	}
	from := apidoc.Text{Origins: b.Origins}.Origin(spec.Line)
	if from.File == "" {
		return err
	}
	there := *spec
	there.Source, there.Line, there.Column = from.File, from.Line, from.Column
	return &there
}

// Make puts the files together that a description leads to. A text that leads to none,
// or cannot be read, is returned as it is. Name is that of its file in its folder. The
// error is that of ctx, or a *tree.Error about a whole that breaks a limit.
func Make(ctx context.Context, name string, data []byte, open Open, limits gate.Limits) (*Bundle, error) {
	asItIs := &Bundle{Text: data}
	if !mayLead(data) {
		return asItIs, nil
	}
	text, err := gate.Decode(data, limits)
	if err != nil {
		return asItIs, nil //nolint:nilerr // whoever reads it finds the same
	}
	part, err := parsed(text, limits)
	if err != nil {
		return asItIs, nil //nolint:nilerr // whoever reads it finds the same
	}
	version, err := gate.Version(part.Root)
	if err != nil {
		return asItIs, nil //nolint:nilerr // whoever reads it finds the same
	}
	root := &file{name: name, part: part}
	b := &bundler{
		library: newLibrary(ctx, root, open, limits), version: version,
		made: map[*tree.Node]*tree.Node{}, raw: map[*tree.Node]*tree.Node{}, placed: map[*tree.Node]string{}, failed: map[*tree.Node]string{},
		taken: map[string]map[string]int{},
	}
	b.size = len(text)
	if err := b.bundle(); err != nil {
		return nil, err
	}
	if len(b.names) == 0 && !b.changed {
		return asItIs, nil
	}
	return b.written()
}

// mayLead reports whether a text has a reference that does not begin with "#".
func mayLead(data []byte) bool {
	for {
		i := bytes.Index(data, []byte("$ref"))
		if i < 0 {
			return false
		}
		data = data[i+len("$ref"):]
		value := bytes.TrimLeft(data, "\"': \t")
		if len(value) > 0 && value[0] != '#' {
			return true
		}
	}
}
