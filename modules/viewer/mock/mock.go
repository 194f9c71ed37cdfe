package mock

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/jsonschema"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/admission"
)

// Mock answers requests from a description. It keeps no state between them, starts
// no goroutine and is safe for concurrent use.
type Mock struct {
	source  core.SpecSource
	config  config
	gate    *admission.Gate
	loading chan struct{} // holds a token for whoever loads
	api     atomic.Pointer[api]
}

const (
	// atOnce is the weight of the requests that are checked and answered at once.
	atOnce = 64
	// bytesPerWeight is how much of a body weighs as much as a request without one.
	bytesPerWeight = 16 << 10
)

// api is a description that was loaded.
type api struct {
	doc     *apidoc.Document
	routes  *routes
	checker *jsonschema.Checker // without references
}

var _ http.Handler = (*Mock)(nil)

// New makes a mock of a source, which is loaded for the first request and then
// kept. The error says which argument or option cannot be used; a description that
// cannot be loaded is none: it is answered with 503, and loaded again for the next
// request.
func New(source core.SpecSource, options ...Option) (*Mock, error) {
	if source == nil {
		return nil, errors.New("mock: nil SpecSource")
	}
	m := &Mock{source: source, config: defaults(), gate: admission.New(atOnce), loading: make(chan struct{}, 1)}
	for _, option := range options {
		option(&m.config)
	}
	if err := m.config.validate(); err != nil {
		return nil, err
	}
	return m, nil
}

// ServeHTTP answers one request. The paths of the description stand at the root:
// use http.StripPrefix below another path. Base paths of its servers may be there
// or not.
func (m *Mock) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	x := &exchange{config: &m.config, gate: m.gate, w: w, r: r}
	if !x.protect() {
		return
	}
	api, err := m.load(r.Context())
	if err != nil {
		w.Header().Set("Retry-After", "5")
		x.problem(problem{Status: http.StatusServiceUnavailable, Detail: "The description cannot be loaded: " + err.Error()})
		return
	}
	x.api = api
	x.serve()
}

// load returns the description, and loads it when nobody has done so.
func (m *Mock) load(ctx context.Context) (*api, error) {
	if a := m.api.Load(); a != nil {
		return a, nil
	}
	select {
	case m.loading <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-m.loading }()
	if a := m.api.Load(); a != nil {
		return a, nil
	}
	doc, err := m.read(ctx)
	if err != nil {
		return nil, err
	}
	a := &api{doc: doc, routes: newRoutes(doc), checker: jsonschema.New(nil)}
	m.api.Store(a)
	return a, nil
}

// read calls the source. One that panics has failed.
func (m *Mock) read(ctx context.Context) (doc *apidoc.Document, err error) {
	defer func() {
		if p := recover(); p != nil {
			doc, err = nil, fmt.Errorf("the source panicked: %v", p)
		}
	}()
	doc, err = m.source.Load(ctx)
	if err == nil && doc == nil {
		err = errors.New("the source returned none")
	}
	return doc, err
}
