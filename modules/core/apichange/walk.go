package apichange

import (
	"cmp"
	"math/big"
	"slices"
)

// walk compares schemas and those inside them, each pair once.
type walk struct {
	report    *report
	unchanged *unchanged
	seen      map[pair]int // the parts of uses
	writing   writing
}

// writing says how values are written.
type writing uint8

const (
	typed  writing = iota // as JSON
	text                  // without their types, the items of a list side by side: "a=1,2"
	apart                 // without their types, each item of a list for itself: "a=1&a=2"
	fields                // as the fields of a form
	field                 // as one of them: apart, and an object as JSON (OpenAPI 3.1, section 4.8.15)
	markup                // as XML
)

// inside is how what is in a value is written, at a step of below.
func (w writing) inside(step string) writing {
	switch {
	case w == fields:
		return field
	case w == field && step != "[]":
		return typed
	case w == apart:
		return text
	}
	return w
}

// hasTypes reports whether values are written with their types.
func (w writing) hasTypes() bool { return w == typed || w == fields || w == markup }

// pair is two schemas that were compared already, which also ends recursion.
type pair struct {
	old, new  string
	direction direction
	writing   writing
}

func (w *walk) compare(old, new schema, d direction) {
	before, after := old.direct(), new.direct()
	if w.unchanged.schemas(before, after) {
		return
	}
	p := pair{before.key(), after.key(), d, w.writing}
	if part, known := w.seen[p]; known {
		w.report.uses.reach(part)
		return
	}
	w.seen[p] = w.report.uses.begin("")
	defer w.report.uses.end()
	w.pair(old, new, before, after, d)
}

// pair compares two schemas that were not compared before.
func (w *walk) pair(old, new, before, after schema, d direction) {
	k := &keywords{report: w.report, direction: d, text: !w.writing.hasTypes(), old: newShape(before), new: newShape(after)}
	if one, several := len(k.old.alternatives) == 0, len(k.new.alternatives) > 0; one && several {
		k.old = newUnion(before)
	} else if !one && !several {
		k.new = newUnion(after)
	}
	k.at = cmp.Or(k.new.at, k.old.at)
	if w.showsBest(k, old, new) {
		w.report.outlines.begin(before, after)
		defer w.report.outlines.end()
	}
	if k.never() || w.besideNull(k, before, after) {
		return
	}
	k.annotations()
	if w.writing == markup {
		compareXML(k, old, new)
	}
	k.discriminator()
	if len(k.old.alternatives)+len(k.new.alternatives) > 0 {
		w.alternatives(k, old, new)
		if len(k.old.alternatives) == 0 || len(k.new.alternatives) == 0 {
			return
		}
	}
	if w.becameList(k, before, d) || !k.types() {
		return
	}
	k.values()
	k.format()
	k.constraints()
	k.opaque(w.unchanged)
	if k.may("object") {
		k.dependents()
		w.members(k)
		w.additional(k)
	}
	if k.may("array") {
		w.items(k)
	}
	w.inside(k)
}

// showsBest reports whether two schemas show best what is in them: they have members or
// alternatives, a name, or nothing around them.
func (w *walk) showsBest(k *keywords, old, new schema) bool {
	return w.report.outlines.current() < 0 || k.old.holdsOthers() || k.new.holdsOthers() ||
		old.pointer() != old.direct().pointer() || new.pointer() != new.direct().pointer()
}

// besideNull compares schemas of which one at least is nothing but another one
// or null, and reports whether they are such. The other one is compared by itself,
// so that a change of it is one change.
func (w *walk) besideNull(k *keywords, old, new schema) bool {
	before, was := old.orNull()
	after, is := new.orNull()
	if !was && !is || !before.forbidsNull() || !after.forbidsNull() {
		return false
	}
	k.null(was, is)
	w.compare(before, after, k.direction)
	return true
}

// alternatives compares anyOf and oneOf. An alternative is known by what it
// refers to or by its text; where as many are left on both sides they are
// compared in their order. A schema without alternatives is its only one, or one for
// each of its types. One that takes anything has all of them.
func (w *walk) alternatives(k *keywords, old, new schema) {
	before, after := alternativesOf(old, k.old), alternativesOf(new, k.new)
	left, right := w.pairs(before, after, k.direction)
	if len(left) == len(right) {
		for i := range left {
			w.compare(left[i], right[i], k.direction)
		}
		left, right = nil, nil
	}
	if k.text {
		left, right = besideText(left, after), besideText(right, before)
	}
	if k.new.isAnything() {
		left = nil
	}
	if k.old.isAnything() {
		right = nil
	}
	for _, alternative := range left {
		k.tell(narrowed, RuleAlternative, "the alternative %s is gone", alternative.name())
	}
	for _, alternative := range right {
		k.tell(widened, RuleAlternative, "the alternative %s is new", alternative.name())
	}
	if was, is := k.old.allowsNull(), k.new.allowsNull(); was != is && !k.old.isAnything() && !k.new.isAnything() {
		k.null(was || slices.ContainsFunc(before, schema.allowsNull), is || slices.ContainsFunc(after, schema.allowsNull))
	}
}

