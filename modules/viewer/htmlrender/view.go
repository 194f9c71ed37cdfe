package htmlrender

import (
	"cmp"
	"context"
	"strings"

	"github.com/a-h/templ"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/schemafacts"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/weblink"
)

// view is one page while it is written: what its components ask for, and how
// much they may still write.
type view struct {
	*subject
	headlines
	nav
	addresses
	locator
	reader
	ctx      context.Context
	renderer *Renderer
	types    *schemafacts.Namer
	ids      idSet

	within string // what its ids begin with, "" for that of the page

	reserved int // rows that are left for what stands below
	values   int // values of enumerations written so far
	rows     int // rows of schemas written so far
	tokens   int // coloured tokens of samples written so far
	proses   int // descriptions so far
	texts    int // bytes of descriptions turned into HTML so far
	work     int // what that has cost, as markdown.Work has it

	entered map[string]bool // ids of operations on a page of several
	bodies  int             // elements of their bodies so far
	written int             // bytes of them
	full    bool            // there is no room for another body

	besides   int // rows of headers, links and encodings written so far
	callbacks int // operations of callbacks written so far
	small     int // elements of no row, written since the last that counts as one
}

func newView(ctx context.Context, r *Renderer, page *core.Page) *view {
	s := &subject{page: page, doc: page.Document, root: cmp.Or(page.Root, "./"), markdown: r.markdown, assets: page.Settings.Assets}
	if s.doc == nil {
		s.doc = &apidoc.Document{}
	} else {
		s.shared = r.keeper.of(s.doc)
	}
	if s.assets == nil {
		s.assets = r.assets
	}
	v := &view{ctx: ctx, renderer: r, subject: s, headlines: headlines{s}, nav: nav{lists{s}}, addresses: addresses{subject: s}, locator: locator{subject: s}}
	v.reader.locator = &v.locator
	if page.Kind == core.PageOverview {
		v.rows = maxRows * 3 / 5 // lists of operations take the rest
	}
	v.shapes, v.ids = shape.New(ctx, v.doc), idSet{}
	v.types = schemafacts.NewNamer(v.shapes, v.modelOf)
	v.places, v.learned, v.dynamics = map[*apidoc.Schema]string{}, map[*apidoc.Schema]bool{}, map[*apidoc.Schema]*apidoc.Schema{}
	v.direction, v.operation = page.Direction, page.Operation
	v.within = v.entry()
	return v
}

// web returns the link to an address that a description gives, "" when it must
// not be one.
func web(address string) templ.SafeURL { return templ.SafeURL(weblink.Safe(address)) }

// mail returns the link of an e-mail address, "" when it must not be one.
func mail(address string) templ.SafeURL { return templ.SafeURL(weblink.Mail(address)) }

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
