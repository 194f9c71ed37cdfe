// Package match finds out which of two paths of a table is meant where a request
// fits both:
//
//	match.Compare(a.Segments, b.Segments) // match.Narrower: a is meant
//	match.Before(a.Segments, b.Segments)  // where they cross: the leftmost literal wins
package match

import (
	"cmp"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/route"
	"github.com/trefoil-go/trefoil/modules/router/engine"
)

// Relation is how the paths that two routes match lie to each other.
type Relation int

// The relations.
const (
	Disjoint Relation = iota // no path matches both
	Same                     // the same paths
	Narrower                 // the first matches some of the paths of the second
	Wider                    // the other way round
	Crossing                 // each matches some paths of the other and some not
)

// Compare finds the relation of two paths. Two mixed segments count as crossing
// where nobody sees that they are disjoint.
func Compare(a, b []route.Segment) Relation {
	aLess, bLess := false, false // one matches less than the other somewhere
	for i := 0; i < len(a) || i < len(b); i++ {
		if i >= len(a) || i >= len(b) {
			return Disjoint
		}
		if a[i].Kind == route.CatchAll || b[i].Kind == route.CatchAll {
			aLess, bLess = aLess || a[i].Kind != route.CatchAll, bLess || b[i].Kind != route.CatchAll
			break
		}
		switch segments(a[i], b[i]) {
		case Disjoint:
			return Disjoint
		case Narrower:
			aLess = true
		case Wider:
			bLess = true
		case Crossing:
			aLess, bLess = true, true
		}
	}
	switch {
	case aLess && bLess:
		return Crossing
	case aLess:
		return Narrower
	case bLess:
		return Wider
	}
	return Same
}

// Shape is a path without the names of its parameters, as "/users/{}": two paths have
// one shape when they are Same. A catch-all is "*" in it. No literal holds either.
func Shape(path []route.Segment) string {
	var b strings.Builder
	for _, s := range path {
		b.WriteByte('/')
		if s.Kind == route.CatchAll {
			b.WriteByte('*')
			break
		}
		for _, piece := range s.Pieces() {
			if piece.Param {
				piece.Text = "{}"
			}
			b.WriteString(piece.Text)
		}
	}
	return b.String()
}

// segments is the relation of two segments, none of which is a catch-all.
func segments(x, y route.Segment) Relation {
	if rank(x) > rank(y) {
		return [...]Relation{Disjoint, Same, Wider, Narrower, Crossing}[segments(y, x)]
	}
	switch {
	case x.Kind == route.Param:
		return Same
	case x.Kind == route.Literal && y.Kind == route.Literal:
		return choose(x.Text == y.Text, Same, Disjoint)
	case x.Kind == route.Literal && y.Kind == route.Param:
		return choose(x.Text != "", Narrower, Disjoint) // a parameter is never empty
	case x.Kind == route.Literal:
		var values [route.MaxParams]string
		return choose(engine.NewMixed(y).Match(engine.Escape(x.Text), values[:]), Narrower, Disjoint)
	case y.Kind == route.Param:
		return Narrower
	}
	return mixed(x, y)
}

func choose(ok bool, yes, no Relation) Relation {
	if ok {
		return yes
	}
	return no
}

func mixed(x, y route.Segment) Relation {
	a, b := x.Pieces(), y.Pieces()
	if compareMixed(a, b) == 0 {
		return Same
	}
	aStart, aEnd := ends(a)
	bStart, bEnd := ends(b)
	meet := (strings.HasPrefix(aStart, bStart) || strings.HasPrefix(bStart, aStart)) &&
		(strings.HasSuffix(aEnd, bEnd) || strings.HasSuffix(bEnd, aEnd))
	return choose(meet, Crossing, Disjoint)
}

// ends are the literals at the beginning and at the end.
func ends(pieces []route.Piece) (start, end string) {
	if first := pieces[0]; !first.Param {
		start = first.Text
	}
	if last := pieces[len(pieces)-1]; !last.Param {
		end = last.Text
	}
	return start, end
}

