package search

import (
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/pathmatch"
)

// newRoutes reads the templates of the operations, whose entries stand first.
func newRoutes(doc *apidoc.Document) *pathmatch.Table {
	paths := make([]string, len(doc.Operations))
	for i := range doc.Operations {
		paths[i] = doc.Operations[i].Path
	}
	return pathmatch.New(paths)
}

// maxSkipped is how many segments in front of a path may be unknown: that a
// gateway adds, or a server that the description does not name.
const maxSkipped = 4

// route returns the operations that answer a request, the most concrete template
// first. The base path of a server is left out; when nothing fits then, so are
// the first segments, one after the other.
func (x *Index) route(r request) []ranked {
	path := pathmatch.Unescape(pathmatch.Split(r.path))
	for _, base := range pathmatch.Bases(x.doc.Servers) {
		if rest, ok := base.Cut(path); ok {
			if list := x.routeSegments(r.method, rest); len(list) > 0 {
				return list
			}
		}
	}
	if !r.whole {
		return nil
	}
	for skip := 1; skip <= maxSkipped && skip < len(path); skip++ {
		if found := x.routeSegments(r.method, path[skip:]); len(found) > 0 {
			return found
		}
	}
	return nil
}

func (x *Index) routeSegments(method string, path []string) []ranked {
	var list []ranked
	for _, m := range x.routes.Match(path) {
		if method == "" || method == x.doc.Operations[m.Template].Method {
			list = append(list, ranked{entry: m.Template, word: -1})
		}
	}
	return list
}
