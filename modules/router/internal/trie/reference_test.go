package trie_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
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
		case p.Kind == route.Mixed:
			found := expression(p).FindStringSubmatch(segments[i])
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
	return values, len(pattern) == len(segments)
}

// expression matches what a mixed segment does.
func expression(s route.Segment) *regexp.Regexp {
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
