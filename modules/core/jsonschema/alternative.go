package jsonschema

import (
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/jsonpointer"
)

// unlike says whether a value fits what it must not fit. What that looks at does
// not count.
func unlike(c *check, p place, value any, s *apidoc.Schema) bool {
	p.seen = nil
	return fits(c, p, value, s)
}

// alternatives checks that a value fits one, and only one where that is asked
// for. A discriminator decides which one.
func alternatives(c *check, p place, value any, s *apidoc.Schema, all []*apidoc.Schema, one bool) {
	if i := chosen(value, s.Discriminator, all); i >= 0 {
		c.check(p, value, all[i])
		return
	}
	fitting := 0
	for _, alternative := range all {
		if fits(c, p, value, alternative) {
			fitting++
		}
		if fitting > 0 && !one && p.seen == nil {
			return
		}
	}
	switch {
	case fitting == 0:
		misfit(c, p, value, all, map[bool]string{false: "anyOf", true: "oneOf"}[one])
	case fitting > 1 && one:
		c.fail(p, Fault{Code: "oneOf"}, "fits %d alternatives instead of one", fitting)
	}
}

// misfit tells a value that fits no alternative what the only one wants that
// speaks of its type.
func misfit(c *check, p place, value any, all []*apidoc.Schema, keyword string) {
	var near []*apidoc.Schema
	for _, alternative := range all {
		if c.quiet == 0 && speaksOf(c, p, value, alternative) {
			near = append(near, alternative)
		}
	}
	if len(near) != 1 {
		c.fail(p, Fault{Code: keyword}, "fits none of %d alternatives", len(all))
		return
	}
	c.check(p, value, near[0])
}

// chosen is the number of the alternative that a discriminator names, -1 when it
// names none.
func chosen(value any, d *apidoc.Discriminator, all []*apidoc.Schema) int {
	members, isObject := value.(map[string]any)
	if d == nil || !isObject {
		return -1
	}
	tag, isText := members[d.Property].(string)
	if !isText {
		return -1
	}
	ref := ""
	for _, m := range d.Mapping {
		if m.Value == tag {
			ref = m.Ref
		}
	}
	for i, s := range all {
		if s != nil && s.Ref != "" && (s.Ref == ref || ref == "" && strings.HasSuffix(s.Ref, "/"+jsonpointer.Escape(tag))) {
			return i
		}
	}
	return -1
}

// speaksOf says whether a schema is about values of the type of a value.
func speaksOf(c *check, p place, value any, s *apidoc.Schema) bool {
	for range 32 {
		if s == nil || s.Ref == "" {
			break
		}
		s, _ = c.resolve(s.Ref)
	}
	p.seen = nil
	return s != nil && fits(c, p, value, &apidoc.Schema{Types: s.Types})
}
