// Package serverurl reads the addresses of servers, which are templates.
package serverurl

import (
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/braces"
)

// maxOrigins bounds the origins of one server, whose variables multiply.
const maxOrigins = 256

// Origins returns every beginning that the address of a server can have, up to
// its path, with the values of its variables: all of a list, or the default of a
// variable that may have any value. What it returns is what the description says,
// not yet known to be the address of anything. A server with a variable without
// values has none.
func Origins(s apidoc.Server) []string { return expand(prefixOf(s.URL), s.Variables) }

// prefixOf is the part of a template of an address that decides on the origin.
func prefixOf(template string) string {
	from := 0
	if i := strings.Index(template, "://"); i >= 0 {
		from = i + len("://")
	}
	if i := strings.IndexAny(template[from:], "/?#"); i >= 0 {
		return template[:from+i]
	}
	return template
}

// expand puts every value of the variables of a template in their place. A
// variable that may have any value has that of its default here: what a visitor
// writes instead leads nowhere. Without values there is no address.
func expand(template string, variables []apidoc.ServerVariable) []string {
	done := []string{template}
	for _, name := range braces.Names(template) {
		var next []string
		for _, value := range valuesOf(name, variables) {
			for _, t := range done {
				next = append(next, strings.ReplaceAll(t, "{"+name+"}", value))
			}
			if len(next) > maxOrigins {
				return nil
			}
		}
		done = next
	}
	return done
}

func valuesOf(name string, variables []apidoc.ServerVariable) []string {
	for _, v := range variables {
		switch {
		case v.Name != name:
		case len(v.Enum) > 0:
			return v.Enum
		case v.Default != "":
			return []string{v.Default}
		}
	}
	return nil
}
