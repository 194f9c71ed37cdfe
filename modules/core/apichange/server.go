package apichange

import (
	"slices"
	"strings"
)

// compareServers compares where an API is. A server is known by its address as it is
// written; a list that is not there says nothing.
func compareServers(c *comparison, old, new node) {
	before, after := servers(old), servers(new)
	for _, address := range sortedKeys(before, after) {
		was, is := before[address], after[address]
		switch {
		case is.value == nil && len(after) > 0:
			c.gone(Breaking, RuleServer, was.at, "the server %s is gone", address)
		case is.value == nil:
		case was.value == nil && len(before) > 0:
			c.compatible(RuleServer, is.at, "the server %s is new", address)
		case was.value != nil:
			compareVariables(c, address, was.member("variables"), is.member("variables"))
		}
	}
}

// servers are the servers of a list by their addresses.
func servers(list node) map[string]node {
	all := map[string]node{}
	for _, server := range list.items() {
		if address := strings.TrimSuffix(server.text("url"), "/"); server.value != nil {
			all[address] = server
		}
	}
	return all
}

// compareVariables compares the variables of a server (OpenAPI 3.1, section 4.8.6).
func compareVariables(c *comparison, address string, old, new node) {
	for _, name := range sortedKeys(old.object(), new.object()) {
		was, is := old.member(name), new.member(name)
		what := "the variable " + quoted(name) + " of the server " + address
		if was.text("default") != is.text("default") && was.value != nil && is.value != nil {
			c.became(Breaking, RuleServer, is.member("default").at, "the default of "+what, quoted(was.text("default")), quoted(is.text("default")))
		}
		allowed, now := texts(was.member("enum")), texts(is.member("enum"))
		for _, value := range allowed {
			if len(now) > 0 && !slices.Contains(now, value) {
				c.breaking(RuleServer, is.at, "the value %q of %s is gone", value, what)
			}
		}
		for _, value := range now {
			if len(allowed) > 0 && !slices.Contains(allowed, value) {
				c.compatible(RuleServer, is.at, "the value %q of %s is new", value, what)
			}
		}
		if len(allowed) == 0 && len(now) > 0 && was.value != nil {
			c.breaking(RuleServer, is.at, "only these values of %s are allowed now: %s", what, strings.Join(now, ", "))
		}
	}
}

// texts are the texts of an array.
func texts(list node) []string {
	var all []string
	for _, item := range list.items() {
		if text, ok := item.value.(string); ok {
			all = append(all, text)
		}
	}
	return all
}
