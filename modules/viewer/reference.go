package viewer

import (
	"context"
	"net/http"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/fetch"
	"github.com/trefoil-go/trefoil/modules/viewer/mdrender"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// ApiReference returns a handler that shows the description that c names, with
// everything else by default. A configuration that cannot be used is shown as a
// page that says what is wrong with it; use NewReference or c.Validate to find
// out at start-up.
//
// The handler loads the description once, in the background, for as long as the
// process lives. NewReference returns what can be closed and loaded again.
func ApiReference(c Configuration) http.Handler {
	v, err := NewReference(c)
	if err == nil {
		return v
	}
	refusal := &core.SpecError{Message: err.Error(), Err: err}
	v, err = New(core.SpecSourceFunc(func(context.Context) (*apidoc.Document, error) {
		return nil, refusal
	}), htmlrender.New())
	if err != nil {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, "The reference is not configured.", http.StatusInternalServerError)
		})
	}
	return v
}

// NewReference makes a viewer of a configuration: the description comes from
// c.Spec, pages are written in HTML and in Markdown. The error is that of
// c.Validate, or says which option cannot be used.
//
// Without c.Spec the viewer is made, and its pages say that there is nothing to
// show.
func NewReference(c Configuration, options ...Option) (*Viewer, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	all := append([]Option{WithConfiguration(c), WithMarkdown(mdrender.New())}, options...)
	var settings config
	for _, option := range all {
		option(&settings)
	}
	source, err := c.Spec.source(settings.transport, openapi.WithCacheDir(settings.cacheDir))
	if err != nil {
		return nil, err
	}
	return New(source, htmlrender.New(), all...)
}

// Source returns where the description comes from. A URL is fetched with
// transport, and so are other files below its path that the description leads to; nil is the transport that WithTransport names as the default. The
// source of an empty Spec fails to load and says that nothing is configured. The
// error says that the URL cannot be used.
func (s Spec) Source(transport core.Transport) (core.SpecSource, error) {
	return s.source(transport)
}

func (s Spec) source(transport core.Transport, options ...openapi.Option) (core.SpecSource, error) {
	switch {
	case s.URL != "":
		if transport == nil {
			transport = fetch.New()
		}
		return openapi.FromURL(s.URL, transport, append(options, openapi.WithFilesBelow("."))...)
	case s.Content != "":
		return openapi.FromContent(s.Content, options...), nil
	}
	return core.SpecSourceFunc(func(context.Context) (*apidoc.Document, error) {
		return nil, &core.SpecError{Message: "No description is configured. Set spec.content to its text or spec.url to its address."}
	}), nil
}
