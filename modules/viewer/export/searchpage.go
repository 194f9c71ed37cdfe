package export

import (
	"bytes"
	"context"
	"strings"

	"golang.org/x/net/html"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/address"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
)

// searchFile is the page that the forms of the search lead to.
const searchFile = "search.html"

// searchPage writes the page of the search with a list of all pages in it, which
// can be read where no script searches.
func searchPage(ctx context.Context, f *folder) error {
	a, err := f.get(ctx, address.Search)
	if err != nil || !a.isPage() {
		return err
	}
	p := &page{place: place{f, address.Search, searchFile}}
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
		list := contents{doc: f.doc, words: languageOf(a.body.Bytes()), models: f.written["models.html"], components: f.written["components.html"], changes: f.written["changes.html"]}
		text = append(text[:at:at], append(list.write(), text[at:]...)...)
	}
	return f.write(searchFile, text)
}

// contents lists the pages by topics.
type contents struct {
	doc                         *apidoc.Document
	words                       *wording.Language
	models, components, changes bool // there are pages of them
	out                         strings.Builder
}

func (c *contents) write() []byte {
	c.out.WriteString(`<section class="prose" data-contents aria-label="` + html.EscapeString(c.words.Say("All pages")) + `"><hr>`)
	for _, t := range c.doc.GroupedTags() {
		c.section(t.DisplayName, core.PageOperation, c.doc.TagOperations(t.Name))
	}
	c.section(c.words.Say("More operations"), core.PageOperation, c.doc.TagOperations(""))
	var webhooks []*apidoc.OperationSummary
	for i := range c.doc.Webhooks {
		webhooks = append(webhooks, &c.doc.Webhooks[i])
	}
	c.section(c.words.Say("Webhooks"), core.PageWebhook, webhooks)
	if c.models && len(c.doc.Models) > 0 {
		c.begin(c.words.Say("Models"))
		for i := range c.doc.Models {
			c.entry(core.PageModel, c.doc.Models[i].Slug, c.doc.Models[i].Name, "")
		}
		c.out.WriteString("</ul>")
	}
	if c.components && len(c.doc.Components) > 0 {
		c.begin(c.words.Say("Unused components"))
		for _, one := range c.doc.Components {
			c.entry(core.PageComponent, one.Slug, one.Name, "")
		}
		c.out.WriteString("</ul>")
	}
	if c.changes {
		c.begin(c.words.Say("Changes"))
		c.entry(core.PageChanges, "", c.words.Say("Changes"), "")
		c.out.WriteString("</ul>")
	}
	c.out.WriteString("</section>")
	return []byte(c.out.String())
}

func (c *contents) section(title string, kind core.PageKind, list []*apidoc.OperationSummary) {
	if len(list) == 0 {
		return
	}
	c.begin(title)
	for _, o := range list {
		c.entry(kind, o.Slug, o.Title(), o.Method+" "+o.Path)
	}
	c.out.WriteString("</ul>")
}

func (c *contents) begin(title string) {
	c.out.WriteString("<h2>" + html.EscapeString(title) + "</h2><ul>")
}

func (c *contents) entry(kind core.PageKind, slug, title, place string) {
	c.out.WriteString(`<li><a href="` + html.EscapeString(relative(searchFile, fileOf(address.Of(kind, slug)))) + `">` + html.EscapeString(title) + "</a>")
	if place = strings.TrimSpace(place); place != "" && place != title {
		c.out.WriteString(" <code>" + html.EscapeString(place) + "</code>")
	}
	c.out.WriteString("</li>")
}
