package call

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/fault"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/share"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

var _ share.Task = (*read)(nil)

// read is one use of a read. Its way from the question to the answer is that of
// its methods: found in the store, shared, batched, made conditional, sent,
// decoded, stored.
type read struct {
	task
	endpoint *Endpoint
	every    time.Duration // how often the answer is polled; 0: it is not
}

// newRead writes the arguments out. What identifies a list is without what
// selects a page of it, so that a read of the list takes no such argument.
func newRead(s Session, e *Endpoint, args any) (read, error) {
	request, err := e.Request(s.Client, args)
	if err != nil {
		return read{}, err
	}
	r := read{task: task{Session: s, request: request, purpose: ForRead}, endpoint: e}
	if e.Declared.NamesList && !e.isPage() {
		if name, ok := e.Declared.PageIn(args); ok {
			return r, s.Client.Faults.New(request, fault.Argument, fmt.Errorf("the parameter %q selects a page, and this reads a list: read one page with GetPage or PageOf, and all of them with Pages", name))
		}
	}
	return r, nil
}

// Use answers a read from the store when it may, else from the server.
func Use(ctx context.Context, s Session, e *Endpoint, args any) (any, error) {
	s.Frame.note(ctx, s, e, args)
	if value, ok := e.fresh(s, args); ok {
		s.Served(ctx, e, CacheFresh)
		return value, nil
	}
	r, err := newRead(s, e, args)
	if err != nil {
		return nil, err
	}
	value, status := r.lookup(s)
	if status == store.Fresh {
		s.Served(ctx, e, CacheFresh)
		return value, nil
	}
	r.found = status
	failure, recent := standingFailure(&r, status)
	switch {
	case failure != nil:
		s.Served(ctx, e, CacheFailed)
		return nil, failure
	case status == store.Stale && s.Frame.knows(r.key()):
	case status != store.Stale || e.InvalidIfStale:
		return r.ask(ctx)
	case !recent:
		r.revalidate(ctx)
	}
	s.Served(ctx, e, CacheStale)
	return value, nil
}

// Fetch asks the server, whatever is stored.
func Fetch(ctx context.Context, s Session, e *Endpoint, args any) (any, error) {
	r, err := newRead(s, e, args)
	if err != nil {
		return nil, err
	}
	r.purpose = ForFetch
	return r.ask(ctx)
}

// Cached returns what the store has, fresh or stale.
func Cached(s Session, e *Endpoint, args any) (any, bool) {
	r, err := newRead(s, e, args)
	if err != nil {
		return nil, false
	}
	value, status := r.lookup(s)
	return value, status >= store.Stale
}

// Found is the answer to a read, as far as it is known.
type Found struct {
	Value   any
	OK      bool // there is a value
	Loading bool // there is none, and it has been asked for
	Err     error
}

// Look returns what the store has, and asks the server in the background for what is
// not fresh. It never waits.
func Look(ctx context.Context, s Session, e *Endpoint, args any) Found {
	s.Frame.note(ctx, s, e, args)
	r, err := newRead(s, e, args)
	if err != nil {
		return Found{Err: err}
	}
	value, status := r.lookup(s)
	failure, recent := standingFailure(&r, status)
	if failure != nil {
		s.Served(ctx, e, CacheFailed)
		return Found{Err: failure}
	}
	known := status == store.Stale && s.Frame.knows(r.key())
	usable := status == store.Fresh || known || status == store.Stale && !e.InvalidIfStale
	if status != store.Fresh && !recent && !known {
		r.found = status
		r.revalidate(ctx)
	}
	if !usable {
		return Found{Loading: true}
	}
	s.Served(ctx, e, cacheStateOf(status))
	return Found{Value: value, OK: true}
}

// Touch makes the answer to a read invalid or stale.
func Touch(s Session, e *Endpoint, args any, t answer.Touch) error {
	r, err := e.Request(s.Client, args)
	if err != nil {
		return err
	}
	e.touch(s, r, t)
	return nil
}

// refresh reads again in the background what is not fresh.
func refresh(ctx context.Context, s Session, e *Endpoint, args any) {
	r, err := newRead(s, e, args)
	if err != nil {
		return
	}
	if _, status := r.lookup(s); status != store.Fresh {
		r.revalidate(ctx)
	}
}

