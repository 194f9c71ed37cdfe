package apichange

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

func compareParameters(c *comparison, before, after map[string]node) {
	for _, key := range sortedKeys(before, after) {
		if o, n := before[key], after[key]; o.value != nil && n.value != nil {
			compareParameter(c, o, n)
		} else {
			c.only(o, n, func() { onlyParameter(c, o, n) })
		}
	}
}

// onlyParameter reports a parameter that one description has.
func onlyParameter(c *comparison, o, n node) {
	switch {
	case n.value == nil:
		c.gone(Breaking, RuleParameter, o.at, "the %s is gone", parameterName(o))
	case n.truth("required") && c.call == fromClient:
		c.breaking(RuleParameter, n.at, "the required %s is new", parameterName(n))
	case n.truth("required"):
		c.compatible(RuleParameter, n.at, "the required %s is new", parameterName(n))
	default:
		c.compatible(RuleParameter, n.at, "the optional %s is new", parameterName(n))
	}
}

func parameterName(p node) string {
	return p.text("in") + " parameter " + strconv.Quote(p.text("name"))
}

func compareParameter(c *comparison, old, new node) {
	name := parameterName(new)
	if was, is := old.text("name"), new.text("name"); !strings.EqualFold(was, is) {
		c.note(Change{
			Kind: Compatible, Rule: RuleParameterName, Pointer: new.at, Old: was, New: is,
			Message: "the " + name + " was named " + strconv.Quote(was),
		})
	}
	compareLife(c.report, "the "+name, old, new)
	c.required(c.call, new.at, "the "+name, old.truth("required"), new.truth("required"))
	compareWritten(c, old, new, c.call, name)
	compareAllowed(c, old, new, "allowReserved", "the "+name+" may hold reserved characters as they are")
	if !newShape(schema{old.member("schema")}).isAnyText() || !newShape(schema{new.member("schema")}).isAnyText() {
		compareAllowed(c, old, new, "allowEmptyValue", "the "+name+" may be empty")
	}
}

// compareAllowed compares what a parameter allows, or does not.
func compareAllowed(c *comparison, old, new node, keyword, what string) {
	switch was, is := old.truth(keyword), new.truth(keyword); {
	case was && !is:
		c.add(c.call.kind(narrowed), RuleParameterStyle, new.at, "%s no more", what)
	case !was && is:
		c.add(c.call.kind(widened), RuleParameterStyle, new.at, "%s now", what)
	}
}

// compareWritten compares the values of a parameter or header, and how they are
// written. What is neither a list nor an object has nothing to explode.
func compareWritten(c *comparison, old, new node, d direction, what string) {
	before, after := old.member("schema"), new.member("schema")
	was, explodes := styleOf(old)
	is, exploded := styleOf(new)
	if (was != is || explodes != exploded) && !newShape(schema{before}).isSingle() && !newShape(schema{after}).isSingle() {
		was, is = explodedStyle(was, explodes), explodedStyle(is, exploded)
	}
	if was != is {
		c.became(Breaking, RuleParameterStyle, new.at, "the style of the "+what, was, is)
	}
	if old.has("content") || new.has("content") {
		compareMediaTypes(c, old.member("content"), new.member("content"), d, what)
		return
	}
	how := text
	if exploded && is != "simple" {
		how = apart
	}
	c.texts(before, after, d, how, what)
}

// styleOf is how the value of a parameter or header is written, with the
// defaults of OpenAPI 3.1, section 4.8.12.2.
func styleOf(p node) (style string, explode bool) {
	if p.has("content") {
		return "content", false
	}
	usual := "simple"
	if in := p.text("in"); in == "query" || in == "cookie" {
		usual = "form"
	}
	style = cmp.Or(p.text("style"), usual)
	explode, said := p.object()["explode"].(bool)
	return style, explode || !said && style == "form"
}

func explodedStyle(style string, explode bool) string {
	if explode {
		return style + " with explode"
	}
	return style
}

