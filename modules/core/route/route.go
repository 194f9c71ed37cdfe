// Package route reads route strings, the keys of a controller:
//
//	r, err := route.Parse("GET AUTH /users/:id")
//	r.Method   // "GET"
//	r.Flags    // ["AUTH"]
//	r.Params() // ["id"]
//
// The grammar is
//
//	route   = METHOD *( SP FLAG ) SP PATH
//	METHOD  = "GET" / "HEAD" / "POST" / "PUT" / "PATCH" / "DELETE" / "OPTIONS" / "QUERY"
//	FLAG    = [A-Z][A-Z0-9_]*
//	PATH    = 1*( "/" segment ), at most MaxParams parameters
//	segment = *( literal / ":" name ) / "*" name   (the last form only at the end)
//	name    = [A-Za-z_][A-Za-z0-9_]*
//
// where SP is any run of blanks. A literal is compared with the decoded segment
// of a request path. It holds no blank, control character, "?", "#", "%", "*",
// "{" or "}", and is neither "." nor "..". A colon in it is written "\:", or ":"
// right behind a parameter: "/things/:id:undelete" and "/things\:batchGet". A
// path may end in a slash, which makes it another path than the one without.
package route

import (
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/braces"
)

// MaxParams is how many parameters one path may have.
const MaxParams = 8

// Methods are the methods that every route may name. QUERY is the safe method
// with a body of RFC 10008.
func Methods() []string {
	return []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "QUERY"}
}

// Route is one parsed route string. Treat it as read-only.
type Route struct {
	Method   string
	Flags    []string // in the order written, nil when there are none
	Path     string   // as written: "/users/:id"
	Segments []Segment
}

// Segment is the part of a path behind one slash.
type Segment struct {
	Kind Kind
	Text string // the literal, the name of the parameter, or a mix as it is written
}

// Kind says how a segment matches.
type Kind uint8

// The kinds of segments.
const (
	Literal  Kind = iota // matches itself; empty behind a trailing slash
	Param                // ":name" matches one segment that is not empty
	CatchAll             // "*name" matches the rest of the path, slashes included
	Mixed                // ":id.json" matches one segment by its Pieces
)

// Params returns the names of the path parameters, in order.
func (r Route) Params() []string {
	var names []string
	for _, s := range r.Segments {
		for _, piece := range s.Pieces() {
			if piece.Param {
				names = append(names, piece.Text)
			}
		}
	}
	return names
}

// HasFlag reports whether the route carries flag.
func (r Route) HasFlag(flag string) bool { return slices.Contains(r.Flags, flag) }

// String returns the route string with single blanks. Parsing it again gives an
// equal route.
func (r Route) String() string {
	parts := append([]string{r.Method}, r.Flags...)
	return strings.Join(append(parts, r.Path), " ")
}

// Pattern returns the method and the path as net/http writes patterns: "GET
// /users/{id}", "GET /files/{path...}", "GET /users/{$}" for a path that ends in
// a slash.
func (r Route) Pattern() string {
	path := r.Template()
	switch last := r.Segments[len(r.Segments)-1]; {
	case last.Kind == CatchAll:
		path = strings.TrimSuffix(path, "}") + "...}"
	case last.Kind == Literal && last.Text == "":
		path += "{$}"
	}
	return r.Method + " " + path
}

// Template returns the path with its parameters in braces, as OpenAPI writes
// it: "/users/{id}", "/reports/{id}.json".
func (r Route) Template() string {
	var b strings.Builder
	for _, s := range r.Segments {
		b.WriteString("/" + braces.Join(s.Pieces()))
	}
	return b.String()
}
