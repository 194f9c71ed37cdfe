package mock

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/jsonschema"
)

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

func newLoader(source core.SpecSource) *loader {
	return &loader{source: source, loading: make(chan struct{}, 1)}
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
