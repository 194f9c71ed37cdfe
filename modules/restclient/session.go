package restclient

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient/entity"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/redact"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/share"
)

// space is what belongs together and is shared with nothing else: the data of
// one identity, and the calls for it that are under way.
type space struct {
	store     *entity.Store
	calls     *share.Scope[callKey] // ends when another space takes the place of this
	mutations share.Queue[entityKey]
	answers   answers
	batches   batches
}

func newSpace(c config, g *share.Group) *space {
	options := []entity.Option{entity.WithUnmarshal(c.codec.Unmarshal), entity.WithMaxEntries(c.maxEntities)}
	if c.ownClock {
		options = append(options, entity.WithClock(c.now))
	}
	if c.persist != nil {
		options = append(options, entity.WithRetention(c.persist.keepFor))
	}
	if c.outbox != nil {
		options = append(options, entity.WithDraftNumbers(func() uint64 { return rand.Uint64N(1 << 52) }))
	}
	return &space{store: entity.NewStore(options...), calls: share.NewScope[callKey](g)}
}

// end ends a space whose place another has taken.
func (sp *space) end() {
	sp.calls.End(ErrReset)
	sp.store.Wake()
}

func (sp *space) wasReset() bool {
	select {
	case <-sp.calls.Ended():
		return true
	default:
		return false
	}
}

// inspectCalls returns the calls that are under way.
func (sp *space) inspectCalls() []CallInfo {
	var all []CallInfo
	for _, info := range sp.calls.Calls() {
		if t, ok := info.About.(interface{ about() *task }); ok {
			t := t.about()
			all = append(all, CallInfo{Name: t.request.Op, Purpose: t.purpose, Method: t.request.Method, URL: redact.URL(t.request.URL), Began: info.Began})
		}
	}
	slices.SortFunc(all, func(a, b CallInfo) int { return cmp.Or(a.Began.Compare(b.Began), cmp.Compare(a.URL, b.URL)) })
	return all
}

// session is one use of a client.
type session struct {
	client *Client
	space  *space
	// at is the state that is read: nil for the newest, else that of the render
	// function that reads it.
	at *entity.Snapshot
	// frame is the run of the render function; nil outside of them.
	frame *frame
}

// sessionOf returns the session of ctx, for an endpoint that is used in it.
func sessionOf(ctx context.Context, ep *endpoint) (session, error) {
	s := sessionIn(ctx)
	if s.client == nil {
		return s, noController(ep)
	}
	return s, nil
}

func noController(ep *endpoint) error {
	return &Error{Op: ep.label(), Kind: KindArgument, Err: ErrNoController}
}

// sessionIn returns the session of ctx, which has no client when ctx carries
// none: that of the render function that is running, if it is for that client.
func sessionIn(ctx context.Context) session {
	c := UseController(ctx)
	if f, ok := ctx.Value(frameKey{}).(*frame); ok && c != nil && (f.client == c || f.client.parent == c) {
		return session{client: f.client, space: f.space, at: f.at, frame: f}
	}
	return c.session(ctx)
}

// now is the session as it reads the newest state.
func (s session) now() session { return session{client: s.client, space: s.space} }

func (s session) store() *entity.Store { return s.space.store }

// commit runs f, whose writes become visible at once.
func (s session) commit(w entity.Write, f func(entity.Write)) { s.store().Commit(w, f) }

// send makes one exchange. Every error is an *Error.
func (s session) send(ctx context.Context, r *answer.Request, known exchange.Conditions) (*answer.Reply, error) {
	begun := s.begun(ctx)
	reply, err := s.client.exchange.Send(ctx, &r.Request, known)
	if err != nil {
		failure := exchangeError(r, err)
		s.exchanged(ctx, r, exchange.Reply{}, failure, begun)
		return nil, failure
	}
	s.exchanged(ctx, r, reply, nil, begun)
	return &answer.Reply{Reply: reply, Request: r}, nil
}

// opener makes an exchange whose body is read as it arrives.
type opener func(ctx context.Context, r *core.Request, idle time.Duration) (exchange.Response, error)

// open makes an exchange whose body the caller reads as it arrives, and closes.
// It ends when nothing moves for idle, with ctx, and with the client. Every error
// is an *Error, those of reading the body included.
func (s session) open(ctx context.Context, r *answer.Request, out *core.Request, idle time.Duration, open opener) (exchange.Response, error) {
	if err := ctx.Err(); err != nil {
		return exchange.Response{}, newError(r, kindOf(err), err)
	}
	t := &task{session: s, request: r, purpose: ForStream}
	ctx, release, err := s.space.calls.Open(ctx, t)
	if err != nil {
		return exchange.Response{}, newError(r, KindCanceled, err)
	}
	ctx, seen := s.client.observe(ctx, t)
	begun := s.begun(ctx)
	res, err := open(ctx, out, idle)
	if err != nil {
		failure := exchangeError(r, err)
		release()
		s.exchanged(ctx, r, exchange.Reply{}, failure, begun)
		s.tellStatus(ctx, failure)
		seen.end(failure)
		return exchange.Response{}, failure
	}
	s.exchanged(ctx, r, res.Reply, nil, begun)
	res.Body = &openedBody{ReadCloser: res.Body, request: r, reply: res.Reply, release: release, seen: seen}
	return res, nil
}

// openBody returns the body of the response to a read.
func (s session) openBody(ctx context.Context, r *answer.Request) (any, error) {
	out := r.HTTP(ctx, exchange.Conditions{})
	out.Header.Set("Accept", "*/*")
	res, err := s.open(ctx, r, out, s.client.config.timeout, s.client.exchange.OpenSuccess)
	if err != nil {
		return nil, err
	}
	return res.Body, nil
}

