package apichange

import (
	"math/big"
	"slices"
	"strconv"
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

// keywords compares what two schemas say of a value itself. What is in an object or an
// array is for walk.
type keywords struct {
	*report
	direction direction
	at        string
	old, new  *shape
}

// tell reports a change by its effect.
func (k *keywords) tell(e effect, rule Rule, format string, args ...any) {
	harmful := narrowed
	if k.direction == response {
		harmful = widened
	}
	kind := Compatible
	if e&harmful != 0 {
		kind = Breaking
	}
	k.add(kind, rule, k.at, format, args...)
}

// restrict reports a change of a constraint: to clients it is all the same when
// the server may answer with longer texts or larger numbers.
func (k *keywords) restrict(e effect, rule Rule, format string, args ...any) {
	if k.direction == response {
		e &^= widened
	}
	k.tell(e, rule, format, args...)
}

// types compares the types and reports whether the rest can be compared.
func (k *keywords) types() bool {
	was, is := k.old.types, k.new.types
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
		k.tell(e, RuleNull, "it may be null now")
	case e == narrowed && slices.Equal(without(is, "null"), without(was, "null")):
		k.tell(e, RuleNull, "it may not be null any more")
	default:
		k.tell(e, RuleType, "the type was %s and is %s", typesText(was), typesText(is))
	}
	return e != narrowed|widened
}

func (k *keywords) null(was, is bool) {
	switch {
	case was && !is:
		k.tell(narrowed, RuleNull, "it may not be null any more")
	case !was && is:
		k.tell(widened, RuleNull, "it may be null now")
	}
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
func (k *keywords) values() {
	was, is := k.old.values, k.new.values
	switch {
	case was == nil && is == nil:
	case was == nil:
		k.tell(narrowed, RuleValue, "only these values are allowed now: %s", strings.Join(sortedKeys(is), ", "))
	case is == nil:
		k.tell(widened, RuleValue, "any value is allowed now")
	default:
		for _, value := range sortedKeys(was, is) {
			switch {
			case !is[value]:
				k.tell(narrowed, RuleValue, "the value %s is gone", value)
			case !was[value]:
				k.tell(widened, RuleValue, "the value %s is new", value)
			}
		}
	}
}

// format compares formats; the longer of two number formats holds the shorter.
func (k *keywords) format() {
	was, is := k.old.text("format"), k.new.text("format")
	longer := map[string]string{"int32": "int64", "float": "double"}
	switch {
	case was == is:
	case was == "":
		k.tell(narrowed, RuleFormat, "the format is %s now", is)
	case is == "":
		k.tell(widened, RuleFormat, "the format is not %s any more", was)
	case longer[was] == is:
		k.tell(widened, RuleFormat, "the format was %s and is %s", was, is)
	case longer[is] == was:
		k.tell(narrowed, RuleFormat, "the format was %s and is %s", was, is)
	default:
		k.tell(narrowed|widened, RuleFormat, "the format was %s and is %s", was, is)
	}
}

// opaqueKeywords are compared as they are written.
var opaqueKeywords = []string{
	"$ref", "$dynamicRef", "contains", "contentEncoding", "contentMediaType", "dependencies", "dependentRequired",
	"dependentSchemas", "else", "if", "not", "patternProperties", "prefixItems", "propertyNames", "then",
	"unevaluatedItems", "unevaluatedProperties",
}

func (k *keywords) opaque() {
	for _, keyword := range opaqueKeywords {
		was, had := k.old.keywords[keyword]
		is, has := k.new.keywords[keyword]
		switch {
		case !had && !has:
		case !had:
			k.tell(narrowed, RuleKeyword, "%s is new", keyword)
		case !has:
			k.tell(widened, RuleKeyword, "%s is gone", keyword)
		case canonical(was.value) != canonical(is.value):
			k.tell(narrowed|widened, RuleKeyword, "%s changed", keyword)
		}
	}
}

func (k *keywords) constraints() {
	for _, l := range limits {
		k.limit(l)
	}
	k.pattern()
	k.multipleOf()
	was, is := k.old.keywords["uniqueItems"].value == true, k.new.keywords["uniqueItems"].value == true
	switch {
	case !was && is:
		k.restrict(narrowed, RuleUniqueItems, "the items must be unique now")
	case was && !is:
		k.restrict(widened, RuleUniqueItems, "the items may repeat now")
	}
}

func (k *keywords) limit(l limit) {
	was, is := k.old.bound(l), k.new.bound(l)
	var order int
	switch {
	case was.value == nil && is.value == nil:
	case was.value == nil:
		order = 1
	case is.value == nil:
		order = -1
	default:
		order = was.tighter(is, l.upper)
	}
	switch order {
	case 1:
		k.restrict(narrowed, RuleBound, "%s", became(l.keyword, was, is))
	case -1:
		k.restrict(widened, RuleBound, "%s", became(l.keyword, was, is))
	}
}

func (k *keywords) pattern() {
	was, is := k.old.text("pattern"), k.new.text("pattern")
	switch {
	case was == is:
	case was == "":
		k.restrict(narrowed, RulePattern, "the pattern %q is new", is)
	case is == "":
		k.restrict(widened, RulePattern, "the pattern %q is gone", was)
	default:
		k.restrict(narrowed, RulePattern, "the pattern was %q and is %q", was, is)
	}
}

func (k *keywords) multipleOf() {
	was, is := k.old.number("multipleOf"), k.new.number("multipleOf")
	var e effect
	switch {
	case was.value == nil && is.value == nil:
		return
	case was.value == nil:
		e = narrowed
	case is.value == nil:
		e = widened
	case was.value.Cmp(is.value) == 0:
		return
	case was.value.Sign() != 0 && new(big.Rat).Quo(is.value, was.value).IsInt():
		e = narrowed
	case is.value.Sign() != 0 && new(big.Rat).Quo(was.value, is.value).IsInt():
		e = widened
	default:
		e = narrowed | widened
	}
	k.restrict(e, RuleMultipleOf, "%s", became("multipleOf", was, is))
}

func (k *keywords) memberIsNew(name string) {
	switch {
	case k.direction == response:
		k.compatible(RuleMember, k.at, "the member %q is new", name)
	case k.new.required[name]:
		k.breaking(RuleMember, k.at, "the required member %q is new", name)
	default:
		k.compatible(RuleMember, k.at, "the optional member %q is new", name)
	}
}

func (k *keywords) memberIsGone(name string) {
	if k.direction == request && k.new.tolerant() {
		k.compatible(RuleMember, k.at, "the member %q is gone: it is one of the others now", name)
		return
	}
	k.breaking(RuleMember, k.at, "the member %q is gone", name)
}

func (k *keywords) memberRequired(name string) {
	say := k.demanded
	if k.direction == response {
		say = k.promised
	}
	say(k.at, "the member "+strconv.Quote(name), k.old.required[name], k.new.required[name])
}
