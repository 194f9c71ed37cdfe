package apichange

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/braces"
)

// parameters are those of an operation by place and name; those of the path by
// their number, so that they may be renamed. The ones of the path item come
// along unless the operation has them itself.
func (i item) parameters() map[string]node {
	all := map[string]node{}
	for _, list := range []node{i.all.member("parameters"), i.member("parameters")} {
		for _, p := range list.items() {
			p = p.resolve()
			all[i.parameterKey(p.text("in"), p.text("name"))] = p
		}
	}
	return all
}

func (i item) parameterKey(in, name string) string {
	switch in {
	case "path":
		if n := slices.Index(braces.Names(i.path), name); n >= 0 {
			return "path " + strconv.Itoa(n)
		}
	case "header":
		return in + " " + strings.ToLower(name) // RFC 9110, section 5.1
	}
	return in + " " + name
}

func (c *comparison) parameters(old, new item) {
	before, after := old.parameters(), new.parameters()
	for _, key := range sortedKeys(before, after) {
		o, n := before[key], after[key]
		switch {
		case n.value == nil:
			c.compatible(o.at, "the %s is gone: it is ignored", parameterName(o))
		case o.value == nil && n.truth("required"):
			c.breaking(n.at, "the required %s is new", parameterName(n))
		case o.value == nil:
			c.compatible(n.at, "the optional %s is new", parameterName(n))
		default:
			c.parameter(o, n)
		}
	}
}

func parameterName(p node) string {
	return p.text("in") + " parameter " + strconv.Quote(p.text("name"))
}

func (c *comparison) parameter(old, new node) {
	name := parameterName(new)
	if was, is := old.text("name"), new.text("name"); !strings.EqualFold(was, is) {
		c.compatible(new.at, "the %s was named %q", name, was)
	}
	if !old.truth("deprecated") && new.truth("deprecated") {
		c.compatible(new.at, "the %s is deprecated now", name)
	}
	c.required(new.at, "the "+name, old.truth("required"), new.truth("required"))
	if was, is := styleOf(old), styleOf(new); was != is {
		c.breaking(new.at, "the %s was written in style %s and is in %s", name, was, is)
	}
	if old.has("content") || new.has("content") {
		c.mediaTypes(old.member("content"), new.member("content"), request, "the "+name)
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

func (c *comparison) requestBody(old, new node) {
	o, n := old.member("requestBody").resolve(), new.member("requestBody").resolve()
	switch {
	case o.value == nil && n.value == nil:
	case n.value == nil:
		c.compatible(o.at, "the request body is gone: it is ignored")
	case o.value == nil && n.truth("required"):
		c.breaking(n.at, "the required request body is new")
	case o.value == nil:
		c.compatible(n.at, "the optional request body is new")
	default:
		c.required(n.at, "the request body", o.truth("required"), n.truth("required"))
		c.mediaTypes(o.member("content"), n.member("content"), request, "the request")
	}
}

// mediaTypes compares the formats of a body. A format that a range of the other
// description covers is not gone.
func (c *comparison) mediaTypes(old, new node, d direction, what string) {
	matched := map[string]bool{}
	for _, name := range old.names() {
		other := covering(new.names(), name)
		if other == "" {
			c.breaking(old.member(name).at, "the media type %s of %s is gone", name, what)
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
			c.compatible(new.member(name).at, "the media type %s of %s is new", name, what)
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
