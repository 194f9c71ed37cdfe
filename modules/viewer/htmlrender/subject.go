package htmlrender

import (
	"cmp"
	"context"
	"io"
	"strings"
	"sync"

	"github.com/a-h/templ"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/address"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/markdown"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/releasenotes"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
)

// subject is what a page is about, and where its links begin. Everything else of a page
// stands above it.
type subject struct {
	page     *core.Page
	doc      *apidoc.Document // never nil
	root     string           // "./" or "../", never empty
	markdown *markdown.Converter
	assets   core.Assets
	shared   *shared           // what is kept for doc, nil when the page has no document
	pieces   *sync.Map         // of HTML that pages with the same root share, nil for none
	words    *wording.Language // of the interface
}

// known reports whether there is a description to show parts of.
func (s *subject) known() bool { return s.page.Document != nil }

// console reports whether readers can try operations.
func (s *subject) console() bool { return s.page.Settings.Console && s.known() }

// modelOf returns the model that a reference leads to, nil for none, and where models
// are hidden.
func (s *subject) modelOf(ref string) *apidoc.ModelSummary {
	if s.page.Settings.HideModels {
		return nil
	}
	return s.doc.ModelOf(ref)
}

// to returns the link to a page from this one.
func (s *subject) to(kind core.PageKind, slug string) templ.SafeURL {
	return templ.SafeURL(s.root + address.Of(kind, slug))
}

// toSummary returns the link to the page of an operation.
func (s *subject) toSummary(o *apidoc.OperationSummary) templ.SafeURL {
	return s.to(core.PageOperation, o.Slug)
}

// part returns the link to a part of a long page.
func (s *subject) part(kind core.PageKind, slug string, number int) templ.SafeURL {
	return templ.SafeURL(s.root + address.Part(address.Of(kind, slug), number))
}

// asset returns the link to a file that the viewer serves, and its integrity.
func (s *subject) asset(name string) (link templ.SafeURL, integrity string) {
	file, integrity := s.assets.URL(name)
	return templ.SafeURL(s.root + file), integrity
}

// ofRoot returns the address of a file relative to the root of the reference.
func (s *subject) ofRoot(name string) string { file, _ := s.assets.URL(name); return file }

func (s *subject) assetURL(name string) templ.SafeURL { link, _ := s.asset(name); return link }

func (s *subject) assetHash(name string) string { _, hash := s.asset(name); return hash }

// apiTitle is the name of the API.
func (s *subject) apiTitle() string {
	return cmp.Or(s.doc.Info.Title, s.meta("title"), s.words.Say("API reference"))
}

// heading is what the page is about.
func (s *subject) heading() string {
	switch p := s.page; p.Kind {
	case core.PageOperation, core.PageWebhook:
		return p.Operation.Title()
	case core.PageTag:
		return p.Tag.DisplayName
	case core.PageModel:
		return cmp.Or(p.Model.Title, p.Model.Name)
	case core.PageSchema:
		return cmp.Or(p.Schema.Schema.Title, shape.Name(p.Schema.Ref))
	case core.PageModels:
		return s.words.Say("Models")
	case core.PageComponents:
		return s.words.Say("Unused components")
	case core.PageComponent:
		return p.Component.Name
	case core.PageChanges:
		return s.words.Say("Changes")
	case core.PageRelease:
		return s.words.Fill("Changes in {1}", p.Release.Name)
	case core.PageSearch:
		return s.words.Say("Search")
	case core.PageNotFound:
		return s.words.Say("Page not found")
	case core.PageLoading:
		return s.words.Say("Reading the description")
	case core.PageError:
		return s.words.Say("The description cannot be shown")
	}
	return ""
}

// title is the title of the document in the browser.
func (s *subject) title() string {
	name := cmp.Or(s.meta("title"), s.apiTitle())
	if heading := s.heading(); heading != "" {
		return heading + " · " + name
	}
	return name
}

// meta returns what the settings say about the page, "" for nothing.
func (s *subject) meta(name string) string {
	for _, item := range s.page.Settings.Meta {
		if item.Name == name {
			return item.Value
		}
	}
	return ""
}

