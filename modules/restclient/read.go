package restclient

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/share"
)

var _ share.Task = (*read)(nil)

// read is one use of a read. Its way from the question to the answer is that of
// its methods: found in the store, shared, batched, made conditional, sent,
// decoded, stored.
type read struct {
	task
	endpoint *endpoint
	every    time.Duration // how often the answer is polled; 0: it is not
}

// newRead writes the arguments out. What identifies a list is without what
// selects a page of it, so that a read of the list takes no such argument.
func newRead(s session, e *endpoint, args any) (read, error) {
	request, err := e.request(s.client, args)
	if err != nil {
		return read{}, err
	}
	r := read{task: task{session: s, request: request, purpose: ForRead}, endpoint: e}
	if e.declared.NamesList && !e.isPage() {
		if name, ok := e.declared.PageIn(args); ok {
			return r, newError(request, KindArgument, fmt.Errorf("the parameter %q selects a page, and this reads a list: read one page with GetPage or PageOf, and all of them with Pages", name))
		}
	}
	return r, nil
}

// use answers a read from the store when it may, else from the server.
func use(ctx context.Context, s session, e *endpoint, args any) (any, error) {
	s.frame.note(ctx, s, e, args)
	if value, ok := e.fresh(s, args); ok {
		s.served(ctx, e, CacheFresh)
		return value, nil
	}
	r, err := newRead(s, e, args)
	if err != nil {
		return nil, err
	}
	value, status := r.lookup(s)
	if status == entity.Fresh {
		s.served(ctx, e, CacheFresh)
		return value, nil
	}
	r.found = status
	failure, recent := standingFailure(&r, status)
	switch {
	case failure != nil:
		s.served(ctx, e, CacheFailed)
		return nil, failure
	case status == entity.Stale && s.frame.knows(r.key()):
	case status != entity.Stale || e.invalidIfStale:
		return r.ask(ctx)
	case !recent:
		r.revalidate(ctx)
	}
	s.served(ctx, e, CacheStale)
	return value, nil
}

// fetch asks the server, whatever is stored.
func fetch(ctx context.Context, s session, e *endpoint, args any) (any, error) {
	r, err := newRead(s, e, args)
	if err != nil {
		return nil, err
	}
	r.purpose = ForFetch
	return r.ask(ctx)
}

func (r *read) key() callKey { return r.endpoint.callKey(r.session, r.request) }

// lookup finds the answer in the store, as a session sees it.
func (r *read) lookup(s session) (any, entity.Status) { return r.endpoint.lookup(s, r.request) }

// revalidate asks the server in the background.
func (r read) revalidate(ctx context.Context) {
	r.purpose = ForRevalidate
	if r.every > 0 {
		r.purpose = ForPoll
	}
	r.space.calls.Start(ctx, r.key(), &r)
}

// ask waits for the server.
func (r read) ask(ctx context.Context) (any, error) {
	if err := ctx.Err(); err != nil {
		return nil, newError(r.request, kindOf(err), err)
	}
	if r.endpoint.open {
		return r.openBody(ctx, r.request)
	}
	if r.frame != nil {
		return r.frame.ask(ctx, &r)
	}
	return r.share(ctx)
}

// share waits for a call that all share who ask for the same answer meanwhile.
func (r *read) share(ctx context.Context) (any, error) {
	for {
		value, needless, err := r.space.calls.Do(ctx, r.key(), r)
		if err != nil {
			return nil, wrapped(r.request, err)
		}
		if !needless {
			return value, nil
		}
		if value, status := r.lookup(r.now()); status >= entity.Stale {
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
	_, status := r.lookup(r.now())
	return status == entity.Fresh || status == entity.Stale && r.frame.knows(r.key())
}

// Run makes the exchange and stores its answer.
func (r *read) Run(ctx context.Context) (any, error) {
	w := entity.Write{Start: r.store().Begin(), TTL: r.endpoint.expiry, By: r.request.Op}
	value, err := r.load(ctx, &w)
	if err == nil {
		r.space.answers.keep(r, w)
		return value, nil
	}
	keepFailure(r, w, err)
	if (r.purpose == ForRevalidate || r.purpose == ForPoll) && !errors.Is(err, context.Canceled) {
		r.client.config.logger.WarnContext(ctx, "revalidation failed", "op", r.request.Op, "err", err)
	}
	return nil, err
}

// load makes the exchange of w and stores its answer.
func (r *read) load(ctx context.Context, w *entity.Write) (any, error) {
	if r.endpoint.declared.Plan == nil { // the store alone has it
		return nil, newError(r.request, KindNoValue, ErrNoValue)
	}
	if value, ok, err := r.endpoint.batch.read(ctx, r, w); ok {
		return value, err
	}
	known := knownOf(r)
	w.Start = r.store().Begin()
	reply, err := r.send(ctx, r.request, known.conditions())
	if err == nil && reply.Status == http.StatusNotModified {
		r.endpoint.allow(r.session, w, reply)
		if known.renew(r, *w, reply) {
			value, _ := r.lookup(r.now())
			return value, nil
		}
		// What the server has confirmed is not stored any more.
		w.Start = r.store().Begin()
		reply, err = r.send(ctx, r.request, exchange.Conditions{})
	}
	if err != nil {
		return nil, err
	}
	a, err := r.endpoint.decode(r.session, reply)
	if err != nil {
		return nil, err
	}
	r.endpoint.allow(r.session, w, reply)
	r.commit(*w, func(w entity.Write) {
		key := stored(a, w)
		failures(r.session).Delete(w, r.request.ID)
		keepValidator(r.session, r.endpoint, w, reply, key, a.Confirmed)
	})
	return a.Value(), nil
}

// stored stores an answer, and returns the key of the entity that it is.
func stored(a answer.Answer, w entity.Write) (key any) {
	if a.Store != nil {
		key = a.Store(w)
	}
	return key
}
