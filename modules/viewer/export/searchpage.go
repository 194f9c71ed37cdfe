package export

import (
	"bytes"
	"context"
	"strings"

	"golang.org/x/net/html"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/address"
)

// searchFile is the page that the forms of the search lead to.
const searchFile = "search.html"

// searchPage writes the page of the search with a list of all pages in it, which
// can be read where no script searches.
func (f *folder) searchPage(ctx context.Context) error {
	a, err := f.get(ctx, address.Search)
	if err != nil || !a.isPage() {
		return err
	}
	p := &page{folder: f, addr: address.Search, file: searchFile}
	text, err := p.rewritten(a.body.Bytes())
	if err != nil {
		return err
	}
	for _, l := range p.found {
		if l.kind == aFile {
			f.copy(l.address)
		}
	}
	if at := bytes.LastIndex(text, []byte(`<ol class="result-list">`)); at >= 0 {
		text = append(text[:at:at], append(f.contents(), text[at:]...)...)
	}
	return f.write(searchFile, text)
}

// contents lists the pages by topics.
func (f *folder) contents() []byte {
	var b strings.Builder
	b.WriteString(`<section class="prose" data-contents aria-label="All pages"><hr>`)
	for i := range f.doc.Tags {
		t := &f.doc.Tags[i]
		f.section(&b, t.DisplayName, core.PageOperation, f.doc.TagOperations(t.Name))
	}
	f.section(&b, "More operations", core.PageOperation, f.doc.TagOperations(""))
	var webhooks []*apidoc.OperationSummary
	for i := range f.doc.Webhooks {
		webhooks = append(webhooks, &f.doc.Webhooks[i])
	}
	f.section(&b, "Webhooks", core.PageWebhook, webhooks)
	if f.written["models.html"] && len(f.doc.Models) > 0 {
		b.WriteString("<h2>Models</h2><ul>")
		for i := range f.doc.Models {
			f.entry(&b, core.PageModel, f.doc.Models[i].Slug, f.doc.Models[i].Name, "")
		}
		b.WriteString("</ul>")
	}
	if f.written["components.html"] && len(f.doc.Components) > 0 {
		b.WriteString("<h2>Unused components</h2><ul>")
		for _, c := range f.doc.Components {
			f.entry(&b, core.PageComponent, c.Slug, c.Name, "")
		}
		b.WriteString("</ul>")
	}
	b.WriteString("</section>")
	return []byte(b.String())
}

func (f *folder) section(b *strings.Builder, title string, kind core.PageKind, list []*apidoc.OperationSummary) {
	if len(list) == 0 {
		return
	}
	b.WriteString("<h2>" + html.EscapeString(title) + "</h2><ul>")
	for _, o := range list {
		f.entry(b, kind, o.Slug, o.Title(), o.Method+" "+o.Path)
	}
	b.WriteString("</ul>")
}

func (f *folder) entry(b *strings.Builder, kind core.PageKind, slug, title, place string) {
	b.WriteString(`<li><a href="` + html.EscapeString(relative(searchFile, fileOf(address.Of(kind, slug)))) + `">` + html.EscapeString(title) + "</a>")
	if place = strings.TrimSpace(place); place != "" && place != title {
		b.WriteString(" <code>" + html.EscapeString(place) + "</code>")
	}
	b.WriteString("</li>")
}
