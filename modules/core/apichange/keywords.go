package apichange

import (
	"cmp"
	"math/big"
	"slices"
	"strconv"
	"strings"
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
	text      bool // the values are written without their types
	at        string
	old, new  *shape
}

// tell reports a change by its effect.
func (k *keywords) tell(e effect, rule Rule, format string, args ...any) {
	k.add(k.direction.kind(e), rule, k.at, format, args...)
}

// turned reports a keyword that has another value now.
func (k *keywords) turned(e effect, rule Rule, keyword, was, is string) {
	k.became(k.direction.kind(e), rule, k.at, "the "+keyword, was, is)
}

// types compares the types and reports whether the rest can be compared.
func (k *keywords) types() bool {
	was, is := k.old.types, k.new.types
	var e effect
	if !covers(k.readAs(was), is) {
		e |= widened
	}
	if !covers(k.readAs(is), was) {
		e |= narrowed
	}
	sameBesideNull := was != nil && is != nil && slices.Equal(without(is, "null"), without(was, "null"))
	switch {
	case e == 0:
	case e == widened && sameBesideNull:
		k.tell(e, RuleNull, "it may be null now")
	case e == narrowed && sameBesideNull:
		k.tell(e, RuleNull, "it may not be null any more")
	default:
		k.turned(e, RuleType, "type", typesText(was), typesText(is))
	}
	return e != narrowed|widened
}

// readAs are the types as which values are read: a query says 7 as it says "7".
func (k *keywords) readAs(types []string) []string {
	if k.text && slices.Contains(types, "string") {
		return append([]string{"boolean", "integer", "number"}, types...)
	}
	return types
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

// values compares enum and const.
func (k *keywords) values() {
	was, is := k.old.values, k.new.values
	if was != nil || is != nil {
		was, is = k.written(k.old.allValues()), k.written(k.new.allValues())
	}
	switch {
	case was == nil && is == nil:
	case was == nil:
		now := strings.Join(sortedKeys(is), ", ")
		k.value(narrowed, "", now, "only these values are allowed now: "+now)
	case is == nil:
		k.value(widened, strings.Join(sortedKeys(was), ", "), "", "any value is allowed now")
	default:
		for _, value := range sortedKeys(was, is) {
			switch {
			case !is[value]:
				k.value(narrowed, value, "", "the value "+value+" is gone")
			case !was[value]:
				k.value(widened, "", value, "the value "+value+" is new")
			}
		}
	}
}

// written are values as both sides write them: a query says 7 as it says "7".
func (k *keywords) written(values map[string]bool) map[string]bool {
	if !k.text || values == nil || slices.Equal(k.old.types, k.new.types) {
		return values
	}
	texts := map[string]bool{}
	for value := range values {
		if !strings.HasPrefix(value, `"`) {
			value = quoted(value)
		}
		texts[value] = true
	}
	return texts
}

func (k *keywords) value(e effect, was, is, message string) {
	k.note(Change{Kind: k.direction.kind(e), Rule: RuleValue, Pointer: k.at, Old: was, New: is, Message: message})
}

// format compares formats; the longer of two number formats holds the shorter.
func (k *keywords) format() {
	was, is := k.old.format(), k.new.format()
	longer := map[string]string{"int32": "int64", "float": "double"}
	switch e := narrowed | widened; {
	case was == is:
	case was == "", longer[is] == was:
		k.turned(narrowed, RuleFormat, "format", was, is)
	case is == "", longer[was] == is:
		k.turned(widened, RuleFormat, "format", was, is)
	default:
		k.turned(e, RuleFormat, "format", was, is)
	}
}

// opaqueKeywords are compared as they are written, with what they refer to.
var opaqueKeywords = []string{"$ref", "$dynamicRef", "contentEncoding", "contentMediaType", "dependencies", "if"}

func (k *keywords) opaque(u *unchanged) {
	for _, keyword := range opaqueKeywords {
		was, is := k.old.keywords[keyword], k.new.keywords[keyword]
		if k.onBoth(keyword, was, is) && (canonical(was.value) != canonical(is.value) || keyword == "if" && !u.refers(is.value)) {
			k.tell(narrowed|widened, RuleKeyword, "%s changed", keyword)
		}
	}
}

// onBoth reports whether both schemas have something that a keyword demands, and tells
// when one of them has.
func (k *keywords) onBoth(what string, was, is node) bool {
	switch {
	case was.value == nil && is.value == nil:
		return false
	case was.value == nil:
		k.tell(narrowed, RuleKeyword, "%s is new", what)
	case is.value == nil:
		k.tell(widened, RuleKeyword, "%s is gone", what)
	}
	return was.value != nil && is.value != nil
}

// never reports whether nothing fits one of the schemas, and tells when it was otherwise.
func (k *keywords) never() bool {
	switch was, is := k.old.never, k.new.never; {
	case !was && is:
		k.tell(narrowed, RuleKeyword, "nothing is allowed here any more")
	case was && !is:
		k.tell(widened, RuleKeyword, "it is allowed now")
	}
	return k.old.never || k.new.never
}

// annotations compares what a schema says beside what fits.
func (k *keywords) annotations() {
	was, is := k.old.keywords["default"], k.new.keywords["default"]
	if canonical(was.value) != canonical(is.value) {
		k.became(Compatible, RuleDefault, k.at, "the default", jsonText(was), jsonText(is))
	}
	switch was, is := k.old.says("deprecated", true), k.new.says("deprecated", true); {
	case !was && is:
		k.compatible(RuleDeprecated, k.at, "it is deprecated now")
	case was && !is:
		k.compatible(RuleDeprecated, k.at, "it is not deprecated any more")
	}
}

// discriminator compares the member by which readers tell alternatives apart, and the
// names of these.
func (k *keywords) discriminator() {
	was, had := k.old.keywords["discriminator"]
	is, has := k.new.keywords["discriminator"]
	before, after := discriminating(was), discriminating(is)
	switch {
	case before == after:
	case !had:
		k.turned(narrowed, RuleDiscriminator, "discriminator", "", quoted(after))
	case !has:
		k.turned(widened, RuleDiscriminator, "discriminator", quoted(before), "")
	default:
		k.turned(narrowed|widened, RuleDiscriminator, "discriminator", quoted(before), quoted(after))
	}
	if !had || !has {
		return
	}
	old, new := was.member("mapping"), is.member("mapping")
	for _, name := range sortedKeys(old.object(), new.object()) {
		k.leads("schema of the discriminator's value "+strconv.Quote(name), meant(old, old.text(name), name), meant(new, new.text(name), name))
	}
	k.leads("schema of the discriminator's other values", meant(was, was.text("defaultMapping"), ""), meant(is, is.text("defaultMapping"), ""))
}

// leads compares the schemas that values of a discriminator lead to.
func (k *keywords) leads(what, before, after string) {
	e := narrowed | widened
	switch {
	case before == after:
		return
	case before == "":
		e = widened
	case after == "":
		e = narrowed
	}
	k.turned(e, RuleDiscriminator, what, before, after)
}

// meant is the schema of a value of a discriminator, by its name where it is a component:
// the one that the mapping says, or else the one that is called like the value (OpenAPI 3.1,
// section 4.8.25.2).
func meant(in node, said, value string) string {
	const components = "#/components/schemas/"
	name := strings.TrimPrefix(cmp.Or(said, value), components)
	if name != "" && in.doc.target(components+name).value != nil {
		return name
	}
	return said
}

// discriminating is the name of the member, which is all that Swagger 2.0 says.
func discriminating(d node) string {
	name, _ := d.value.(string)
	return cmp.Or(name, d.text("propertyName"))
}

func (k *keywords) constraints() {
	for _, l := range limits {
		if k.may(l.of) {
			k.limit(l)
		}
	}
	if k.may("string") {
		k.pattern()
	}
	if k.may("number") {
		k.multipleOf()
	}
	if !k.may("array") {
		return
	}
	was, is := k.old.says("uniqueItems", true), k.new.says("uniqueItems", true)
	switch {
	case !was && is:
		k.tell(narrowed, RuleUniqueItems, "the items must be unique now")
	case was && !is:
		k.tell(widened, RuleUniqueItems, "the items may repeat now")
	}
}

// may reports whether values may be of a type on both sides: what is said of others says
// nothing, and where only one side has the type, that is the change. What is written
// without its type is a text to the side that takes texts.
func (k *keywords) may(name string) bool {
	was, is := k.old.may(name), k.new.may(name)
	return was && is || k.text && name == "string" && (was || is)
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
		if k.old.isInteger() && k.new.isInteger() && was.whole(l.upper).Cmp(is.whole(l.upper)) == 0 {
			order = 0
		}
	}
	switch order {
	case 1:
		k.turned(narrowed, RuleBound, l.keyword, was.String(), is.String())
	case -1:
		k.turned(widened, RuleBound, l.keyword, was.String(), is.String())
	}
}

