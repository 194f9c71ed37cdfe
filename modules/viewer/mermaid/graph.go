package mermaid

// graph is what a flowchart consists of.
type graph struct {
	direction string // TD, BT, LR or RL
	nodes     []*node
	edges     []*edge
	groups    []*group
}

// sideways reports whether ranks are columns.
func (g *graph) sideways() bool { return g.direction == "LR" || g.direction == "RL" }

type node struct {
	id    string
	shape shape
	lines []string
	group *group // innermost

	extent
	rank       int
	start, end float64 // of its rank, downwards
	turn       bool    // not a node but where an edge passes a rank, with its label or without
	band       int
	up, down   []*node // neighbours in the ranks above and below
}

// extent is where a node stands, and what room it takes.
type extent struct {
	width, height float64
	x, y          float64 // of the middle
	beside        float64 // room behind it, for edges to itself
	least         float64 // how high its rank is at least, for their labels
}

type shape int

const (
	box shape = iota
	round
	stadium
	circle
	diamond
	hexagon
	cylinder
	subroutine
	slanted
	flag
)

type edge struct {
	from, to   *node
	lines      []string // of its label
	class      string
	head, tail bool // arrows at its end and beginning
	hidden     bool
	back       bool    // from a lower rank to a higher one
	path       []*node // from the upper rank to the lower one
	label      *node   // of the path, which has the label
}

// group is a subgraph.
type group struct {
	title  []string
	parent *group
	band   int
}

// within reports whether g stands in other, at any depth.
func (g *group) within(other *group) bool {
	for p := g.parent; p != nil; p = p.parent {
		if p == other {
			return true
		}
	}
	return false
}

// titled is how wide its frame has to be for its title.
func (g *group) titled() float64 {
	width, _ := measure(g.title)
	return width + 20
}
