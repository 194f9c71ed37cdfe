package tree

import (
	"bytes"
	"encoding/json"
	"slices"
)

// Lines writes a value in JSON or in YAML, one member or item a line. It returns what
// stands on each line: a name, or an item of a list that is no object; for a line that
// only goes on or closes a bracket, what the line before is about. The tree must hold no
// aliases.
func Lines(n *Node, inJSON bool) (text []byte, lines []*Node) {
	if n == nil {
		return nil, nil
	}
	if inJSON {
		var out bytes.Buffer
		_ = json.Indent(&out, JSON(n), "", "  ") // of what is JSON
		out.WriteByte('\n')
		return out.Bytes(), jsonLines([]*Node{n}, n)
	}
	l := &lineCounter{lines: []*Node{n}}
	w := &yamlWriter{}
	w.begun = func(offset int, n *Node) { l.begin(w.out.Bytes()[:offset], n) }
	w.value(n, 0, "")
	text = w.out.Bytes()
	l.reach(text)
	return text, l.lines[:len(l.lines)-1] // the text ends with a line break, behind which no line begins
}

// lineCounter knows what each line is about of a text that grows.
type lineCounter struct {
	lines []*Node // the last one is that of the text so far
	read  int     // bytes of it
}

// reach goes on to the end of a text.
func (l *lineCounter) reach(text []byte) {
	last := l.lines[len(l.lines)-1]
	for range bytes.Count(text[l.read:], []byte{'\n'}) {
		l.lines = append(l.lines, last)
	}
	l.read = len(text)
}

func (l *lineCounter) begin(before []byte, n *Node) {
	l.reach(before)
	l.lines[len(l.lines)-1] = n
}

// jsonLines adds the lines of a value that begins on the last of them, as json.Indent
// breaks them.
func jsonLines(lines []*Node, n *Node) []*Node {
	if len(n.Content()) == 0 {
		return lines
	}
	first, step := 0, 1
	if n.kind() == object {
		first, step = 1, 2
	}
	for i := first; i < len(n.Content()); i += step {
		lines = jsonLines(append(lines, n.Content()[i+1-step]), n.Content()[i])
	}
	return append(lines, lines[len(lines)-1])
}

// Copy returns a value that holds the same others.
func (n *Node) Copy() *Node {
	same := *n
	same.SetContent(slices.Clone(n.Content()))
	return &same
}

// At makes a null that stands at a place of a text, for what is said about it.
func At(line, column int) *Node { return &Node{facts: newFacts(null, line, column)} }

// NewMap makes an object without members that stands where another value does; nil for
// nowhere.
func NewMap(at *Node) *Node { return &Node{facts: beside(object, at)} }

// NewText makes a text that stands where another value does; nil for nowhere.
func NewText(value string, at *Node) *Node { return &Node{Value: value, facts: beside(text, at)} }

func beside(k kind, at *Node) facts {
	if at == nil {
		return newFacts(k, 0, 0)
	}
	return newFacts(k, at.Line(), at.Column())
}

// Set adds a member to an object, or changes the value of the one that it has.
func Set(n *Node, name string, value *Node) {
	for i := 0; i+1 < len(n.Content()); i += 2 {
		if n.Content()[i].Value == name {
			n.Content()[i+1] = value
			return
		}
	}
	n.SetContent(append(n.Content(), NewText(name, nil), value))
}
