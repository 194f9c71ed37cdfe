package trie_test

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/route"
	"github.com/trefoil-go/trefoil/modules/router/engine"
)

// reference matches as package engine says, one route after the other, the one that
// is meant first.
type reference []candidate

type candidate struct {
	*engine.Route
	expressions []*regexp.Regexp // of its mixed segments, nil for the others
}

func newReference(routes []*engine.Route) reference {
	var all reference
	for _, r := range routes {
		c := candidate{Route: r}
		for _, s := range r.Segments {
			c.expressions = append(c.expressions, expression(s))
		}
		all = append(all, c)
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(kinds(a.Route), kinds(b.Route)) })
	return all
}

func (all reference) keys() (keys []string) {
	for _, c := range all {
		keys = append(keys, c.Key)
	}
	return keys
}

func (all reference) match(r *http.Request) (*engine.Route, []string) {
	segments, ok := decoded(r.URL)
	if !ok {
		return nil, nil
	}
	for _, c := range all {
		if c.Method != r.Method {
			continue
		}
		if values, ok := c.matches(segments); ok {
			return c.Route, values
		}
	}
	return nil, nil
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

func (c candidate) matches(segments []string) (values []string, ok bool) {
	for i, p := range c.Segments {
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
		case p.Kind == route.Mixed:
			found := c.expressions[i].FindStringSubmatch(segments[i])
			if found == nil {
				return nil, false
			}
			for _, value := range found[1:] {
				values = append(values, url.PathEscape(value))
			}
		case p.Kind == route.Param || p.Text != segments[i]:
			return nil, false
		}
	}
	return values, len(c.Segments) == len(segments)
}

// expression matches what a mixed segment does.
func expression(s route.Segment) *regexp.Regexp {
	if s.Kind != route.Mixed {
		return nil
	}
	text := "^"
	for _, piece := range s.Pieces() {
		if piece.Param {
			text += "(.+)"
			continue
		}
		text += regexp.QuoteMeta(piece.Text)
	}
	return regexp.MustCompile("(?s)" + text + "$")
}

// kinds sorts the one of two routes first that is meant where both match a path.
func kinds(r *engine.Route) string {
	var b strings.Builder
	for _, s := range r.Segments {
		b.WriteString("/" + map[route.Kind]string{route.Literal: "1", route.Mixed: "2", route.Param: "3", route.CatchAll: "4"}[s.Kind])
		for _, piece := range s.Pieces() {
			if s.Kind == route.Mixed && piece.Param {
				b.WriteString("~")
			} else if s.Kind == route.Mixed {
				fmt.Fprintf(&b, "!%03d%s", 999-len(piece.Text), piece.Text)
			}
		}
	}
	return b.String()
}

// clash reports whether two routes of one method are the same.
func clash(a, b *engine.Route) bool {
	return a.Method == b.Method && shape(a) == shape(b)
}

func shape(r *engine.Route) string {
	var b strings.Builder
	for _, s := range r.Segments {
		fmt.Fprintf(&b, "/%d", s.Kind)
		for _, piece := range s.Pieces() {
			if piece.Param {
				b.WriteString("{}")
				continue
			}
			b.WriteString(piece.Text)
		}
	}
	return b.String()
}