func (k *keywords) pattern() {
	was, is := k.old.patterns(), k.new.patterns()
	var e effect
	for _, pattern := range sortedKeys(was, is) {
		switch {
		case !is[pattern]:
			e |= widened
		case !was[pattern]:
			e |= narrowed
		}
	}
	if e != 0 {
		k.turned(e, RulePattern, "pattern", strings.Join(sortedKeys(was), " and "), strings.Join(sortedKeys(is), " and "))
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
	k.turned(e, RuleMultipleOf, "multipleOf", was.String(), is.String())
}

// dependents compares the members that others need beside them.
func (k *keywords) dependents() {
	const keyword = "dependentRequired"
	was, is := k.old.keywords[keyword], k.new.keywords[keyword]
	for _, name := range sortedKeys(was.object(), is.object()) {
		before, after := texts(was.member(name)), texts(is.member(name))
		var e effect
		if slices.ContainsFunc(before, func(text string) bool { return !slices.Contains(after, text) }) {
			e |= widened
		}
		if slices.ContainsFunc(after, func(text string) bool { return !slices.Contains(before, text) }) {
			e |= narrowed
		}
		if e != 0 {
			k.turned(e, RuleKeyword, keyword+" "+quoted(name), strings.Join(before, ", "), strings.Join(after, ", "))
		}
	}
}

func (k *keywords) memberIsNew(name string) {
	switch {
	case k.direction == fromServer:
		k.compatible(RuleMember, k.at, "the member %q is new", name)
	case k.new.required[name]:
		k.breaking(RuleMember, k.at, "the required member %q is new", name)
	default:
		k.compatible(RuleMember, k.at, "the optional member %q is new", name)
	}
}

func (k *keywords) memberIsGone(name string) {
	k.breaking(RuleMember, k.at, "the member %q is gone", name)
}

func (k *keywords) memberRequired(name string) {
	k.required(k.direction, k.at, "the member "+quoted(name), k.old.required[name], k.new.required[name])
}
