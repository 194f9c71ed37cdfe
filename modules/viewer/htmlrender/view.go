package htmlrender

import (
	"cmp"
	"context"
	"strings"

	"github.com/a-h/templ"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/address"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/markdown"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/schemafacts"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/weblink"
)

// view is one page while it is written: what its components ask for, and how
// much they may still write.
type view struct {
	ctx      context.Context
	page     *core.Page
	doc      *apidoc.Document // never nil
	root     string           // "./" or "../", never empty
	markdown *markdown.Converter
	assets   core.Assets
	shapes   *shape.Resolver
	types    *schemafacts.Namer
	shared   *shared // what is kept for doc, nil when the page has no document
	ids      idSet
	places   map[*apidoc.Schema]string         // where in the description they stand
	learned  map[*apidoc.Schema]bool           // those whose parts are in places
	dynamics map[*apidoc.Schema]*apidoc.Schema // dynamic references as plain ones

	operation *apidoc.Operation // the one that is being written
	within    string            // what its ids begin with, "" for that of the page
	direction core.Direction    // of the body that is being written

	nested   int // lists in lists that are being looked into
	reserved int // rows that are left for what stands below
	values   int // values of enumerations written so far
	rows     int // rows of schemas written so far
	tokens   int // coloured tokens of samples written so far
	proses   int // descriptions so far
	texts    int // bytes of descriptions turned into HTML so far
	work     int // what that has cost, as markdown.Work has it

	linked int // bytes of addresses that were relative

	entered map[string]bool // ids of operations on a page of several
	bodies  int             // elements of their bodies so far
	written int             // bytes of them
	full    bool            // there is no room for another body

	besides   int // rows of headers, links and encodings written so far
	callbacks int // operations of callbacks written so far
	small     int // elements of no row, written since the last that counts as one
}

func newView(ctx context.Context, r *Renderer, page *core.Page) *view {
	v := &view{ctx: ctx, page: page, doc: page.Document, root: cmp.Or(page.Root, "./"), markdown: r.markdown, assets: page.Settings.Assets}
	if v.doc == nil {
		v.doc = &apidoc.Document{}
	} else {
		v.shared = r.keeper.of(v.doc)
	}
	if page.Kind == core.PageOverview {
		v.rows = maxRows * 3 / 5 // lists of operations take the rest
	}
	v.shapes, v.ids = shape.New(ctx, v.doc), idSet{}
	v.types = schemafacts.NewNamer(v.shapes, v.modelOf)
	v.places, v.learned, v.dynamics = map[*apidoc.Schema]string{}, map[*apidoc.Schema]bool{}, map[*apidoc.Schema]*apidoc.Schema{}
	v.direction, v.operation = page.Direction, page.Operation
	v.within = v.entry()
	if v.assets == nil {
		v.assets = r.assets
	}
	return v
}

// known reports whether there is a description to show parts of.
func (v *view) known() bool { return v.page.Document != nil }

// modelOf returns the model that a reference leads to, nil for none, and where models
// are hidden.
func (v *view) modelOf(ref string) *apidoc.ModelSummary {
	if v.page.Settings.HideModels {
		return nil
	}
	return v.doc.ModelOf(ref)
}

// to returns the link to a page from this one.
func (v *view) to(kind core.PageKind, slug string) templ.SafeURL {
	return templ.SafeURL(v.root + address.Of(kind, slug))
}

// part returns the link to a part of a long page.
func (v *view) part(kind core.PageKind, slug string, number int) templ.SafeURL {
	return templ.SafeURL(v.root + address.Part(address.Of(kind, slug), number))
}

// asset returns the link to a file that the viewer serves, and its integrity.
func (v *view) asset(name string) (link templ.SafeURL, integrity string) {
	file, integrity := v.assets.URL(name)
	return templ.SafeURL(v.root + file), integrity
}

// ofRoot returns the address of a file relative to the root of the reference.
func (v *view) ofRoot(name string) string { file, _ := v.assets.URL(name); return file }

