package apichange

import (
	"maps"
	"slices"
	"strings"
)

// alternatives compares anyOf and oneOf. An alternative is known by what it
// refers to or by its text; where as many are left on both sides they are
// compared in their order. A schema without alternatives is its only one.
func (s *site) alternatives(old, new schema) {
	before, after := alternativesOf(old, s.old), alternativesOf(new, s.new)
	left, right := s.pairs(before, after)
	switch {
	case len(left) == len(right):
		for i := range left {
			s.compare(left[i], right[i], s.direction)
		}
	default:
		for _, alternative := range left {
			s.tell(narrowed, "the alternative %s is gone", alternative.name())
		}
		for _, alternative := range right {
			s.tell(widened, "the alternative %s is new", alternative.name())
		}
	}
	s.null(s.old.allowsNull(), s.new.allowsNull())
}

func (s *site) null(was, is bool) {
	switch {
	case was && !is:
		s.tell(narrowed, "it may not be null any more")
	case !was && is:
		s.tell(widened, "it may be null now")
	}
}

// besideNull compares schemas of which one at least is nothing but another one
// or null, and says whether they are such. The other one is compared by itself,
// so that a change of it is one change.
func (s *site) besideNull(old, new schema) bool {
	before, was := old.orNull()
	after, is := new.orNull()
	if !was && !is || !before.forbidsNull() || !after.forbidsNull() {
		return false
	}
	s.null(was, is)
	s.compare(before, after, s.direction)
	return true
}

// orNull takes the null out of a schema of the form {"anyOf": [s, null]}.
func (s schema) orNull() (other schema, null bool) {
	if len(s) != 1 || len(s[0].object()) != 1 {
		return s, false
	}
	items := append(s[0].member("anyOf").items(), s[0].member("oneOf").items()...)
	if len(items) != 2 {
		return s, false
	}
	for i, item := range items {
		if item.text("type") == "null" {
			return schema{items[1-i]}, true
		}
	}
	return s, false
}

func (s schema) forbidsNull() bool {
	f := s.shape()
	return f.types != nil && !f.allowsNull()
}

// allowsNull is only about shapes with alternatives and those beside them.
func (f *shape) allowsNull() bool { return f.null || slices.Contains(f.types, "null") }

func alternativesOf(whole schema, f *shape) []schema {
	if len(f.alternatives) == 0 {
		return []schema{whole}
	}
	all := make([]schema, len(f.alternatives))
	for i, alternative := range f.alternatives {
		all[i] = schema{alternative}
	}
	return all
}

// pairs compares the alternatives that are on both sides and returns the rest.
func (s *site) pairs(before, after []schema) (left, right []schema) {
	byIdentity := map[string]schema{}
	for _, alternative := range after {
		byIdentity[alternative.identity()] = alternative
	}
	matched := map[string]bool{}
	for _, alternative := range before {
		id := alternative.identity()
		other, ok := byIdentity[id]
		if !ok {
			left = append(left, alternative)
			continue
		}
		matched[id] = true
		s.compare(alternative, other, s.direction)
	}
	for _, alternative := range after {
		if !matched[alternative.identity()] {
			right = append(right, alternative)
		}
	}
	return left, right
}

// name is how messages call an alternative.
func (s schema) name() string {
	for _, part := range s {
		if ref := part.text("$ref"); ref != "" {
			return ref[strings.LastIndexByte(ref, '/')+1:]
		}
	}
	return typesText(s.shape().types)
}

// identity is equal for alternatives that are meant to be the same.
func (s schema) identity() string {
	var text strings.Builder
	for _, part := range s {
		if ref := part.text("$ref"); ref != "" {
			text.WriteString(ref)
			continue
		}
		bare := maps.Clone(part.object())
		for _, annotation := range annotations {
			delete(bare, annotation)
		}
		text.WriteString(canonical(bare))
	}
	return text.String()
}
