package core

import (
	"context"
	"io"
	"slices"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/apichange"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// Renderer writes the pages of an API reference in one format. The viewer calls
// it and decides which page, under which address and with which settings.
type Renderer interface {
	// MediaType is the Content-Type of what Render writes, with charset. The
	// viewer calls it at construction.
	MediaType() string

	// Render writes page to w. It is called concurrently. Page and everything
	// it points to is read-only.
	//
	// A page of a kind the renderer does not know is ErrUnsupported. Nothing
	// usable has been written when the error is not nil; the viewer buffers and
	// answers 500.
	Render(ctx context.Context, w io.Writer, page *Page) error
}

// PageKind says what a page shows.
type PageKind string

// The kinds of pages of a reference.
const (
	PageOverview  PageKind = "overview"  // information, servers, security, every tag
	PageOperation PageKind = "operation" // one operation
	PageWebhook   PageKind = "webhook"   // one webhook
	PageTag       PageKind = "tag"       // one tag with its operations
	PageModel     PageKind = "model"     // one model
	PageModels    PageKind = "models"    // the list of models
	PageSchema    PageKind = "schema"    // one schema, wherever it stands in the description
	PageSearch    PageKind = "search"    // results for Query

	PageComponents PageKind = "components" // the list of components that nothing refers to
	PageComponent  PageKind = "component"  // one of them
	PageChanges    PageKind = "changes"    // what the versions of the API have changed
	PageRelease    PageKind = "release"    // what one of them has changed
	PageNotFound   PageKind = "not-found"  // there is nothing at this address
	PageLoading    PageKind = "loading"    // the description is still being read; Document is nil
	PageError      PageKind = "error"      // Err says why; Document is nil or the last good one
)

// Page is what a Renderer needs to write one page.
type Page struct {
	Kind     PageKind
	Document *apidoc.Document // nil while loading and when nothing could be loaded

	// Exactly the one that Kind names is set.
	Operation *apidoc.Operation // for PageOperation and PageWebhook
	Tag       *apidoc.Tag       // for PageTag
	Model     *apidoc.Model     // for PageModel
	Schema    *Schema           // for PageSchema
	Component *apidoc.Component // for PageComponent
	Release   *Release          // for PageRelease
	Query     string            // for PageSearch
	Results   []Result          // for PageSearch, the best of them
	Total     int               // for PageSearch: how many there are
	Notes     []string          // for PageSearch: what to know about the results
	Err       error             // for PageError
	Progress  Progress          // for PageLoading

	// Stale says why a newer description could not be loaded: the page shows the
	// last good one. It is nil for PageError.
	Stale error
	// Version changes whenever the description does. It is empty without one.
	Version string

	// Changelog is what the versions of the API have changed, on pages of all kinds; nil
	// when no earlier version was given.
	Changelog *Changelog

	// Documents are the descriptions that readers may choose from, such as the
	// versions of an API; empty when there is only this one.
	Documents []DocumentLink

	// Part asks for what stands in the middle of the page alone, for a page that
	// is there already. A renderer that knows no parts writes the whole page.
	Part bool
	// Entry asks, together with Part, for an operation as it stands on a page of
	// several: without its heading, and with ids that begin with its own.
	Entry bool
	// Collected says that the page is one of all pages in one text, such as
	// llms-full.txt: what several pages refer to is not written with each of them, and
	// the text is about the API as it is, without its Changelog.
	Collected bool
	// Direction says for which bodies the schema of a PageSchema is shown: one
	// of a request has nothing that is read-only, one of a response nothing that
	// is write-only. Empty shows everything.
	Direction Direction
	// Choices are the alternatives of oneOf and anyOf that the reader has
	// chosen, by where they stand on the page. A renderer opens them and makes
	// its examples of them; others are the first.
	Choices map[string]int

	// Number says which part of a long list the page shows, from 1; 0 is the
	// first too. A renderer decides how long a part is, and shows the last part
	// when there are fewer.
	Number int

	// Root leads from this page to the root of the reference, such as "../".
	// It is relative, so a reference works below any path and behind any proxy. For a
	// format that is copied elsewhere it is the absolute address where that is known.
	Root string
	// Canonical is the absolute address of the page, empty when unknown.
	Canonical string
	// Origin is the scheme and host of the reference, such as "https://docs.example",
	// which servers with a relative address are taken to be relative to. It is empty
	// when it is unknown and where the page shows no such server.
	Origin   string
	Settings Settings
}

// Schema is a schema of a description and where it stands.
type Schema struct {
	Ref    string // "#/components/schemas/Pet/properties/owner"
	Schema *apidoc.Schema
}

// Direction says who sends a value.
type Direction string

// The directions of a value.
const (
	InRequest  Direction = "request"
	InResponse Direction = "response"
)

// Reading says how much one page of a reference holds.
type Reading string

// The ways to read a reference. Every operation has a page of its own in all of
// them.
const (
	// ReadAutomatic holds a small description on the overview and a larger one
	// tag by tag, and leaves to later what would make a page too large.
	ReadAutomatic  Reading = ""
	ReadContinuous Reading = "continuous" // the overview holds operations, however many
	ReadPages      Reading = "pages"      // the overview and tags only list operations
	ReadWhole      Reading = "whole"      // nothing is left to later: for print
)

// DocumentLink leads to the same page of another description, or to its overview.
type DocumentLink struct {
	Title   string
	URL     string // relative to the page
	Current bool   // it is the one that the page is of
}

// Result is one hit of a search.
type Result struct {
	Kind     PageKind // operation, webhook, tag, model, component or, for what it says itself, overview
	Slug     string   // with Kind the address of the page
	Fragment string   // of the element of the page that was found, empty for the page
	Title    string
	Method   string // of an operation or webhook
	Path     string // of an operation
	// Where names the part that was found, such as "parameter per_page" or
	// "field owner.login"; empty for what the result shows anyway.
	Where      string
	Excerpt    string // the text around what was found, without Markdown
	Deprecated bool
	// What was found in Title, Path and Excerpt, in order and not overlapping.
	TitleMarks, PathMarks, ExcerptMarks []Mark
}

// Mark is the part text[Start:End] of a text, in bytes and whole characters.
type Mark struct{ Start, End int }

// Changelog says what the versions of an API have changed. It is read-only.
type Changelog struct {
	// Tag changes whenever the rest does.
	Tag string
	// Releases are the versions, the newest first. The first is the one that the pages
	// show.
	Releases []Release
	// Pending says that earlier versions are still being read: Releases has none yet.
	Pending bool
	// Histories are those of the operations and webhooks of the description that came or
	// changed in a release.
	Histories map[PageRef]History
}

// Release returns the release with a slug, nil for none.
func (c *Changelog) Release(slug string) *Release {
	for i := range c.Releases {
		if c.Releases[i].Slug == slug {
			return &c.Releases[i]
		}
	}
	return nil
}

// Dated reports whether the day of a release is known, which a feed of them needs
// (RFC 4287, section 4.2.15).
func (c *Changelog) Dated() bool {
	return slices.ContainsFunc(c.Releases, func(r Release) bool { return !r.Date.IsZero() })
}

// Release is a version of an API, and what it has changed.
type Release struct {
	Name string    // such as "2.1.0"
	Slug string    // its place in addresses, unique
	Date time.Time // when it was published, zero when that is not known
	// Since is the name of the version that it was compared with, empty for the oldest
	// one and for one that could not be read.
	Since string
	// What it has changed: what breaks clients, what clients have to do something about,
	// and the rest.
	Breaking, Warnings, Notes []Change
	// LeftOut is how many changes are in none of these lists.
	LeftOut int
	// Err says why the version could not be read. The one after it was compared with the
	// one before it then.
	Err error
}

// Len is the number of changes, those that were left out not counted.
func (r *Release) Len() int { return len(r.Breaking) + len(r.Warnings) + len(r.Notes) }

// Change is a change, and where the operations are that it is about: Operation and Others
// are empty.
type Change struct {
	apichange.Change
	// Operations are the first of those that it is about; none for a change of the whole
	// API.
	Operations []ChangedOperation
	More       int // operations that are not in Operations
}

// ChangedOperation is an operation or webhook that has changed.
type ChangedOperation struct {
	Name    string // such as "GET /users/{id}", or "POST userCreated" for a webhook
	PageRef        // zero for one that the description has no more
}

// PageRef names the page of a part of a description.
type PageRef struct {
	Kind PageKind
	Slug string
}

// History is when an operation came and changed.
type History struct {
	Since   *ReleaseLink  // the release that brought it, nil when it is older than all
	Changed []ReleaseLink // those that have changed it since, the newest first
}

// ReleaseLink names a release.
type ReleaseLink struct{ Name, Slug string }

// Settings is how a page looks: the part of the viewer's configuration that a
// renderer needs. The zero value hides nothing and uses no theme.
type Settings struct {
	// Language is the tag (BCP 47) of the language of the interface, "" for English. What
	// the description says stays as it is.
	Language           string
	Theme              string // one of the viewer's theme names
	DarkMode           string // "light", "dark" or "" for the reader's system
	FixedMode          bool   // readers cannot choose between light and dark
	HideSidebar        bool
	Reading            Reading // how much one page holds
	HideModels         bool
	PathTitles         bool // the sidebar names operations by their paths
	OpenTags           bool // the sidebar shows at once what its tags hold
	OpenResponses      bool // every response is open
	SortProperties     bool // properties of schemas stand in the order of their names
	MixProperties      bool // those that are required do not come first
	HideDownloadButton bool
	HideSearch         bool
	// SearchIndex is the address of an index that the browser searches where no
	// server does, relative to the root of the reference: in a static export.
	SearchIndex  string
	Icon         string // address of the icon of the pages, "" for none
	SearchHotKey string // one letter, pressed together with Ctrl or Cmd
	// Editable offers an editor for the description. Drafts is where it sends what
	// it holds, relative to the root of the reference, and MaxDraft how many bytes
	// that may be.
	Editable bool
	Drafts   string
	MaxDraft int
	// Home is where the viewer is that a page has sent the description to, relative to
	// the root of the reference; "" for a reference of the viewer's own.
	Home         string
	Console      bool // operations can be tried: "?part=console" says what that needs
	DefaultFonts bool
	CustomCSS    bool       // a sheet is served beside the viewer's own
	Markdown     bool       // every page is offered in Markdown too
	Live         bool       // pages are told when the description changes
	ForAuthors   bool       // pages show extensions of the description and findings about it
	Meta         []MetaItem // in the order of the configuration
	// Notices are what the operator should know of the configuration, in sentences: for
	// pages that follow their description, not for the public.
	Notices         []string
	HiddenClients   []string // "shell/curl"; a single "*" hides all
	FeaturedClients []string // "shell/curl", shown first; nil: the renderer's choice
	DefaultClient   string   // "go/native", shown to readers who have not chosen; "": curl
	Credentials     Credentials
	ImageHosts      []string // whose images may be shown, by https; others become links
	Assets          Assets
}

// Credentials are what samples of requests are filled in with. What is empty is
// a placeholder in the samples. Whoever may read a page may copy them.
type Credentials struct {
	Preferred   string // name of the security scheme that is used where it can be
	APIKey      string // of schemes of the type apiKey
	Username    string // of http basic
	Password    string
	Bearer      string // of http bearer and other schemes of HTTP
	AccessToken string // of oauth2 and openIdConnect
	ClientID    string // of oauth2
	Scopes      []string
	Schemes     map[string]SchemeCredentials // by the name of the scheme; they win
	Servers     []apidoc.Server              // that they are for; nil: those of the whole document
}

// SchemeCredentials are those of one security scheme.
type SchemeCredentials struct{ Token, Username, Password string }

// MetaItem is one piece of page meta information, such as ogTitle.
type MetaItem struct {
	Name  string // as HTML spells it: "og:title", "twitter:card", "description"
	Value string
}

// Assets finds the address of a file that the viewer serves.
type Assets interface {
	// URL returns the address of the asset relative to the root of the
	// reference, such as "assets/reference.css?v=1f2e", and its subresource
	// integrity value. Both are empty when there is no such asset.
	URL(name string) (url, integrity string)
}
