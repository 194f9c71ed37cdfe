package bundle

import (
	"bytes"
	"fmt"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// written writes the bundle.
func (b *bundler) written() (*Bundle, error) {
	text, lines := tree.Lines(b.root.part.Root, b.root.part.JSON)
	out := &Bundle{Text: text, Files: b.names, Origins: make([]apidoc.Origin, len(lines))}
	for i, n := range lines {
		f := b.of[n]
		if f == nil {
			f = b.root
		}
		out.Origins[i] = apidoc.Origin{File: f.name, Line: n.Line(), Column: n.Column()}
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
				found.Line, found.Column = p.Node.Line(), p.Node.Column()
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
	for i := 0; tree.IsMap(n) && i+1 < len(n.Content()); i += 2 {
		key, value := n.Content()[i], n.Content()[i+1]
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
