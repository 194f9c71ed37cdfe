package mermaid

import (
	"fmt"
	"math"
	"strings"
)

// frame is what is drawn between two corners.
type frame struct{ left, top, right, bottom float64 }

func (r *frame) include(x, y, width, height float64) {
	r.left, r.right = min(r.left, x-width/2), max(r.right, x+width/2)
	r.top, r.bottom = min(r.top, y-height/2), max(r.bottom, y+height/2)
}

func nothing() frame {
	return frame{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
}

// drawing draws a graph whose nodes have their places.
type drawing struct{ *graph }

// draw turns the places of the layout, which grows downwards, into those of the
// direction, and draws everything there.
func (d drawing) draw() string {
	all := nothing()
	for _, n := range d.nodes {
		d.turn(n)
		all.include(d.room(n))
	}
	frames := d.frames(&all)
	shift := margin - all.top // along the ranks
	if d.sideways() {
		shift = margin - all.left
	}
	dx, dy := d.down()
	for _, n := range d.nodes {
		n.x, n.y = n.x-all.left+margin, n.y-all.top+margin
		n.start, n.end = (dx+dy)*n.start+shift, (dx+dy)*n.end+shift
	}
	c := &canvas{}
	for i, g := range d.groups {
		r := frames[i]
		if r.left > r.right {
			continue
		}
		x, y := r.left-all.left+margin, r.top-all.top+margin
		c.printf(`<rect class="mermaid-group" x="%.5g" y="%.5g" width="%.5g" height="%.5g" rx="8"></rect>`, x, y, r.right-r.left, r.bottom-r.top)
		c.text("mermaid-title mermaid-start", x+10, y+14, g.title) // in the corner: edges come in the middle
	}
	for _, e := range d.edges {
		if !e.hidden {
			d.drawEdge(c, e)
		}
	}
	for _, n := range d.nodes {
		if !n.turn {
			drawNode(c, n)
		}
	}
	for _, e := range d.edges {
		d.drawLabel(c, e)
	}
	return c.whole(all.right-all.left+2*margin, all.bottom-all.top+2*margin, d.label())
}

func (d drawing) turn(n *node) {
	if d.sideways() {
		n.x, n.y, n.width, n.height = n.y, n.x, n.height, n.width
	}
	switch d.direction {
	case "RL":
		n.x = -n.x
	case "BT":
		n.y = -n.y
	}
}

// room is where a node and its edges to itself stand.
func (d drawing) room(n *node) (x, y, width, height float64) {
	if d.sideways() {
		return n.x, n.y + n.beside/2, max(n.width, n.least), n.height + n.beside
	}
	return n.x + n.beside/2, n.y, n.width + n.beside, max(n.height, n.least)
}

// frames are those of the groups around their nodes and the groups in them.
func (d drawing) frames(all *frame) []frame {
	index := map[*group]int{}
	frames := make([]frame, len(d.groups))
	for i, g := range d.groups {
		frames[i], index[g] = nothing(), i
	}
	for _, n := range d.nodes {
		if n.group != nil && !n.turn {
			frames[index[n.group]].include(d.room(n))
		}
	}
	for i := len(d.groups) - 1; i >= 0; i-- { // groups in others come after them
		r := &frames[i]
		if r.left > r.right {
			continue
		}
		r.left, r.top, r.bottom = r.left-frameSide, r.top-frameHead, r.bottom+frameSide
		r.right = max(r.right+frameSide, r.left+d.groups[i].titled())
		all.include((r.left+r.right)/2, (r.top+r.bottom)/2, r.right-r.left, r.bottom-r.top)
		if p := d.groups[i].parent; p != nil {
			frames[index[p]].include((r.left+r.right)/2, (r.top+r.bottom)/2, r.right-r.left, r.bottom-r.top)
		}
	}
	return frames
}

// middle is where the label of an edge stands.
func (d drawing) middle(e *edge) (x, y float64) {
	if e.label != nil {
		return e.label.x, e.label.y
	}
	width, height := measure(e.lines)
	if d.sideways() {
		return e.from.x, e.from.y + e.from.height/2 + loop - 12 + height/2
	}
	return e.from.x + e.from.width/2 + loop - 12 + width/2, e.from.y
}

func (d drawing) drawLabel(c *canvas, e *edge) {
	if len(e.lines) == 0 || e.hidden {
		return
	}
	x, y := d.middle(e)
	width, height := measure(e.lines)
	c.printf(`<rect class="mermaid-behind" x="%.5g" y="%.5g" width="%.5g" height="%.5g" rx="3"></rect>`, x-width/2-4, y-height/2, width+8, height)
	c.text("mermaid-label", x, y, e.lines)
}

// drawLoop draws an edge from a node to itself, into the room beside it.
func (d drawing) drawLoop(c *canvas, e *edge) {
	if d.sideways() {
		x, y := e.from.x, e.from.y+e.from.height/2
		c.printf(`<path class="%s" d="M%.5g %.5gc-14 34 34 34 18 4"></path>`, e.class, x-8, y)
		c.arrow(x+9, y, -0.2, -1)
		return
	}
	x, y := e.from.x+e.from.width/2, e.from.y
	c.printf(`<path class="%s" d="M%.5g %.5gc34 -14 34 34 4 18"></path>`, e.class, x, y-8)
	c.arrow(x, y+9, -1, -0.2)
}

// drawEdge draws a line through all ranks, with its arrows: straight within a rank, where
// other nodes stand beside it, and bent between two.
func (d drawing) drawEdge(c *canvas, e *edge) {
	if len(e.path) == 0 {
		d.drawLoop(c, e)
		return
	}
	dx, dy := d.down()
	lowest := len(e.path) - 1
	first, last := d.side(e.path[0], 1), d.side(e.path[lowest], -1)
	var path strings.Builder
	for i, n := range e.path {
		from, to := n.start, n.end
		if i == 0 {
			from = first
		}
		if i == lowest {
			to = last
		}
		x, y := d.at(n, from)
		if i == 0 {
			fmt.Fprintf(&path, "M%.5g %.5g", x, y)
		} else {
			above := e.path[i-1]
			ax, ay := d.at(above, above.end)
			mx, my := (x-ax)/2*math.Abs(dx), (y-ay)/2*math.Abs(dy)
			fmt.Fprintf(&path, "C%.5g %.5g %.5g %.5g %.5g %.5g", ax+mx, ay+my, x-mx, y-my, x, y)
		}
		x, y = d.at(n, to)
		fmt.Fprintf(&path, "L%.5g %.5g", x, y)
	}
	c.printf(`<path class="%s" d="%s"></path>`, e.class, path.String())
	lower, upper := e.head, e.tail
	if e.back {
		lower, upper = upper, lower
	}
	if lower {
		x, y := d.at(e.path[lowest], last)
		c.arrow(x, y, dx, dy)
	}
	if upper {
		x, y := d.at(e.path[0], first)
		c.arrow(x, y, -dx, -dy)
	}
}

// at is the point of a node's column that is so far along the ranks.
func (d drawing) at(n *node, along float64) (x, y float64) {
	if d.sideways() {
		return along, n.y
	}
	return n.x, along
}

// side is how far along the ranks a side of a node is: the nearer one for -1, for 1 the
// farther one.
func (d drawing) side(n *node, which float64) float64 {
	dx, dy := d.down()
	return n.x*math.Abs(dx) + n.y*math.Abs(dy) + which*(dx*n.width+dy*n.height)/2
}

// down is the direction from one rank to the next.
func (d drawing) down() (dx, dy float64) {
	switch d.direction {
	case "LR":
		return 1, 0
	case "RL":
		return -1, 0
	case "BT":
		return 0, -1
	}
	return 0, 1
}

func drawNode(c *canvas, n *node) {
	l, t, w, h := n.x-n.width/2, n.y-n.height/2, n.width, n.height
	r, b := l+w, t+h
	rect := func(radius float64) {
		c.printf(`<rect class="mermaid-node" x="%.5g" y="%.5g" width="%.5g" height="%.5g" rx="%.5g"></rect>`, l, t, w, h, radius)
	}
	polygon := func(points ...float64) {
		c.printf(`<polygon class="mermaid-node" points="`)
		for i := 0; i+1 < len(points); i += 2 {
			c.printf("%.5g,%.5g ", points[i], points[i+1])
		}
		c.printf(`"></polygon>`)
	}
	switch n.shape {
	case round:
		rect(10)
	case stadium:
		rect(h / 2)
	case circle:
		c.printf(`<circle class="mermaid-node" cx="%.5g" cy="%.5g" r="%.5g"></circle>`, n.x, n.y, w/2)
	case diamond:
		polygon(n.x, t, r, n.y, n.x, b, l, n.y)
	case hexagon:
		polygon(l+12, t, r-12, t, r, n.y, r-12, b, l+12, b, l, n.y)
	case slanted:
		polygon(l+14, t, r, t, r-14, b, l, b)
	case flag:
		polygon(l, t, r, t, r, b, l, b, l+12, n.y)
	case cylinder:
		c.printf(`<path class="mermaid-node" d="M%.5g %.5gc0 -10 %.5g -10 %.5g 0v%.5gc0 10 %.5g 10 %.5g 0zm0 0c0 10 %.5g 10 %.5g 0"></path>`, l, t+8, w, w, h-16, -w, -w, w, w)
	case subroutine:
		rect(3)
		c.printf(`<path class="mermaid-line" d="M%.5g %.5gv%.5gM%.5g %.5gv%.5g"></path>`, l+8, t, h, r-8, t, h)
	default:
		rect(5)
	}
	c.text("mermaid-text", n.x, n.y, n.lines)
}

// label says what the diagram shows to those who do not see it.
func (d drawing) label() string {
	var b strings.Builder
	b.WriteString("Flowchart: ")
	for i, e := range d.edges {
		if i > 0 {
			b.WriteString("; ")
		}
		b.WriteString(strings.Join(e.from.lines, " "))
		if len(e.lines) > 0 {
			b.WriteString(", " + strings.Join(e.lines, " ") + ",")
		}
		b.WriteString(" to " + strings.Join(e.to.lines, " "))
	}
	return b.String()
}
