package mermaid_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"golang.org/x/net/html"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/htmltest"
)

// rect is what a shape or a text covers.
type rect struct{ left, top, right, bottom float64 }

func (r rect) apart(o rect) bool {
	return r.left >= o.right || o.left >= r.right || r.top >= o.bottom || o.top >= r.bottom
}

// holds reports whether o is within r, but for what numbers are rounded by.
func (r rect) holds(o rect) bool {
	return o.left >= r.left-1 && o.top >= r.top-1 && o.right <= r.right+1 && o.bottom <= r.bottom+1
}

// sides are the middles of the sides.
func (r rect) sides() [][2]float64 {
	x, y := (r.left+r.right)/2, (r.top+r.bottom)/2
	return [][2]float64{{x, r.top}, {x, r.bottom}, {r.left, y}, {r.right, y}}
}

// numbersIn are the numbers of a text, such as the points of a polygon.
func numbersIn(text string) (list []float64) {
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !strings.ContainsRune("0123456789.-+e", r) }) {
		v, err := strconv.ParseFloat(word, 64)
		if err == nil {
			list = append(list, v)
		}
	}
	return list
}

// covered is what an element of a diagram covers.
func covered(n *html.Node) rect {
	number := func(name string) float64 { return append(numbersIn(htmltest.Attribute(n, name)), 0)[0] }
	switch n.Data {
	case "rect":
		return rect{number("x"), number("y"), number("x") + number("width"), number("y") + number("height")}
	case "circle":
		return rect{number("cx") - number("r"), number("cy") - number("r"), number("cx") + number("r"), number("cy") + number("r")}
	case "polygon":
		r, points := rect{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}, numbersIn(htmltest.Attribute(n, "points"))
		for i := 0; i+1 < len(points); i += 2 {
			r = rect{min(r.left, points[i]), min(r.top, points[i+1]), max(r.right, points[i]), max(r.bottom, points[i+1])}
		}
		return r
	case "text":
		// Letters are at least so wide, and 14 high.
		half := 3.4 * float64(len([]rune(htmltest.Nodes{n}.Text())))
		x := number("x")
		if strings.Contains(htmltest.Attribute(n, "class"), "start") {
			x += half
		}
		return rect{x - half, number("y") - 11, x + half, number("y") + 3}
	}
	// A cylinder: Mx yc0 -10 w -10 w 0vh…
	d := numbersIn(htmltest.Attribute(n, "d"))
	return rect{d[0], d[1] - 8, d[0] + d[4], d[1] + d[8] + 8}
}

// picture is what a diagram consists of.
type picture struct {
	view          rect
	nodes, groups []rect
	behind        []rect // labels
	edges         [][]float64
	texts         []rect // of nodes, each with its box
	boxes         []rect
}

func pictureOf(source string) (p picture) {
	GinkgoHelper()
	svg := drawn(source)
	p.view = rect{0, 0, numbers(svg, "width")[0], numbers(svg, "height")[0]}
	for _, n := range svg.All() {
		class := htmltest.Attribute(n, "class")
		switch {
		case class == "mermaid-node":
			p.nodes = append(p.nodes, covered(n))
		case class == "mermaid-group":
			p.groups = append(p.groups, covered(n))
		case class == "mermaid-behind":
			p.behind = append(p.behind, covered(n))
		case n.Data == "path" && strings.HasPrefix(class, "mermaid-edge"):
			p.edges = append(p.edges, numbersIn(htmltest.Attribute(n, "d")))
		case class == "mermaid-text":
			p.texts, p.boxes = append(p.texts, covered(n)), append(p.boxes, p.nodes[len(p.nodes)-1])
		}
	}
	return p
}

// chart is a flowchart made by chance: its edges are those of the picture, in order.
type chart struct {
	source string
	ids    []string // in the order in which they are first named
	edges  [][2]int
}

func (c *chart) node(i int) int {
	id := fmt.Sprintf("n%d", i)
	if at := slices.Index(c.ids, id); at >= 0 {
		return at
	}
	c.ids = append(c.ids, id)
	return len(c.ids) - 1
}

func chartByChance(r *rand.Rand) *chart {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	c, b, n := &chart{}, &strings.Builder{}, 1+r.IntN(24)
	fmt.Fprintf(b, "flowchart %s\n", pick("TD", "LR", "RL", "BT"))
	shapes := [][2]string{{"[", "]"}, {"(", ")"}, {"([", "])"}, {"((", "))"}, {"{", "}"}, {"{{", "}}"}, {"[(", ")]"}, {"[[", "]]"}, {"[/", "/]"}, {">", "]"}}
	open := 0
	for i := range n {
		if r.IntN(8) == 0 && open < 4 {
			fmt.Fprintf(b, "subgraph s%d [%s]\n", i, pick("Short", "A title that is much longer than what is in it"))
			open++
		}
		s := shapes[r.IntN(len(shapes))]
		fmt.Fprintf(b, "n%d%s%s%s\n", i, s[0], pick("x", "A few words", "one that is wrapped because it is longer than a line", "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk", "注文を受け取る", "two<br>lines"), s[1])
		c.node(i)
		if r.IntN(6) == 0 && open > 0 {
			b.WriteString("end\n")
			open--
		}
	}
	b.WriteString(strings.Repeat("end\n", open))
	for range r.IntN(2 * n) {
		from, to := r.IntN(n), r.IntN(n)
		fmt.Fprintf(b, "n%d %s n%d\n", from, pick("-->", "---", "-.->", "==>", "-->|yes|", "-->|a label of some words that is wrapped|", "<-->"), to)
		c.edges = append(c.edges, [2]int{c.node(from), c.node(to)})
	}
	c.source = b.String()
	return c
}

