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
	"github.com/trefoil-go/trefoil/modules/restclient/policy"
)

// Call is one use of an endpoint in a session. The stages of reads and mutations,
// and the features, are given a Call and nothing that knows more.
type Call struct {
	Session
	Endpoint *Endpoint // nil for a request that was written by hand
	Request  *answer.Request
}

// New writes the arguments out. Nothing is sent when it fails.
func New(s Session, e *Endpoint, args any) (Call, error) {
	r, err := s.Client.Request(e, args)
	if err != nil {
		return Call{}, err
	}
	return Call{s, e, r}, nil
}

// addressed is a schema of entities that are found by the URL they were read from.
type addressed interface {
	KeyAt(st *store.Store, id string) (key any, ok bool)
}

// FindKey gives the request the key of the entity that it is about, where the
// arguments hold none or that of an index: the store knows it by the index, or by what
// the URL has answered with. It must not be called in a commit.
func (c Call) FindKey() {
	switch schema := c.Endpoint.Schema.(type) {
	case answer.Resolver:
		c.Request.Key = schema.Resolve(c.Store(), c.Request)
	case addressed:
		if c.Endpoint.KeyInAnswer && c.Request.Key == nil {
			c.Request.Key, _ = schema.KeyAt(c.Store(), c.Request.ReadID())
		}
	}
}

// revision is that of the stored answer, which keeper knows, outside of a commit. Key is
// that of the entity where it cannot be found inside of one.
func (c Call) revision(keeper answer.Keeper) (key any, revision uint64) {
	if schema, ok := c.Endpoint.Schema.(answer.Resolver); ok {
		if key = schema.Resolve(c.Store(), c.Request); key == nil {
			return nil, 0
		}
	}
	return key, keeper.Revision(c.Store(), store.Write{}, c.Request, key)
}

// Key identifies the answer among those of all identities.
func (c Call) Key() Key {
	return Key{store: c.Store(), endpoint: c.Endpoint, url: c.Request.URL + c.Request.Variant}
}

// lookup finds the answer in the state that the session reads.
func (c Call) lookup() (any, store.Status) {
	return c.Endpoint.Schema.Lookup(c.Store(), c.At, c.Request)
}

// newest finds the answer in the newest state.
func (c Call) newest() (any, store.Status) {
	return c.Endpoint.Schema.Lookup(c.Store(), nil, c.Request)
}

// trusted is lookup, for callers that do not look at what is stale: what must not be used
// then is not called fresh because the answer that takes its place is being stored. It must
// not be called in a commit.
func (c Call) trusted() (any, store.Status) {
	for {
		seq := c.Store().Seq()
		value, status := c.lookup()
		if status != store.Fresh || c.Trusts(c.Endpoint, seq) || !c.forbidsStale() {
			return value, status
		}
		c.Store().Settle()
	}
}

// status tells how far the answer can be trusted in a state, nil for the newest.
func (c Call) status(at *store.Snapshot) store.Status {
	if schema, ok := c.Endpoint.Schema.(answer.Entity); ok {
		return schema.Status(c.Store(), at, c.Request)
	}
	_, status := c.Endpoint.Schema.Lookup(c.Store(), at, c.Request)
	return status
}

// isDoubtedSince reports whether a mutation that was answered since a stamp has left in doubt
// what is stored, where that is not to be shown without what others have changed: of two that
// were under way at once, it is not known which one is the later one.
func (c Call) isDoubtedSince(start store.Stamp) bool {
	schema, ok := c.Endpoint.Schema.(answer.Doubted)
	return ok && c.Client.Sharing.Rechecks() && schema.DoubtedSince(c.Store(), c.Request, start)
}

// Touch makes the answer invalid or stale, here and where it is shared. The error is that
// of the latter.
func (c Call) Touch(ctx context.Context, t store.Touch) error {
	defer c.Client.Changing()()
	err := c.Client.Sharing.Touched(ctx, c, t)
	c.TouchHere(t)
	return err
}

