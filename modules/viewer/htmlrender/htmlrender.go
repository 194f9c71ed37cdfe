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

// Option changes what a Renderer writes.
type Option func(*config)

type config struct{ fences []markdown.Fence }

// WithFence draws the blocks of a language that stand between fences in descriptions,
// such as ```mermaid, as the HTML that draw returns:
//
//	htmlrender.New(htmlrender.WithFence("mermaid", mermaid.Draw), htmlrender.WithFence("math", mathml.Draw))
//
// With one for "math", formulas between dollars are drawn, too: $$…$$ and $`…`$.
//
// What draw returns may hold what descriptions may hold, the shapes and the text of SVG,
// and MathML; everything else is taken out. Classes begin with the language and a hyphen.
// It draws at most 40 sources of a description, of 16 KiB each, and their HTML is 96 KiB
// and 1,500 elements at most. What is beyond these, and a source for which draw returns
// false, is shown as code.
//
// Draw is called by several goroutines at once, once for a description that stands on
// many pages if it is short. Whoever can write a description decides what it gets, so the
// time it takes has to be bounded.
// Default, also for a nil draw: the source is shown as code.
func WithFence(language string, draw func(source string) (html string, ok bool)) Option {
	return func(c *config) { c.fences = append(c.fences, markdown.Fence{Language: language, Draw: draw}) }
}

// New makes a Renderer.
func New(options ...Option) *Renderer {
	var c config
	for _, option := range options {
		option(&c)
	}
	return &Renderer{markdown: markdown.New(c.fences...), assets: ui.Assets()}
}

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
