package viewer

import (
	"context"
	"errors"
	"log/slog"
	"slices"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/admission"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/answer"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/feature/changes"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/feature/drafts"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/feature/files"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/feature/mockserver"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/feature/search"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/feature/status"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/feature/tryout"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/headers"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/loader"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/mount"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/pagecache"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/pages"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/serverurl"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shared"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/site"
)

// features are what a viewer consists of besides pages, while it is put together.
type features struct {
	*config
	*server
	answers  *answer.Sender
	cache    *pagecache.Cache
	html     *pages.Format
	md       *pages.Format // nil when Markdown is not offered
	updates  updates
	filledIn credentials

	files     *files.Assets
	downloads *files.Downloads
	search    *search.Search
	changes   *changes.Changes   // nil when there are no earlier versions
	mock      *mockserver.Server // nil when requests of the description are not answered
	visitors  *drafts.Drafts     // nil when they can send nothing
	connections
}

// connections is what a description says of where requests go.
type connections struct {
	servers loader.Derived[[]apidoc.Server] // all that it declares
	reach   loader.Derived[*headers.Reach]  // where its pages may connect to
}

// newFeatures reads the options. The error says what cannot be used.
func newFeatures(s *server, renderer core.Renderer, options []Option) (*features, error) {
	c := &config{logger: slog.New(slog.DiscardHandler), cacheBytes: cacheBytes}
	c.configure(Configuration{})
	for _, option := range options {
		option(c)
	}
	html, err := pages.NewFormat(renderer)
	if err = errors.Join(err, c.err); err != nil {
		return nil, err
	}
	f := &features{config: c, server: s, html: html, answers: answer.NewSender(c.logger), cache: pagecache.New(c.cacheBytes)}
	f.files = &files.Assets{Files: c.assets(), Cache: f.cache, Answers: f.answers}
	if c.markdown != nil {
		if f.md, err = pages.NewFormat(c.markdown); err != nil {
			return nil, err
		}
	}
	if c.mocked {
		if f.mock, err = mockserver.New(c.public, c.mockOptions); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// cacheBytes bounds the pages that are kept.
const cacheBytes = 16 << 20

// assemble makes the server of a source.
func (f *features) assemble(source core.SpecSource) {
	f.set()
	policy := headers.New(headers.Config{ImageHosts: f.imageHosts, Hosts: f.hosts, Public: f.public})
	f.headers, f.gate = policy, admission.New(atOnce)
	f.mount = mount.New(mount.Config{Path: f.basePath, Public: f.public, Forwarded: f.forwarded, Knows: policy.Knows})
	f.loader = loader.New(f.loading(source))
	f.downloads = files.NewDownloads(f.answers, f.logger)
	f.search = search.New(search.Config{
		Answers: f.answers, Log: f.logger, HideModels: f.settings.HideModels, Changes: len(f.earlier) > 0, Language: f.settings.Language, Go: f.loader.Go,
	})
	if len(f.earlier) > 0 {
		f.changes = changes.New(changes.Config{
			Own: f.own, Earlier: f.earlier, Answers: f.answers, Mount: f.mount, Log: f.logger, Go: f.loader.Go,
		})
	}
	f.reach.Make, f.servers.Make = f.newReach, f.declared
	f.pages = f.newPages()
	f.table = site.New(f.routes()...)
}

// set completes what pages are told of the viewer.
func (f *features) set() {
	f.updates.call, f.filledIn.given = f.onUpdate, f.settings.Credentials
	f.settings.Assets = f.files.Files
	f.settings.ImageHosts = f.imageHosts
	f.settings.Markdown = f.md != nil
	f.settings.Live = f.live || f.watch > 0
	f.offerEditor()
	f.settings.ForAuthors = f.settings.ForAuthors || f.settings.Live || f.settings.Editable
	for _, field := range f.inert {
		f.without(field, "the console, which hideTestRequestButton leaves out")
	}
}

// offerEditor lets pages show the editor when the configuration says so and there
// is something that reads what is typed.
func (f *features) offerEditor() {
	if !f.settings.Editable {
		return
	}
	if f.drafts == "" {
		f.settings.Editable = false
		f.without("isEditable", "viewer.WithVisitorDescriptions")
		return
	}
	f.settings.Drafts, f.settings.MaxDraft = f.drafts, f.visitorLimits.Bytes
}

// without says in the log, and on pages that follow their description, that a field of
// the configuration has no effect without something.
func (f *features) without(field, something string) {
	f.logger.Warn("configuration field has no effect", "field", field, "without", something)
	f.settings.Notices = append(f.settings.Notices, field+" has no effect without "+something+".")
}

// loading says how the description of a source is loaded.
func (f *features) loading(source core.SpecSource) loader.Config {
	l := loader.Config{Source: source, Watch: f.watch, Log: f.logger, Closed: ErrClosed, Loaded: f.loaded}
	if c := f.shared; c.Blobs != nil {
		c.Source, c.Log = source, f.logger
		l.Shared = shared.New(c)
	}
	if len(f.givenServers) > 0 {
		l.Change = append(l.Change, func(doc *apidoc.Document) *apidoc.Document { return loader.Served(doc, f.givenServers) })
	}
	if f.baseServer != "" {
		l.Change = append(l.Change, func(doc *apidoc.Document) *apidoc.Document { return loader.Based(doc, f.baseServer) })
	}
	if f.mock != nil {
		l.Change = append(l.Change, f.mock.Offer)
	}
	if f.tagOrder != "" || f.operationOrder != "" {
		l.Change = append(l.Change, func(doc *apidoc.Document) *apidoc.Document { return loader.Ordered(doc, f.tagOrder, f.operationOrder) })
	}
	l.Change = append(l.Change, f.filledIn.declare)
	return l
}

// loaded prepares what readers of a new description will ask for.
func (f *features) loaded(now *loader.Snapshot, known bool) {
	f.updates.loaded(now.Doc.Text.Data, known)
	if f.changes != nil {
		f.changes.Prepare(now.Description)
	}
	var indexed <-chan struct{}
	if !f.settings.HideSearch {
		indexed = f.search.Prepare(now.Description)
	}
	f.loader.Go(func() {
		if indexed != nil {
			<-indexed // one after the other: the first pages are asked for meanwhile
		}
		if f.loader.Life().Err() != nil {
			return
		}
		if f.requests != nil || f.settings.Console {
			f.servers.Of(now.Description) // before the first request
		}
		if !f.settings.HideDownloadButton && f.settings.Home == "" { // few ask for that of a draft
			f.downloads.Prepare(now)
		}
	})
}

// declared are the servers of a description, those of operations too.
func (f *features) declared(ctx context.Context, d *loader.Description) []apidoc.Server {
	servers := headers.DeclaredServers(ctx, d.Doc)
	f.reach.Of(d).Know(servers)
	return servers
}

// newReach returns nil when pages connect to nothing.
func (f *features) newReach(_ context.Context, d *loader.Description) *headers.Reach {
	if !f.settings.Console || f.settings.Home != "" {
		return nil
	}
	besides := []string{f.proxyURL}
	if f.tokens == nil {
		besides = append(besides, headers.Providers(serverurl.Schemes(d.Doc))...)
	}
	return headers.NewReach(f.headers, d.Doc.Servers, besides...)
}

// reachOf is where the pages of a snapshot may connect to, nil for nowhere.
func (f *features) reachOf(s *loader.Snapshot) *headers.Reach {
	if s.Doc == nil {
		return nil
	}
	return f.reach.Of(s.Description)
}

func (f *features) newPages() *pages.Pages {
	c := pages.Config{
		Loader: f.loader, Answers: f.answers, Mount: f.mount, Cache: f.cache, Log: f.logger,
		HTML: f.html, Markdown: f.md, Settings: f.settings,
		Credentials: f.filledIn.now, Find: f.search.Find, Reach: f.reachOf, Siblings: f.siblings,
		Proxies: pages.Proxies{OwnProxy: f.requests != nil, Tokens: f.tokens != nil, ProxyURL: f.proxyURL},
	}
	if f.settings.HideSearch {
		c.Find = nil
	}
	if f.changes != nil {
		c.Changelog = f.changes.Of
	}
	return pages.New(c)
}

// routes are the addresses of the reference but those of pages, which have all others.
func (f *features) routes() []site.Route {
	hideModels := f.settings.HideModels
	lists := files.Lists{Mount: f.mount, Cache: f.cache, Answers: f.answers, HideModels: hideModels}
	if f.changes != nil {
		lists.Changelog = f.changes.Of
	}
	states := status.New(status.Config{Loader: f.loader, Answers: f.answers, Log: f.logger, Live: f.settings.Live, HideModels: hideModels})
	all := files.EverythingConfig{
		Mount: f.mount, Cache: f.cache, Answers: f.answers, Log: f.logger,
		CacheBytes: f.cacheBytes, HideModels: hideModels, Page: f.pages.Collected,
	}
	if f.md != nil {
		all.MediaType = f.md.ContentType
	}
	routes := slices.Concat(
		f.files.Routes(), f.pages.Routes(), lists.Routes(), states.Routes(), f.tryout().Routes(),
		offered(!f.settings.HideDownloadButton, f.downloads.Routes()),
		offered(!f.settings.HideSearch, f.search.Routes()),
		offered(f.md != nil, files.NewEverything(all).Routes()),
	)
	if f.changes != nil {
		routes = append(routes, f.changes.Routes()...)
	}
	if f.mock != nil {
		routes = append(routes, f.mock.Routes()...)
	}
	return append(routes, f.visits()...)
}

// offered takes the handlers from routes that are not offered. They keep their weight,
// which is that of the same address of a draft.
func offered(is bool, routes []site.Route) []site.Route {
	for i := range routes {
		if !is {
			routes[i].Handler = nil
		}
	}
	return routes
}

// visits are the addresses of what visitors have sent, or of what they cannot send.
func (f *features) visits() []site.Route {
	if f.openDrafts == nil {
		return (&drafts.Unserved{Log: f.logger}).Routes()
	}
	c := drafts.Config{
		Limits: drafts.Limits(f.visitorLimits), Answers: f.answers, Log: f.logger, Assets: f.files, Closed: ErrClosed,
		Weight:   func(at mount.Place) int { return f.table.Match(at).Making() },
		Types:    []string{f.html.Media, "text/html", "text/plain", files.JSON, files.YAML},
		Describe: newDescriber(f.config).describe, Tell: f.updates.tell,
	}
	if f.md != nil {
		c.Types = append(c.Types, f.md.Media)
	}
	f.visitors = drafts.New(c)
	return f.visitors.Routes()
}

// tryout serves what consoles need of the server.
func (f *features) tryout() *tryout.Tryout {
	t := &tryout.Tryout{Answers: f.answers, Assets: f.files.Files, Life: f.loader.Life(), Servers: f.servers.Of, Language: f.settings.Language}
	if f.requests != nil {
		t.Requests = f.requests.ServeRequest
	}
	if f.tokens != nil {
		t.Tokens = f.tokens.ServeToken
	}
	return t
}