// abstract is one line about the page.
func (s *subject) abstract() string {
	text := ""
	switch p := s.page; p.Kind {
	case core.PageOverview:
		text = cmp.Or(s.doc.Info.Summary, s.doc.Info.Description)
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
	case core.PageChanges:
		text = s.words.Fill("What each version of {1} has changed for its clients.", s.apiTitle())
	case core.PageRelease:
		text = s.words.Fill("Changes in {1} of {2}: {3}.", p.Release.Name, s.apiTitle(), releasenotes.Summary(s.words, p.Release))
	}
	return apidoc.Brief(text, 160)
}

// own returns the references that the page is about: opening them again below
// shows the same.
func (s *subject) own() []string {
	switch s.page.Kind {
	case core.PageModel:
		return []string{s.page.Model.Ref}
	case core.PageSchema:
		return []string{s.page.Schema.Ref}
	}
	return nil
}

// entry is what the ids of the page begin with: nothing, or the id of the
// operation when it stands on a page of several.
func (s *subject) entry() string {
	if !s.page.Entry || s.page.Operation == nil {
		return ""
	}
	return entryID(s.page.Kind, s.page.Operation.Slug) + "."
}

// home returns the link to the overview.
func (s *subject) home() templ.SafeURL { return templ.SafeURL(s.root) }

// scheme returns the link to a security scheme on the overview.
func (s *subject) scheme(name string) templ.SafeURL {
	return templ.SafeURL(s.root + "#security-" + apidoc.Slug(name))
}

// rightToLeft is the attribute of a page whose words are written from right to left.
func (s *subject) rightToLeft() templ.Attributes {
	if !s.words.RightToLeft() {
		return nil
	}
	return templ.Attributes{"dir": "rtl"}
}

// wordsName is the name of the script with the words of the other scripts.
func (s *subject) wordsName() string { return "words-" + s.words.Tag() + ".js" }

// wordsURL is the address of that script, "" for English, which needs none.
func (s *subject) wordsURL() templ.SafeURL {
	if s.words == nil {
		return ""
	}
	return s.assetURL(s.wordsName())
}

// inEnglish is the attributes of a text that is written in English alone: what is wrong
// with a description, and what its versions have changed.
func (s *subject) inEnglish() templ.Attributes {
	if s.words == nil {
		return nil
	}
	return templ.Attributes{"dir": "ltr", "lang": wording.English}
}

// forAuthors reports whether the page shows what concerns those who write the
// description alone: extensions and findings.
func (s *subject) forAuthors() bool { return s.page.Settings.ForAuthors }

// schemeNamed finds the scheme that a requirement names, nil when there is none.
func (s *subject) schemeNamed(name string) *apidoc.SecurityScheme {
	for i := range s.doc.SecuritySchemes {
		if s.doc.SecuritySchemes[i].Name == name {
			return &s.doc.SecuritySchemes[i]
		}
	}
	return nil
}

// changesFeed returns the link to the feed of changes, "" when there is none.
func (s *subject) changesFeed() templ.SafeURL {
	if s.page.Changelog == nil || !s.page.Changelog.Dated() {
		return ""
	}
	return templ.SafeURL(s.root + address.Feed)
}

// history is when an operation came and changed. It is empty for one of a callback.
func (s *subject) history(o *apidoc.Operation) core.History {
	if s.page.Changelog == nil || o != s.page.Operation {
		return core.History{}
	}
	return s.page.Changelog.Histories[core.PageRef{Kind: s.page.Kind, Slug: o.Slug}]
}

// kept returns a component that is written once for all pages of the document
// with the same root, by what of the document it shows. What it writes may depend on
// nothing else of the page.
func (s *subject) kept(of any, write func() templ.Component) templ.Component {
	if s.pieces == nil {
		return write()
	}
	if html, ok := s.pieces.Load(of); ok {
		return templ.Raw(html.(string))
	}
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		var b strings.Builder
		if err := write().Render(ctx, &b); err != nil {
			return err
		}
		html, _ := s.pieces.LoadOrStore(of, b.String())
		_, err := io.WriteString(w, html.(string))
		return err
	})
}

func entryID(kind core.PageKind, slug string) string { return string(kind) + "." + slug }
