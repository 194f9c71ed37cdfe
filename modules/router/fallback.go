package router

import (
	"net/http"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/route"
	"github.com/trefoil-go/trefoil/modules/router/engine"
)

// allowTable knows which methods a path has.
type allowTable struct {
	literals map[string]*allowTable // by escaped segment
	param    *allowTable
	methods  []string // of a path that ends here
	rest     []string // of a catch-all that begins here
}

func newAllowTable(routes []*engine.Route) *allowTable {
	root := &allowTable{}
	for _, r := range routes {
		root.add(r.Method, r.Segments)
	}
	return root
}

func (t *allowTable) add(method string, segments []route.Segment) {
	for _, s := range segments {
		switch s.Kind {
		case route.CatchAll:
			t.rest = append(t.rest, method)
			return
		case route.Param:
			if t.param == nil {
				t.param = &allowTable{}
			}
			t = t.param
		default:
			t = t.literal(engine.Escape(s.Text))
		}
	}
	t.methods = append(t.methods, method)
}

func (t *allowTable) literal(segment string) *allowTable {
	if t.literals == nil {
		t.literals = map[string]*allowTable{}
	}
	next := t.literals[segment]
	if next == nil {
		next = &allowTable{}
		t.literals[segment] = next
	}
	return next
}

// find collects the methods of a path, which begins behind its first slash.
func (t *allowTable) find(path string, more bool, methods []string) []string {
	if !more {
		return append(methods, t.methods...)
	}
	methods = append(methods, t.rest...)
	segment, rest, more := strings.Cut(path, "/")
	if next := t.literals[segment]; next != nil {
		methods = next.find(rest, more, methods)
	}
	if t.param != nil && segment != "" {
		methods = t.param.find(rest, more, methods)
	}
	return methods
}

// allow is the value of the header Allow for a path, empty when there is
// nothing at the path.
func (t *allowTable) allow(r *http.Request) string {
	path, ok := engine.Path(r.URL)
	if !ok {
		return ""
	}
	methods := t.find(path[1:], true, nil)
	if len(methods) == 0 {
		return ""
	}
	methods = append(methods, http.MethodOptions)
	slices.Sort(methods)
	return strings.Join(slices.Compact(methods), ", ")
}

// fallback answers the requests that no route matches.
type fallback struct {
	router *Router
	table  *allowTable
}

func (f fallback) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	rw := responseWriter{ResponseWriter: w}
	if r.Method == http.MethodHead {
		rw.head = &headBody{}
	}
	answer := f.answer(w, r)
	if err := answer.write(&rw); err != nil {
		f.router.logger.Debug("response not written", "err", err)
	}
	rw.sendHead()
}

func (f fallback) answer(w http.ResponseWriter, r *http.Request) Response {
	if !strings.HasPrefix(r.URL.Path, "/") {
		return f.refusal(w, r, http.StatusBadRequest, "the request target has no path")
	}
	allow := f.table.allow(r)
	if allow == "" {
		return f.refusal(w, r, http.StatusNotFound, "nothing is at this path")
	}
	answer := Response{Status: http.StatusNoContent}
	if r.Method != http.MethodOptions {
		answer = f.refusal(w, r, http.StatusMethodNotAllowed, "this path allows "+allow)
	}
	answer.add("Allow", allow)
	return answer
}

func (f fallback) refusal(w http.ResponseWriter, r *http.Request, status int, detail string) Response {
	id := f.router.nameRequest(w.Header(), r)
	return newProblem(status, detail, id).response(r.Header["Accept"])
}
