package apichange

import (
	"cmp"
	"slices"
	"strings"
)

// compareXML compares how a value is written in XML. Who reads it knows it as it is written.
func compareXML(k *keywords, old, new schema) {
	was, is := k.old.keywords["xml"], k.new.keywords["xml"]
	if was.value == nil && is.value == nil {
		return
	}
	before, after := nodeOf(k.old, was), nodeOf(k.new, is)
	inXML(k, "XML node", before, after)
	if was.has("name") || is.has("name") {
		inXML(k, "XML name", nameIn(was, before, k.within, old), nameIn(is, after, k.within, new))
	}
	inXML(k, "XML namespace", was.text("namespace"), is.text("namespace"))
	if !was.has("namespace") || !is.has("namespace") { // which prefixes stand for
		inXML(k, "XML prefix", was.text("prefix"), is.text("prefix"))
	}
}

func inXML(k *keywords, what, was, is string) {
	if was != is {
		k.turned(narrowed|widened, RuleXML, what, was, is)
	}
}

// nodeOf is what a value is in XML: what OpenAPI 3.2 calls nodeType, and 3.1 attribute and
// wrapped. The items of a list stand for themselves where nothing is said.
func nodeOf(f *shape, xml node) string {
	isList := slices.Equal(without(f.types, "null"), []string{"array"})
	switch {
	case xml.has("nodeType"):
		return xml.text("nodeType")
	case xml.truth("attribute"):
		return "attribute"
	case isList && !xml.truth("wrapped"):
		return "none"
	}
	return "element"
}

// nameIn is the name of an element or attribute: its own, or that of its member or schema.
func nameIn(xml node, kind string, within []string, s schema) string {
	if kind != "element" && kind != "attribute" {
		return ""
	}
	for _, step := range slices.Backward(within) {
		if name, ok := strings.CutPrefix(step, "."); ok {
			return cmp.Or(xml.text("name"), name)
		}
	}
	if s[0].has("$ref") {
		return cmp.Or(xml.text("name"), s.name())
	}
	return xml.text("name")
}
