package router

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/trefoil-go/trefoil/modules/router/internal/match"
)

// described are the entries that the description shows.
func (c *compiler) described() []entry {
	return slices.DeleteFunc(slices.Clone(c.entries), func(e entry) bool {
		_, own := e.function.handler.(*documentHandler)
		return own || e.function.about.hidden
	})
}

// checkOperationIDs finds operations of one name: generated clients would have
// one method for both (OpenAPI 3.1, section 4.8.10).
func (c *compiler) checkOperationIDs() {
	first := map[string]entry{}
	for _, e := range c.described() {
		id := e.operationID()
		other, taken := first[id]
		if !taken {
			first[id] = e
			continue
		}
		if other.route.Method == e.route.Method && match.Compare(other.route.Segments, e.route.Segments) == match.Same {
			continue // a mistake already
		}
		c.fail(e, "operationId %q is that of %q -> %s too: name one of them, as in router.With(fn, router.OperationID(%q))",
			id, other.key, other.function.at, e.routeID())
	}
}

// operationID names an operation by its own route and function alone, so that no
// other route changes the name.
func (e entry) operationID() string {
	f := e.function
	if f.about.id != "" {
		return f.about.id
	}
	if id := f.at.operationID(); id != "" && f.handler == nil {
		return id
	}
	return e.routeID()
}

// operationID is the module of a controller function and its name: the type of a
// method, or else the package, of which main and the ending _test say nothing.
// Empty for a function without a name.
func (o origin) operationID() string {
	name := o.short()
	if name == "" {
		return ""
	}
	module, _, _ := strings.Cut(strings.TrimRight(strings.TrimSuffix(o.name, name), ".)"), "[") // without types of a generic one
	module = strings.TrimSuffix(module[strings.LastIndexAny(module, ".*(")+1:], "_test")
	if module == "main" {
		return name
	}
	return camel(lower(module), name)
}

// routeID is the method and the words of the path, with By in front of parameters.
func (e entry) routeID() string {
	words := []string{strings.ToLower(e.route.Method)}
	for _, s := range e.route.Segments {
		for _, piece := range s.Pieces() {
			if piece.Param {
				words = append(words, "by")
			}
			words = append(words, strings.FieldsFunc(piece.Text, func(r rune) bool { return strings.ContainsRune(":-._~", r) })...)
		}
	}
	if path := e.route.Path; len(path) > 1 && strings.HasSuffix(path, "/") {
		words = append(words, "slash")
	}
	return camel(words...)
}

// camel joins words, each but the first with a capital letter.
func camel(words ...string) string {
	id := words[0]
	for _, word := range words[1:] {
		_, first := utf8.DecodeRuneInString(word)
		id += strings.ToUpper(word[:first]) + word[first:]
	}
	return id
}

// lower is a word with a small first letter.
func lower(word string) string {
	r, first := utf8.DecodeRuneInString(word)
	return string(unicode.ToLower(r)) + word[first:]
}
