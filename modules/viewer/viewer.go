package viewer

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync/atomic"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/admission"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/answer"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/feature/files"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/feature/mockserver"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/feature/search"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/headers"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/loader"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/mount"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/pagecache"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/pages"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/site"
	"github.com/trefoil-go/trefoil/modules/viewer/ui"
)

// ErrClosed is the error of what is asked of a viewer after Close.
var ErrClosed = errors.New("viewer: closed")

// Viewer serves the reference of one API. It is safe for concurrent use.
type Viewer struct {
	loader   *loader.Loader
	settings core.Settings
	mount    *mount.Mount
	updates  updates
	log      *slog.Logger
	answers  *answer.Sender
	assets   *ui.Set
	headers  *headers.Policy
	cache    *pagecache.Cache
	visitors *visitors          // nil when they can send nothing
	mock     *mockserver.Server // nil when requests of the description are not answered
	requests RequestProxy       // nil when none are sent on
	tokens   TokenExchange      // nil when none are asked for

	proxyURL string          // of a proxy elsewhere, "" for none
	gate     *admission.Gate // what is made for requests at the same time

	shelf atomic.Pointer[shelf] // nil outside of a collection

	credentials credentials // that are filled in

	html      *pages.Format
	markdown  *pages.Format // nil when it is not offered
	pages     *pages.Pages
	table     *site.Table
	files     *files.Assets
	downloads *files.Downloads
	search    *search.Search
	servers   loader.Derived[[]apidoc.Server] // all that a description declares
	reach     loader.Derived[*headers.Reach]  // where its pages may connect to
}

// New makes a viewer of a source, whose pages a renderer writes, and begins to
// load the description in the background. Close ends it.
//
// The error says which argument or option cannot be used. A description that
// cannot be loaded is none: the pages show what is wrong. One that could not be had,
// which core.SpecError.Temporary says, is loaded again after a second, and then after
// twice as long each time, up to a minute and half of it by chance, or as its server
// asks with Retry-After, up to 15 minutes. A reader has it loaded when the time is up.
func New(source core.SpecSource, renderer core.Renderer, options ...Option) (*Viewer, error) {
	if source == nil {
		return nil, errors.New("viewer: nil SpecSource")
	}
	c := config{logger: slog.New(slog.DiscardHandler), cacheBytes: cacheBytes}
	c.configure(Configuration{})
	for _, option := range options {
		option(&c)
	}
	html, err := pages.NewFormat(renderer)
	if err = errors.Join(err, c.err); err != nil {
		return nil, err
	}
	policy := headers.New(headers.Config{ImageHosts: c.imageHosts, Hosts: c.hosts, Public: c.public})
	v := &Viewer{
		html: html, settings: c.settings, headers: policy,
		mount:   mount.New(mount.Config{Path: c.basePath, Public: c.public, Forwarded: c.forwarded, Knows: policy.Knows}),
		updates: updates{call: c.onUpdate}, log: c.logger, answers: answer.NewSender(c.logger), assets: c.assets(), cache: pagecache.New(c.cacheBytes),
		requests: c.requests, tokens: c.tokens, proxyURL: c.proxyURL,
		gate: admission.New(atOnce),
	}
	if c.markdown != nil {
		if v.markdown, err = pages.NewFormat(c.markdown); err != nil {
			return nil, err
		}
	}
	if c.mocked {
		if v.mock, err = mockserver.New(c.public, c.mockOptions); err != nil {
			return nil, err
		}
	}
	v.settings.Assets = v.assets
	v.settings.ImageHosts = c.imageHosts
	v.settings.Markdown = v.markdown != nil
	v.settings.Live = c.live || c.watch > 0
	v.credentials.given = c.settings.Credentials
	v.offerEditor(&c)
	for _, field := range c.inert {
		v.inert(field, "the console, which hideTestRequestButton leaves out")
	}
	v.visitors = newVisitors(&c, c.logger)
	v.loader = loader.New(v.loading(source, &c))
	v.features(&c)
	v.loader.Start()
	return v, nil
}

// loading says how the description of a source is loaded.
func (v *Viewer) loading(source core.SpecSource, c *config) loader.Config {
	l := loader.Config{Source: source, Watch: c.watch, Log: v.log, Closed: ErrClosed, Loaded: v.loaded}
	if c.baseServer != "" {
		l.Change = append(l.Change, func(doc *apidoc.Document) *apidoc.Document { return loader.Based(doc, c.baseServer) })
	}
	if v.mock != nil {
		l.Change = append(l.Change, v.mock.Offer)
	}
	l.Change = append(l.Change, v.credentials.declare)
	return l
}