// TouchHere is Touch for an answer that others are told of otherwise.
func (c Call) TouchHere(t store.Touch) {
	key := c.Key()
	c.Space.Calls.Forget(key, func() {
		c.Endpoint.Schema.Touch(c.Store(), c.Request, t)
		if t == store.Invalidate { // the next read waits for the server
			c.Space.failures().Delete(store.Write{}, c.Request.ID)
		}
		c.Space.Answers.touched(key)
	})
}

// InSpace returns a context whose requests middlewares know to be made in the space.
func (c Call) InSpace(ctx context.Context) context.Context {
	if !c.Client.Exchange.Layered {
		return ctx
	}
	return policy.InSession(ctx, c.Space.number)
}

// Send makes one exchange. Every error has a record.
func (c Call) Send(ctx context.Context, known exchange.Conditions) (*answer.Reply, error) {
	begun := c.begun(ctx)
	reply, err := c.Client.Exchange.Send(c.InSpace(ctx), &c.Request.Request, known)
	if err != nil {
		err = c.Client.Faults.Exchange(c.Request, err)
		c.exchanged(ctx, exchange.Reply{}, err, begun)
		return nil, err
	}
	c.exchanged(ctx, reply, nil, begun)
	return &answer.Reply{Reply: reply, Request: c.Request}, nil
}

// Allow says how long an answer is fresh, and whether it may be saved.
func (c Call) Allow(w *store.Write, reply *answer.Reply) {
	c.allowFor(w, reply, c.ttl(reply))
}

// allowFor is Allow for an answer that is fresh for so long.
func (c Call) allowFor(w *store.Write, reply *answer.Reply, fresh time.Duration) {
	w.TTL, w.Volatile = c.Client.Sharing.Trusted(fresh), c.Client.IsVolatile(c.Endpoint, reply)
}

// ttl is how long a response is fresh.
func (c Call) ttl(reply *answer.Reply) time.Duration {
	return c.Endpoint.ttl(reply, c.Client.Now())
}

// decode reads an answer, without storing anything.
func (c Call) decode(reply *answer.Reply) (answer.Answer, error) {
	if err := reply.RefuseHTML(); err != nil {
		return nil, c.Client.Faults.Answer(reply, err)
	}
	a, err := c.Endpoint.Schema.Decode(c.Store(), reply)
	if err != nil {
		return nil, c.Client.Faults.Answer(reply, err)
	}
	return a, nil
}

// opener makes an exchange whose body is read as it arrives.
type opener func(ctx context.Context, r *core.Request, idle time.Duration) (exchange.Response, error)

// Open makes an exchange whose body the caller reads as it arrives, and closes.
// It ends when nothing moves for idle, with ctx, and with the client. Every error
// has a record, those of reading the body included.
func (c Call) Open(ctx context.Context, out *core.Request, idle time.Duration, open opener) (exchange.Response, error) {
	if err := ctx.Err(); err != nil {
		return exchange.Response{}, c.Client.Faults.New(c.Request, fault.KindOf(err), err)
	}
	t := &task{Call: c, purpose: ForStream}
	ctx, release, err := c.Space.Calls.Open(ctx, t)
	if err != nil {
		return exchange.Response{}, c.Client.Faults.New(c.Request, fault.Canceled, err)
	}
	ctx, seen := t.observe(ctx)
	begun := c.begun(ctx)
	res, err := open(c.InSpace(ctx), out, idle)
	if err != nil {
		err = c.Client.Faults.Exchange(c.Request, err)
		release()
		c.exchanged(ctx, exchange.Reply{}, err, begun)
		c.TellStatus(ctx, err)
		seen.end(err)
		return exchange.Response{}, err
	}
	c.exchanged(ctx, res.Reply, nil, begun)
	res.Body = &openedBody{ReadCloser: res.Body, faults: c.Client.Faults, request: c.Request, reply: res.Reply, release: release, seen: seen}
	return res, nil
}

