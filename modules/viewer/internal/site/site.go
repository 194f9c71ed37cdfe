// Package site finds the route of an address:
//
//	table := site.New(
//		site.Route{Pattern: "openapi.json", Weight: 4, Handler: files.JSON},
//		site.Route{Pattern: "assets/{file...}", Handler: files.Asset},
//	)
//	route := table.Match(at)
package site

import (
	"net/http"
	"strings"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/loader"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/mount"
)

// Request is a request for a place of a reference.
type Request struct {
	*http.Request
	At  mount.Place
	Now *loader.Snapshot // what the reference shows
}

// Handler answers a request. It is false when there is nothing at the place; nothing is
// answered then.
type Handler func(w http.ResponseWriter, in *Request) bool

// Route says what answers at an address.
type Route struct {
	// Pattern is an address, or a folder with everything in it: "openapi.json",
	// "assets/{file...}". A part in braces within a name matches any text: "a-{n}.xml".
	Pattern string
	// Own reports that the handler decides itself which methods and how many requests
	// it answers.
	Own bool
	// Handler answers at the address. Nil leaves it to pages.
	Handler Handler
	// Weight is what making the answer weighs, against other answers that are made at
	// the same time. Zero is what is there already, or has to answer in any case.
	Weight int
	// Cache is what Cache-Control says of the answer, "" for what the handler sets.
	Cache string
}

// What Cache-Control says.
const (
	Validated = "no-cache" // it may be kept, and whoever keeps it asks whether it still holds
	Never     = "no-store"
)

// Making is the weight of what is made at a place: 1 for a page, which has no route or one
// that does not decide that.
func (r *Route) Making() int {
	if r == nil || r.Own {
		return 1
	}
	return r.Weight
}

// Table is the routes of a reference. It is safe for concurrent use.
type Table struct {
	literals map[string]*Route
	patterns []*Route // folders, and names with a part in braces
	all      []Route
}

// New makes a table of routes. The first that matches wins, and one without a part in
// braces comes before all that have one.
func New(routes ...Route) *Table {
	t := &Table{literals: map[string]*Route{}, all: routes}
	for i := range routes {
		r := &routes[i]
		switch {
		case strings.Contains(r.Pattern, "{"):
			t.patterns = append(t.patterns, r)
		case t.literals[r.Pattern] == nil:
			t.literals[r.Pattern] = r
		}
	}
	return t
}

// All returns the routes of the table, which must not be changed.
func (t *Table) All() []Route { return t.all }

// Match returns the route of a place, nil when it has none.
func (t *Table) Match(at mount.Place) *Route {
	if r := t.literals[at.Address]; r != nil {
		return r
	}
	for _, r := range t.patterns {
		if r.matches(at) {
			return r
		}
	}
	return nil
}

// matches reports whether a place is one of a pattern. Folders are compared as they were
// sent, since what is in them may be escaped in any way.
func (r *Route) matches(at mount.Place) bool {
	before, name, _ := strings.Cut(r.Pattern, "{")
	_, after, _ := strings.Cut(name, "}")
	if strings.HasSuffix(name, "...}") {
		return strings.HasPrefix(at.Raw, before) || at.Raw == strings.TrimSuffix(before, "/")
	}
	return len(at.Address) > len(before)+len(after) && strings.HasPrefix(at.Address, before) && strings.HasSuffix(at.Address, after)
}
