package mermaid

import "strings"

// The distances of a sequence diagram, in pixels.
const (
	gapActors  = 40.0
	rowGap     = 16.0
	headHeight = 20.0 // more around the names
	blockTop   = 30.0
)

// sequenceDrawing draws a sequence diagram.
type sequenceDrawing struct{ *sequence }

// draw places the actors side by side and the rows below each other.
func (s sequenceDrawing) draw() string {
	tallest := 0.0
	for _, a := range s.actors {
		width, height := measure(a.lines)
		a.width = max(width+28, 90)
		tallest = max(tallest, height+headHeight)
	}
	left, right := s.columns()
	bottom := s.place(tallest + margin + rowGap)
	for _, a := range s.actors {
		a.x += margin - left
	}
	width := right - left + 2*margin
	c := &canvas{}
	s.blocks(c, width)
	for _, a := range s.actors {
		c.printf(`<line class="mermaid-life" x1="%.5g" y1="%.5g" x2="%.5g" y2="%.5g"></line>`, a.x, margin+tallest, a.x, bottom)
		for _, top := range []float64{margin, bottom} {
			radius := 4.0
			if a.person {
				radius = tallest / 2
			}
			c.printf(`<rect class="mermaid-node" x="%.5g" y="%.5g" width="%.5g" height="%.5g" rx="%.5g"></rect>`, a.x-a.width/2, top, a.width, tallest, radius)
			c.text("mermaid-text", a.x, top+tallest/2, a.lines)
		}
	}
	for _, r := range s.rows {
		switch r.kind {
		case message:
			drawMessage(c, r)
		case note:
			drawNote(c, r)
		}
	}
	return c.whole(width, bottom+tallest+margin, s.label())
}

// columns puts the actors so far apart that messages between neighbours fit, and
// returns how far everything reaches.
func (s sequenceDrawing) columns() (left, right float64) {
	index := map[*actor]int{}
	for i, a := range s.actors {
		index[a] = i
	}
	need := make([]float64, len(s.actors)+1) // before each actor, and behind the last
	for i, a := range s.actors {
		if need[i] = a.width/2 + gapActors; i > 0 {
			need[i] += s.actors[i-1].width / 2
		}
	}
	need[0], need[len(s.actors)] = s.actors[0].width/2, s.actors[len(s.actors)-1].width/2
	for _, r := range s.rows {
		if r.from == nil {
			continue
		}
		width, _ := measure(r.lines)
		first, last := min(index[r.from], index[r.to]), max(index[r.from], index[r.to])
		switch {
		case r.kind == note && r.place == "left of":
			need[first] = max(need[first], width+40)
		case first == last && r.kind == note && r.place == "over":
			need[first], need[first+1] = max(need[first], width/2+24), max(need[first+1], width/2+24)
		case first == last:
			need[first+1] = max(need[first+1], width+60)
		default:
			share := (width + 30) / float64(last-first)
			for i := first + 1; i <= last; i++ {
				need[i] = max(need[i], share)
			}
		}
	}
	x := 0.0
	for i, a := range s.actors {
		if x += need[i]; i == 0 {
			x = 0
		}
		a.x = x
	}
	const inset = 14.0 // for the frames of blocks
	left, right = -need[0]-inset, x+need[len(s.actors)]+inset
	for _, r := range s.rows {
		if r.kind == blockBegin || r.kind == blockPart {
			width, _ := measure(r.heading())
			right = max(right, left+width+5*float64(r.depth)) // the margins are around it
		}
	}
	return left, right
}

// place finds how far down each row stands and returns where the last one ends.
func (s sequenceDrawing) place(top float64) float64 {
	for _, r := range s.rows {
		_, height := measure(r.lines)
		switch r.kind {
		case message:
			r.height = height + rowGap
			if r.from == r.to {
				r.height += 22
			}
		case note:
			r.height = height + 16 + rowGap
		case blockBegin, blockPart:
			r.height = blockTop + height - lineHeight + 4
		case blockEnd:
			r.height = rowGap
		}
		r.y = top
		top += r.height
	}
	return top + rowGap
}

