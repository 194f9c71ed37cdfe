package call

import (
	"context"
	"io"
	"log/slog"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/fault"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/redact"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/share"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// Space is what belongs together and is shared with nothing else: the data of
// one identity, and the calls for it that are under way.
type Space struct {
	Store     *store.Store
	Calls     *share.Scope[Key] // ends when another space takes the place of this
	mutations share.Queue[entityKey]
	Answers   answers
	batches   batches
}

// End ends a space whose place another has taken.
func (sp *Space) End() {
	sp.Calls.End(fault.ErrReset)
	sp.Store.Wake()
}

// WasReset reports whether another space has taken the place of this one.
func (sp *Space) WasReset() bool {
	select {
	case <-sp.Calls.Ended():
		return true
	default:
		return false
	}
}

// Info is a call that is under way.
type Info struct {
	Request *answer.Request
	Purpose Purpose
	Began   time.Time
}

// UnderWay returns the calls that are under way.
func (sp *Space) UnderWay() []Info {
	var all []Info
	for _, info := range sp.Calls.Calls() {
		if t, ok := info.About.(interface{ about() *task }); ok {
			t := t.about()
			all = append(all, Info{t.request, t.purpose, info.Began})
		}
	}
	return all
}

// Session is one use of a client.
type Session struct {
	Client *Client
	Space  *Space
	// At is the state that is read: nil for the newest, else that of the render
	// function that reads it.
	At *store.Snapshot
	// Frame is the run of the render function; nil outside of them.
	Frame *Frame
}

// Rendering returns the session of the render function that is running, if it
// is for the client.
func Rendering(ctx context.Context, c *Client) (Session, bool) {
	f, ok := ctx.Value(frameKey{}).(*Frame)
	if !ok || f.Client != c && f.Client.Parent != c {
		return Session{}, false
	}
	return Session{Client: f.Client, Space: f.Space, At: f.At, Frame: f}, true
}

// Now is the session as it reads the newest state.
func (s Session) Now() Session { return Session{Client: s.Client, Space: s.Space} }

// Store is where the session reads and writes.
func (s Session) Store() *store.Store { return s.Space.Store }

// Commit runs f, whose writes become visible at once.
func (s Session) Commit(w store.Write, f func(store.Write)) { s.Store().Commit(w, f) }

// Send makes one exchange. Every error has a record.
func (s Session) Send(ctx context.Context, r *answer.Request, known exchange.Conditions) (*answer.Reply, error) {
	begun := s.begun(ctx)
	reply, err := s.Client.Exchange.Send(ctx, &r.Request, known)
	if err != nil {
		err = s.Client.Faults.Exchange(r, err)
		s.exchanged(ctx, r, exchange.Reply{}, err, begun)
		return nil, err
	}
	s.exchanged(ctx, r, reply, nil, begun)
	return &answer.Reply{Reply: reply, Request: r}, nil
}

// opener makes an exchange whose body is read as it arrives.
type opener func(ctx context.Context, r *core.Request, idle time.Duration) (exchange.Response, error)

// Open makes an exchange whose body the caller reads as it arrives, and closes.
// It ends when nothing moves for idle, with ctx, and with the client. Every error
// has a record, those of reading the body included.
func (s Session) Open(ctx context.Context, r *answer.Request, out *core.Request, idle time.Duration, open opener) (exchange.Response, error) {
	if err := ctx.Err(); err != nil {
		return exchange.Response{}, s.Client.Faults.New(r, fault.KindOf(err), err)
	}
	t := &task{Session: s, request: r, purpose: ForStream}
	ctx, release, err := s.Space.Calls.Open(ctx, t)
	if err != nil {
		return exchange.Response{}, s.Client.Faults.New(r, fault.Canceled, err)
	}
	ctx, seen := s.Client.observe(ctx, t)
	begun := s.begun(ctx)
	res, err := open(ctx, out, idle)
	if err != nil {
		err = s.Client.Faults.Exchange(r, err)
		release()
		s.exchanged(ctx, r, exchange.Reply{}, err, begun)
		s.TellStatus(ctx, err)
		seen.end(err)
		return exchange.Response{}, err
	}
	s.exchanged(ctx, r, res.Reply, nil, begun)
	res.Body = &openedBody{ReadCloser: res.Body, faults: s.Client.Faults, request: r, reply: res.Reply, release: release, seen: seen}
	return res, nil
}

// openBody returns the body of the response to a read.
func (s Session) openBody(ctx context.Context, r *answer.Request) (any, error) {
	out := r.HTTP(ctx, exchange.Conditions{})
	out.Header.Set("Accept", "*/*")
	res, err := s.Open(ctx, r, out, s.Client.Timeout, s.Client.Exchange.OpenSuccess)
	if err != nil {
		return nil, err
	}
	return res.Body, nil
}

// Alone runs a call that shares nothing. One with an upload may last as long as
// that moves.
func (s Session) Alone(ctx context.Context, r *answer.Request, run func(context.Context) (any, error)) (value any, err error) {
	t := &task{Session: s, request: r, purpose: ForPage, run: run}
	if r.Mutates {
		t.purpose = ForMutate
	}
	if r.Upload == nil {
		return s.Space.Calls.Alone(ctx, t)
	}
	ctx, release, err := s.Space.Calls.Open(ctx, t)
	if err != nil {
		return nil, err
	}
	defer release()
	ctx, end := exchange.Watch(ctx, s.Client.Timeout)
	defer end()
	ctx, _ = t.Begin(ctx, false)
	value, err = run(ctx)
	err = s.Client.Faults.Ended(ctx, err)
	t.Ended(ctx, err)
	return value, err
}

// begun is when an exchange begins, zero when nobody is to know.
func (s Session) begun(ctx context.Context) (at time.Time) {
	if s.Client.Logger.Enabled(ctx, slog.LevelDebug) {
		at = s.Client.Now()
	}
	return at
}

// exchanged tells the observation of ctx, and the log, how an exchange has ended.
func (s Session) exchanged(ctx context.Context, r *answer.Request, reply exchange.Reply, err error, begun time.Time) {
	failure := s.Client.Faults.Find(err)
	if s.Client.Observing != nil {
		observationIn(ctx).exchanged(reply, failure)
	}
	if begun.IsZero() {
		return
	}
	attrs := []any{"op", r.Op, "method", r.Method, "url", redact.URL(r.URL), "took", s.Client.Now().Sub(begun)}
	if failure != nil && (failure.Status == 0 || failure.Status/100 == 2) {
		s.Client.Logger.DebugContext(ctx, "rest call failed", append(attrs, "err", err)...)
		return
	}
	if failure != nil { // a stream that is refused
		reply.Status = failure.Status
	}
	s.Client.Logger.DebugContext(ctx, "rest call", append(attrs, "status", reply.Status, "bytes", len(reply.Body))...)
}

// Served tells the observers, if there are any, that the store has answered.
func (s Session) Served(ctx context.Context, e *Endpoint, state CacheState) {
	if s.Client.Observing != nil {
		s.tellServed(ctx, e, state)
	}
}

func (s Session) tellServed(ctx context.Context, e *Endpoint, state CacheState) {
	s.Client.Observing.Served(ctx, Operation{Name: e.Declared.Name, Purpose: ForRead, Cache: state, Method: e.Declared.Method, Template: e.Declared.Path, Identity: s.Client.ID})
}

// TellStatus tells the handler of a status how a call has ended.
func (s Session) TellStatus(ctx context.Context, err error) {
	if err == nil || s.Client.OnStatus == nil || s.Space.WasReset() {
		return
	}
	if failure := s.Client.Faults.Find(err); failure != nil && failure.Kind == fault.Status {
		s.Client.OnStatus(ctx, failure)
	}
}

// openedBody is the body of a response that is read as it arrives.
type openedBody struct {
	io.ReadCloser
	faults  fault.Maker
	request *answer.Request
	reply   exchange.Reply // without the body
	release func()
	seen    *observation
}

func (b *openedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.seen.read(n)
	if err != nil && err != io.EOF {
		err = b.faults.Exchange(b.request, &exchange.Unread{Reply: b.reply, Err: err})
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
	Session
	request *answer.Request
	purpose Purpose
	found   store.Status // what the store had
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
	if t.Client.Observing == nil {
		return ctx, nil
	}
	ctx, o := t.Client.observe(ctx, t)
	if joined {
		o = o.share()
	}
	return ctx, o.end
}

// Ended tells the handler of a status, and then the observers.
func (t *task) Ended(ctx context.Context, err error) {
	if t.Client.Observing != nil {
		defer observationIn(ctx).end(err)
	}
	t.TellStatus(ctx, err)
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
