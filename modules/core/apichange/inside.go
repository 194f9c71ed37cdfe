package apichange

import (
	"strconv"
)

// insideOne are the keywords with a schema that what is inside a value has to fit, and the
// type that they are about, empty for any.
var insideOne = []struct{ keyword, of string }{
	{"contains", "array"},
	{"contentSchema", "string"},
	{"else", ""},
	{"not", ""},
	{"propertyNames", "object"},
	{"then", ""},
	{"unevaluatedItems", "array"},
}

// inside compares the schemas of keywords that have no comparison of their own. What fits
// less outside of "not" fits more inside of it.
func (w *walk) inside(k *keywords) {
	for _, one := range insideOne {
		d, keyword := k.direction, one.keyword
		if keyword == "not" {
			d = fromServer - d
		}
		if one.of == "" || k.may(one.of) {
			w.part(k, keyword, "."+keyword, schema{k.old.keywords[keyword]}, schema{k.new.keywords[keyword]}, d)
		}
	}
	if k.may("object") {
		w.named(k, "dependentSchemas", "")
		w.named(k, "patternProperties", "additionalProperties")
	}
	if k.may("array") {
		w.places(k)
	}
}

// places compares the schemas of items by their places.
func (w *walk) places(k *keywords) {
	was, is := k.old.keywords["prefixItems"].items(), k.new.keywords["prefixItems"].items()
	for i := range max(len(was), len(is)) {
		at := strconv.Itoa(i)
		w.part(k, "the schema of item "+at, "["+at+"]", placed(k.old, was, i), placed(k.new, is, i), k.direction)
	}
}

// placed is the schema of the item at a place.
func placed(f *shape, items []node, i int) schema {
	if i < len(items) {
		return schema{items[i]}
	}
	return f.all("items")
}

// named compares the schemas of a keyword by their names. One that is not there leaves what
// it is about to another keyword, if any. Opening a closed object breaks nobody.
func (w *walk) named(k *keywords, keyword, others string) {
	was, is := k.old.keywords[keyword], k.new.keywords[keyword]
	in := func(f *shape, named node, name string) schema {
		if named.has(name) || others == "" {
			return schema{named.member(name)}
		}
		return f.all(others)
	}
	for _, name := range sortedKeys(was.object(), is.object()) {
		what := keyword + " " + strconv.Quote(name)
		if others != "" && !was.has(name) && k.old.isClosed() {
			k.compatible(RuleKeyword, k.at, "%s is allowed now", what)
			continue
		}
		w.part(k, what, "."+what, in(k.old, was, name), in(k.new, is, name), k.direction)
	}
}

// part compares two schemas of what is inside a value, or tells of one that is alone.
func (w *walk) part(k *keywords, what, step string, was, is schema, d direction) {
	if before, after := was.pointer() != "", is.pointer() != ""; before && after {
		w.below(step, was, is, d)
	} else if before {
		k.tell(widened, RuleKeyword, "%s is gone", what)
	} else if after {
		k.tell(narrowed, RuleKeyword, "%s is new", what)
	}
}
