package trie_test

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/route"
	"github.com/trefoil-go/trefoil/modules/router/engine"
)

// reference matches as package engine says, one route after the other.
type reference []*engine.Route

func (routes reference) match(r *http.Request) (best *engine.Route, values []string) {
	segments, ok := decoded(r.URL)
	if !ok {
		return nil, nil
	}
	for _, candidate := range routes {
		if candidate.Method != r.Method {
			continue
		}
		if v, ok := matches(candidate.Segments, segments); ok && (best == nil || kinds(candidate) < kinds(best)) {
			best, values = candidate, v
		}
	}
	return best, values
}

// decoded are the segments of a path that can be matched.
func decoded(u *url.URL) ([]string, bool) {
	parts := strings.Split(u.EscapedPath(), "/")
	if parts[0] != "" || len(parts) == 1 {
		return nil, false
	}
	parts = parts[1:]
	for i, part := range parts {
		text, err := url.PathUnescape(part)
		empty := text == "" && i < len(parts)-1
		if err != nil || empty || text == "." || text == ".." {
			return nil, false
		}
		parts[i] = text
	}
	return parts, true
}

func matches(pattern []route.Segment, segments []string) (values []string, ok bool) {
	for i, p := range pattern {
		if i == len(segments) {
			return nil, false
		}
		switch {
		case p.Kind == route.CatchAll:
			rest := make([]string, 0, len(segments))
			for _, s := range segments[i:] {
				rest = append(rest, url.PathEscape(s))
			}
			return append(values, strings.Join(rest, "/")), true
		case p.Kind == route.Param && segments[i] != "":
			values = append(values, url.PathEscape(segments[i]))
		case p.Kind == route.Param || p.Text != segments[i]:
			return nil, false
		}
	}
	return values, len(pattern) == len(segments)
}

// kinds sorts the more specific one of two routes that match a path first.
func kinds(r *engine.Route) string {
	var b strings.Builder
	for _, s := range r.Segments {
		b.WriteByte('0' + byte(s.Kind))
	}
	return b.String()
}

// clash tells whether two routes of one method are the same, or match a path of
// which each could be the owner.
func clash(a, b *engine.Route) bool {
	if a.Method != b.Method {
		return false
	}
	aLess, bLess := false, false
	for i := 0; ; i++ {
		if i == len(a.Segments) || i == len(b.Segments) {
			return len(a.Segments) == len(b.Segments) && aLess == bLess
		}
		x, y := a.Segments[i], b.Segments[i]
		if x.Kind != y.Kind {
			aLess, bLess = aLess || x.Kind < y.Kind, bLess || y.Kind < x.Kind
		}
		switch {
		case x.Kind == route.CatchAll || y.Kind == route.CatchAll:
			return aLess == bLess
		case x.Kind == route.Literal && y.Kind == route.Literal && x.Text != y.Text,
			x.Kind != y.Kind && x.Text == "", x.Kind != y.Kind && y.Text == "":
			return false
		}
	}
}