// alone runs a call that shares nothing. One with an upload may last as long as
// that moves.
func (s session) alone(ctx context.Context, r *answer.Request, run func(context.Context) (any, error)) (value any, err error) {
	t := &task{session: s, request: r, purpose: ForPage, run: run}
	if r.Mutates {
		t.purpose = ForMutate
	}
	if r.Upload == nil {
		return s.space.calls.Alone(ctx, t)
	}
	ctx, release, err := s.space.calls.Open(ctx, t)
	if err != nil {
		return nil, err
	}
	defer release()
	ctx, end := exchange.Watch(ctx, s.client.config.timeout)
	defer end()
	ctx, _ = t.Begin(ctx, false)
	value, err = run(ctx)
	err = ended(ctx, err)
	t.Ended(ctx, err)
	return value, err
}

// ended gives the error of a call the kind of what ended it.
func ended(ctx context.Context, err error) error {
	e, ok := asError(err)
	if !ok || context.Cause(ctx) == nil || e.Kind != KindCanceled && e.Kind != KindNetwork {
		return err
	}
	told := *e
	told.Err = exchange.WithCause(ctx, e.Err)
	told.Kind = kindOf(told.Err)
	return &told
}

// begun is when an exchange begins, zero when nobody is to know.
func (s session) begun(ctx context.Context) (at time.Time) {
	if s.client.config.logger.Enabled(ctx, slog.LevelDebug) {
		at = s.client.config.now()
	}
	return at
}

// exchanged tells the observation of ctx, and the log, how an exchange has ended.
func (s session) exchanged(ctx context.Context, r *answer.Request, reply exchange.Reply, err *Error, begun time.Time) {
	if len(s.client.config.observers) > 0 {
		observationIn(ctx).exchanged(reply, err)
	}
	if begun.IsZero() {
		return
	}
	attrs := []any{"op", r.Op, "method", r.Method, "url", redact.URL(r.URL), "took", s.client.config.now().Sub(begun)}
	if err != nil && (err.Status == 0 || err.Status/100 == 2) {
		s.client.config.logger.DebugContext(ctx, "rest call failed", append(attrs, "err", err)...)
		return
	}
	if err != nil { // a stream that is refused
		reply.Status = err.Status
	}
	s.client.config.logger.DebugContext(ctx, "rest call", append(attrs, "status", reply.Status, "bytes", len(reply.Body))...)
}

// served tells the observers, if there are any, that the store has answered.
func (s session) served(ctx context.Context, e *endpoint, state CacheState) {
	if len(s.client.config.observers) > 0 {
		s.tellServed(ctx, e, state)
	}
}

func (s session) tellServed(ctx context.Context, e *endpoint, state CacheState) {
	op := Operation{Name: e.declared.Name, Purpose: ForRead, Cache: state, Method: e.declared.Method, Template: e.declared.Path, Identity: s.client.id}
	for _, observer := range s.client.config.observers {
		observer.Served(ctx, op)
	}
}

// tellStatus tells the handler of a status how a call has ended.
func (s session) tellStatus(ctx context.Context, err error) {
	handlers := s.client.config.onStatus
	if err == nil || len(handlers) == 0 || s.space.wasReset() {
		return
	}
	e, ok := asError(err)
	if !ok || e.Kind != KindStatus {
		return
	}
	if handler := handlers[e.Status]; handler != nil {
		handler(ctx, s.client, e)
	}
}

// openedBody is the body of a response that is read as it arrives.
type openedBody struct {
	io.ReadCloser
	request *answer.Request
	reply   exchange.Reply // without the body
	release func()
	seen    *observation
}

func (b *openedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.seen.read(n)
	if err != nil && err != io.EOF {
		err = exchangeError(b.request, &exchange.Unread{Reply: b.reply, Err: err})
		b.seen.end(err)
	}
	return n, err
}

func (b *openedBody) Close() error {
	err := b.ReadCloser.Close()
	b.release()
	b.seen.end(nil)
	return err
}

var _ share.Task = (*task)(nil)

// task is a request of a session under way, and what it is for. Nothing in it
// changes, because Inspect looks at it meanwhile.
type task struct {
	session
	request *answer.Request
	purpose Purpose
	found   entity.Status // what the store had
	run     func(context.Context) (any, error)
}

// about is the task, for Inspect.
func (t *task) about() *task { return t }

// Run does the work.
func (t *task) Run(ctx context.Context) (any, error) { return t.run(ctx) }

// Needless is false: what is no read is done in any case.
func (*task) Needless() bool { return false }

// Begin tells the observers.
func (t *task) Begin(ctx context.Context, joined bool) (context.Context, func(error)) {
	if len(t.client.config.observers) == 0 {
		return ctx, nil
	}
	ctx, o := t.client.observe(ctx, t)
	if joined {
		o = o.share()
	}
	return ctx, o.end
}

// Ended tells the handler of a status, and then the observers.
func (t *task) Ended(ctx context.Context, err error) {
	if len(t.client.config.observers) > 0 {
		defer observationIn(ctx).end(err)
	}
	t.tellStatus(ctx, err)
}

// forced reports whether the server is asked whatever is stored.
func (t *task) forced() bool { return t.purpose == ForFetch || t.purpose == ForPoll }

// cacheState is what observers are told of the store.
func (t *task) cacheState() CacheState {
	if t.purpose == ForRead || t.purpose == ForRevalidate {
		return cacheStateOf(t.found)
	}
	return CacheBypass
}

// because adds to the error of a call why it was ended.
func because(cause, err error) error {
	if e, ok := asError(err); ok && !errors.Is(err, cause) {
		e.Err = fmt.Errorf("%w: %w", cause, e.Err)
		e.Kind = kindOf(e.Err)
	}
	return err
}
