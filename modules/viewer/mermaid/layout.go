package mermaid

import (
	"cmp"
	"slices"
)

// The distances of a flowchart, in pixels.
const (
	gapNodes = 36.0
	gapRanks = 58.0
	gapLabel = 24.0 // more between ranks with labels between them
	gapBands = 44.0
	margin   = 12.0
	rounds   = 8 // of moving nodes towards their neighbours
)

// layout gives the nodes of a graph their places.
type layout struct{ *graph }

// place gives every node a place. It is false for what is too large.
func (l layout) place() bool {
	for _, n := range l.nodes {
		l.size(n)
	}
	l.rank()
	l.assignBands()
	if !l.route() {
		return false
	}
	ranks := l.ranks()
	for range rounds {
		order(ranks)
	}
	l.columns(ranks)
	l.rows(ranks)
	return true
}

// size makes a node as large as its text needs in its shape. Where ranks are
// columns, width and height are exchanged until it is drawn.
func (l layout) size(n *node) {
	width, height := measure(n.lines)
	n.width, n.height = max(width+30, 48), height+22
	switch n.shape {
	case diamond:
		n.width, n.height = n.width*1.35, n.height*1.6
	case circle:
		n.width = max(n.width, n.height)
		n.height = n.width
	case hexagon, slanted, flag, subroutine:
		n.width += 24
	case cylinder:
		n.height += 16
	}
	if l.sideways() {
		n.width, n.height = n.height, n.width
	}
}

// rank puts every node below those that lead to it. Edges that close a circle are
// taken the other way round.
func (l layout) rank() {
	out := map[*node][]*edge{}
	for _, e := range l.edges {
		if e.from != e.to {
			out[e.from] = append(out[e.from], e)
		}
	}
	state := map[*node]int{}
	var sorted []*node
	var visit func(n *node)
	visit = func(n *node) {
		state[n] = 1
		for _, e := range out[n] {
			switch state[e.to] {
			case 0:
				visit(e.to)
			case 1:
				e.back = true
			}
		}
		state[n] = 2
		sorted = append(sorted, n)
	}
	for _, n := range l.nodes {
		if state[n] == 0 {
			visit(n)
		}
	}
	slices.Reverse(sorted)
	for _, n := range sorted {
		for _, e := range out[n] {
			if !e.back {
				e.to.rank = max(e.to.rank, n.rank+1)
			}
		}
	}
}

// assignBands gives every subgraph columns of its own, so that their frames do
// not meet. Nodes outside stand in the first ones.
func (l layout) assignBands() {
	used := 0
	var number func(parent *group)
	number = func(parent *group) {
		for _, g := range l.groups {
			if g.parent == parent {
				used++
				g.band = used
				number(g)
			}
		}
	}
	number(nil)
	for _, n := range l.nodes {
		if n.group != nil {
			n.band = n.group.band
		}
	}
}

// route lets edges over several ranks pass the ranks between.
func (l layout) route() bool {
	turns := 0
	for _, e := range l.edges {
		if e.from == e.to {
			continue
		}
		upper, lower := e.from, e.to
		if upper.rank > lower.rank {
			upper, lower = lower, upper
		}
		e.path = []*node{upper}
		for rank := upper.rank + 1; rank < lower.rank; rank++ {
			if turns++; turns > maxTurns {
				return false
			}
			turn := &node{turn: true, rank: rank, width: 10, band: upper.band}
			l.nodes = append(l.nodes, turn)
			e.path = append(e.path, turn)
		}
		e.path = append(e.path, lower)
		for i, n := range e.path[1:] {
			above := e.path[i]
			above.down, n.up = append(above.down, n), append(n.up, above)
		}
	}
	return true
}

func (l layout) ranks() [][]*node {
	deepest := 0
	for _, n := range l.nodes {
		deepest = max(deepest, n.rank)
	}
	ranks := make([][]*node, deepest+1)
	for _, n := range l.nodes {
		ranks[n.rank] = append(ranks[n.rank], n)
	}
	for _, rank := range ranks {
		number(rank)
	}
	return ranks
}

