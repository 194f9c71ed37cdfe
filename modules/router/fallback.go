package router

import (
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/trefoil-go/trefoil/modules/core/route"
	"github.com/trefoil-go/trefoil/modules/router/engine"
	"github.com/trefoil-go/trefoil/modules/router/internal/failure"
)

// allowTable knows which methods a path has.
type allowTable struct {
	root    allowNode
	methods []string // sorted, OPTIONS among them
	known   sync.Map // *allowed by methodSet, made when first asked for
}

// methodSet has a bit for every method of the table.
type methodSet uint64

// allowed is what to say about the methods of a path.
type allowed struct {
	header []string // of Allow
	detail string
}

type allowNode struct {
	literals map[string]*allowNode // by escaped segment
	mixed    []allowMixed
	param    *allowNode
	methods  methodSet // of a path that ends here
	rest     methodSet // of a catch-all that begins here
}

type allowMixed struct {
	segment string // as it is written
	pattern *engine.Mixed
	next    *allowNode
}

func newAllowTable(routes []*engine.Route) *allowTable {
	t := &allowTable{methods: []string{http.MethodOptions}}
	for _, r := range routes {
		t.methods = append(t.methods, r.Method)
	}
	slices.Sort(t.methods)
	t.methods = slices.Compact(t.methods)
	for _, r := range routes {
		t.root.add(t.bit(r.Method), r.Segments)
	}
	return t
}

func (t *allowTable) bit(method string) methodSet {
	i, _ := slices.BinarySearch(t.methods, method)
	return 1 << i
}

// allow says what a path allows, nil when there is nothing at it.
func (t *allowTable) allow(r *http.Request) *allowed {
	path, ok := engine.Path(r.URL)
	if !ok {
		return nil
	}
	set := t.root.find(path[1:], true)
	if set == 0 {
		return nil
	}
	if known, ok := t.known.Load(set); ok {
		return known.(*allowed)
	}
	var names []string
	for i, method := range t.methods {
		if (set|t.bit(http.MethodOptions))&(1<<i) != 0 {
			names = append(names, method)
		}
	}
	value := strings.Join(names, ", ")
	made, _ := t.known.LoadOrStore(set, &allowed{[]string{value}, "this path allows " + value})
	return made.(*allowed)
}

func (t *allowNode) add(method methodSet, segments []route.Segment) {
	for _, s := range segments {
		switch s.Kind {
		case route.CatchAll:
			t.rest |= method
			return
		case route.Param:
			if t.param == nil {
				t.param = &allowNode{}
			}
			t = t.param
		case route.Mixed:
			t = t.behind(s)
		default:
			t = t.literal(engine.Escape(s.Text))
		}
	}
	t.methods |= method
}

func (t *allowNode) behind(s route.Segment) *allowNode {
	for _, m := range t.mixed {
		if m.segment == s.Text {
			return m.next
		}
	}
	t.mixed = append(t.mixed, allowMixed{s.Text, engine.NewMixed(s), &allowNode{}})
	return t.mixed[len(t.mixed)-1].next
}

func (t *allowNode) literal(segment string) *allowNode {
	if t.literals == nil {
		t.literals = map[string]*allowNode{}
	}
	next := t.literals[segment]
	if next == nil {
		next = &allowNode{}
		t.literals[segment] = next
	}
	return next
}

// find collects the methods of a path, which begins behind its first slash.
func (t *allowNode) find(path string, more bool) methodSet {
	if !more {
		return t.methods
	}
	set := t.rest
	segment, rest, more := strings.Cut(path, "/")
	if next := t.literals[segment]; next != nil {
		set |= next.find(rest, more)
	}
	for i := range t.mixed {
		var values engine.Values
		if m := &t.mixed[i]; m.pattern.Match(segment, values[:]) {
			set |= m.next.find(rest, more)
		}
	}
	if t.param != nil && segment != "" {
		set |= t.param.find(rest, more)
	}
	return set
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
	if allow == nil {
		return f.refusal(w, r, http.StatusNotFound, "nothing is at this path")
	}
	answer := Response{Status: http.StatusNoContent}
	if r.Method != http.MethodOptions {
		answer = f.refusal(w, r, http.StatusMethodNotAllowed, allow.detail)
	}
	w.Header()["Allow"] = allow.header
	return answer
}

func (f fallback) refusal(w http.ResponseWriter, r *http.Request, status int, detail string) Response {
	id := f.router.nameRequest(w.Header(), r)
	return responseTo(failure.New(status, detail, id), r.Header["Accept"])
}
