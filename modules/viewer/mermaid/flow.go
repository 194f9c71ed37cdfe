package mermaid

import (
	"strings"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/phrase"
)

// flow is a flowchart while it is read.
type flow struct {
	graph
	byID   map[string]*node
	open   []*group // that a statement stands in
	failed bool
}

func flowchart(direction string, lines []string) (string, bool) {
	f := &flow{graph: graph{direction: strings.ToUpper(strings.TrimSuffix(direction, ";"))}, byID: map[string]*node{}}
	switch f.direction {
	case "", "TB":
		f.direction = "TD"
	case "TD", "BT", "LR", "RL":
	default:
		return "", false
	}
	for _, line := range lines {
		f.line(line)
	}
	if f.failed || len(f.open) > 0 || len(f.nodes) == 0 || len(f.nodes) > maxNodes || len(f.edges) > maxEdges {
		return "", false
	}
	if l := (layout{&f.graph}); !l.place() {
		return "", false
	}
	d := drawing{&f.graph}
	return d.draw(), true
}

// line reads one line, which may hold several statements.
func (f *flow) line(line string) {
	word, rest, _ := strings.Cut(line, " ")
	switch strings.TrimSuffix(word, ";") {
	case "subgraph":
		f.begin(strings.TrimSpace(rest))
		return
	case "end":
		if len(f.open) == 0 {
			f.failed = true
			return
		}
		f.open = f.open[:len(f.open)-1]
		return
	case "direction", "style", "classDef", "class", "linkStyle", "click", "accTitle:", "accDescr:":
		return
	}
	r := &reader{text: line}
	for !r.end() && !f.failed {
		f.chain(r)
		if r.space(); !r.end() && !r.take(";") {
			f.failed = true
		}
	}
}

func (f *flow) begin(title string) {
	g := &group{}
	if len(f.open) > 0 {
		g.parent = f.open[len(f.open)-1]
	}
	if id, rest, found := strings.Cut(title, "["); found && strings.HasSuffix(rest, "]") && !strings.HasPrefix(id, `"`) {
		title = strings.TrimSuffix(rest, "]")
	}
	g.title = []string{phrase.Clip(strings.Join(wrap(title), " "), maxTitle)}
	f.groups, f.open = append(f.groups, g), append(f.open, g)
	f.failed = f.failed || len(f.groups) > maxNodes || len(f.open) > 10
}

// chain reads nodes with links between them: A & B --> C --> D.
func (f *flow) chain(r *reader) {
	from := f.some(r)
	for !f.failed {
		link, ok := r.link()
		if !ok {
			return
		}
		to := f.some(r)
		for _, a := range from {
			for _, b := range to {
				e := link
				e.from, e.to = a, b
				f.edges = append(f.edges, &e)
			}
		}
		if len(to) == 0 || len(f.edges) > maxEdges {
			f.failed = true
		}
		from = to
	}
}

// some reads one node or several with "&" between them.
func (f *flow) some(r *reader) []*node {
	var list []*node
	for {
		id, s, text, ok := r.node()
		if !ok {
			f.failed = true
			return nil
		}
		list = append(list, f.node(id, s, text))
		if r.space(); len(list) > maxNodes || !r.take("&") {
			return list
		}
	}
}

// node returns the node with an id, as its last description has it.
func (f *flow) node(id string, s shape, text string) *node {
	n := f.byID[id]
	if n == nil {
		n = &node{id: id, lines: wrap(id)}
		f.byID[id] = n
		f.nodes = append(f.nodes, n)
	}
	if n.group == nil && len(f.open) > 0 {
		n.group = f.open[len(f.open)-1]
	}
	if text != "" {
		n.shape, n.lines = s, wrap(text)
	}
	f.failed = f.failed || len(f.nodes) > maxNodes
	return n
}
