package restclient

import (
	"cmp"
	"container/list"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/call"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/declare"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/delivery"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/fault"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/saving"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// Client sends the calls of endpoints and keeps what comes back. It is the
// controller that UseController finds. Clients share nothing; one client serves
// one identity, because whoever holds it sees all that it stores, unless
// ForIdentity or WithIdentity divides it. It is safe for concurrent use.
//
// A nil *Client, which UseController returns for a context without one, answers
// every call with ErrNoController.
type Client struct {
	*common
	core   *call.Client // what its calls have in common
	config config
	parent *Client // of the client of an identity; nil for that of New
	resets listeners

	before    <-chan struct{} // closed when an earlier client of the identity is saved; nil for none
	opening   sync.Once       // makes the first space
	resetting sync.Mutex      // held while another space takes the place of the first
	saver     *saving.Saver   // nil when nothing is saved
	outbox    *delivery.Queue // nil when nothing is queued
	opened    atomic.Bool
}

// common is what the client of New and those of its identities share.
type common struct {
	identities *identities
	ignore     func() // stops listening for signals
	unfollow   func() // stops listening to other processes
	release    func() // gives back the journal
	offline    atomic.Bool
}

type config struct {
	baseURL    string
	middleware []func(core.Transport) core.Transport
	timeout    time.Duration
	maxBody    int64
	now        func() time.Time
	ownClock   bool // now is not time.Now
	codec      Codec
	logger     *slog.Logger

	maxEntities int
	identity    func(context.Context) string // nil: one for all
	surroundings
	observers []Observer
	onStatus  map[int]StatusHandler

	maxIdentities int
	persist       *persistConfig // nil: nothing is saved
	outbox        *outboxConfig  // nil: nothing is queued
	sharing       *sharingConfig // nil: nothing is shared with other processes
}

// Option changes a setting of New. Options apply in order, the last wins.
type Option func(*config)

// WithBaseURL sets what is put before the URL of endpoints that have no URL
// prefix of their own, verbatim. Default: none, so that a relative URL is a
// KindArgument error.
func WithBaseURL(url string) Option { return func(c *config) { c.baseURL = url } }

// WithMiddleware wraps the transport, the first one outermost. Repeated options
// add up. Default: none.
func WithMiddleware(m ...func(core.Transport) core.Transport) Option {
	return func(c *config) { c.middleware = append(c.middleware, m...) }
}

// WithTimeout bounds each call, reading the body included. Default: 30 s. Not
// positive: no bound but the context.
func WithTimeout(d time.Duration) Option { return func(c *config) { c.timeout = d } }

// WithMaxBody bounds the body of a response in bytes, after decompression; a
// longer one is a KindTooLarge error. Default: 32 MiB.
func WithMaxBody(bytes int64) Option { return func(c *config) { c.maxBody = bytes } }

// WithClock sets the clock that freshness is measured with. When it goes back, nothing
// is fresh for longer, and no error stands for longer. Default: time.Now.
func WithClock(now func() time.Time) Option {
	return func(c *config) { c.now, c.ownClock = now, true }
}

// DefaultMaxEntities is how much a client stores unless WithMaxEntities says
// otherwise.
const DefaultMaxEntities = 100_000

// WithMaxEntities bounds how many entities, lists and other answers are stored
// for one identity. When there are more, those go that nobody watches and that
// were not read for longest. An answer that is longer alone stays until others have
// taken a tenth of the bound. Not positive: no bound. Default: DefaultMaxEntities.
//
// Whatever the bound, data is dropped that nobody watches and that has expired
// twice over, two minutes after it came at the earliest.
func WithMaxEntities(n int) Option { return func(c *config) { c.maxEntities = n } }

// WithCodec sets how bodies become Go values. Default: JSON().
func WithCodec(codec Codec) Option { return func(c *config) { c.codec = codec } }

// WithLogger sets where the client logs: calls at Debug, background failures at
// Warn, no bodies, headers or secrets. Default, and nil: silent.
func WithLogger(l *slog.Logger) Option { return func(c *config) { c.logger = l } }

// New makes a client that sends through transport. Close it when done.
func New(transport core.Transport, opts ...Option) (*Client, error) {
	if transport == nil {
		return nil, errors.New("restclient: nil Transport")
	}
	c := config{timeout: 30 * time.Second, maxBody: 32 << 20, now: time.Now, codec: JSON(), maxEntities: DefaultMaxEntities, maxIdentities: DefaultMaxIdentities}
	for _, opt := range opts {
		opt(&c)
	}
	if c.maxBody <= 0 {
		return nil, errors.New("restclient: the body limit is not positive")
	}
	if c.now == nil || c.codec == nil {
		return nil, errors.New("restclient: nil clock or codec")
	}
	if c.logger == nil {
		c.logger = slog.New(slog.DiscardHandler)
	}
	if err := errors.Join(c.persist.prepare(), c.outbox.prepare(), c.sharing.prepare(c)); err != nil {
		return nil, err
	}
	transport = observed(transport, c.observers)
	for _, m := range slices.Backward(c.middleware) {
		if m != nil {
			transport = m(transport)
		}
		if m == nil || transport == nil {
			return nil, errors.New("restclient: nil middleware, or one that makes a nil Transport")
		}
	}
	release, err := c.outbox.claim()
	if err != nil {
		return nil, fmt.Errorf("restclient: WithOutbox: %w", err)
	}
	send := exchange.Client{Transport: transport, Layered: len(c.middleware) > 0, MaxBody: c.maxBody}
	client := newClient(c, &common{identities: &identities{clients: map[string]*list.Element{}, leaving: map[string]chan struct{}{}}}, &call.Client{
		Shared: call.NewShared(c.timeout, faults), Config: c.settings(), Exchange: send,
	})
	client.release = release
	client.open(true)
	attend(client)
	follow(client)
	return client, nil
}

// newClient makes a client with what its calls have in common.
func newClient(c config, common *common, core *call.Client) *Client {
	client := &Client{config: c, common: common, core: core}
	if core.Sharing != nil {
		core.Every = core.Sharing.Everything(core.ID)
	}
	if len(c.onStatus) > 0 {
		core.OnStatus = func(ctx context.Context, failure *fault.Record) {
			if handler := c.onStatus[failure.Status]; handler != nil {
				handler(ctx, client, (*Error)(failure))
			}
		}
	}
	return client
}

// settings are what calls need to know.
func (c config) settings() call.Config {
	s := call.Config{
		BaseURL: c.baseURL, Timeout: c.timeout, MaxBody: c.maxBody, Now: c.now, Codec: c.codec, Logger: c.logger,
		Faults: faults, Observing: observersOf(c.observers), Refetches: len(c.refetchOn) > 0, NewStore: c.newStore,
	}
	if c.persist != nil {
		s.Kept = c.persist.kept.Has
	}
	if c.sharing != nil {
		s.Sharing = c.sharing.made
	}
	return s
}

func (c config) newStore() *store.Store {
	options := []store.Option{store.WithMarshal(c.codec.Marshal), store.WithUnmarshal(c.codec.Unmarshal), store.WithMaxEntries(c.maxEntities)}
	if c.ownClock {
		options = append(options, store.WithClock(c.now))
	}
	if c.persist != nil {
		options = append(options, store.WithRetention(c.persist.keepFor))
	}
	if c.outbox != nil {
		options = append(options, store.WithDraftNumbers(func() uint64 { return rand.Uint64N(1 << 52) }))
	}
	return store.New(options...)
}

// open makes the first space, once.
func (c *Client) open(lasting bool) {
	if c.before != nil {
		<-c.before
	}
	c.opening.Do(func() {
		sp := c.core.NewSpace()
		if c.config.persist != nil && lasting {
			c.saver = newSaver(c.config, c.core.ID)
			c.saver.Restore(sp.Store)
			c.core.Saving = c.saver
		}
		if c.config.outbox != nil && lasting {
			c.outbox = delivery.Open(c.core, sp, c.config.outbox.forClient(c))
			c.core.Outbox = c.outbox
		}
		c.core.Home.Store(sp)
		if c.outbox != nil && c.parent != nil {
			c.outbox.SetOnline(!c.offline.Load())
		}
		c.opened.Store(true)
	})
}

// Close ends every call that is under way, waits for them and refuses new ones
// with ErrClosed. What is stored can still be read. It does not close the
// transport, which belongs to the caller. It ends the clients of all identities,
// too, whichever of them it is called on.
func (c *Client) Close() {
	if c == nil {
		return
	}
	if c.parent != nil {
		c = c.parent
	}
	c.ignore()
	c.unfollow()
	c.core.Polls.Close()
	c.core.Calls.Close(ErrClosed)
	for _, one := range append(c.identities.all(), c) {
		one.retire()
	}
	c.identities.wait()
	c.release()
}

// retire ends what the client does for its identity alone.
func (c *Client) retire() {
	c.open(true)
	if c.outbox != nil {
		c.outbox.Close()
	}
	if c.saver != nil {
		c.saver.Close()
	}
}

var _ core.Transport = (*Client)(nil)

// Do sends one request through the middleware and the transport of the client
// and returns the response as it arrives, without gzip where r says nothing of codings.
// The store has no part in it, and any status is a response. The caller closes its body.
//
// WithTimeout does not bound the exchange as a whole, but each wait in it: for
// the response, and for every further part of the body. Neither does
// WithMaxBody apply. Every error, those of reading the body included, is an
// *Error; Close of the client ends what is under way.
func (c *Client) Do(ctx context.Context, r *core.Request) (*core.Response, error) {
	request := requestFor(r)
	if c == nil {
		return nil, faults.New(request, KindArgument, ErrNoController)
	}
	if err := declare.CheckURL(r.URL); err != nil {
		return nil, faults.New(request, KindArgument, err)
	}
	s := c.session(ctx)
	res, err := call.Call{Session: s, Request: request}.Open(ctx, r, c.config.timeout, s.Client.Exchange.Open)
	if err != nil {
		return nil, err
	}
	return res.Response, nil
}

// requestFor is what errors and observers are told of a request.
func requestFor(r *core.Request) *answer.Request {
	return &answer.Request{Request: exchange.Request{
		Call:    declare.Call{Op: cmp.Or(r.Op, "request"), Method: r.Method, URL: r.URL},
		Mutates: r.Method != http.MethodGet && r.Method != http.MethodHead && r.Method != http.MethodOptions,
	}}
}

// StatusError makes the *Error of a response to r whose status is not 2xx, with
// the first 64 KiB of its body, which it closes. It returns nil, and leaves the
// body alone, for a 2xx.
func StatusError(r *core.Request, res *core.Response) error {
	response := exchange.NewResponse(res, 0)
	if err := response.Accept(); err != nil {
		return faults.Exchange(requestFor(r), err)
	}
	return nil
}

type contextKey struct{}

// Context returns a context that carries the client to UseController,
// UseSuspense and their like.
func (c *Client) Context(ctx context.Context) context.Context {
	return context.WithValue(ctx, contextKey{}, c)
}

// UseController returns the client that ctx carries, to pass it on to another
// context or to invalidate and expire what it stores. It is nil when there is
// none; calls with a nil client fail with ErrNoController.
func UseController(ctx context.Context) *Client {
	c, _ := ctx.Value(contextKey{}).(*Client)
	return c
}

// Reset forgets all that the client stores for the identity of ctx, such as
// after a logout. Calls that are under way end with a KindReset error that wraps
// ErrReset, and what they answer is not stored; a mutation among them may have
// taken effect all the same. Whatever is watched is read anew, and policy.Auth asks for
// another token: give its source the next user before.
func (c *Client) Reset(ctx context.Context) {
	if c == nil {
		return
	}
	owner := c.owner(ctx)
	replaceSpace(owner, owner.core.NextSpace(), func(*call.Space) bool { return true })
}

// Inspect looks at the data of this very client, and at the calls for it. What
// the client has for identities is found by ForIdentity.
func (c *Client) Inspect() Inspection {
	if c == nil {
		return Inspection{}
	}
	sp := c.core.Home.Load()
	in := Inspection{Identity: c.core.ID, Store: sp.Store, Calls: callsOf(sp.UnderWay()), AnswerCount: sp.Answers.Count(), space: sp}
	if c.parent == nil {
		in.Identities = c.identities.inspect()
	}
	return in
}

// OnReset calls f after each reset of the data of this very client, when Inspect
// finds the new store. F must be quick. After remove it is not called again.
func (c *Client) OnReset(f func()) (remove func()) {
	if c == nil {
		return func() {}
	}
	return c.resets.add(f)
}

// Outbox returns the queue of the identity of the client, which is empty without
// WithOutbox. With WithIdentity, that of an identity is client.ForIdentity(id).Outbox().
func (c *Client) Outbox() *Outbox {
	if c == nil || c.outbox == nil {
		return &Outbox{}
	}
	return &Outbox{c.outbox}
}

// SaveState returns how it stands with the data of the identity of the client.
// It is zero without WithPersistence.
func (c *Client) SaveState() SaveState {
	if c == nil || c.saver == nil {
		return SaveState{}
	}
	return SaveState(c.saver.State())
}

// Save saves what is stored for the identity of ctx now, such as when the user
// leaves the program for another one, which may be its end. It does nothing
// without WithPersistence, or when nothing has changed.
func (c *Client) Save(ctx context.Context) error {
	if c == nil {
		return faults.Of("save", KindArgument, ErrNoController)
	}
	if owner := c.owner(ctx); owner.saver != nil {
		return owner.saver.Save(ctx)
	}
	return nil
}

// ForIdentity returns the client of one identity. It sends as c does and ends
// with c, but has data of its own: the same for equal identities as long as they
// are among those used last (see WithMaxIdentities), and new data each time for
// the empty one. A cookie jar of the transport is that of all identities: a session
// that a server keeps in a cookie would be sent for another one.
func (c *Client) ForIdentity(id string) *Client {
	if c == nil {
		return nil
	}
	if c.parent != nil {
		c = c.parent
	}
	if id == "" {
		child := c.child(id)
		child.open(false)
		return child
	}
	child, evicted := c.identities.get(id, c)
	for _, old := range evicted {
		c.identities.retire(old)
	}
	child.open(true)
	return child
}

// closeIdle reports whether the client can be forgotten: nothing waits in its queue, and
// nothing enters it any more.
func (c *Client) closeIdle() bool {
	return c.opened.Load() && (c.outbox == nil || c.outbox.CloseIdle())
}

func (c *Client) child(id string) *Client {
	send := c.core.Exchange
	send.Identity = &id
	child := newClient(c.config, c.common, &call.Client{Shared: c.core.Shared, Config: c.core.Config, Exchange: send, ID: id, Parent: c.core})
	child.parent = c
	return child
}

// owner returns the client of the identity of ctx.
func (c *Client) owner(ctx context.Context) *Client {
	if c.config.identity != nil && c.parent == nil {
		return c.ForIdentity(c.config.identity(ctx))
	}
	return c
}

// session returns the session of a call outside of render functions.
func (c *Client) session(ctx context.Context) call.Session {
	if c == nil {
		return call.Session{}
	}
	return c.owner(ctx).core.Session()
}

// Middleware gives each request to a server the client of its identity, for
// UseController, UseSuspense and their like. With a nil function, or for a
// request without identity, that is a client whose data ends with the request.
func (c *Client) Middleware(identity func(*http.Request) string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			id := ""
			if identity != nil {
				id = identity(r)
			}
			next.ServeHTTP(w, r.WithContext(c.ForIdentity(id).Context(r.Context())))
		})
	}
}
