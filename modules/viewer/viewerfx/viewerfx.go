// Package viewerfx wires a viewer into an fx application:
//
//	fx.New(
//		viewerfx.Module,
//		fx.Provide(func() (core.SpecSource, error) { return openapi.FromFile("api.yaml") }),
//		fx.Invoke(func(v *viewer.Viewer, mux *http.ServeMux) { mux.Handle("/reference/", v) }),
//	)
//
// The viewer begins to load when it is made and is closed when the application
// stops.
package viewerfx

import (
	"context"
	"log/slog"

	"go.uber.org/fx"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/mdrender"
)

// Params is what Module needs. New fields may be added.
type Params struct {
	fx.In

	Lifecycle fx.Lifecycle
	// Source gives the description. Without one, Configuration.Spec does.
	Source core.SpecSource `optional:"true"`
	// Transport fetches Configuration.Spec.URL. Default: net/http.
	Transport core.Transport `name:"viewer.transport" optional:"true"`
	// Renderer writes the pages. Default: htmlrender.
	Renderer core.Renderer `optional:"true"`
	// Configuration says how pages look. Default: its zero value.
	Configuration viewer.Configuration `optional:"true"`
	// Options come after the configuration, so they win.
	Options []viewer.Option `group:"viewer.options"`
	Logger  *slog.Logger    `optional:"true"`
}

// Module provides *viewer.Viewer.
var Module = fx.Module("viewer", fx.Provide(newViewer))

func newViewer(p Params) (*viewer.Viewer, error) {
	source, renderer := p.Source, p.Renderer
	if renderer == nil {
		renderer = htmlrender.New()
	}
	if source == nil {
		var err error
		if source, err = p.Configuration.Spec.Source(p.Transport); err != nil {
			return nil, err
		}
	}
	options := []viewer.Option{
		viewer.WithConfiguration(p.Configuration), viewer.WithMarkdown(mdrender.New()), viewer.WithLogger(p.Logger),
	}
	v, err := viewer.New(source, renderer, append(options, p.Options...)...)
	if err != nil {
		return nil, err
	}
	p.Lifecycle.Append(fx.Hook{OnStop: func(context.Context) error { return v.Close() }})
	return v, nil
}