// besideText leaves out of alternatives those whose values any text includes, if the other
// side takes any text: a query says 7 as it says "7".
func besideText(list, others []schema) []schema {
	if !slices.ContainsFunc(others, func(s schema) bool { return newShape(s.direct()).isAnyText() }) {
		return list
	}
	return slices.DeleteFunc(list, func(s schema) bool { return newShape(s.direct()).isSingle() })
}

func alternativesOf(whole schema, f *shape) []schema {
	if len(f.alternatives) == 0 {
		return whole.byType()
	}
	all := make([]schema, len(f.alternatives))
	for i, alternative := range f.alternatives {
		all[i] = schema{alternative}
	}
	return all
}

// pairs compares the alternatives that are on both sides and returns the rest.
func (w *walk) pairs(before, after []schema, d direction) (left, right []schema) {
	byIdentity := map[string]int{}
	for i, alternative := range after {
		byIdentity[alternative.direct().identity()] = i
	}
	for i, alternative := range after { // what it refers to comes first
		byIdentity[alternative.identity()] = i
	}
	matched := map[int]bool{}
	for _, alternative := range before {
		other, ok := byIdentity[alternative.identity()]
		if !ok {
			other, ok = byIdentity[alternative.direct().identity()]
		}
		if !ok {
			left = append(left, alternative)
			continue
		}
		matched[other] = true
		w.compare(alternative, after[other], d)
	}
	for i, alternative := range after {
		if !matched[i] {
			right = append(right, alternative)
		}
	}
	return left, right
}

// members compares the members of objects. Those that only the server writes
// are not part of a request, those that only clients write not of a response.
func (w *walk) members(k *keywords) {
	for _, name := range sortedKeys(k.old.names(), k.new.names()) {
		had, has := k.old.holds(name, k.direction), k.new.holds(name, k.direction)
		switch {
		case !had && !has:
		case !had:
			k.memberIsNew(name)
		case !has && k.old.properties[name] == nil:
			k.memberRequired(name)
		case !has:
			k.memberIsGone(name)
		default:
			k.memberRequired(name)
			w.below("."+name, k.old.properties[name], k.new.properties[name], k.direction)
		}
	}
}

// additional compares what other members have to be. Opening a closed object breaks
// nobody: clients ignore members that they do not know.
func (w *walk) additional(k *keywords) {
	switch closed, closes := k.old.isClosed(), k.new.isClosed(); {
	case !closed && closes:
		k.tell(narrowed, RuleOtherMembers, "other members are not allowed any more")
	case closed && !closes:
		k.compatible(RuleOtherMembers, k.at, "other members are allowed now")
	case !closed:
		for _, keyword := range otherMembers {
			if was, is := k.old.all(keyword), k.new.all(keyword); len(was)+len(is) > 0 {
				w.below(".*", was, is, k.direction)
			}
		}
	}
}

// becameList compares a value with the items of the list that has taken its place, where
// the text of the value is that of a list of one, and reports whether it is such. A text
// may hold what stands between items that are side by side, a number does not.
func (w *walk) becameList(k *keywords, old schema, d direction) bool {
	single := w.writing == apart || w.writing == field || w.writing == text && !slices.Contains(k.old.types, "string")
	if !single || !k.old.isSingle() || !slices.Equal(k.new.types, []string{"array"}) {
		return false
	}
	if least := k.new.number("minItems"); least.value != nil && least.value.Cmp(big.NewRat(1, 1)) > 0 {
		return false
	}
	k.turned(widened, RuleType, "type", typesText(k.old.types), typesText(k.new.types))
	if items := k.new.all("items"); len(items) > 0 {
		w.below("[]", old, items, d)
	}
	return true
}

func (w *walk) items(k *keywords) {
	if was, is := k.old.all("items"), k.new.all("items"); len(was)+len(is) > 0 {
		w.below("[]", was, is, k.direction)
	}
}

// below compares the schemas of what values hold at a step, such as ".name".
func (w *walk) below(step string, old, new schema, d direction) {
	w.report.within = append(w.report.within, step)
	outside := w.writing
	w.writing = outside.inside(step)
	w.compare(old, new, d)
	w.writing = outside
	w.report.within = w.report.within[:len(w.report.within)-1]
}
