package apichange

import (
	"strconv"
)

// What is inside a value has to fit the schemas of these keywords: one, one for each name,
// and one for each place.
var (
	insideOne   = []string{"contains", "contentSchema", "else", "not", "propertyNames", "then", "unevaluatedItems"}
	insideNamed = []string{"dependentSchemas", "patternProperties"}
)

// inside compares the schemas of keywords that have no comparison of their own. What fits
// less outside of "not" fits more inside of it.
func (w *walk) inside(k *keywords) {
	for _, keyword := range insideOne {
		was, is := k.old.keywords[keyword], k.new.keywords[keyword]
		if !k.onBoth(keyword, was, is) {
			continue
		}
		d := k.direction
		if keyword == "not" {
			d = fromServer - d
		}
		w.below("."+keyword, schema{was}, schema{is}, d)
	}
	for _, keyword := range insideNamed {
		was, is := k.old.keywords[keyword], k.new.keywords[keyword]
		for _, name := range sortedKeys(was.object(), is.object()) {
			what := keyword + " " + strconv.Quote(name)
			if o, n := was.member(name), is.member(name); k.onBoth(what, o, n) {
				w.below("."+what, schema{o}, schema{n}, k.direction)
			}
		}
	}
	was, is := k.old.keywords["prefixItems"].items(), k.new.keywords["prefixItems"].items()
	for i := range max(len(was), len(is)) {
		var o, n node
		if i < len(was) {
			o = was[i]
		}
		if i < len(is) {
			n = is[i]
		}
		if k.onBoth("the schema of item "+strconv.Itoa(i), o, n) {
			w.below("["+strconv.Itoa(i)+"]", schema{o}, schema{n}, k.direction)
		}
	}
}