// number writes the position of each node of a rank where it can be compared.
func number(rank []*node) {
	for i, n := range rank {
		n.x = float64(i)
	}
}

// order sorts every rank by where the neighbours of its nodes stand, from above
// and from below.
func order(ranks [][]*node) {
	sort := func(rank []*node, neighbours func(*node) []*node) {
		wanted := map[*node]float64{}
		for _, n := range rank {
			wanted[n] = average(neighbours(n), n.x)
		}
		slices.SortStableFunc(rank, func(a, b *node) int {
			return cmp.Or(cmp.Compare(a.band, b.band), cmp.Compare(wanted[a], wanted[b]))
		})
		number(rank)
	}
	for _, rank := range ranks {
		sort(rank, func(n *node) []*node { return n.up })
	}
	for _, rank := range slices.Backward(ranks) {
		sort(rank, func(n *node) []*node { return n.down })
	}
}

// average is the middle of nodes, other when there are none.
func average(nodes []*node, other float64) float64 {
	if len(nodes) == 0 {
		return other
	}
	sum := 0.0
	for _, n := range nodes {
		sum += n.x
	}
	return sum / float64(len(nodes))
}

// columns finds how far to the right each node stands, band by band.
func (l layout) columns(ranks [][]*node) {
	start := 0.0
	for band := range len(l.groups) + 1 {
		var rows [][]*node
		for _, rank := range ranks {
			row := slices.DeleteFunc(slices.Clone(rank), func(n *node) bool { return n.band != band })
			if len(row) > 0 {
				rows = append(rows, row)
			}
		}
		if len(rows) > 0 {
			start = placeBand(rows, band, start) + gapBands
		}
	}
}

func placeBand(rows [][]*node, band int, start float64) (end float64) {
	for _, row := range rows {
		settle(row, func(*node) float64 { return 0 })
	}
	within := func(list []*node, own float64) float64 {
		return average(slices.DeleteFunc(slices.Clone(list), func(n *node) bool { return n.band != band }), own)
	}
	for range rounds {
		for _, row := range rows {
			settle(row, func(n *node) float64 { return within(n.up, n.x) })
		}
		for _, row := range slices.Backward(rows) {
			settle(row, func(n *node) float64 { return within(n.down, n.x) })
		}
	}
	left, right := rows[0][0].x, rows[0][0].x
	for _, row := range rows {
		left = min(left, row[0].x-row[0].width/2)
		last := row[len(row)-1]
		right = max(right, last.x+last.width/2)
	}
	for _, row := range rows {
		for _, n := range row {
			n.x += start - left
		}
	}
	return start + right - left
}

// settle puts the nodes of a row as near to where they want to be as the distances
// between them allow: half way between what is found from both sides.
func settle(row []*node, wanted func(*node) float64) {
	from, to := make([]float64, len(row)), make([]float64, len(row))
	for i, n := range row {
		from[i] = wanted(n)
		to[i] = from[i]
	}
	for i := 1; i < len(row); i++ {
		from[i] = max(from[i], from[i-1]+apart(row[i-1], row[i]))
	}
	for i := len(row) - 2; i >= 0; i-- {
		to[i] = min(to[i], to[i+1]-apart(row[i], row[i+1]))
	}
	for i, n := range row {
		n.x = (from[i] + to[i]) / 2
	}
}

func apart(a, b *node) float64 { return (a.width+b.width)/2 + gapNodes }

// rows finds how far down each rank stands.
func (l layout) rows(ranks [][]*node) {
	labelled := map[int]float64{}
	for _, e := range l.edges {
		if len(e.lines) > 0 && len(e.path) > 0 {
			width, height := measure(e.lines)
			if l.sideways() {
				height = width
			}
			rank := e.path[(len(e.path)-1)/2].rank
			labelled[rank] = max(labelled[rank], height+gapLabel-lineHeight)
		}
	}
	top := 0.0
	for i, rank := range ranks {
		height := 0.0
		for _, n := range rank {
			height = max(height, n.height)
		}
		for _, n := range rank {
			n.y = top + height/2
		}
		top += height + gapRanks + labelled[i]
	}
}
