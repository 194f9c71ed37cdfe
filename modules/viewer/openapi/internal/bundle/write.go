package bundle

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/gate"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// extent is how much a bundle holds, each value as often as it stands in it.
type extent struct {
	limits       gate.Limits
	nodes, bytes int
	around       []*tree.Node // the value that is counted
}

// add counts a value. The error says which limit it breaks.
func (e *extent) add(n *tree.Node) error {
	e.nodes++
	e.bytes += len(n.Value)
	l := e.limits
	switch {
	case slices.Contains(e.around, n):
		return tree.ErrorAt(nil, fmt.Sprintf("references to other files lead back to where they stand: what begins on line %d of one of them is part of itself", n.Line))
	case l.Depth > 0 && len(e.around) >= l.Depth:
		return tooDeep(l)
	case l.Nodes > 0 && e.nodes > l.Nodes:
		return tree.ErrorAt(nil, fmt.Sprintf("with what its references lead to in other files, the description holds more than %d values", l.Nodes))
	case l.Bytes > 0 && e.bytes > l.Bytes:
		return gate.TooLarge(l)
	case len(n.Content) == 0:
		return nil
	}
	e.around = append(e.around, n)
	for _, child := range n.Content {
		if err := e.add(child); err != nil {
			return err
		}
	}
	e.around = e.around[:len(e.around)-1]
	return nil
}

func tooDeep(l gate.Limits) error {
	return tree.ErrorAt(nil, fmt.Sprintf("with what its references lead to in other files, the description is nested deeper than %d levels", l.Depth))
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

// written writes the bundle.
func (b *bundler) written() (*Bundle, error) {
	text, lines := tree.Lines(b.root.part.Root, b.root.part.JSON)
	out := &Bundle{Text: text, Files: b.names, Origins: make([]apidoc.Origin, len(lines))}
	columns := map[*file]*gate.Columns{}
	for i, n := range lines {
		f := b.of[n]
		if f == nil {
			f = b.root
		}
		column := int(n.Column)
		if !f.part.JSON {
			if columns[f] == nil {
				columns[f] = gate.NewColumns(f.text)
			}
			column = columns[f].Bytes(int(n.Line), column)
		}
		out.Origins[i] = apidoc.Origin{File: f.name, Line: int(n.Line), Column: column}
	}
	b.tell(out, lines)
	return out, nil
}

// tell adds the problems. References stand where they do in the bundle; what the bundle
// does not hold stands where it was written.
func (b *bundler) tell(out *Bundle, lines []*tree.Node) {
	if len(b.failed) > 0 {
		at := make(map[*tree.Node]int, len(lines))
		for i := len(lines) - 1; i >= 0; i-- {
			at[lines[i]] = i + 1
		}
		(&failures{b, at, bytes.Split(out.Text, []byte{'\n'}), out}).walk(b.root.part.Root, "")
	}
	out.Problems = append(out.Problems, b.broken...)
	for _, name := range append([]string{b.root.name}, b.names...) {
		f := b.files[name]
		if f.err != nil {
			continue
		}
		for _, p := range f.part.Problems {
			found := apidoc.Problem{File: name, Message: p.Message, Read: p.Shown}
			if p.Node != nil {
				found.Line, found.Column = int(p.Node.Line), int(p.Node.Column)
			}
			out.Problems = append(out.Problems, found)
		}
	}
}

// failures finds references that were not followed.
type failures struct {
	*bundler
	at    map[*tree.Node]int // lines of names
	lines [][]byte
	out   *Bundle
}

// maxProblems bounds how many references that were not followed are told.
const maxProblems = 1000

func (f *failures) walk(n *tree.Node, pointer string) {
	for i, item := range tree.Items(n) {
		f.walk(item, fmt.Sprintf("%s/%d", pointer, i))
	}
	for i := 0; tree.IsMap(n) && i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		below := pointer + "/" + tree.Escape(key.Value)
		if why := f.failed[value]; why != "" && len(f.out.Problems) < maxProblems {
			line := f.at[key]
			text := f.lines[line-1]
			column := len(text) - len(bytes.TrimLeft(text, " -")) + 1
			f.out.Problems = append(f.out.Problems, apidoc.Problem{Line: line, Column: column, Pointer: below, Message: why})
			delete(f.failed, value)
		}
		f.walk(value, below)
	}
}