func compareBodies(c *comparison, o, n node) {
	const what = "request body"
	switch {
	case o.value == nil && n.value == nil:
	case o.value == nil || n.value == nil:
		c.only(o, n, func() { onlyBody(c, o, n) })
	default:
		c.required(c.call, n.at, "the "+what, o.truth("required"), n.truth("required"))
		compareMediaTypes(c, o.member("content"), n.member("content"), c.call, what)
	}
}

// onlyBody reports the body of a request that one description has.
func onlyBody(c *comparison, o, n node) {
	switch {
	case n.value == nil:
		c.gone(Breaking, RuleRequestBody, o.at, "the request body is gone")
	case n.truth("required") && c.call == fromClient:
		c.breaking(RuleRequestBody, n.at, "the required request body is new")
	case n.truth("required"):
		c.compatible(RuleRequestBody, n.at, "the required request body is new")
	default:
		c.compatible(RuleRequestBody, n.at, "the optional request body is new")
	}
}

// compareMediaTypes compares the formats of a body. A format that a range of the other
// description covers is not gone, and neither is a range of which the server names what
// it sends.
func compareMediaTypes(c *comparison, old, new node, d direction, what string) {
	matched := map[string]bool{}
	for _, name := range old.names() {
		others := covered(old, new, name, d)
		for _, other := range others {
			matched[other] = true
			compareMediaType(c, old.member(name).resolve(), new.member(other).resolve(), d, writingOf(name), what)
		}
		if gone := old.member(name); len(others) == 0 {
			c.only(gone.resolve(), node{}, func() {
				c.gone(Breaking, RuleMediaType, gone.at, "the media type %s of the %s is gone", name, what)
			})
		}
	}
	for _, name := range new.names() {
		if added := new.member(name); !matched[name] {
			c.only(node{}, added.resolve(), func() {
				c.compatible(RuleMediaType, added.at, "the media type %s of the %s is new", name, what)
			})
		}
	}
}

func compareMediaType(c *comparison, old, new node, d direction, how writing, what string) {
	was, is := itemsOf(old), itemsOf(new)
	streams := was.value != nil && is.value != nil // of which OpenAPI 3.1 also says that the whole is a text
	if one, other := old.has("schema"), new.has("schema"); (one && other || (one || other) && !streams) && !sameBytes(old, new) {
		c.texts(old.member("schema"), new.member("schema"), d, how, what)
	}
	if was.value != nil || is.value != nil {
		c.schemas(was, is, d, what)
	}
	compareEncodings(c, old, new, d, new.at, "the "+what)
}

// compareEncodings compares how the parts of a body, or of a part, are written.
func compareEncodings(c *comparison, old, new node, d direction, at, what string) {
	before, after := encodings(old), encodings(new)
	for _, part := range sortedKeys(before, after) {
		o, n := before[part], after[part]
		kind, said := Breaking, encoded(o) != encoded(n)
		if written(o) == written(n) {
			was, is := contentOf(old, o, part), contentOf(new, n, part)
			said = said && !slices.Equal(was, is)
			if d == fromClient && within(was, is) || d == fromServer && within(is, was) {
				kind = Compatible
			}
		}
		if said {
			c.became(kind, RuleEncoding, cmp.Or(n.at, at), "the encoding of "+part+" in "+what, encoded(o), encoded(n))
		}
		compareEncodings(c, o, n, d, cmp.Or(n.at, at), part+" in "+what)
	}
}

