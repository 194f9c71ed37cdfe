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
		all.include(n.x, n.y, n.width, n.height)
	}
	frames := d.frames(&all)
	for _, e := range d.edges {
		if len(e.path) == 0 {
			all.include(e.from.x+e.from.width/2+14, e.from.y, 40, 20)
		}
		x, y := middle(e)
		width, height := measure(e.lines)
		all.include(x, y, width+8, height)
	}
	for _, n := range d.nodes {
		n.x, n.y = n.x-all.left+margin, n.y-all.top+margin
	}
	c := &canvas{}
	for i, g := range d.groups {
		r := frames[i]
		if r.left > r.right {
			continue
		}
		x, y := r.left-all.left+margin, r.top-all.top+margin
		c.printf(`<rect class="dg-group" x="%.4g" y="%.4g" width="%.4g" height="%.4g" rx="8"></rect>`, x, y, r.right-r.left, r.bottom-r.top)
		c.text("dg-title", x+(r.right-r.left)/2, y+14, g.title)
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
		drawLabel(c, e)
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

// frames are those of the groups around their nodes and the groups in them.
func (d drawing) frames(all *frame) []frame {
	index := map[*group]int{}
	frames := make([]frame, len(d.groups))
	for i, g := range d.groups {
		frames[i], index[g] = nothing(), i
	}
	for _, n := range d.nodes {
		if n.group != nil && !n.turn {
			frames[index[n.group]].include(n.x, n.y, n.width, n.height)
		}
	}
	for i := len(d.groups) - 1; i >= 0; i-- { // groups in others come after them
		r := &frames[i]
		if r.left > r.right {
			continue
		}
		width, _ := measure(d.groups[i].title)
		r.left, r.right, r.top, r.bottom = r.left-14, r.right+14, r.top-32, r.bottom+14
		if missing := width + 20 - (r.right - r.left); missing > 0 {
			r.left, r.right = r.left-missing/2, r.right+missing/2
		}
		all.include((r.left+r.right)/2, (r.top+r.bottom)/2, r.right-r.left, r.bottom-r.top)
		if p := d.groups[i].parent; p != nil {
			frames[index[p]].include((r.left+r.right)/2, (r.top+r.bottom)/2, r.right-r.left, r.bottom-r.top)
		}
	}
	return frames
}

// middle is where the label of an edge stands.
func middle(e *edge) (x, y float64) {
	if len(e.path) == 0 {
		return e.from.x + e.from.width/2 + 24, e.from.y
	}
	i := (len(e.path) - 1) / 2
	a, b := e.path[i], e.path[i+1]
	return (a.x + b.x) / 2, (a.y + b.y) / 2
}

func drawLabel(c *canvas, e *edge) {
	if len(e.lines) == 0 || e.hidden {
		return
	}
	x, y := middle(e)
	width, height := measure(e.lines)
	c.printf(`<rect class="dg-behind" x="%.4g" y="%.4g" width="%.4g" height="%.4g" rx="3"></rect>`, x-width/2-4, y-height/2, width+8, height)
	c.text("dg-label", x, y, e.lines)
}

// drawEdge draws a line through all ranks, with its arrows.
func (d drawing) drawEdge(c *canvas, e *edge) {
	if len(e.path) == 0 {
		x, y := e.from.x+e.from.width/2, e.from.y
		c.printf(`<path class="%s" d="M%.4g %.4gc34 -14 34 34 4 18"></path>`, e.class, x, y-8)
		c.arrow(x, y+9, -1, -0.2)
		return
	}
	dx, dy := d.down()
	points := make([][2]float64, len(e.path))
	for i, n := range e.path {
		points[i] = [2]float64{n.x, n.y}
		side := 0.0
		if i == 0 {
			side = 0.5
		} else if i == len(e.path)-1 {
			side = -0.5
		}
		points[i][0] += dx * side * n.width
		points[i][1] += dy * side * n.height
	}
	var path strings.Builder
	fmt.Fprintf(&path, "M%.4g %.4g", points[0][0], points[0][1])
	for i, p := range points[1:] {
		q := points[i]
		mx, my := (p[0]-q[0])/2, (p[1]-q[1])/2
		fmt.Fprintf(&path, "C%.4g %.4g %.4g %.4g %.4g %.4g", q[0]+mx*math.Abs(dx), q[1]+my*math.Abs(dy), p[0]-mx*math.Abs(dx), p[1]-my*math.Abs(dy), p[0], p[1])
	}
	c.printf(`<path class="%s" d="%s"></path>`, e.class, path.String())
	lower, upper := e.head, e.tail
	if e.back {
		lower, upper = upper, lower
	}
	if last := points[len(points)-1]; lower {
		c.arrow(last[0], last[1], dx, dy)
	}
	if upper {
		c.arrow(points[0][0], points[0][1], -dx, -dy)
	}
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
		c.printf(`<rect class="dg-node" x="%.4g" y="%.4g" width="%.4g" height="%.4g" rx="%.4g"></rect>`, l, t, w, h, radius)
	}
	polygon := func(points ...float64) {
		c.printf(`<polygon class="dg-node" points="`)
		for i := 0; i+1 < len(points); i += 2 {
			c.printf("%.4g,%.4g ", points[i], points[i+1])
		}
		c.printf(`"></polygon>`)
	}
	switch n.shape {
	case round:
		rect(10)
	case stadium:
		rect(h / 2)
	case circle:
		c.printf(`<circle class="dg-node" cx="%.4g" cy="%.4g" r="%.4g"></circle>`, n.x, n.y, w/2)
	case diamond:
		polygon(n.x, t, r, n.y, n.x, b, l, n.y)
	case hexagon:
		polygon(l+12, t, r-12, t, r, n.y, r-12, b, l+12, b, l, n.y)
	case slanted:
		polygon(l+14, t, r, t, r-14, b, l, b)
	case flag:
		polygon(l, t, r, t, r, b, l, b, l+12, n.y)
	case cylinder:
		c.printf(`<path class="dg-node" d="M%.4g %.4gc0 -10 %.4g -10 %.4g 0v%.4gc0 10 %.4g 10 %.4g 0zm0 0c0 10 %.4g 10 %.4g 0"></path>`, l, t+8, w, w, h-16, -w, -w, w, w)
	case subroutine:
		rect(3)
		c.printf(`<path class="dg-line" d="M%.4g %.4gv%.4gM%.4g %.4gv%.4g"></path>`, l+8, t, h, r-8, t, h)
	default:
		rect(5)
	}
	c.text("dg-text", n.x, n.y, n.lines)
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
