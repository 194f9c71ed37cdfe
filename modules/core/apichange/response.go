package apichange

import "strings"

func compareResponses(c *comparison, old, new node) {
	matched := map[string]bool{}
	for _, status := range old.names() {
		if strings.HasPrefix(status, "x-") {
			continue
		}
		other := coveringStatus(new, status)
		matched[other] = true
		switch {
		case other != "":
			compareResponse(c, old.member(status).resolve(), new.member(other).resolve(), status)
		case strings.HasPrefix(status, "2"):
			c.breaking(RuleStatus, old.member(status).at, "the success status %s is gone", status)
		default:
			c.compatible(RuleStatus, old.member(status).at, "the status %s is gone", status)
		}
	}
	for _, status := range new.names() {
		if !matched[status] && !strings.HasPrefix(status, "x-") {
			c.compatible(RuleStatus, new.member(status).at, "the status %s is new", status)
		}
	}
}

// coveringStatus is the status among those of responses that stands for one:
// itself or its range (OpenAPI 3.1, section 4.8.16.2), empty when there is none.
func coveringStatus(responses node, status string) string {
	for _, name := range []string{status, status[:min(1, len(status))] + "XX"} {
		if responses.has(name) {
			return name
		}
	}
	return ""
}

func compareResponse(c *comparison, old, new node, status string) {
	compareMediaTypes(c, old.member("content"), new.member("content"), response, "the response "+status)
	before, after := headers(old), headers(new)
	for _, name := range sortedKeys(before, after) {
		o, n := before[name], after[name]
		switch {
		case n.value == nil:
			c.breaking(RuleHeader, o.at, "the header %s of the response %s is gone", name, status)
		case o.value == nil:
			c.compatible(RuleHeader, n.at, "the header %s of the response %s is new", name, status)
		default:
			compareHeader(c, o, n, name)
		}
	}
}

// headers are the headers of a response by their names in lower case, for case
// means nothing in them (RFC 9110, section 5.1).
func headers(response node) map[string]node {
	list := response.member("headers")
	all := map[string]node{}
	for _, name := range list.names() {
		all[strings.ToLower(name)] = list.member(name).resolve()
	}
	return all
}

func compareHeader(c *comparison, old, new node, name string) {
	c.promised(new.at, "the header "+name, old.truth("required"), new.truth("required"))
	c.schemas(old.member("schema"), new.member("schema"), response)
}