// contentOf are the media types that a part may have, sorted: those that its encoding names,
// or else the one that its schema has unless told (OpenAPI 3.1, section 4.8.15.1.1). There are
// none where neither says.
func contentOf(of, encoding node, part string) (types []string) {
	if text := encoding.text("contentType"); text != "" {
		for name := range strings.SplitSeq(text, ",") {
			types = append(types, strings.TrimSpace(name))
		}
		slices.Sort(types)
		return types
	}
	name, _ := strconv.Unquote(part) // a member; items have no name
	f := newShape(newShape(schema{of.member("schema")}).properties[name])
	if f.may("array") && f.types != nil {
		f = newShape(f.all("items"))
	}
	switch {
	case f.types == nil:
		return nil
	case f.may("object"):
		return []string{"application/json"}
	case f.format() == "binary" || f.text("contentEncoding") != "":
		return []string{"application/octet-stream"}
	}
	return []string{"text/plain"}
}

// within reports whether each of some media types is among others, or in a range of them.
func within(some, others []string) bool {
	return len(some) > 0 && !slices.ContainsFunc(some, func(name string) bool { return covering(others, name) == "" })
}

// encodings are those of the parts of a body, or of a part, by what they are of: a member,
// the item at a place, or the other items (OpenAPI 3.2, section 4.14).
func encodings(of node) map[string]node {
	all := map[string]node{}
	for _, name := range of.member("encoding").names() {
		all[strconv.Quote(name)] = of.member("encoding").member(name)
	}
	for i, item := range of.member("prefixEncoding").items() {
		all["item "+strconv.Itoa(i)] = item
	}
	if of.has("itemEncoding") {
		all["the items"] = of.member("itemEncoding")
	}
	return all
}

// writingOf is how the values of a media type are written.
func writingOf(name string) writing {
	switch name = bare(name); {
	case name == "text/plain":
		return text
	case name == "application/x-www-form-urlencoded", name == "multipart/form-data":
		return fields
	case name == "application/xml", name == "text/xml", strings.HasSuffix(name, "+xml"):
		return markup
	}
	return typed
}

// sameBytes reports whether two bodies are any bytes, which OpenAPI 3.0 says with the format
// binary and 3.1 with no schema.
func sameBytes(old, new node) bool {
	was, is := old.member("schema"), new.member("schema")
	return len(is.object()) == 0 && isBytes(was) || len(was.object()) == 0 && isBytes(is)
}

func isBytes(n node) bool { return n.value != nil && newShape(schema{n}).format() == "binary" }

// encoded is how a part of a body is written (OpenAPI 3.1, section 4.8.15), empty where it
// says the defaults.
func encoded(part node) string {
	return saying(part, "contentType", "style", "explode", "allowReserved")
}

// written is the same without the media types of the part.
func written(part node) string { return saying(part, "style", "explode", "allowReserved") }

func saying(part node, names ...string) string {
	kept := map[string]any{}
	for name, usual := range map[string]any{"contentType": nil, "style": "form", "explode": cmp.Or(part.text("style"), "form") == "form", "allowReserved": false} {
		if slices.Contains(names, name) && part.has(name) && part.object()[name] != usual {
			kept[name] = part.object()[name]
		}
	}
	if len(kept) == 0 {
		return ""
	}
	return canonical(kept)
}

// covered are the media types of new content that one of the old content stands for.
func covered(old, new node, name string, d direction) (names []string) {
	if other := covering(new.names(), name); other != "" {
		return []string{other}
	}
	for _, other := range new.names() {
		if d == fromServer && strings.Contains(name, "*") && !old.has(other) && covering([]string{name}, other) != "" {
			names = append(names, other)
		}
	}
	return names
}

// covering is the media type or range among names that covers a media type,
// the nearest one, empty when there is none.
func covering(names []string, name string) string {
	if slices.Contains(names, name) {
		return name
	}
	kind, _, _ := strings.Cut(name, "/")
	for _, wanted := range []string{name, kind + "/*", "*/*"} {
		if i := slices.IndexFunc(names, func(n string) bool { return bare(n) == bare(wanted) }); i >= 0 {
			return names[i]
		}
	}
	return ""
}

// bare is a media type without its parameters.
func bare(mediaType string) string {
	name, _, _ := strings.Cut(mediaType, ";")
	return strings.ToLower(strings.TrimSpace(name))
}
