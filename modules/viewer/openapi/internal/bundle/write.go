package bundle

import (
	"errors"
	"fmt"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/gate"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// extent is how much more a bundle may hold.
type extent struct {
	nodes, bytes int
	open         map[*tree.Node]bool // values around the one that is counted
}

// spend counts a value, as often as it stands in the bundle.
func (e *extent) spend(n *tree.Node, limits gate.Limits) error {
	e.nodes--
	e.bytes -= len(n.Value)
	switch {
	case limits.Nodes > 0 && e.nodes < 0:
		return tree.ErrorAt(nil, fmt.Sprintf("with what its references lead to in other files, the description holds more than %d values", limits.Nodes))
	case limits.Bytes > 0 && e.bytes < 0:
		return gate.TooLarge(limits)
	}
	if len(n.Content) == 0 {
		return nil
	}
	if e.open[n] {
		return tree.ErrorAt(nil, fmt.Sprintf("references to other files lead back to where they stand: what begins on line %d of one of them is part of itself", n.Line))
	}
	e.open[n] = true
	for _, child := range n.Content {
		if err := e.spend(child, limits); err != nil {
			return err
		}
	}
	delete(e.open, n)
	return nil
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

// tell adds the problems: of references with where they stand in the bundle, of what is in
// it no more with where that was written.
func (b *bundler) tell(out *Bundle, lines []*tree.Node) {
	if len(b.failed) > 0 {
		at := make(map[*tree.Node]int, len(lines))
		for i := len(lines) - 1; i >= 0; i-- {
			at[lines[i]] = i + 1
		}
		failures := &failures{b, at, out}
		failures.walk(b.root.part.Root, "")
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
	at  map[*tree.Node]int // lines of names
	out *Bundle
}

func (f *failures) walk(n *tree.Node, pointer string) {
	for i, item := range tree.Items(n) {
		f.walk(item, fmt.Sprintf("%s/%d", pointer, i))
	}
	for i := 0; tree.IsMap(n) && i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		below := pointer + "/" + tree.Escape(key.Value)
		if why := f.failed[value]; why != "" {
			line := f.at[key]
			f.out.Problems = append(f.out.Problems, apidoc.Problem{Line: line, Column: column(f.out.Text, line), Pointer: below, Message: why})
			delete(f.failed, value)
		}
		f.walk(value, below)
	}
}

// column is where the first name on a line begins.
func column(text []byte, line int) int {
	n := 0
	for l := range strings.Lines(string(text)) {
		if n++; n == line {
			return len(l) - len(strings.TrimLeft(l, " -")) + 1
		}
	}
	return 1
}
