package apichange

import (
	"slices"
	"strconv"
	"strings"
)

func compareResponses(c *comparison, old, new node) {
	matched := map[string]bool{}
	for _, status := range old.names() {
		if strings.HasPrefix(status, "x-") || !old.has(status) {
			continue
		}
		response, others := old.member(status), coveredStatuses(old, new, status)
		for _, other := range others {
			matched[other] = true
			compareResponse(c, response.resolve(), new.member(other).resolve(), other)
		}
		if len(others) == 0 {
			c.only(response.resolve(), node{}, func() { statusIsGone(c, response.at, status) })
		}
	}
	for _, status := range new.names() {
		if response := new.member(status); !matched[status] && !strings.HasPrefix(status, "x-") && new.has(status) {
			c.only(node{}, response.resolve(), func() { c.compatible(RuleStatus, response.at, "the status %s is new", status) })
		}
	}
}

func statusIsGone(c *comparison, at, status string) {
	if isSuccess(status) {
		c.gone(Breaking, RuleStatus, at, "the success status %s is gone", status)
		return
	}
	c.gone(Compatible, RuleStatus, at, "the status %s is gone", status)
}

// coveredStatuses are the statuses among new responses that one of the old ones stands for:
// itself, its range (OpenAPI 3.1, section 4.8.16.2), or those of a range, and of default
// where that is all that says what success is.
func coveredStatuses(old, new node, status string) (covered []string) {
	for _, name := range []string{status, status[:min(1, len(status))] + "XX"} {
		if new.has(name) {
			return []string{name}
		}
	}
	kind, isRange := strings.CutSuffix(status, "XX")
	if status == "default" && !slices.ContainsFunc(old.names(), isSuccess) {
		kind, isRange = "2", true
	}
	for _, name := range new.names() {
		if isRange && strings.HasPrefix(name, kind) && !old.has(name) {
			covered = append(covered, name)
		}
	}
	return covered
}

func isSuccess(status string) bool { return strings.HasPrefix(status, "2") }

func compareResponse(c *comparison, old, new node, status string) {
	compareMediaTypes(c, old.member("content"), new.member("content"), c.answer, "response "+status)
	before, after := headers(old), headers(new)
	for _, name := range sortedKeys(before, after) {
		what := "header " + name + " of the response " + status
		if o, n := before[name], after[name]; o.value != nil && n.value != nil {
			compareHeader(c, o, n, what)
		} else {
			c.only(o, n, func() { onlyHeader(c, o, n, what) })
		}
	}
	compareLinks(c, old.member("links"), new.member("links"), status)
}

// onlyHeader reports a header that one description has.
func onlyHeader(c *comparison, o, n node, what string) {
	switch {
	case n.value == nil && c.answer == fromClient:
		c.gone(Compatible, RuleHeader, o.at, "the %s is gone: it is ignored", what)
	case n.value == nil:
		c.gone(Breaking, RuleHeader, o.at, "the %s is gone", what)
	case n.truth("required") && c.answer == fromClient:
		c.breaking(RuleHeader, n.at, "the required %s is new", what)
	default:
		c.compatible(RuleHeader, n.at, "the %s is new", what)
	}
}

// headers are the headers of a response by their names in lower case, for case
// means nothing in them (RFC 9110, section 5.1).
func headers(response node) map[string]node {
	list := response.member("headers")
	all := map[string]node{}
	for _, name := range list.names() {
		if key := strings.ToLower(name); key != "content-type" || response.doc.root["openapi"] == nil { // which OpenAPI 3 ignores
			all[key] = list.member(name).resolve()
		}
	}
	return all
}

func compareHeader(c *comparison, old, new node, what string) {
	compareLife(c.report, "the "+what, old, new)
	c.required(c.answer, new.at, "the "+what, old.truth("required"), new.truth("required"))
	compareWritten(c, old, new, c.answer, what)
}

// compareLinks compares what clients may do next, by the names of the links (OpenAPI
// 3.1, section 4.8.20).
func compareLinks(c *comparison, old, new node, status string) {
	for _, name := range sortedKeys(old.object(), new.object()) {
		o, n := old.member(name), new.member(name)
		what := "link " + strconv.Quote(name) + " of the response " + status
		switch {
		case n.value == nil:
			c.gone(Breaking, RuleLink, o.at, "the %s is gone", what)
		case o.value == nil:
			c.compatible(RuleLink, n.at, "the %s is new", what)
		default:
			compareLink(c, o.resolve(), n.resolve(), what)
		}
	}
}

func compareLink(c *comparison, old, new node, what string) {
	for _, name := range []string{"operationId", "operationRef", "parameters", "requestBody"} {
		was, is := old.member(name), new.member(name)
		if canonical(was.value) != canonical(is.value) {
			c.became(Breaking, RuleLink, new.at, name+" of the "+what, jsonText(was), jsonText(is))
		}
	}
	before, after := old.member("server"), new.member("server")
	if was, is := before.text("url"), after.text("url"); was != is {
		c.became(Breaking, RuleLink, new.at, "server of the "+what, was, is)
	} else {
		compareVariables(c, was, before.member("variables"), after.member("variables"))
	}
}
