package trie

import (
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/route"
	"github.com/trefoil-go/trefoil/modules/router/engine"
	"github.com/trefoil-go/trefoil/modules/router/internal/match"
)

// node is what follows one slash of the paths that share what is before it.
type node struct {
	literals literals
	mixed    []mixed // in the order in which they are tried
	param    *node
	rest     *engine.Route // the catch-all that begins here
	end      *engine.Route // the route whose last segment leads here
}

// search is the state of one match.
type search struct {
	values  engine.Values
	visited int // nodes that the match looked at
}

// add puts a route into the tree.
func (n *node) add(r *engine.Route) {
	for _, s := range r.Segments {
		switch s.Kind {
		case route.CatchAll:
			n.rest = r
			return
		case route.Param:
			if n.param == nil {
				n.param = &node{}
			}
			n = n.param
		case route.Mixed:
			n = n.behind(s)
		default:
			n = n.literals.child(engine.Escape(s.Text))
		}
	}
	n.end = r
}

// match finds the route of a path, which begins behind its slash. The next
// parameter is number at.
func (n *node) match(path string, at int, s *search) *engine.Route {
	for {
		s.visited++
		slash := strings.IndexByte(path, '/')
		if slash < 0 {
			return n.last(path, at, s)
		}
		segment, behind := path[:slash], path[slash+1:]
		if next := n.literals.find(segment); next != nil {
			if n.param == nil && n.rest == nil && n.mixed == nil {
				n, path = next, behind
				continue
			}
			if found := next.match(behind, at, s); found != nil {
				return found
			}
			clear(s.values[at:])
		}
		for i := range n.mixed {
			if found := n.mixed[i].match(segment, behind, at, s); found != nil {
				return found
			}
		}
		if n.param == nil {
			return n.catch(path, at, s)
		}
		s.values[at] = segment
		if n.rest == nil {
			n, path, at = n.param, behind, at+1
			continue
		}
		if found := n.param.match(behind, at+1, s); found != nil {
			return found
		}
		clear(s.values[at:])
		return n.catch(path, at, s)
	}
}

// last finds the route of a path that is one segment, which is empty behind a
// trailing slash.
func (n *node) last(segment string, at int, s *search) *engine.Route {
	if next := n.literals.find(segment); next != nil && next.end != nil {
		return next.end
	}
	for i := range n.mixed {
		if m := &n.mixed[i]; m.next.end != nil && m.pattern.Match(segment, s.values[at:]) {
			return m.next.end
		}
	}
	if n.mixed != nil {
		clear(s.values[at:])
	}
	if n.param != nil && n.param.end != nil && segment != "" {
		s.values[at] = segment
		return n.param.end
	}
	return n.catch(segment, at, s)
}

func (n *node) catch(path string, at int, s *search) *engine.Route {
	if n.rest != nil {
		s.values[at] = path
	}
	return n.rest
}

// mixed is the node behind a segment of literals and parameters.
type mixed struct {
	segment route.Segment
	pattern *engine.Mixed
	next    *node
}

// match is that of the node when the segment is one of the pattern.
func (m *mixed) match(segment, behind string, at int, s *search) *engine.Route {
	if m.pattern.Match(segment, s.values[at:]) {
		if found := m.next.match(behind, at+m.pattern.Params(), s); found != nil {
			return found
		}
	}
	clear(s.values[at:])
	return nil
}

// behind is the node behind a mixed segment, made when there is none.
func (n *node) behind(segment route.Segment) *node {
	at, known := slices.BinarySearchFunc(n.mixed, segment, func(m mixed, s route.Segment) int { return match.CompareMixed(m.segment, s) })
	if !known {
		n.mixed = slices.Insert(n.mixed, at, mixed{segment, engine.NewMixed(segment), &node{}})
	}
	return n.mixed[at].next
}

// literals are the nodes behind literal segments, in canonical spelling: few in
// a slice, many in a map.
type literals struct {
	few  []literal
	many map[string]*node
}

type literal struct {
	segment string
	next    *node
}

// maxFew is how many segments are compared faster than one is hashed, as
// measured with names of resources of two to eight letters.
const maxFew = 8

func (l *literals) find(segment string) *node {
	for i := range l.few {
		if l.few[i].segment == segment {
			return l.few[i].next
		}
	}
	if l.many == nil {
		return nil
	}
	return l.many[segment]
}

// child is the node behind a segment, made when there is none.
func (l *literals) child(segment string) *node {
	if next := l.find(segment); next != nil {
		return next
	}
	next := &node{}
	if l.many == nil && len(l.few) < maxFew {
		l.few = append(l.few, literal{segment, next})
		return next
	}
	if l.many == nil {
		l.many = map[string]*node{}
	}
	for _, c := range l.few {
		l.many[c.segment] = c.next
	}
	l.few = nil
	l.many[segment] = next
	return next
}
