package router

import (
	"fmt"
	"maps"
	"net/http"
	"slices"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// WithStrictQuery refuses query parameters that a route does not know, with 400
// and the name that was probably meant. It is for the functions made with In,
// whose structs say which ones there are; those that the security schemes of
// their flags read are known too. Default: unknown ones are ignored.
func WithStrictQuery() Option { return func(c *config) { c.strictQuery = true } }

// StrictQuery says whether the route, of a function made with In, refuses query
// parameters that it does not know. Default: as WithStrictQuery says.
func StrictQuery(strict bool) Setting { return func(a *about) { a.strictQuery = &strict } }

// strictQuery refuses what a route does not know.
type strictQuery struct{ known []string }

// strictQueryOf returns what a route is strict about, nil when it is not.
func (c *compiler) strictQueryOf(e entry) *strictQuery {
	strict := c.strictQuery
	if own := e.function.about.strictQuery; own != nil {
		strict = *own
	}
	if !strict || e.function.input == nil {
		return nil
	}
	q := &strictQuery{}
	for _, f := range e.function.input.fields {
		if f.in == "query" {
			q.known = append(q.known, f.name)
		}
	}
	for _, flag := range e.route.Flags {
		if s := c.known[flag].Security; s != nil && s.In == apidoc.InQuery {
			q.known = append(q.known, s.ParameterName)
		}
	}
	return q
}

const (
	maxUnknown = 32 // parameters that are told
	maxGuessed = 64 // bytes of a name that is compared with others
)

func (q *strictQuery) check(rd *reading) {
	told := 0
	for _, name := range slices.Sorted(maps.Keys(rd.query)) {
		if slices.Contains(q.known, name) {
			continue
		}
		if told++; told > maxUnknown {
			return
		}
		rd.status = http.StatusBadRequest
		rd.wrong = append(rd.wrong, FieldError{In: "query", Name: short(name), Detail: q.unknown(name)})
	}
}

func (q *strictQuery) unknown(name string) string {
	if len(name) <= maxGuessed {
		if meant := nearest(name, q.known); meant != "" {
			return fmt.Sprintf("is unknown (did you mean %q?)", meant)
		}
	}
	return "is unknown"
}