// blocks draws the frames of loops and alternatives, the outer ones first.
func (s sequenceDrawing) blocks(c *canvas, width float64) {
	for _, end := range s.rows {
		if end.kind != blockEnd {
			continue
		}
		b := end.begin
		inset := 4 + 5*float64(b.depth)
		c.printf(`<rect class="mermaid-group" x="%.5g" y="%.5g" width="%.5g" height="%.5g" rx="4"></rect>`, inset, b.y+4, width-2*inset, end.y+end.height-b.y-8)
	}
	for _, r := range s.rows {
		if r.kind != blockBegin && r.kind != blockPart {
			continue
		}
		depth := r.depth
		if r.kind == blockPart {
			depth--
			inset := 4 + 5*float64(depth)
			c.printf(`<line class="mermaid-edge mermaid-dotted" x1="%.5g" y1="%.5g" x2="%.5g" y2="%.5g"></line>`, inset, r.y+4, width-inset, r.y+4)
		}
		for i, line := range r.heading() {
			c.text("mermaid-title mermaid-start", 12+5*float64(depth), r.y+17+float64(i)*lineHeight, []string{line})
		}
	}
}

func drawMessage(c *canvas, r *row) {
	_, height := measure(r.lines)
	class := "mermaid-edge"
	if r.dotted {
		class += " mermaid-dotted"
	}
	y := r.y + height + 6
	if r.from == r.to {
		x := r.from.x
		c.text("mermaid-label mermaid-start", x+8, r.y+height/2, r.lines)
		c.printf(`<path class="%s" d="M%.5g %.5gh34v18h-34"></path>`, class, x, y)
		drawHead(c, r.head, x, y+18, -1)
		return
	}
	side := 1.0
	if r.to.x < r.from.x {
		side = -1
	}
	c.text("mermaid-label", (r.from.x+r.to.x)/2, r.y+height/2, r.lines)
	c.printf(`<line class="%s" x1="%.5g" y1="%.5g" x2="%.5g" y2="%.5g"></line>`, class, r.from.x, y, r.to.x, y)
	drawHead(c, r.head, r.to.x, y, side)
	if r.both {
		drawHead(c, r.head, r.from.x, y, -side)
	}
}

func drawHead(c *canvas, head string, x, y, side float64) {
	switch head {
	case ">":
		c.arrow(x, y, side, 0)
	case ")":
		c.printf(`<path class="mermaid-edge" d="M%.5g %.5gL%.5g %.5gL%.5g %.5g"></path>`, x-side*9, y-5, x, y, x-side*9, y+5)
	case "x":
		c.printf(`<path class="mermaid-edge" d="M%.5g %.5gl%.5g 10m0 -10l%.5g 10"></path>`, x-side*12, y-5, side*10, -side*10)
	}
}

func drawNote(c *canvas, r *row) {
	width, height := measure(r.lines)
	width += 20
	x := (r.from.x + r.to.x) / 2
	switch r.place {
	case "left of":
		x = r.from.x - width/2 - 12
	case "right of":
		x = r.from.x + width/2 + 12
	default:
		width = max(width, max(r.from.x, r.to.x)-min(r.from.x, r.to.x)+40)
	}
	c.printf(`<rect class="mermaid-note" x="%.5g" y="%.5g" width="%.5g" height="%.5g" rx="3"></rect>`, x-width/2, r.y+2, width, height+12)
	c.text("mermaid-text", x, r.y+8+height/2, r.lines)
}

// label says what the diagram shows to those who do not see it.
func (s sequenceDrawing) label() string {
	var steps []string
	for _, r := range s.rows {
		if r.kind == message {
			steps = append(steps, strings.Join(r.from.lines, " ")+" to "+strings.Join(r.to.lines, " ")+": "+strings.Join(r.lines, " "))
		}
	}
	return "Sequence: " + strings.Join(steps, "; ")
}
