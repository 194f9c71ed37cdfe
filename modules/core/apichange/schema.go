package apichange

import (
	"cmp"
	"slices"
	"strings"
)

// direction says who writes the values of a schema.
type direction int

const (
	request  direction = iota // clients: they break when less is accepted
	response                  // the server: clients break when more may come
)

// effect is what a change does to the set of values that fit.
type effect uint8

const (
	narrowed effect = 1 << iota
	widened
)

// site is two schemas that are being compared.
type site struct {
	*comparison
	direction direction
	at        string
	old, new  *shape
}

func (c *comparison) schemas(old, new node, d direction) { c.compare(schema{old}, schema{new}, d) }

func (c *comparison) compare(old, new schema, d direction) {
	before, after := old.direct(), new.direct()
	p := pair{before.key(), after.key(), d}
	if c.seen[p] {
		return
	}
	c.seen[p] = true
	s := &site{comparison: c, direction: d, old: before.shape(), new: after.shape()}
	s.at = cmp.Or(s.new.at, s.old.at)
	if s.besideNull(before, after) {
		return
	}
	if len(s.old.alternatives)+len(s.new.alternatives) > 0 {
		s.alternatives(old, new)
		if len(s.old.alternatives) == 0 || len(s.new.alternatives) == 0 {
			return
		}
	}
	if !s.types() {
		return
	}
	s.values()
	s.format()
	s.constraints()
	s.opaque()
	s.members()
	s.additional()
	s.items()
}

// tell reports a change by its effect.
func (s *site) tell(e effect, format string, args ...any) {
	harmful := narrowed
	if s.direction == response {
		harmful = widened
	}
	kind := Compatible
	if e&harmful != 0 {
		kind = Breaking
	}
	s.report(kind, s.at, format, args...)
}

// types compares the types and says whether the rest can be compared.
func (s *site) types() bool {
	was, is := s.old.types, s.new.types
	var e effect
	if !covers(was, is) {
		e |= widened
	}
	if !covers(is, was) {
		e |= narrowed
	}
	switch {
	case e == 0:
	case e == widened && slices.Equal(without(is, "null"), without(was, "null")):
		s.tell(e, "it may be null now")
	case e == narrowed && slices.Equal(without(is, "null"), without(was, "null")):
		s.tell(e, "it may not be null any more")
	default:
		s.tell(e, "the type was %s and is %s", typesText(was), typesText(is))
	}
	return e != narrowed|widened
}

// covers says whether every value of some types has one of the wanted types.
// Nil stands for any type; an integer is a number.
func covers(wanted, types []string) bool {
	if wanted == nil {
		return true
	}
	return types != nil && !slices.ContainsFunc(types, func(t string) bool {
		return !slices.Contains(wanted, t) && (t != "integer" || !slices.Contains(wanted, "number"))
	})
}

func without(types []string, name string) []string {
	rest := slices.DeleteFunc(slices.Clone(types), func(t string) bool { return t == name })
	slices.Sort(rest)
	return rest
}

func typesText(types []string) string {
	if types == nil {
		return "any"
	}
	return strings.Join(slices.Sorted(slices.Values(types)), " or ")
}

// values compares enum and const.
func (s *site) values() {
	was, is := s.old.values, s.new.values
	switch {
	case was == nil && is == nil:
	case was == nil:
		s.tell(narrowed, "only these values are allowed now: %s", strings.Join(sortedKeys(is), ", "))
	case is == nil:
		s.tell(widened, "any value is allowed now")
	default:
		for _, value := range sortedKeys(was, is) {
			switch {
			case !is[value]:
				s.tell(narrowed, "the value %s is gone", value)
			case !was[value]:
				s.tell(widened, "the value %s is new", value)
			}
		}
	}
}

// format compares formats; the longer of two number formats holds the shorter.
func (s *site) format() {
	was, is := s.old.text("format"), s.new.text("format")
	longer := map[string]string{"int32": "int64", "float": "double"}
	switch {
	case was == is:
	case was == "":
		s.tell(narrowed, "the format is %s now", is)
	case is == "":
		s.tell(widened, "the format is not %s any more", was)
	case longer[was] == is:
		s.tell(widened, "the format was %s and is %s", was, is)
	case longer[is] == was:
		s.tell(narrowed, "the format was %s and is %s", was, is)
	default:
		s.tell(narrowed|widened, "the format was %s and is %s", was, is)
	}
}

func (f *shape) text(keyword string) string {
	text, _ := f.keywords[keyword].value.(string)
	return text
}

// opaqueKeywords are compared as they are written.
var opaqueKeywords = []string{
	"$ref", "$dynamicRef", "contains", "contentEncoding", "contentMediaType", "dependencies", "dependentRequired",
	"dependentSchemas", "else", "if", "not", "patternProperties", "prefixItems", "propertyNames", "then",
	"unevaluatedItems", "unevaluatedProperties",
}

func (s *site) opaque() {
	for _, keyword := range opaqueKeywords {
		was, had := s.old.keywords[keyword]
		is, has := s.new.keywords[keyword]
		switch {
		case !had && !has:
		case !had:
			s.tell(narrowed, "%s is new", keyword)
		case !has:
			s.tell(widened, "%s is gone", keyword)
		case canonical(was.value) != canonical(is.value):
			s.tell(narrowed|widened, "%s changed", keyword)
		}
	}
}

func (s *site) items() {
	if was, is := s.old.keywords["items"], s.new.keywords["items"]; was.value != nil || is.value != nil {
		s.schemas(was, is, s.direction)
	}
}
