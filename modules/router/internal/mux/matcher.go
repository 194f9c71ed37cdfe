package mux

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"github.com/trefoil-go/trefoil/modules/core/route"
	"github.com/trefoil-go/trefoil/modules/router/engine"
)

// matcher finds the routes of one method. Paths with and without a trailing
// slash have a ServeMux each, so that none redirects between them.
type matcher struct {
	method string

	slash *http.ServeMux // asked about paths that end in a slash
	bare  *http.ServeMux // asked about the others

	// closed adds a slash to the patterns and the paths of bare. It is set when
	// there are catch-alls, because "/a/{first}/" has "/a/b" redirected to "/a/b/".
	closed bool

	all bool // there is a catch-all for every path

	probes sync.Pool
}

func newMatcher(method string) *matcher {
	return &matcher{method: method, slash: http.NewServeMux(), bare: http.NewServeMux(), probes: sync.Pool{New: newProbe}}
}

func (m *matcher) add(r *engine.Route) error {
	prefix, last := split(r.Segments)
	switch {
	case last.Kind == route.CatchAll:
		m.all = m.all || prefix == ""
		if err := handle(m.slash, prefix+"/", r); err != nil {
			return err
		}
		return handle(m.bare, prefix+"/{first}/", r)
	case last.Kind == route.Literal && last.Text == "":
		return handle(m.slash, prefix+"/{$}", r)
	case m.closed:
		return handle(m.bare, prefix+segment(last, len(r.Segments))+"/{$}", r)
	}
	return handle(m.bare, prefix+segment(last, len(r.Segments)), r)
}

// complete lets the ServeMuxes find something for every path, which is no target: one
// that finds nothing asks for other methods, which takes longer than all the rest.
func (m *matcher) complete() {
	m.bare.Handle("/", http.NotFoundHandler())
	if !m.all {
		m.slash.Handle("/", http.NotFoundHandler())
	}
}

// split returns the pattern of all segments but the last.
func split(segments []route.Segment) (pattern string, last route.Segment) {
	var b strings.Builder
	n := len(segments) - 1
	for i, s := range segments[:n] {
		b.WriteString(segment(s, i+1))
	}
	return b.String(), segments[n]
}

// segment is the pattern of the segment at a position.
func segment(s route.Segment, position int) string {
	if s.Kind == route.Param {
		return fmt.Sprintf("/{p%d}", position)
	}
	return "/" + engine.Escape(s.Text)
}

// match finds the route of a path that engine.Path returned for a request.
func (m *matcher) match(r *http.Request, path string) *target {
	mux := m.bare
	switch {
	case path[len(path)-1] == '/':
		mux = m.slash
	case m.closed:
		return m.askAbout(mux, path+"/")
	}
	if r.URL.RawPath == "" && r.URL.Path == path {
		return ask(mux, r)
	}
	return m.askAbout(mux, path)
}

// askAbout asks about a path that is not spelled like that of the request. An
// escaped slash is doubled: no literal holds one, so nothing else matches, but
// a ServeMux takes the segment "%2F" for a trailing slash.
func (m *matcher) askAbout(mux *http.ServeMux, path string) *target {
	p := m.probes.Get().(*probe)
	p.url.Path = path
	if strings.IndexByte(path, '%') >= 0 {
		p.url.RawPath = strings.ReplaceAll(path, "%2F", "%2F%2F")
		p.url.Path, _ = url.PathUnescape(p.url.RawPath) // Path escaped it
	}
	found := ask(mux, &p.request)
	p.url = url.URL{}
	m.probes.Put(p)
	return found
}

// ask does not change the request, nor does it let the ServeMux answer it.
func ask(mux *http.ServeMux, r *http.Request) *target {
	h, _ := mux.Handler(r)
	found, _ := h.(*target)
	return found
}

// target carries a route through a ServeMux. It is never called.
type target struct {
	route *engine.Route
	head  engine.Route // up to the last parameter, which is all that Values needs
}

func newTarget(r *engine.Route) *target {
	n := len(r.Segments)
	for n > 0 && r.Segments[n-1].Kind == route.Literal {
		n--
	}
	return &target{route: r, head: engine.Route{Segments: r.Segments[:n]}}
}

func (*target) ServeHTTP(http.ResponseWriter, *http.Request) {}

func handle(m *http.ServeMux, pattern string, r *engine.Route) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("%q: the ServeMux refuses it: %v", r.Key, v)
		}
	}()
	m.Handle(pattern, newTarget(r))
	return nil
}

// probe is a request that a ServeMux is asked about in place of the real one.
type probe struct {
	request http.Request
	url     url.URL
}

func newProbe() any {
	p := &probe{request: http.Request{Method: http.MethodGet}}
	p.request.URL = &p.url
	return p
}