// features makes what the viewer consists of besides pages.
func (v *Viewer) features(c *config) {
	v.files = &files.Assets{Files: v.assets, Cache: v.cache, Answers: v.answers}
	v.downloads = files.NewDownloads(v.answers, v.log)
	v.search = search.New(search.Config{Answers: v.answers, Log: v.log, HideModels: v.settings.HideModels, Go: v.loader.Go})
	v.reach.Make = v.newReach
	v.servers.Make = func(ctx context.Context, d *loader.Description) []apidoc.Server {
		servers := headers.DeclaredServers(ctx, d.Doc)
		v.reach.Of(d).Know(servers)
		return servers
	}
	p := pages.Config{
		Loader: v.loader, Answers: v.answers, Mount: v.mount, Cache: v.cache, Log: v.log,
		HTML: v.html, Markdown: v.markdown, Settings: v.settings,
		Credentials: v.credentials.now, Find: v.search.Find, Reach: v.reachOf,
		Siblings: func(t pages.Target, own *loader.Snapshot) ([]core.DocumentLink, string) {
			return v.shelf.Load().links(t, own)
		},
		OwnProxy: v.requests != nil, Tokens: v.tokens != nil, ProxyURL: v.proxyURL,
	}
	if v.settings.HideSearch {
		p.Find = nil
	}
	v.pages = pages.New(p)
	v.table = site.New(v.routes(c)...)
}

// newReach returns nil when pages connect to nothing.
func (v *Viewer) newReach(_ context.Context, d *loader.Description) *headers.Reach {
	if !v.settings.Console || v.settings.Home != "" {
		return nil
	}
	besides := []string{v.proxyURL}
	if v.tokens == nil {
		besides = append(besides, headers.Providers(d.Doc.SecuritySchemes)...)
	}
	return headers.NewReach(v.headers, d.Doc.Servers, besides...)
}

// reachOf is where the pages of a snapshot may connect to, nil for nowhere.
func (v *Viewer) reachOf(s *loader.Snapshot) *headers.Reach {
	if s.Doc == nil {
		return nil
	}
	return v.reach.Of(s.Description)
}

// loaded prepares what readers of a new description will ask for.
func (v *Viewer) loaded(now *loader.Snapshot, known bool) {
	v.updates.loaded(now.Doc.Text.Data, known)
	if !v.settings.HideSearch {
		v.search.Prepare(now.Description)
	}
	if !v.settings.HideDownloadButton && v.settings.Home == "" { // few ask for that of a draft
		v.downloads.Prepare(now, v.loader)
	}
	if v.requests != nil || v.settings.Console {
		v.loader.Go(func() { v.servers.Of(now.Description) }) // before the first request
	}
}

// offerEditor lets pages show the editor when the configuration says so and there
// is something that reads what is typed.
func (v *Viewer) offerEditor(c *config) {
	if !v.settings.Editable {
		return
	}
	if c.drafts == "" {
		v.settings.Editable = false
		v.inert("isEditable", "viewer.WithVisitorDescriptions")
		return
	}
	v.settings.Drafts, v.settings.MaxDraft = c.drafts, c.visitorLimits.Bytes
}

// inert says in the log, and on pages that follow their description, that a field of
// the configuration has no effect.
func (v *Viewer) inert(field, without string) {
	v.log.Warn("configuration field has no effect", "field", field, "without", without)
	v.settings.Notices = append(v.settings.Notices, field+" has no effect without "+without+".")
}

// cacheBytes bounds the pages that are kept.
const cacheBytes = 16 << 20

// Ready returns a channel that is closed when the first load has ended, well or
// not; Err tells.
func (v *Viewer) Ready() <-chan struct{} { return v.loader.Ready() }

// Wait waits for the first load and returns its error, or that of ctx.
func (v *Viewer) Wait(ctx context.Context) error {
	select {
	case <-v.loader.Ready():
		return v.Err()
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Err returns the error of the last load, nil when it went well or is still
// going on. With an error the pages show the last good description, if there is
// one.
func (v *Viewer) Err() error { return v.loader.Current().Err }

// Document returns the description that the pages show, nil when there is none
// yet.
func (v *Viewer) Document() *apidoc.Document { return v.loader.Current().Doc }

// PublicURL returns the absolute address of the reference, with a slash at its
// end, "" when WithPublicURL has not named it.
func (v *Viewer) PublicURL() string { return v.mount.Public }

// Close ends a load that is going on, watching and every stream of events, and
// waits for the first two. Close it before http.Server.Shutdown, which waits for
// streams. Pages that are there are still served afterwards.
// Close may be called more than once.
func (v *Viewer) Close() error {
	v.loader.End()
	v.visitors.close()
	v.loader.Close()
	return nil
}

// Reload reads the description again and shows it from then on. When that fails
// the last good one stays; the error is that of the source, of ctx, or ErrClosed. A
// description that could not be had is read again later, as after New.
//
// Loads never overlap: Reload waits for one that is going on.
func (v *Viewer) Reload(ctx context.Context) error { return v.loader.Reload(ctx) }

var _ http.Handler = (*Viewer)(nil)
