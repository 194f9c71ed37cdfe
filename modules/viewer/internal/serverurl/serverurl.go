// Package serverurl reads the addresses of servers, which are templates.
package serverurl

import (
	"regexp"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/braces"
)

// maxOrigins bounds the origins of one server, whose variables multiply.
const maxOrigins = 256

// maimed is an address whose host lacks a label or its port.
var maimed = regexp.MustCompile(`^[^/]*//(?:[^/?#]*[.:])?(?:[.:/?#]|$)`)

// Fill puts the value of a variable in its place. An empty value is one, too, unless the
// host would lack a part: such a variable is for the reader to fill in, and stays.
func Fill(template, name, value string) string {
	full := strings.ReplaceAll(template, "{"+name+"}", value)
	if value == "" && maimed.MatchString(full) {
		return template
	}
	return full
}

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
				if full := Fill(t, name, value); full != t {
					next = append(next, full)
				}
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
		default:
			return []string{v.Default}
		}
	}
	return nil
}
