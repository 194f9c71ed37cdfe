package apichange

import "strings"

func (c *comparison) responses(old, new node) {
	matched := map[string]bool{}
	for _, status := range old.names() {
		if strings.HasPrefix(status, "x-") {
			continue
		}
		other := coveringStatus(new, status)
		matched[other] = true
		switch {
		case other != "":
			c.response(old.member(status).resolve(), new.member(other).resolve(), status)
		case strings.HasPrefix(status, "2"):
			c.breaking(old.member(status).at, "the success status %s is gone", status)
		default:
			c.compatible(old.member(status).at, "the status %s is gone", status)
		}
	}
	for _, status := range new.names() {
		if !matched[status] && !strings.HasPrefix(status, "x-") {
			c.compatible(new.member(status).at, "the status %s is new", status)
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

func (c *comparison) response(old, new node, status string) {
	c.mediaTypes(old.member("content"), new.member("content"), response, "the response "+status)
	before, after := headers(old), headers(new)
	for _, name := range sortedKeys(before, after) {
		o, n := before[name], after[name]
		switch {
		case n.value == nil:
			c.breaking(o.at, "the header %s of the response %s is gone", name, status)
		case o.value == nil:
			c.compatible(n.at, "the header %s of the response %s is new", name, status)
		default:
			c.header(o, n, name)
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

func (c *comparison) header(old, new node, name string) {
	switch was, is := old.truth("required"), new.truth("required"); {
	case was && !is:
		c.breaking(new.at, "the header %s may be missing now", name)
	case !was && is:
		c.compatible(new.at, "the header %s is always there now", name)
	}
	c.schemas(old.member("schema"), new.member("schema"), response)
}
