// Package mockserver answers the requests of a description, below an address of its
// reference.
package mockserver

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/loader"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/mount"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/site"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
	"github.com/trefoil-go/trefoil/modules/viewer/mock"
)

// folder is the address of the mock server, without the slash at its end.
const folder = "_/mock"

// Server answers requests of descriptions. It is safe for concurrent use.
type Server struct {
	server   apidoc.Server
	options  []mock.Option
	handlers loader.Derived[http.Handler]
}

// New makes a Server of a reference whose absolute address is public, "" for unknown.
// The error says which option cannot be used.
func New(public string, options []mock.Option) (*Server, error) {
	m := &Server{options: append(options, mock.WithSharedOrigin())}
	m.server = apidoc.Server{
		URL: public + folder, Name: string(wording.MockServer),
		Description: string(wording.MockAnswers),
	}
	m.handlers.Make = func(_ context.Context, d *loader.Description) http.Handler {
		h, err := m.handler(d.Doc)
		if err != nil { // which New has tried
			return http.NotFoundHandler()
		}
		return h
	}
	_, err := m.handler(nil)
	return m, err
}

func (m *Server) handler(doc *apidoc.Document) (http.Handler, error) {
	return mock.New(core.SpecSourceFunc(func(context.Context) (*apidoc.Document, error) { return doc, nil }), m.options...)
}

// Offer is a document with one more server.
func (m *Server) Offer(doc *apidoc.Document) *apidoc.Document {
	return doc.WithServers(func(list []apidoc.Server) []apidoc.Server {
		if len(list) == 0 {
			list = []apidoc.Server{{URL: "/"}} // which is what none means
		}
		return append(slices.Clip(list), m.server)
	})
}

// Routes are the address of the mock server.
func (m *Server) Routes() []site.Route {
	return []site.Route{{Pattern: folder + "/{rest...}", Own: true, Handler: m.serve}}
}

func (m *Server) serve(w http.ResponseWriter, in *site.Request) bool {
	if in.Now.Doc == nil {
		w.Header().Set("Retry-After", "1")
		http.Error(w, "There is no description to answer from yet.", http.StatusServiceUnavailable)
		return true
	}
	rest := strings.TrimPrefix(in.At.Raw, folder)
	if rest == "" {
		rest = "/"
	}
	inner, address := *in.Request, url.URL{Path: mount.Unescape(rest), RawPath: rest, RawQuery: in.URL.RawQuery}
	inner.URL = &address
	m.handlers.Of(in.Now.Description).ServeHTTP(w, &inner)
	return true
}
