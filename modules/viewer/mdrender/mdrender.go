// Package mdrender writes the pages of an API reference in Markdown, for people
// who read in a terminal and for programs that read text:
//
//	v, err := viewer.New(source, htmlrender.New(), viewer.WithMarkdown(mdrender.New()))
//
// The overview has the shape of an llms.txt file: what the API is, and a list of
// links to one page per operation and model.
package mdrender

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/doclink"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/oldlink"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/schemafacts"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
)

// Renderer is a core.Renderer that writes Markdown. It is safe for concurrent
// use.
type Renderer struct{}

var _ core.Renderer = Renderer{}

// New makes a Renderer.
func New() Renderer { return Renderer{} }

// MediaType is that of Markdown (RFC 7763).
func (Renderer) MediaType() string { return "text/markdown; charset=utf-8" }

// Render writes page to a writer. A page of a kind that is not one of core's is
// core.ErrUnsupported; every other error is one of the writer or of ctx.
func (Renderer) Render(ctx context.Context, to io.Writer, page *core.Page) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	w := &writer{page: page, doc: page.Document, left: maxLines}
	if w.doc == nil {
		w.doc = &apidoc.Document{}
	}
	w.base, w.old = doclink.Base(w.doc), oldlink.New(w.doc, oldlink.Options{HideModels: page.Settings.HideModels})
	shapes := shape.New(ctx, w.doc)
	s := &schemas{writer: w, shapes: shapes, types: schemafacts.NewNamer(shapes, w.doc.ModelOf, nil)}
	p := printer{&overviews{operations: &operations{&values{schemas: s}, ctx}}}
	if err := p.print(); err != nil {
		return err
	}
	if w.left < 0 && page.Kind != core.PageChanges && page.Kind != core.PageRelease { // which say it themselves
		p.text("This page holds " + strconv.Itoa(maxLines) + " lines of schemas and lists at most. The rest is in the description.")
	}
	if _, err := to.Write(p.out.Bytes()); err != nil {
		return fmt.Errorf("write page %s: %w", page.Kind, err)
	}
	return nil
}

// printer writes one page.
type printer struct{ *overviews }

func (p printer) print() error {
	switch page := p.page; page.Kind {
	case core.PageOverview:
		p.overviews.print()
	case core.PageOperation, core.PageWebhook:
		p.operation(page.Operation)
	case core.PageTag:
		p.tagPage(page.Tag)
	case core.PageModel:
		p.model(page.Model)
	case core.PageSchema:
		p.heading(1, code(page.Schema.Ref))
		p.prose(page.Schema.Schema.Description)
		p.schema(page.Schema.Schema)
	case core.PageModels:
		p.heading(1, "Models")
		p.models()
	case core.PageComponents:
		p.heading(1, "Unused components")
		p.components()
	case core.PageComponent:
		p.component(page.Component)
	case core.PageChanges:
		(&changelogs{writer: p.writer}).changes()
	case core.PageRelease:
		p.heading(1, "Changes in "+page.Release.Name)
		newChangelogs(p.writer, page.Release).release(page.Release, 2)
	case core.PageSearch:
		p.search()
	case core.PageNotFound:
		p.heading(1, "Page not found")
	case core.PageLoading:
		p.heading(1, "Reading the description")
		p.text("Ask again in a moment.")
	case core.PageError:
		p.heading(1, "The description cannot be shown")
		if page.Err != nil {
			p.text(page.Err.Error())
		}
	default:
		return fmt.Errorf("page %q: %w", page.Kind, core.ErrUnsupported)
	}
	return nil
}

func (p printer) search() {
	p.heading(1, "Search")
	p.text(escape(line(p.page.Query)))
	for _, note := range p.page.Notes {
		p.text(escape(line(note)))
	}
	for _, r := range p.page.Results {
		text := strings.TrimSpace(r.Method + " " + r.Path)
		for _, more := range []string{r.Where, r.Excerpt} {
			if more != "" && more != text {
				text = strings.TrimPrefix(text+". "+more, ". ")
			}
		}
		p.item(p.link(r.Kind, r.Slug, r.Title), escape(line(text)))
	}
	p.end()
}