var _ = Describe("The layout of any flowchart", func() {
	const charts = 400

	eachPicture := func(look func(c *chart, p picture)) {
		GinkgoHelper()
		r := rand.New(rand.NewPCG(5, 6))
		for range charts {
			c := chartByChance(r)
			look(c, pictureOf(c.source))
		}
	}
	expectApart := func(list []rect, source, what string) {
		GinkgoHelper()
		for i, a := range list {
			for _, b := range list[:i] {
				Expect(a.apart(b)).To(BeTrue(), "%s: %v and %v in\n%s", what, a, b, source)
			}
		}
	}

	It("keeps nodes and labels apart", func() {
		eachPicture(func(c *chart, p picture) {
			Expect(p.nodes).To(HaveLen(len(c.ids)))
			expectApart(slices.Concat(p.nodes, p.behind), c.source, "covered twice")
		})
	})

	It("keeps everything in the picture", func() {
		eachPicture(func(c *chart, p picture) {
			for _, r := range slices.Concat(p.nodes, p.behind, p.groups) {
				Expect(p.view.holds(r)).To(BeTrue(), "%v in %v of\n%s", r, p.view, c.source)
			}
		})
	})

	It("keeps texts in their nodes", func() {
		eachPicture(func(c *chart, p picture) {
			for i, text := range p.texts {
				Expect(p.boxes[i].holds(text)).To(BeTrue(), "%v in %v of\n%s", text, p.boxes[i], c.source)
			}
		})
	})

	It("has every edge begin and end at its nodes", func() {
		eachPicture(func(c *chart, p picture) {
			Expect(p.edges).To(HaveLen(len(c.edges)))
			for i, e := range c.edges {
				line := p.edges[i]
				from, to := p.nodes[e[0]], p.nodes[e[1]]
				if e[0] == e[1] {
					Expect(beside(from, line[0], line[1])).To(BeTrue(), "%v at %v in\n%s", line, from, c.source)
					continue
				}
				first, last := [2]float64{line[0], line[1]}, [2]float64{line[len(line)-2], line[len(line)-1]}
				joins := touches(from, first) && touches(to, last) || touches(from, last) && touches(to, first)
				Expect(joins).To(BeTrue(), "%v from %v to %v in\n%s", line, from, to, c.source)
			}
		})
	})

	It("lets no edge run through a node", func() {
		eachPicture(func(c *chart, p picture) {
			for i, e := range c.edges {
				if e[0] == e[1] {
					continue
				}
				for at, node := range p.nodes {
					for _, point := range along(p.edges[i]) {
						inside := point[0] > node.left+1 && point[0] < node.right-1 && point[1] > node.top+1 && point[1] < node.bottom-1
						Expect(inside).To(BeFalse(), "edge %v through %s in\n%s", e, c.ids[at], c.source)
					}
				}
			}
		})
	})

	It("has frames that hold one another or do not meet, and no foreign node", func() {
		eachPicture(func(c *chart, p picture) {
			for i, a := range p.groups {
				for _, b := range p.groups[:i] {
					Expect(a.apart(b) || a.holds(b) || b.holds(a)).To(BeTrue(), "%v and %v in\n%s", a, b, c.source)
				}
				for _, n := range p.nodes {
					Expect(a.apart(n) || a.holds(n)).To(BeTrue(), "%v and %v in\n%s", a, n, c.source)
				}
			}
		})
	})
})

// touches reports whether a point is the middle of a side.
func touches(r rect, point [2]float64) bool {
	return slices.ContainsFunc(r.sides(), func(s [2]float64) bool {
		return math.Abs(s[0]-point[0]) < 1.5 && math.Abs(s[1]-point[1]) < 1.5
	})
}

// beside reports whether a point is on the right or the lower side.
func beside(r rect, x, y float64) bool {
	return math.Abs(x-r.right) < 1.5 && y > r.top && y < r.bottom || math.Abs(y-r.bottom) < 1.5 && x > r.left && x < r.right
}

// along are points on a line that is written as M, then L and C in turns.
func along(line []float64) (points [][2]float64) {
	x, y := line[0], line[1]
	straight := func(to []float64) {
		for t := 0.0; t <= 1; t += 0.125 {
			points = append(points, [2]float64{x + (to[0]-x)*t, y + (to[1]-y)*t})
		}
		x, y = to[0], to[1]
	}
	straight(line[2:4])
	for rest := line[4:]; len(rest) >= 8; rest = rest[8:] {
		for t := 0.0; t <= 1; t += 0.125 {
			u := 1 - t
			a, b, c, d := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
			points = append(points, [2]float64{a*x + b*rest[0] + c*rest[2] + d*rest[4], a*y + b*rest[1] + c*rest[3] + d*rest[5]})
		}
		x, y = rest[4], rest[5]
		straight(rest[6:8])
	}
	return points
}
