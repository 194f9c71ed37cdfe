package viewer

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"mime"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/admission"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/pagecache"
	"github.com/trefoil-go/trefoil/modules/viewer/ui"
)

// ErrClosed is the error of what is asked of a viewer after Close.
var ErrClosed = errors.New("viewer: closed")

// Viewer serves the reference of one API. It is safe for concurrent use.
type Viewer struct {
	source   core.SpecSource
	html     format
	markdown *format // nil when it is not offered
	settings core.Settings
	basePath string // without the slash at its end, "" for none
	public   string // absolute address of the root, "" for unknown
	updates  updates
	log      *slog.Logger
	assets   *ui.Set
	guard    guard
	cache    *pagecache.Cache
	visitors *visitors     // nil when they can send nothing
	mock     *mocking      // nil when requests of the description are not answered
	requests RequestProxy  // nil when none are sent on
	tokens   TokenExchange // nil when none are asked for

	baseServer string                        // stands before relative servers, "" for nothing
	proxyURL   string                        // of a proxy elsewhere, "" for none
	forwarded  bool                          // a proxy says how requests were sent to it
	gate       *admission.Gate               // what is made for requests at the same time
	cacheBytes int                           // of pages
	listeners  atomic.Int64                  // who wait for events
	progress   atomic.Pointer[core.Progress] // nil when nothing is being loaded

	retries *retries // of what could not be loaded
	mark    string   // stands for the root in pages that are kept, and in no description

	shelf atomic.Pointer[shelf] // nil outside of a collection
	state atomic.Pointer[state]

	declared atomic.Pointer[[]apidoc.Server] // that credentials are for, nil before the first description

	ready   chan struct{} // closed when the first load has ended
	loading chan struct{} // holds one token; whoever has it may load
	stop    context.CancelFunc
	life    context.Context // ends with Close
	done    sync.WaitGroup  // the goroutines of New

	indexing sync.WaitGroup // indexes that are being built
}

// format is a renderer with its media type.
type format struct {
	core.Renderer
	contentType string // as it is sent
	mediaType   string // without parameters, to be negotiated
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
	html, err := newFormat(renderer)
	if err = errors.Join(err, c.err); err != nil {
		return nil, err
	}
	v := &Viewer{
		source: source, html: *html, settings: c.settings, basePath: c.basePath, public: c.public,
		updates: updates{call: c.onUpdate}, log: c.logger, assets: c.assets(), cache: pagecache.New(c.cacheBytes),
		ready: make(chan struct{}), loading: make(chan struct{}, 1), retries: newRetries(), mark: rand.Text() + "/",
		requests: c.requests, tokens: c.tokens, baseServer: c.baseServer, proxyURL: c.proxyURL, forwarded: c.forwarded,
		gate: admission.New(atOnce), cacheBytes: c.cacheBytes,
	}
	if c.markdown != nil {
		if v.markdown, err = newFormat(c.markdown); err != nil {
			return nil, err
		}
	}
	if v.mock, err = newMocking(&c); err != nil {
		return nil, err
	}
	v.settings.Assets = v.assets
	v.settings.ImageHosts, v.guard = c.imageHosts, newGuard(&c)
	v.settings.Markdown = v.markdown != nil
	v.settings.Live = c.live || c.watch > 0
	v.offerEditor(&c)
	for _, field := range c.inert {
		v.inert(field, "the console, which hideTestRequestButton leaves out")
	}
	v.visitors = newVisitors(&c, v)
	v.begin(c.watch)
	return v, nil
}

// inert says in the log, and on pages that follow their description, that a field of
// the configuration has no effect.
func (v *Viewer) inert(field, without string) {
	v.log.Warn("configuration field has no effect", "field", field, "without", without)
	v.settings.Notices = append(v.settings.Notices, field+" has no effect without "+without+".")
}

// cacheBytes bounds the pages that are kept.
const cacheBytes = 16 << 20

func newFormat(r core.Renderer) (*format, error) {
	if r == nil {
		return nil, errors.New("viewer: nil Renderer")
	}
	mediaType, _, err := mime.ParseMediaType(r.MediaType())
	if err != nil {
		return nil, errors.New("viewer: the renderer names no media type")
	}
	return &format{Renderer: r, contentType: r.MediaType(), mediaType: mediaType}, nil
}

// begin loads the description for the first time, and watches it from then on if
// that is wanted.
func (v *Viewer) begin(watch time.Duration) {
	v.life, v.stop = context.WithCancel(context.Background())
	v.become(&state{})
	v.progress.Store(&core.Progress{Phase: "Reading the description"})
	v.loading <- struct{}{}
	v.done.Go(func() {
		w := v.newWatcher(watch)
		if w != nil && w.source != nil {
			w.last = w.version()
		}
		v.first()
		if w != nil {
			w.run()
		}
	})
}

// first is the first load.
func (v *Viewer) first() {
	defer close(v.ready)
	defer func() { <-v.loading }()
	_ = v.load(v.life) // which is logged and shown
}

// Ready returns a channel that is closed when the first load has ended, well or
// not; Err tells.
func (v *Viewer) Ready() <-chan struct{} { return v.ready }

// Wait waits for the first load and returns its error, or that of ctx.
func (v *Viewer) Wait(ctx context.Context) error {
	select {
	case <-v.ready:
		return v.Err()
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Err returns the error of the last load, nil when it went well or is still
// going on. With an error the pages show the last good description, if there is
// one.
func (v *Viewer) Err() error { return v.state.Load().err }

// Document returns the description that the pages show, nil when there is none
// yet.
func (v *Viewer) Document() *apidoc.Document { return v.state.Load().doc }

// PublicURL returns the absolute address of the reference, with a slash at its
// end, "" when WithPublicURL has not named it.
func (v *Viewer) PublicURL() string { return v.public }

// Close ends a load that is going on, watching and every stream of events, and
// waits for the first two. Close it before http.Server.Shutdown, which waits for
// streams. Pages that are there are still served afterwards.
// Close may be called more than once.
func (v *Viewer) Close() error {
	v.stop()
	v.visitors.close()
	v.loading <- struct{}{} // no load begins anything any more
	v.done.Wait()
	v.indexing.Wait()
	<-v.loading
	return nil
}

var _ http.Handler = (*Viewer)(nil)
