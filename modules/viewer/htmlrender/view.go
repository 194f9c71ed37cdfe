package htmlrender

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/a-h/templ"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/schemafacts"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
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
	budget
	idSet
	openings
	prosaist
	colours
	exampleMaker
	reading
	ctx   context.Context
	types *schemafacts.Namer
}

func newView(ctx context.Context, r *Renderer, page *core.Page) *view {
	s := &subject{page: page, doc: page.Document, root: cmp.Or(page.Root, "./"), markdown: r.markdown, assets: page.Settings.Assets, words: wording.Of(page.Settings.Language)}
	if s.doc == nil {
		s.doc = &apidoc.Document{}
	} else {
		s.shared = r.keeper.of(s.doc)
		s.pieces = s.shared.piecesOf(standing{s.root, s.words, page.Settings.PathTitles})
	}
	if s.assets == nil {
		s.assets = r.assets
	}
	v := &view{ctx: ctx, subject: s, headlines: headlines{s}, nav: nav{lists{s}}, addresses: addresses{subject: s}, idSet: idSet{}}
	v.locator = locator{
		subject: s, shapes: shape.New(ctx, s.doc), scope: scope{page.Operation, page.Direction, s.entry()},
		places: map[*apidoc.Schema]string{}, learned: map[*apidoc.Schema]bool{},
	}
	v.reader = reader{locator: &v.locator}
	v.openings = openings{&v.reader, &v.budget}
	v.prosaist.addresses = &v.addresses
	v.types = schemafacts.NewNamer(v.shapes, v.modelOf, s.words)
	v.exampleMaker = exampleMaker{&v.reader, v.idSet, ctx, v.types}
	v.reading = reading{reader: &v.reader, in: &v.nav.lists, ctx: ctx}
	v.write = func(ctx context.Context, page *core.Page, out *bytes.Buffer) error {
		inner := newView(ctx, r, page)
		inner.shapes = v.shapes
		return entryPart(inner, page.Operation).Render(ctx, out)
	}
	if page.Kind == core.PageOverview {
		v.rows = maxRows * 3 / 5 // lists of operations take the rest
	}
	return v
}

// content returns what stands in the middle of a page.
func (v *view) content() (templ.Component, error) {
	switch v.page.Kind {
	case core.PageOverview:
		return overview(v), nil
	case core.PageOperation, core.PageWebhook:
		switch {
		case v.page.Part && len(v.page.Choices) > 0:
			return operationCards(v, v.page.Operation), nil // all that depends on them
		case v.page.Part && v.page.Entry:
			return entryPart(v, v.page.Operation), nil
		}
		return operation(v, v.page.Operation), nil
	case core.PageTag:
		return tagPage(v, v.page.Tag), nil
	case core.PageModel:
		return model(v, v.page.Model), nil
	case core.PageSchema:
		if v.page.Part && len(v.page.Choices) == 0 {
			return schemaFragment(v, v.page.Schema), nil
		}
		return schemaPage(v, v.page.Schema), nil
	case core.PageModels:
		return models(v), nil
	case core.PageComponents:
		return components(v), nil
	case core.PageComponent:
		return component(v, v.page.Component), nil
	case core.PageChanges:
		return changes(v), nil
	case core.PageRelease:
		return release(v, v.page.Release), nil
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