// Poll asks the server in the background, as is done every so often. An error of it is
// soft.
func Poll(ctx context.Context, s Session, e *Endpoint, args any, every time.Duration) {
	r, err := newRead(s, e, args)
	if err != nil {
		return
	}
	r.every = every
	r.revalidate(ctx)
}

func (r *read) key() Key { return r.endpoint.Key(r.Session, r.request) }

// lookup finds the answer in the store, as a session sees it.
func (r *read) lookup(s Session) (any, store.Status) { return r.endpoint.lookup(s, r.request) }

// revalidate asks the server in the background.
func (r read) revalidate(ctx context.Context) {
	r.purpose = ForRevalidate
	if r.every > 0 {
		r.purpose = ForPoll
	}
	r.Space.Calls.Start(ctx, r.key(), &r)
}

// ask waits for the server.
func (r read) ask(ctx context.Context) (any, error) {
	if err := ctx.Err(); err != nil {
		return nil, r.Client.Faults.New(r.request, fault.KindOf(err), err)
	}
	if r.endpoint.Open {
		return r.openBody(ctx, r.request)
	}
	if r.Frame != nil {
		return r.Frame.ask(ctx, &r)
	}
	return r.share(ctx)
}

// share waits for a call that all share who ask for the same answer meanwhile.
func (r *read) share(ctx context.Context) (any, error) {
	for {
		value, needless, err := r.Space.Calls.Do(ctx, r.key(), r)
		if err != nil {
			return nil, r.Client.Faults.Wrapped(r.request, err)
		}
		if !needless {
			return value, nil
		}
		if value, status := r.lookup(r.Now()); status >= store.Stale {
			return value, nil
		} // else it has been invalidated since
	}
}

// Needless reports whether the answer is fresh, unless it is asked for in any
// case, or whether the render function that is running knows it.
func (r *read) Needless() bool {
	if r.forced() {
		return false
	}
	_, status := r.lookup(r.Now())
	return status == store.Fresh || status == store.Stale && r.Frame.knows(r.key())
}

// Run makes the exchange and stores its answer.
func (r *read) Run(ctx context.Context) (any, error) {
	w := store.Write{Start: r.Store().Begin(), TTL: r.endpoint.Expiry, By: r.request.Op}
	value, err := r.load(ctx, &w)
	if err == nil {
		r.Space.Answers.keep(r, w)
		return value, nil
	}
	keepFailure(r, w, err)
	if (r.purpose == ForRevalidate || r.purpose == ForPoll) && !errors.Is(err, context.Canceled) {
		r.Client.Logger.WarnContext(ctx, "revalidation failed", "op", r.request.Op, "err", err)
	}
	return nil, err
}

// load makes the exchange of w and stores its answer.
func (r *read) load(ctx context.Context, w *store.Write) (any, error) {
	if r.endpoint.Declared.Plan == nil { // the store alone has it
		return nil, r.Client.Faults.New(r.request, fault.NoValue, answer.ErrNoValue)
	}
	if value, ok, err := r.endpoint.Batch.read(ctx, r, w); ok {
		return value, err
	}
	known := knownOf(r)
	w.Start = r.Store().Begin()
	reply, err := r.Send(ctx, r.request, known.conditions())
	if err == nil && reply.Status == http.StatusNotModified {
		r.endpoint.allow(r.Session, w, reply)
		if known.renew(r, *w, reply) {
			value, _ := r.lookup(r.Now())
			return value, nil
		}
		// What the server has confirmed is not stored any more.
		w.Start = r.Store().Begin()
		reply, err = r.Send(ctx, r.request, exchange.Conditions{})
	}
	if err != nil {
		return nil, err
	}
	a, err := r.endpoint.decode(r.Session, reply)
	if err != nil {
		return nil, err
	}
	r.endpoint.allow(r.Session, w, reply)
	r.Commit(*w, func(w store.Write) {
		key := stored(a, w)
		failures(r.Session).Delete(w, r.request.ID)
		keepValidator(r.Session, r.endpoint, w, reply, key, a.Confirmed)
	})
	return a.Value(), nil
}

// stored stores an answer, and returns the key of the entity that it is.
func stored(a answer.Answer, w store.Write) (key any) {
	if a.Store != nil {
		key = a.Store(w)
	}
	return key
}
