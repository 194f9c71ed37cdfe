package mermaid

import (
	"cmp"
	"math"
	"slices"
)

// The distances of a flowchart, in pixels.
const (
	gapNodes = 36.0
	gapRanks = 58.0
	gapLabel = 26.0 // between a rank and one of labels
	gapBands = 24.0
	margin   = 12.0
	rounds   = 8 // of moving nodes towards their neighbours
	loop     = 44.0
)

// The distances between the frame of a subgraph and what is in it.
const (
	frameSide = 14.0
	frameHead = 32.0 // where its title stands
)

// layout gives the nodes of a graph their places.
type layout struct{ *graph }

// place gives every node a place. It is false for what is too large.
func (l layout) place() bool {
	for _, n := range l.nodes {
		l.size(n)
	}
	l.rank()
	l.makeRoom()
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

// makeRoom doubles the ranks where edges have labels, which stand in those between, and
// keeps room beside nodes for edges to themselves.
func (l layout) makeRoom() {
	first := map[*node]*edge{}
	for _, e := range l.edges {
		n := e.from
		if n != e.to {
			continue
		}
		if first[n] == nil {
			first[n] = e
		} else { // their labels stand below each other
			first[n].lines, e.lines = append(first[n].lines, e.lines...), nil
		}
		width, height := measure(first[n].lines)
		if l.sideways() {
			width, height = height, width
		}
		n.beside, n.least = loop+width, height
	}
	if !l.labelled() {
		return
	}
	for _, n := range l.nodes {
		n.rank *= 2
	}
}

func (l layout) labelled() bool {
	return slices.ContainsFunc(l.edges, func(e *edge) bool { return len(e.lines) > 0 && e.from != e.to })
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
			turn := &node{turn: true, rank: rank, extent: extent{width: 10}, band: upper.band}
			if len(e.lines) > 0 && rank == (upper.rank+lower.rank)/2|1 {
				l.label(e, turn)
			}
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

// label makes a node of a path as large as the label of the edge.
func (l layout) label(e *edge, n *node) {
	n.width, n.height = measure(e.lines)
	n.width += 8
	if l.sideways() {
		n.width, n.height = n.height, n.width
	}
	e.label = n
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

// columns finds how far to the right each node stands, band by band, with room for the
// frames around them.
func (l layout) columns(ranks [][]*node) {
	before := frameSide
	if l.sideways() {
		before = frameHead
	}
	end := 0.0
	for band := range len(l.groups) + 1 {
		if band > 0 {
			end += before
		}
		if rows := bandRows(ranks, band); len(rows) > 0 {
			end = placeBand(rows, band, end)
		}
		for _, g := range slices.Backward(l.groups[:band]) { // those in others come after them
			if l.lastBand(g) != band {
				continue
			}
			if end += frameSide; !l.sideways() {
				if left := l.left(g); !math.IsInf(left, 1) {
					end = max(end, left+g.titled())
				}
			}
		}
		end += gapBands
	}
}

// left is where the frame of g begins, whose nodes have their columns.
func (l layout) left(g *group) float64 {
	left := math.Inf(1)
	for _, n := range l.nodes {
		frames := 0.0
		for in := n.group; in != nil && !n.turn; in = in.parent {
			if frames += frameSide; in == g {
				left = min(left, n.x-n.width/2-frames)
			}
		}
	}
	return left
}

// lastBand is the band of the last group in g, or its own.
func (l layout) lastBand(g *group) int {
	last := g.band
	for _, inner := range l.groups[g.band:] {
		if inner.within(g) {
			last = inner.band
		}
	}
	return last
}

// bandRows are the nodes of a band, rank by rank.
func bandRows(ranks [][]*node, band int) (rows [][]*node) {
	for _, rank := range ranks {
		row := slices.DeleteFunc(slices.Clone(rank), func(n *node) bool { return n.band != band })
		if len(row) > 0 {
			rows = append(rows, row)
		}
	}
	return rows
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
		right = max(right, last.x+last.width/2+last.beside)
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

func apart(a, b *node) float64 { return (a.width+b.width)/2 + a.beside + gapNodes }

// rows finds how far down each rank stands.
func (l layout) rows(ranks [][]*node) {
	gap := gapRanks
	if l.labelled() {
		gap = gapLabel
	}
	top := 0.0
	for _, rank := range ranks {
		height := 0.0
		for _, n := range rank {
			height = max(height, n.height, n.least)
		}
		for _, n := range rank {
			n.start, n.y, n.end = top, top+height/2, top+height
		}
		top += height + gap
	}
}
