package jsonschema

import (
	"maps"
	"slices"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// evaluated is what some schema has looked at: members by name and items by
// number. What unevaluatedItems and unevaluatedProperties mean is the rest.
type evaluated struct {
	members map[string]bool
	items   map[int]bool
	first   int // so many items from the beginning
	all     bool
}

func (e *evaluated) member(name string) {
	if e == nil {
		return
	}
	if e.members == nil {
		e.members = map[string]bool{}
	}
	e.members[name] = true
}

func (e *evaluated) item(i int) {
	if e == nil {
		return
	}
	if e.items == nil {
		e.items = map[int]bool{}
	}
	e.items[i] = true
}

func (e *evaluated) upTo(n int) {
	if e != nil {
		e.first = max(e.first, n)
	}
}

func (e *evaluated) add(other *evaluated) {
	if e == nil || other == nil {
		return
	}
	for name := range other.members {
		e.member(name)
	}
	for i := range other.items {
		e.item(i)
	}
	e.upTo(other.first)
	e.all = e.all || other.all
}

// unevaluated checks what nothing else has looked at.
func unevaluated(c *check, p place, value any, s *apidoc.Schema) {
	switch v := value.(type) {
	case []any:
		if s.UnevaluatedItems == nil || p.seen.all {
			return
		}
		for i := p.seen.first; i < len(v) && !c.full(); i++ {
			if !p.seen.items[i] {
				leftOver(c, p.item(i), v[i], s.UnevaluatedItems, "unevaluatedItems", "an item")
			}
		}
		p.seen.all = true
	case map[string]any:
		if s.UnevaluatedProperties == nil || p.seen.all {
			return
		}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if !p.seen.members[name] && !c.full() {
				leftOver(c, p.member(name), v[name], s.UnevaluatedProperties, "unevaluatedProperties", "a member")
			}
		}
		p.seen.all = true
	}
}

func leftOver(c *check, p place, value any, s *apidoc.Schema, keyword, what string) {
	if s.Always != nil && !*s.Always {
		c.fail(p, Fault{Code: keyword}, "is not %s that is described", what)
		return
	}
	c.check(p, value, s)
}

// branch checks on the side. What it looks at counts when it fits.
func branch(c *check, p place, value any, s *apidoc.Schema) []Fault {
	outer := p.seen
	if outer != nil {
		p.seen = &evaluated{}
	}
	kept := c.faults
	c.faults = nil
	c.check(p, value, s)
	found := c.faults
	c.faults = kept
	if len(found) == 0 {
		outer.add(p.seen)
	}
	return found
}

func fits(c *check, p place, value any, s *apidoc.Schema) bool {
	c.quiet++
	defer func() { c.quiet-- }()
	return len(branch(c, p, value, s)) == 0
}
