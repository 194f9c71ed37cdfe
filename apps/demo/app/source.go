package app

import (
	"context"
	"path/filepath"
	"strings"

	"go.uber.org/fx"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// sourceParams is what the description is chosen from.
type sourceParams struct {
	fx.In

	Lifecycle fx.Lifecycle
	Config    Config
	Router    *router.Router
	Transport core.Transport `optional:"true"` // the one of the typed client, when it was chosen
}

// chooseSource takes the router's own document, unless the configuration names
// another one.
func chooseSource(p sourceParams) (core.SpecSource, error) {
	switch spec := p.Config.Spec; {
	case spec == "":
		return fromStart(p.Lifecycle, p.Router), nil
	case strings.HasPrefix(spec, "http://"), strings.HasPrefix(spec, "https://"):
		if p.Transport == nil {
			p.Transport = httptransport.New(nil)
		}
		return openapi.FromURL(spec, p.Transport, openapi.WithCacheDir(p.Config.CacheDir), openapi.WithFilesBelow("."))
	default:
		return openapi.FromFile(spec, openapi.WithCacheDir(p.Config.CacheDir), openapi.WithFilesBelow(filepath.Dir(spec)))
	}
}

// fromStart holds back a source until the application starts: before that, more
// routes may come.
func fromStart(lc fx.Lifecycle, source core.SpecSource) core.SpecSource {
	started := make(chan struct{})
	lc.Append(fx.StartHook(func() { close(started) }))
	return core.SpecSourceFunc(func(ctx context.Context) (*apidoc.Document, error) {
		select {
		case <-started:
			return source.Load(ctx)
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	})
}
