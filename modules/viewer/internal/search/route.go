package search

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// route is the template of a path.
type route struct {
	entry    int
	method   string
	segments []string
}

// newRoutes reads the templates of the operations, whose entries stand first.
func newRoutes(doc *apidoc.Document) []route {
	routes := make([]route, len(doc.Operations))
	for i := range doc.Operations {
		o := &doc.Operations[i]
		path, _, _ := strings.Cut(o.Path, "?")
		path, _, _ = strings.Cut(path, "#")
		routes[i] = route{i, o.Method, segments(path)}
	}
	return routes
}

func segments(path string) []string { return strings.Split(strings.Trim(path, "/"), "/") }

// maxSkipped is how many segments in front of a path may be unknown: that a
// gateway adds, or a server that the description does not name.
const maxSkipped = 4

// route returns the operations that answer a request, the most specific template
// first. The base path of a server is left out; when nothing fits then, so are
// the first segments, one after the other.
func (x *Index) route(r request) []ranked {
	for _, prefix := range prefixes(x.doc.Servers) {
		rest, ok := strings.CutPrefix(r.path, prefix)
		if !ok || rest != "" && rest[0] != '/' {
			continue
		}
		if list := x.routeSegments(r.method, segments(rest)); len(list) > 0 {
			return list
		}
	}
	if !r.whole {
		return nil
	}
	list := segments(r.path)
	for skip := 1; skip <= maxSkipped && skip < len(list); skip++ {
		if found := x.routeSegments(r.method, list[skip:]); len(found) > 0 {
			return found
		}
	}
	return nil
}

func (x *Index) routeSegments(method string, path []string) []ranked {
	for i, s := range path {
		if plain, err := url.PathUnescape(s); err == nil {
			path[i] = plain
		}
	}
	type fit struct {
		entry int
		score []int
	}
	var fits []fit
	for i := range x.routes {
		t := &x.routes[i]
		if method != "" && method != t.method {
			continue
		}
		if score, ok := t.fits(path); ok {
			fits = append(fits, fit{t.entry, score})
		}
	}
	slices.SortStableFunc(fits, func(a, b fit) int { return cmp.Or(slices.Compare(b.score, a.score)) })
	list := make([]ranked, len(fits))
	for i, f := range fits {
		list[i] = ranked{entry: f.entry, word: -1}
	}
	return list
}

// fits reports whether a path is made by the template, and how specific each of
// its segments is: the number of its fixed characters, most for a fixed one.
func (t *route) fits(path []string) (score []int, ok bool) {
	if len(path) != len(t.segments) {
		return nil, false
	}
	for i, template := range t.segments {
		fixed, ok := segmentFits(template, path[i])
		if !ok {
			return nil, false
		}
		score = append(score, fixed)
	}
	return score, true
}

// fixedSegment is the score of a segment without variables.
const fixedSegment = 1 << 20

// segmentFits compares one segment with its template, such as "{name}.{format}".
func segmentFits(template, segment string) (fixed int, ok bool) {
	if template == segment {
		if strings.ContainsAny(template, "{}") {
			return fixedSegment / 2, true // the template itself
		}
		return fixedSegment, true
	}
	rest := segment
	for template != "" {
		open := strings.IndexByte(template, '{')
		if open < 0 {
			return fixed + len(template), rest == template
		}
		if !strings.HasPrefix(rest, template[:open]) {
			return 0, false
		}
		fixed += open
		rest = rest[open:]
		end := strings.IndexByte(template[open:], '}')
		if end < 0 {
			return 0, false
		}
		template = template[open+end+1:]
		literal := template
		if next := strings.IndexByte(template, '{'); next >= 0 {
			literal = template[:next]
		}
		at := len(rest)
		if literal != "" {
			if at = strings.Index(rest, literal); at > 0 && literal == template {
				at = strings.LastIndex(rest, literal)
			}
		}
		if at <= 0 {
			return 0, false // a variable is never empty
		}
		rest = rest[at:]
	}
	return fixed, rest == ""
}