// rank is how much a segment leaves open.
func rank(s route.Segment) int {
	return [...]int{route.Literal: 0, route.Mixed: 1, route.Param: 2, route.CatchAll: 3}[s.Kind]
}

// Before is negative when the first of two paths is meant where a request fits
// both, and zero for paths that are the same. The leftmost difference decides: a
// literal, then a mixed segment, then a parameter, then a catch-all; of mixed
// segments the one with the longer literal at the first place where they differ.
func Before(a, b []route.Segment) int {
	return slices.CompareFunc(a, b, func(x, y route.Segment) int {
		switch {
		case x.Kind != y.Kind:
			return cmp.Compare(rank(x), rank(y))
		case x.Kind == route.Literal:
			return cmp.Compare(x.Text, y.Text)
		case x.Kind == route.Mixed:
			return CompareMixed(x, y)
		}
		return 0
	})
}

// CompareMixed is Before for two mixed segments.
func CompareMixed(x, y route.Segment) int { return compareMixed(x.Pieces(), y.Pieces()) }

func compareMixed(a, b []route.Piece) int {
	return slices.CompareFunc(a, b, func(x, y route.Piece) int {
		switch {
		case x.Param && y.Param:
			return 0
		case x.Param != y.Param:
			return cmp.Compare(literal(y), literal(x))
		}
		return cmp.Or(cmp.Compare(len(y.Text), len(x.Text)), cmp.Compare(x.Text, y.Text))
	})
}

func literal(p route.Piece) int {
	if p.Param {
		return 0
	}
	return 1
}

// Without returns the routes of which an engine can serve all that it finds, when
// it cannot serve some: those are left out, and what would be found in their
// place. What is left out is for another engine that has all routes. Routes that
// cross are among those that cannot be served.
func Without(routes []*engine.Route, cannot func(*engine.Route) bool) []*engine.Route {
	out := map[*engine.Route]bool{}
	var queue []*engine.Route
	leave := func(r *engine.Route) {
		if !out[r] {
			out[r] = true
			queue = append(queue, r)
		}
	}
	byMethod := map[string][]*engine.Route{}
	for _, r := range routes {
		byMethod[r.Method] = append(byMethod[r.Method], r)
		if cannot(r) {
			leave(r)
		}
	}
	for _, same := range byMethod {
		leaveCrossing(same, 0, leave)
	}
	for ; len(queue) > 0; queue = queue[1:] {
		gone := queue[0]
		for _, r := range byMethod[gone.Method] {
			if Compare(gone.Segments, r.Segments) == Narrower {
				leave(r)
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(routes), func(r *engine.Route) bool { return out[r] })
}

// leaveCrossing leaves those of some routes that cross another. They are the same up
// to a segment. Those that differ there in a literal have no path in common, so that
// few are compared of a table whose paths begin with literals.
func leaveCrossing(routes []*engine.Route, at int, leave func(*engine.Route)) {
	compare := func(some, others []*engine.Route) {
		for _, a := range some {
			for _, b := range others {
				if Compare(a.Segments, b.Segments) == Crossing {
					leave(a)
					leave(b)
				}
			}
		}
	}
	literals := map[string][]*engine.Route{}
	var params, others []*engine.Route
	for _, r := range routes {
		switch {
		case at == len(r.Segments):
		case r.Segments[at].Kind == route.Literal:
			text := r.Segments[at].Text
			literals[text] = append(literals[text], r)
		case r.Segments[at].Kind == route.Param:
			params = append(params, r)
		default:
			others = append(others, r)
		}
	}
	compare(others, routes)
	if len(params) > 1 {
		leaveCrossing(params, at+1, leave)
	}
	for _, same := range literals {
		compare(params, same)
		if len(same) > 1 {
			leaveCrossing(same, at+1, leave)
		}
	}
}
