package viewer

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
	"github.com/trefoil-go/trefoil/modules/viewer/mock"
)

// mockFolder is the address of the mock server, without the slash at its end.
const mockFolder = "_/mock"

// WithMock answers the requests of the description below "_/mock/", from its
// examples and schemas, and offers that as one more server on the pages: see
// package mock. Answers share the origin of the pages, so they are sent with
// mock.WithSharedOrigin, whatever the options say. A static export has no server:
// make one of a viewer without this option. Default: nothing is answered.
//
// The viewer has to get the requests of all methods then, not only GET and HEAD.
func WithMock(options ...mock.Option) Option {
	return func(c *config) { c.mocked, c.mockOptions = true, slices.Clone(options) }
}

// mocking answers requests of the description.
type mocking struct {
	server  apidoc.Server
	options []mock.Option

	handlers loader.Derived[http.Handler]
}

func newMocking(c *config) (*mocking, error) {
	if !c.mocked {
		return nil, nil
	}
	m := &mocking{options: append(c.mockOptions, mock.WithSharedOrigin())}
	m.server = apidoc.Server{
		URL: mockFolder, Name: "Mock server",
		Description: "Answers from the examples and schemas of this description, and takes any credential.",
	}
	if c.public != "" {
		m.server.URL = c.public + mockFolder
	}
	m.handlers.Make = m.handler
	_, err := m.make(nil)
	return m, err
}

func (m *mocking) make(doc *apidoc.Document) (http.Handler, error) {
	return mock.New(core.SpecSourceFunc(func(context.Context) (*apidoc.Document, error) { return doc, nil }), m.options...)
}

// handler makes what answers for a document.
func (m *mocking) handler(_ context.Context, d *loader.Description) http.Handler {
	h, err := m.make(d.Doc)
	if err != nil { // which New has tried
		return http.NotFoundHandler()
	}
	return h
}

// offered is a document with one more server.
func (m *mocking) offered(doc *apidoc.Document) *apidoc.Document {
	return doc.WithServers(func(list []apidoc.Server) []apidoc.Server {
		if len(list) == 0 {
			list = []apidoc.Server{{URL: "/"}} // which is what none means
		}
		return append(slices.Clip(list), m.server)
	})
}

// serve answers requests for the mock server. It is false for all others.
func (m *mocking) serve(v *Viewer, w http.ResponseWriter, r *http.Request, at mount.Place) bool {
	rest, inside := strings.CutPrefix(at.Raw, mockFolder)
	if m == nil || !inside || rest != "" && rest[0] != '/' {
		return false
	}
	s := v.loader.Current()
	if s.Doc == nil {
		w.Header().Set("Retry-After", "1")
		http.Error(w, "There is no description to answer from yet.", http.StatusServiceUnavailable)
		return true
	}
	if rest == "" {
		rest = "/"
	}
	inner, address := *r, url.URL{Path: mount.Unescape(rest), RawPath: rest, RawQuery: r.URL.RawQuery}
	inner.URL = &address
	m.handlers.Of(s.Description).ServeHTTP(w, &inner)
	return true
}