func (v *view) assetURL(name string) templ.SafeURL { link, _ := v.asset(name); return link }

func (v *view) assetHash(name string) string { _, hash := v.asset(name); return hash }

// web returns the link to an address that a description gives, "" when it must
// not be one.
func web(address string) templ.SafeURL { return templ.SafeURL(weblink.Safe(address)) }

// mail returns the link of an e-mail address, "" when it must not be one.
func mail(address string) templ.SafeURL { return templ.SafeURL(weblink.Mail(address)) }

// apiTitle is the name of the API.
func (v *view) apiTitle() string {
	return cmp.Or(v.doc.Info.Title, v.meta("title"), "API reference")
}

// heading is what the page is about.
func (v *view) heading() string {
	switch p := v.page; p.Kind {
	case core.PageOperation, core.PageWebhook:
		return p.Operation.Title()
	case core.PageTag:
		return p.Tag.DisplayName
	case core.PageModel:
		return cmp.Or(p.Model.Title, p.Model.Name)
	case core.PageSchema:
		return cmp.Or(p.Schema.Schema.Title, shape.Name(p.Schema.Ref))
	case core.PageModels:
		return "Models"
	case core.PageComponents:
		return "Unused components"
	case core.PageComponent:
		return p.Component.Name
	case core.PageSearch:
		return "Search"
	case core.PageNotFound:
		return "Page not found"
	case core.PageLoading:
		return "Reading the description"
	case core.PageError:
		return "The description cannot be shown"
	}
	return ""
}

// title is the title of the document in the browser.
func (v *view) title() string {
	name := cmp.Or(v.meta("title"), v.apiTitle())
	if heading := v.heading(); heading != "" {
		return heading + " · " + name
	}
	return name
}

// meta returns what the settings say about the page, "" for nothing.
func (v *view) meta(name string) string {
	for _, item := range v.page.Settings.Meta {
		if item.Name == name {
			return item.Value
		}
	}
	return ""
}

// metaItems are the items for the head, the title left out, the description
// completed.
func (v *view) metaItems() []core.MetaItem {
	var items []core.MetaItem
	if v.page.Kind != core.PageOverview || v.meta("description") == "" {
		if text := v.abstract(); text != "" {
			items = append(items, core.MetaItem{Name: "description", Value: text})
		}
	}
	for _, item := range v.page.Settings.Meta {
		if item.Name != "title" && (item.Name != "description" || len(items) == 0) && !v.ownCard(item.Name) {
			items = append(items, item)
		}
	}
	return append(items, v.cards(items)...)
}

// abstract is one line about the page.
func (v *view) abstract() string {
	text := ""
	switch p := v.page; p.Kind {
	case core.PageOverview:
		text = cmp.Or(v.doc.Info.Summary, v.doc.Info.Description)
	case core.PageOperation, core.PageWebhook:
		text = cmp.Or(p.Operation.Description, p.Operation.Summary)
	case core.PageTag:
		text = p.Tag.Description
	case core.PageModel:
		text = p.Model.Description
	case core.PageComponent:
		text = p.Component.Description
	case core.PageSchema:
		text = p.Schema.Schema.Description
	}
	return apidoc.Brief(text, 160)
}

// openGraph reports whether an item of meta information is a property, in the
// language of Open Graph, and not a name.
func openGraph(name string) bool {
	prefix, _, found := strings.Cut(name, ":")
	return found && prefix != "twitter"
}

// theme is the class of the colours.
func (v *view) theme() string { return "theme-" + cmp.Or(v.page.Settings.Theme, "default") }

// modeClass is the class that the sheets of operators know the mode by. A script
// sets it where the mode is that of the reader's system.
func (v *view) modeClass() string {
	switch mode := v.page.Settings.DarkMode; mode {
	case "light", "dark":
		return mode + "-mode"
	}
	return ""
}
