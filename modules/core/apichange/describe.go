package apichange

import (
	"strconv"
	"strings"
	"unicode"
)

// outline says what a schema demands: of itself by the key "", of a member by "." with its
// name, of items by "[]", of other members by "*", and of alternatives by "|".
func (o *outlines) outline(s schema) map[string]string {
	lines := map[string]string{}
	if s.pointer() == "" {
		return lines
	}
	f := o.shape(s)
	lines[""] = o.text(kindOf(f), factsOf(f))
	for name := range f.names() {
		lines["."+name] = o.member(f.properties[name], f.required[name])
	}
	if items := f.keywords["items"]; items.value != nil {
		lines["[]"] = o.member(schema{items}, false)
	}
	if others := f.keywords["additionalProperties"]; others.object() != nil {
		lines["*"] = o.member(schema{others}, false)
	}
	named := map[string]int{}
	for _, alternative := range f.alternatives {
		key := "|" + schema{alternative}.name()
		if named[key]++; named[key] > 1 {
			key += " " + strconv.Itoa(named[key])
		}
		lines[key] = o.member(schema{alternative}, false)
	}
	return lines
}

// shape counts what it takes to lay a schema together. There is not much of it when there
// was much already.
func (o *outlines) shape(s schema) *shape {
	if o.work >= maxWork {
		return newShape(nil)
	}
	f := newShape(s)
	o.work += 1 + len(f.keywords) + len(f.properties) + len(f.values)
	return f
}

// member says in a line what a schema demands that stands in another one.
func (o *outlines) member(s schema, required bool) string {
	if o.work >= maxWork {
		return ""
	}
	kind, facts := o.inLine(s, 0)
	if required {
		facts = append([]string{"required"}, facts...)
	}
	return o.text(kind, facts)
}

// text counts what it takes to keep a text, which is cut when it is compared.
func (o *outlines) text(kind string, facts []string) string {
	const perStep = 16 // bytes
	text := printable(strings.Join(append([]string{kind}, facts...), ", "))
	o.work += len(text) / perStep
	return text
}

// inLine is the type of a schema, by its name where it has one, and what it says besides.
func (o *outlines) inLine(s schema, depth int) (kind string, facts []string) {
	const deepest = 4
	if other, null := s.orNull(); null && depth < deepest {
		kind, facts = o.inLine(other, depth+1)
		return kind + " or null", facts
	}
	if at := s.direct(); len(s) == 1 && s[0].has("$ref") && at.pointer() != s.pointer() {
		return s.name(), nil
	}
	f := o.shape(s)
	kind, facts = kindOf(f), factsOf(f)
	if items := f.keywords["items"]; items.value != nil && depth < deepest {
		of, more := o.inLine(schema{items}, depth+1)
		kind += " of " + of
		if len(more) > 0 {
			kind += " (" + strings.Join(more, ", ") + ")"
		}
	}
	if len(f.alternatives) > 0 {
		facts = append(facts, "one of "+alternativesText(f.alternatives))
	}
	return kind, facts
}

func alternativesText(alternatives []node) string {
	const most = 20
	var names []string
	for _, alternative := range alternatives[:min(len(alternatives), most)] {
		names = append(names, schema{alternative}.name())
	}
	if len(alternatives) > most {
		names = append(names, "…")
	}
	return strings.Join(names, " | ")
}

// kindOf is the type of a shape with its format: "string (date)".
func kindOf(f *shape) string {
	types := without(f.types, "null")
	kind := strings.Join(types, " or ")
	switch {
	case f.types == nil && len(f.properties) > 0:
		kind = "object"
	case f.types == nil:
		kind = "any"
	case len(types) == 0:
		kind = "null"
	}
	if kind != "null" && f.allowsNull() {
		kind += " or null"
	}
	if format := f.text("format"); format != "" {
		kind += " (" + format + ")"
	}
	return kind
}

// factsOf are the rest of what a shape says of a value itself.
func factsOf(f *shape) []string {
	var facts []string
	say := func(keyword, value string) {
		if value != "" {
			facts = append(facts, keyword+" "+value)
		}
	}
	for _, l := range limits {
		say(l.keyword, limitText(f, l))
	}
	say("multipleOf", f.number("multipleOf").String())
	say("pattern", f.text("pattern"))
	say("default", jsonText(f.keywords["default"]))
	for _, keyword := range []string{"uniqueItems", "readOnly", "writeOnly", "deprecated"} {
		if f.keywords[keyword].value == true {
			facts = append(facts, keyword)
		}
	}
	if f.keywords["additionalProperties"].value == false {
		facts = append(facts, "no other members")
	}
	say("discriminator", quoted(discriminating(f.keywords["discriminator"])))
	for _, keyword := range opaqueKeywords {
		say(keyword, jsonText(f.keywords[keyword]))
	}
	if f.values != nil {
		facts = append(facts, "enum "+strings.Join(sortedKeys(f.values), ", "))
	}
	return facts
}

// limitText is the text of a limit that a shape has.
func limitText(f *shape, l limit) string {
	if f.keywords[l.keyword].value == nil && (l.exclusive == "" || f.keywords[l.exclusive].value == nil) {
		return ""
	}
	return f.bound(l).String()
}

// label is how a line is named.
func label(key string) string {
	name, isMember := strings.CutPrefix(key, ".")
	plain := func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsNumber(r) || strings.ContainsRune("_-.$@/:", r)
	}
	if isMember && (name == "" || strings.ContainsFunc(name, func(r rune) bool { return !plain(r) })) {
		name = strconv.Quote(name)
	}
	return brief(printable(name))
}

// printable is a text with escapes in the place of what cannot be seen or moves others.
func printable(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if unicode.IsPrint(r) {
			b.WriteRune(r)
			continue
		}
		escaped := strconv.QuoteRune(r)
		b.WriteString(escaped[1 : len(escaped)-1])
	}
	return b.String()
}
