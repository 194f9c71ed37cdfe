// Package htmlrender writes the pages of an API reference in HTML:
//
//	handler, err := viewer.New(source, htmlrender.New())
//
// A page is complete without JavaScript and loads nothing from other hosts. Its
// size is bounded whatever a description holds: long lists come in parts, and
// schemas open a few levels deep. Nothing that a description says can become a
// script, a style or an address other than http, https and mailto.
package htmlrender

import (
	"context"
	"fmt"
	"io"

	"github.com/a-h/templ"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/markdown"
	"github.com/trefoil-go/trefoil/modules/viewer/ui"
)

// Renderer is a core.Renderer that writes HTML. It is safe for concurrent use.
type Renderer struct {
	markdown *markdown.Converter
	assets   core.Assets // for pages whose settings name none
	keeper   keeper
}

var _ core.Renderer = (*Renderer)(nil)

// New makes a Renderer.
func New() *Renderer { return &Renderer{markdown: markdown.New(), assets: ui.Assets()} }

// MediaType is that of HTML.
func (*Renderer) MediaType() string { return "text/html; charset=utf-8" }

// Render writes page to w. A page of a kind that is not one of core's is
// core.ErrUnsupported; every other error is one of w, of ctx or of the document.
func (r *Renderer) Render(ctx context.Context, w io.Writer, page *core.Page) error {
	ctx = templ.InitializeContext(ctx) // once, and not in each component
	v := newView(ctx, r, page)
	content, err := v.content()
	if err != nil {
		return err
	}
	if !page.Part {
		content = layout(v, content)
	}
	if err := content.Render(ctx, w); err != nil {
		return fmt.Errorf("write page %s: %w", page.Kind, err)
	}
	return nil
}
