package apichange

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

func compareParameters(c *comparison, before, after map[string]node) {
	for _, key := range sortedKeys(before, after) {
		o, n := before[key], after[key]
		switch {
		case n.value == nil:
			c.compatible(RuleParameter, o.at, "the %s is gone: it is ignored", parameterName(o))
		case o.value == nil && n.truth("required"):
			c.breaking(RuleParameter, n.at, "the required %s is new", parameterName(n))
		case o.value == nil:
			c.compatible(RuleParameter, n.at, "the optional %s is new", parameterName(n))
		default:
			compareParameter(c, o, n)
		}
	}
}

func parameterName(p node) string {
	return p.text("in") + " parameter " + strconv.Quote(p.text("name"))
}

func compareParameter(c *comparison, old, new node) {
	name := parameterName(new)
	if was, is := old.text("name"), new.text("name"); !strings.EqualFold(was, is) {
		c.compatible(RuleParameterName, new.at, "the %s was named %q", name, was)
	}
	if !old.truth("deprecated") && new.truth("deprecated") {
		c.compatible(RuleDeprecated, new.at, "the %s is deprecated now", name)
	}
	c.demanded(new.at, "the "+name, old.truth("required"), new.truth("required"))
	if was, is := styleOf(old), styleOf(new); was != is {
		c.breaking(RuleParameterStyle, new.at, "the %s was written in style %s and is in %s", name, was, is)
	}
	if old.has("content") || new.has("content") {
		compareMediaTypes(c, old.member("content"), new.member("content"), request, "the "+name)
		return
	}
	c.schemas(old.member("schema"), new.member("schema"), request)
}

// styleOf is how the value of a parameter or header is written, with the
// defaults of OpenAPI 3.1, section 4.8.12.2.
func styleOf(p node) string {
	if p.has("content") {
		return "content"
	}
	usual := "simple"
	if in := p.text("in"); in == "query" || in == "cookie" {
		usual = "form"
	}
	style := cmp.Or(p.text("style"), usual)
	explode, said := p.object()["explode"].(bool)
	if !said {
		explode = style == "form"
	}
	if explode {
		return style + " with explode"
	}
	return style
}

func compareBodies(c *comparison, o, n node) {
	switch {
	case o.value == nil && n.value == nil:
	case n.value == nil:
		c.compatible(RuleRequestBody, o.at, "the request body is gone: it is ignored")
	case o.value == nil && n.truth("required"):
		c.breaking(RuleRequestBody, n.at, "the required request body is new")
	case o.value == nil:
		c.compatible(RuleRequestBody, n.at, "the optional request body is new")
	default:
		c.demanded(n.at, "the request body", o.truth("required"), n.truth("required"))
		compareMediaTypes(c, o.member("content"), n.member("content"), request, "the request")
	}
}

// mediaTypes compares the formats of a body. A format that a range of the other
// description covers is not gone.
func compareMediaTypes(c *comparison, old, new node, d direction, what string) {
	matched := map[string]bool{}
	for _, name := range old.names() {
		other := covering(new.names(), name)
		if other == "" {
			c.breaking(RuleMediaType, old.member(name).at, "the media type %s of %s is gone", name, what)
			continue
		}
		matched[other] = true
		o, n := old.member(name).resolve(), new.member(other).resolve()
		for _, keyword := range []string{"schema", "itemSchema", "x-itemSchema"} {
			if o.has(keyword) || n.has(keyword) {
				c.schemas(o.member(keyword), n.member(keyword), d)
			}
		}
	}
	for _, name := range new.names() {
		if !matched[name] {
			c.compatible(RuleMediaType, new.member(name).at, "the media type %s of %s is new", name, what)
		}
	}
}

// covering is the media type or range among names that covers a media type,
// the nearest one, empty when there is none.
func covering(names []string, name string) string {
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
