package router

import (
	"net/http"

	"github.com/trefoil-go/trefoil/modules/router/internal/match"
)

// checkOverlaps reports routes that are the same.
func (c *compiler) checkOverlaps() {
	for i, a := range c.entries {
		for _, b := range c.entries[:i] {
			if a.route.Method == b.route.Method && match.Compare(a.route.Segments, b.route.Segments) == match.Same {
				c.fail(a, "same route as %s", mistakeAt(b))
			}
		}
	}
}

// wonOver are the routes that cross one and lose: some requests fit both, and
// neither is more specific.
func (t *table) wonOver(winner entry) []string {
	var keys []string
	for _, e := range t.entries {
		if answersToo(winner, e) && match.Compare(winner.route.Segments, e.route.Segments) == match.Crossing &&
			match.Before(winner.route.Segments, e.route.Segments) < 0 {
			keys = append(keys, e.key)
		}
	}
	return keys
}

// answersToo reports whether two routes have a method in common: GET answers HEAD.
func answersToo(a, b entry) bool {
	pair := a.route.Method + b.route.Method
	return a.route.Method == b.route.Method ||
		pair == http.MethodGet+http.MethodHead || pair == http.MethodHead+http.MethodGet
}

func mistakeAt(e entry) string {
	if e.function.at.name == "" {
		return `"` + e.key + `"`
	}
	return `"` + e.key + `" -> ` + e.function.at.String()
}
