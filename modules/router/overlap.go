package router

import (
	"net/http"

	"github.com/trefoil-go/trefoil/modules/core/route"
)

// relation is how the paths that two routes match lie to each other.
type relation int

const (
	disjoint  relation = iota // no path matches both
	same                      // the same paths
	narrower                  // the first matches some of the paths of the second
	wider                     // the other way round
	ambiguous                 // each matches some paths of the other and some not
)

// compare finds the relation of two paths. It does not depend on an engine.
func compare(a, b []route.Segment) relation {
	aLess, bLess := false, false // one matches less than the other somewhere
	for i := 0; i < len(a) || i < len(b); i++ {
		if i >= len(a) || i >= len(b) {
			return disjoint
		}
		x, y := a[i], b[i]
		if x.Kind == route.CatchAll || y.Kind == route.CatchAll {
			aLess, bLess = aLess || x.Kind != route.CatchAll, bLess || y.Kind != route.CatchAll
			break
		}
		switch {
		case x.Kind == route.Param && y.Kind == route.Param:
		case x.Kind == route.Literal && y.Kind == route.Literal:
			if x.Text != y.Text {
				return disjoint
			}
		case x.Kind == route.Literal && x.Text == "", y.Kind == route.Literal && y.Text == "":
			return disjoint // a parameter is never empty
		default:
			aLess, bLess = aLess || x.Kind == route.Literal, bLess || y.Kind == route.Literal
		}
	}
	return [2][2]relation{{same, wider}, {narrower, ambiguous}}[index(aLess)][index(bLess)]
}

func index(b bool) int {
	if b {
		return 1
	}
	return 0
}

// checkOverlaps reports routes of one method of which a request would match
// two, with none of them the more specific one.
func (c *compiler) checkOverlaps() {
	for i, a := range c.entries {
		for _, b := range c.entries[:i] {
			if a.route.Method == b.route.Method {
				c.checkPair(a, b, "")
			}
		}
	}
	for _, twin := range c.headTwins() {
		for _, e := range c.entries {
			if e.route.Method == http.MethodHead {
				c.checkPair(twin, e, " for HEAD, which GET routes answer too")
			}
		}
	}
}

func (c *compiler) checkPair(a, b entry, note string) {
	switch compare(a.route.Segments, b.route.Segments) {
	case same:
		c.fail(a, "same route as %s", mistakeAt(b))
	case ambiguous:
		c.fail(a, "ambiguous with %s%s: some paths match both and neither is more specific", mistakeAt(b), note)
	}
}

func mistakeAt(e entry) string {
	if e.function.at.name == "" {
		return `"` + e.key + `"`
	}
	return `"` + e.key + `" -> ` + e.function.at.String()
}
