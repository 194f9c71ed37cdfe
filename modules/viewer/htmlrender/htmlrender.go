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

// content returns what stands in the middle of a page.
func (v *view) content() (templ.Component, error) {
	switch v.page.Kind {
	case core.PageOverview:
		return overview(v), nil
	case core.PageOperation, core.PageWebhook:
		if v.page.Part && v.page.Entry {
			return entryPart(v, v.page.Operation), nil
		}
		return operation(v, v.page.Operation), nil
	case core.PageTag:
		return tagPage(v, v.page.Tag), nil
	case core.PageModel:
		return model(v, v.page.Model), nil
	case core.PageSchema:
		if v.page.Part {
			return schemaFragment(v, v.page.Schema), nil
		}
		return schemaPage(v, v.page.Schema), nil
	case core.PageModels:
		return models(v), nil
	case core.PageComponents:
		return components(v), nil
	case core.PageComponent:
		return component(v, v.page.Component), nil
	case core.PageSearch:
		return searchPage(v), nil
	case core.PageNotFound:
		return notFound(v), nil
	case core.PageLoading:
		return loading(v), nil
	case core.PageError:
		return failure(v, v.page.Err), nil
	}
	return nil, fmt.Errorf("page %q: %w", v.page.Kind, core.ErrUnsupported)
}
