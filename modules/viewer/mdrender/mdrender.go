// Package mdrender writes the pages of an API reference in Markdown, for people
// who read in a terminal and for programs that read text:
//
//	v, err := viewer.New(source, htmlrender.New(), viewer.WithMarkdown(mdrender.New()))
//
// The overview has the shape of an llms.txt file: what the API is, and a list of
// links to one page per operation and model.
package mdrender

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"net/url"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/address"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/doclink"
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

// Render writes page to w. A page of a kind that is not one of core's is
// core.ErrUnsupported; every other error is one of w or of ctx.
func (Renderer) Render(ctx context.Context, w io.Writer, page *core.Page) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	p := &printer{ctx: ctx, page: page, doc: page.Document, left: maxLines}
	if p.doc == nil {
		p.doc = &apidoc.Document{}
	}
	p.base, p.shapes = doclink.Base(p.doc), shape.New(ctx, p.doc)
	if err := p.print(); err != nil {
		return err
	}
	if _, err := w.Write(p.out.Bytes()); err != nil {
		return fmt.Errorf("write page %s: %w", page.Kind, err)
	}
	return nil
}

// maxLines bounds the properties of one page, and maxSamples the bytes of its
// samples.
const (
	maxLines   = 2000
	maxSamples = 512 << 10
)

// printer writes one page.
type printer struct {
	ctx  context.Context
	page *core.Page
	doc  *apidoc.Document
	out  bytes.Buffer
	left int

	base    *url.URL        // what relative addresses are resolved against, nil for none
	shapes  *shape.Resolver // reads each schema once
	samples int             // bytes of samples written so far
	spent   int             // bytes written for what references lead to
	inBody  bool            // the body of an operation is being written
	open    []string        // references to the objects that are being written in it

	groups map[string]string // names by tag, once asked for
}

func (p *printer) print() error {
	switch page := p.page; page.Kind {
	case core.PageOverview:
		p.overview()
	case core.PageOperation, core.PageWebhook:
		p.operation(page.Operation)
	case core.PageTag:
		p.tagPage(page.Tag)
	case core.PageModel:
		p.model(page.Model)
	case core.PageSchema:
		p.heading(1, code(page.Schema.Ref))
		p.text(page.Schema.Schema.Description)
		p.schema(page.Schema.Schema)
	case core.PageModels:
		p.heading(1, "Models")
		p.models()
	case core.PageComponents:
		p.heading(1, "Unused components")
		p.components()
	case core.PageComponent:
		p.component(page.Component)
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

func (p *printer) models() {
	for i := range p.doc.Models {
		m := &p.doc.Models[i]
		p.item(p.link(core.PageModel, m.Slug, m.Name), line(cmp.Or(m.Title, m.Description)))
	}
	p.end()
}

func (p *printer) search() {
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

// link links a page in Markdown.
func (p *printer) link(kind core.PageKind, slug, text string) string {
	return "[" + escape(line(text)) + "](" + p.page.Root + address.Of(kind, slug) + ".md)"
}