// Alone runs what shares nothing with other calls. One with an upload may last as
// long as that moves.
func (c Call) Alone(ctx context.Context, run func(context.Context) (any, error)) (value any, err error) {
	t := &task{Call: c, purpose: ForPage, run: run}
	if c.Request.Mutates {
		t.purpose = ForMutate
	}
	if c.Request.Upload == nil {
		return c.Space.Calls.Alone(ctx, t)
	}
	ctx, release, err := c.Space.Calls.Open(ctx, t)
	if err != nil {
		return nil, err
	}
	defer release()
	ctx, end := exchange.Watch(ctx, c.Client.Timeout)
	defer end()
	ctx, _ = t.Begin(ctx, false)
	value, err = run(ctx)
	err = c.Client.Faults.Ended(ctx, err)
	t.Ended(ctx, err)
	return value, err
}

// begun is when an exchange begins, zero when nobody is to know.
func (c Call) begun(ctx context.Context) (at time.Time) {
	if c.Client.Logger.Enabled(ctx, slog.LevelDebug) {
		at = c.Client.Now()
	}
	return at
}

// exchanged tells the observation of ctx, and the log, how an exchange has ended.
func (c Call) exchanged(ctx context.Context, reply exchange.Reply, err error, begun time.Time) {
	failure := c.Client.Faults.Find(err)
	if c.Client.Observing != nil {
		observationIn(ctx).exchanged(reply, failure)
	}
	if begun.IsZero() {
		return
	}
	r := c.Request
	attrs := []any{"op", r.Op, "method", r.Method, "url", redact.URL(r.URL), "took", c.Client.Now().Sub(begun)}
	if failure != nil && (failure.Status == 0 || failure.Status/100 == 2) {
		c.Client.Logger.DebugContext(ctx, "rest call failed", append(attrs, "err", err)...)
		return
	}
	if failure != nil { // a stream that is refused
		reply.Status = failure.Status
	}
	c.Client.Logger.DebugContext(ctx, "rest call", append(attrs, "status", reply.Status, "bytes", len(reply.Body))...)
}

// TellStatus tells the handler of a status how a call has ended, which may have been
// the end of ctx.
func (c Call) TellStatus(ctx context.Context, err error) {
	if err == nil || c.Client.OnStatus == nil || c.Space.WasReset() {
		return
	}
	if failure := c.Client.Faults.Find(err); failure != nil && failure.Kind == fault.Status {
		c.Client.OnStatus(context.WithoutCancel(ctx), failure)
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

// task is a call under way, and what it is for. Nothing in it changes, because
// Inspect looks at it meanwhile.
type task struct {
	Call
	purpose Purpose
	found   store.Status // what the store had
	run     func(context.Context) (any, error)
}

// about is the task, for Inspect.
func (t *task) about() Info { return Info{Request: t.Request, Purpose: t.purpose} }

// Run does the work.
func (t *task) Run(ctx context.Context) (any, error) { return t.run(ctx) }

// Needless is false: what is no read is done in any case.
func (*task) Needless() bool { return false }

// Begin tells the observers.
func (t *task) Begin(ctx context.Context, joined bool) (context.Context, func(error)) {
	if t.Client.Observing == nil {
		return ctx, nil
	}
	ctx, o := t.observe(ctx)
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

// observe tells the observers, if there are any, that the call begins.
func (t *task) observe(ctx context.Context) (context.Context, *observation) {
	if t.Client.Observing == nil {
		return ctx, nil
	}
	r := t.Request
	return t.Client.Observing.begin(ctx, t.Client.Now, t.Client.Faults, Operation{
		Name: r.Op, Purpose: t.purpose, Cache: t.cacheState(),
		Method: r.Method, URL: redact.URL(r.URL), Template: r.Path, Identity: t.Client.ID,
	})
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
