package viewer

import (
	"net/http"
	"sync/atomic"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/admission"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/headers"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/loader"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/mount"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/pages"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/site"
)

// server answers requests for a reference. It is safe for concurrent use.
type server struct {
	mount   *mount.Mount
	headers *headers.Policy
	loader  *loader.Loader
	table   *site.Table
	pages   *pages.Pages    // have all addresses that are not in the table
	gate    *admission.Gate // what is made for requests at the same time
	beside  atomic.Pointer[beside]
}

// atOnce is the weight of what is made for requests at the same time.
const atOnce = 64

// serve is the way of every request.
func (s *server) serve(w http.ResponseWriter, r *http.Request, at mount.Place) {
	if !s.headers.Begin(w, r) {
		return
	}
	route := s.table.Match(at)
	if route != nil && route.Own && route.Handler(w, s.request(r, at)) {
		return
	}
	gate := s.gate
	if others := s.beside.Load(); others != nil {
		gate = others.gate
	}
	site.Admit(gate, w, r, at, route.Making(), func(w http.ResponseWriter) { s.answer(w, r, at, route) })
}

// answer answers with what is at a place.
func (s *server) answer(w http.ResponseWriter, r *http.Request, at mount.Place, route *site.Route) {
	in := s.request(r, at)
	if route != nil && !route.Own && route.Handler != nil {
		if route.Cache != "" {
			w.Header().Set("Cache-Control", route.Cache)
		}
		if route.Handler(w, in) {
			return
		}
	}
	s.pages.Serve(w, in)
}

// request is a request with what the reference shows now.
func (s *server) request(r *http.Request, at mount.Place) *site.Request {
	return &site.Request{Request: r, At: at, Now: s.loader.Current()}
}

// siblings are the links to a page of the other references of a collection, and a text
// that changes when one of them may.
func (s *server) siblings(t pages.Target, own *loader.Snapshot) ([]core.DocumentLink, string) {
	if others := s.beside.Load(); others != nil {
		return others.links(t, own)
	}
	return nil, ""
}
