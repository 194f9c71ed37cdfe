package search

import (
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/pathmatch"
)

// routes finds the operations at a path.
type routes struct {
	doc   *apidoc.Document
	table *pathmatch.Table
}

// newRoutes reads the templates of the operations, whose entries stand first.
func newRoutes(doc *apidoc.Document) *routes {
	paths := make([]string, len(doc.Operations))
	for i := range doc.Operations {
		paths[i] = doc.Operations[i].Path
	}
	return &routes{doc, pathmatch.New(paths)}
}

// maxSkipped is how many segments in front of a path may be unknown: that a
// gateway adds, or a server that the description does not name.
const maxSkipped = 4

// find returns the operations that answer a request, the most concrete template
// first, and before it one that has the query or fragment of the request. The base
// path of a server is left out; when nothing fits then, so are the first segments, one
// after the other.
func (t *routes) find(r request) []ranked {
	path := pathmatch.Unescape(pathmatch.Split(r.path))
	for _, base := range pathmatch.Bases(t.doc.Servers) {
		if rest, ok := base.Cut(path); ok {
			if list := t.at(r, rest); len(list) > 0 {
				return list
			}
		}
	}
	if !r.whole {
		return nil
	}
	for skip := 1; skip <= maxSkipped && skip < len(path); skip++ {
		if found := t.at(r, path[skip:]); len(found) > 0 {
			return found
		}
	}
	return nil
}

func (t *routes) at(r request, path []string) []ranked {
	var written, list []ranked
	for _, m := range t.table.Match(path) {
		o, found := &t.doc.Operations[m.Template], ranked{entry: m.Template, word: -1}
		switch {
		case r.method != "" && r.method != o.Method:
		case strings.ContainsAny(o.Path, "?#") && strings.HasSuffix(r.target, o.Path):
			written = append(written, found)
		default:
			list = append(list, found)
		}
	}
	return append(written, list...)
}

// pasted finds the operations that answer a pasted request. It is false when the
// query is none, or may be something else too.
func (t *routes) pasted(text string) ([]ranked, bool) {
	r, ok := parseRequest(text)
	if !ok || !r.whole {
		return nil, false
	}
	list := t.find(r)
	return list, len(list) > 0
}

// typed finds the operations at a path that a reader typed, which pass the filters.
func (t *routes) typed(q *query, entries []entry) []ranked {
	r, ok := parseRequest(q.text)
	if !ok || r.whole {
		return nil
	}
	var fitting []ranked
	for _, e := range t.find(r) {
		if q.passes(&entries[e.entry]) {
			fitting = append(fitting, e)
		}
	}
	return fitting
}
