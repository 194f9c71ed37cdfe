package mock

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync/atomic"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/jsonschema"
	"github.com/trefoil-go/trefoil/modules/core/problem"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/admission"
)

// Mock answers requests from a description. It keeps no state between them, starts
// no goroutine and is safe for concurrent use.
type Mock struct {
	config config
	loader *loader
	gate   *admission.Gate
}

var _ http.Handler = (*Mock)(nil)

// atOnce is the weight of the requests that are checked and answered at once.
const atOnce = 64

// New makes a mock of a source, which is loaded for the first request and then
// kept. The error says which argument or option cannot be used; a description that
// cannot be loaded is none: it is answered with 503, and loaded again for the next
// request.
func New(source core.SpecSource, options ...Option) (*Mock, error) {
	if source == nil {
		return nil, errors.New("mock: nil SpecSource")
	}
	m := &Mock{config: defaults(), loader: &loader{source: source, loading: make(chan struct{}, 1)}, gate: admission.New(atOnce)}
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
	out := newReply(w, r, &m.config)
	if m.config.sandbox.refuses(r) {
		out.problem(problem.New(http.StatusForbidden, "What a mock server answers is data and not part of a page."))
		return
	}
	api, err := m.loader.load(r.Context())
	if err != nil {
		out.later(5*time.Second, "The description cannot be loaded: "+err.Error())
		return
	}
	found := api.routes.find(r)
	if found == nil {
		path := r.URL.EscapedPath()
		p := problem.New(http.StatusNotFound, "The description has no path that "+clip(path)+" is made of.")
		if near := api.routes.near(path); near != nil {
			p.More = map[string]any{"paths": near}
		}
		out.problem(p)
		return
	}
	if m.config.cors.asks(r) {
		m.config.cors.permit(out.header(), found.allow(), r.Header.Get("Access-Control-Request-Headers"))
		out.send(http.StatusNoContent, nil)
		return
	}
	if len(found.targets) == 0 {
		out.unserved(found.allow())
		return
	}
	c := &call{r: r, wishes: readWishes(r.Header)}
	for _, to := range found.targets {
		op, err := api.doc.Operation(r.Context(), to.operation.Slug)
		if err != nil {
			out.problem(problem.New(http.StatusInternalServerError, "The operation cannot be read: "+err.Error()))
			return
		}
		c.choices = append(c.choices, choice{op, to.values})
	}
	c.choice = c.choices[0]
	out.header().Add("Vary", "Accept, Prefer")
	m.serve(out, api, c)
}

// serve answers a call. Its body is read before it is let in to be checked: a
// client that sends it slowly holds up nobody.
func (m *Mock) serve(out *reply, api *api, c *call) {
	wait := min(c.wishes.wait, m.config.maxWait)
	if wait > 0 && !sleep(c.r, wait) {
		return
	}
	checked := m.config.check && !c.wishes.unchecked && !c.wishes.named()
	if (checked || len(c.choices) > 1) && slices.ContainsFunc(c.choices, choice.takesBody) {
		c.readBody(out.w, m.config.maxBody)
	}
	leave, ok := out.enter(m.gate, c.weight())
	if !ok {
		out.later(admission.Patience, "The mock server is checking too many requests. Try again in a moment.")
		return
	}
	defer leave()
	if wait > 0 {
		out.apply("wait=" + seconds(wait))
	}
	if c.wishes.unchecked {
		out.apply("validate=false")
	}
	schemas := newSchemas(c.r.Context(), api.doc, api.checker)
	var refused *refusal
	if checked || len(c.choices) > 1 {
		refused = c.choose(func() *refusal { return check(c, api.doc.SecuritySchemes, schemas) })
	}
	respond := responder{out, c, newMaker(c, schemas, m.config.echo), &m.config}
	if checked && refused != nil {
		respond.refuse(refused)
		return
	}
	respond.answer()
}

// api is a description that was loaded.
type api struct {
	doc     *apidoc.Document
	routes  *routes
	checker *jsonschema.Checker // without references
}

// loader loads a description once, and again after an error.
type loader struct {
	source  core.SpecSource
	loading chan struct{} // holds a token for whoever loads
	loaded  atomic.Pointer[api]
}

// load returns the description, and loads it when nobody has done so.
func (l *loader) load(ctx context.Context) (*api, error) {
	if a := l.loaded.Load(); a != nil {
		return a, nil
	}
	select {
	case l.loading <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-l.loading }()
	if a := l.loaded.Load(); a != nil {
		return a, nil
	}
	doc, err := l.read(ctx)
	if err != nil {
		return nil, err
	}
	a := &api{doc: doc, routes: newRoutes(doc), checker: jsonschema.New(nil)}
	l.loaded.Store(a)
	return a, nil
}

// read calls the source. One that panics has failed.
func (l *loader) read(ctx context.Context) (doc *apidoc.Document, err error) {
	defer func() {
		if p := recover(); p != nil {
			doc, err = nil, fmt.Errorf("the source panicked: %v", p)
		}
	}()
	doc, err = l.source.Load(ctx)
	if err == nil && doc == nil {
		err = errors.New("the source returned none")
	}
	return doc, err
}
