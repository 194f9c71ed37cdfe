package restclient

import (
	"context"
	"errors"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
)

// UseSuspense returns the answer to a read from the store when it is fresh.
// When it is stale, it returns it, too, and reads it again in the background.
// When it is missing or invalid, it waits for the server, or until ctx ends.
//
// The client is the one that ctx carries. Every error is an *Error.
func UseSuspense[A, R any](ctx context.Context, read Readable[A, R], args A) (R, error) {
	ep := read.read()
	s, err := sessionOf(ctx, ep)
	if err != nil {
		var zero R
		return zero, err
	}
	return suspend(ctx, s, ep, args)
}

// UseCache returns the answer to a read from the store, fresh or stale. It
// never waits and never sends anything. It is false when there is none, and
// when the client or the arguments are missing or wrong.
func UseCache[A, R any](ctx context.Context, read Readable[A, R], args A) (R, bool) {
	ep := read.read()
	return cached(sessionIn(ctx), ep, args)
}

// cached returns what the store has, fresh or stale.
func cached[A, R any](s session, ep *endpoint[A, R], args A) (R, bool) {
	if s.client != nil && ep.fault() == nil && ep.stored != nil {
		if value, status := ep.stored(s, args); status >= entity.Stale {
			return value, true
		}
	}
	call, err := ep.call(s.client, args)
	if err != nil {
		var zero R
		return zero, false
	}
	value, status := ep.schema.lookup(s, call)
	return value, status >= entity.Stale
}

// Fetch asks the server, whatever the store has, and stores the answer. Reads
// of one endpoint and URL that overlap share one request; each caller may leave
// with its own context.
//
// The client is the one that ctx carries. Every error is an *Error.
func Fetch[A, R any](ctx context.Context, read Readable[A, R], args A) (R, error) {
	ep := read.read()
	s, err := sessionOf(ctx, ep)
	if err != nil {
		var zero R
		return zero, err
	}
	return fetch(ctx, s, ep, args)
}

// Mutate sends a mutation and stores what the server answers. Each call is a
// request of its own, sent once: equal ones are not merged and failed ones not
// repeated.
//
// The client is the one that ctx carries. Every error is an *Error; its
// OutcomeUnknown says whether the mutation may have happened all the same.
func Mutate[A, B, R any](ctx context.Context, mutation Mutable[A, B, R], args A, body B) (R, error) {
	ep := mutation.mutation(body)
	s, err := sessionOf(ctx, ep)
	if err != nil {
		var zero R
		return zero, err
	}
	return mutate(ctx, s, ep, args, body)
}

// Invalidate makes the stored answer to a read unusable: the next UseSuspense
// waits for the server, UseCache finds nothing. It is for data that is known to
// be wrong.
func Invalidate[A, R any](ctx context.Context, read Readable[A, R], args A) error {
	return touchAnswer(ctx, read.read(), args, invalidate)
}

// Expire makes the stored answer to a read stale: it is still shown, and read
// again at the next UseSuspense.
func Expire[A, R any](ctx context.Context, read Readable[A, R], args A) error {
	return touchAnswer(ctx, read.read(), args, expire)
}

func touchAnswer[A, R any](ctx context.Context, ep *endpoint[A, R], args A, t touch) error {
	s, err := sessionOf(ctx, ep)
	if err != nil {
		return err
	}
	return touchIn(s, ep, args, t)
}

func touchCall[A, R any](s session, ep *endpoint[A, R], call *call, t touch) {
	key := ep.flightKey(s, call)
	s.space.flights.forget(key, func() {
		ep.schema.touch(s, call, t)
		s.space.answers.touched(key)
	})
}

func (e *endpoint[A, R]) flightKey(s session, c *call) flightKey {
	return flightKey{space: s.space, endpoint: e, url: c.url}
}

func suspend[A, R any](ctx context.Context, s session, ep *endpoint[A, R], args A) (R, error) {
	if s.frame != nil {
		note(ctx, s, ep, args)
	}
	if value, ok := peek(s, ep, args); ok {
		ep.served(ctx, s, CacheFresh)
		return value, nil
	}
	var zero R
	call, err := ep.call(s.client, args)
	if err != nil {
		return zero, err
	}
	value, status := ep.schema.lookup(s, call)
	if status == entity.Fresh {
		ep.served(ctx, s, CacheFresh)
		return value, nil
	}
	call.args, call.found = args, status
	failure, recent := ep.failure(s, call, status)
	switch {
	case failure != nil:
		ep.served(ctx, s, CacheFailed)
		return zero, failure
	case status == entity.Stale && s.frame.knows(ep.flightKey(s, call)):
	case status != entity.Stale || ep.invalidIfStale:
		return ask(ctx, s, ep, call, status)
	case !recent:
		revalidate(ctx, s, ep, call)
	}
	ep.served(ctx, s, CacheStale)
	return value, nil
}

// served tells the observers, if there are any, that the store has answered.
func (e *endpoint[A, R]) served(ctx context.Context, s session, state CacheState) {
	if s.client.config.observers != nil {
		s.served(ctx, e.name, e.method, e.path, state)
	}
}

// peek is the short way to what is fresh: without writing out a URL.
func peek[A, R any](s session, ep *endpoint[A, R], args A) (R, bool) {
	if s.client == nil || ep.fault() != nil || ep.stored == nil {
		var zero R
		return zero, false
	}
	value, status := ep.stored(s, args)
	return value, status == entity.Fresh
}

func fetch[A, R any](ctx context.Context, s session, ep *endpoint[A, R], args A) (R, error) {
	call, err := ep.call(s.client, args)
	if err != nil {
		var zero R
		return zero, err
	}
	call.args, call.forced = args, true
	return ask(ctx, s, ep, call, entity.Missing)
}

// revalidate starts a shared flight that nobody waits for.
func revalidate[A, R any](ctx context.Context, s session, ep *endpoint[A, R], call *call) {
	t := readTask(s, ep, call)
	read := t.do
	t.do = func(ctx context.Context) (any, error) {
		value, err := read(ctx)
		if err != nil && !errors.Is(err, context.Canceled) {
			s.client.config.logger.WarnContext(ctx, "revalidation failed", "op", call.op, "err", err)
		}
		return value, err
	}
	_, _ = s.space.flights.join(ctx, ep.flightKey(s, call), t)
}

// readTask is a read, which is needless once its answer is fresh.
func readTask[A, R any](s session, ep *endpoint[A, R], call *call) task {
	t := s.task(call, func(ctx context.Context) (any, error) { return ep.run(ctx, s.now(), call) })
	if !call.forced {
		t.needless = func() bool {
			_, status := ep.schema.lookup(s.now(), call)
			return status == entity.Fresh || status == entity.Stale && s.frame.knows(ep.flightKey(s, call))
		}
	}
	return t
}

// ask joins the flight of a call and waits for it. What a render function has
// just asked for, it is not asked for again.
func ask[A, R any](ctx context.Context, s session, ep *endpoint[A, R], call *call, status entity.Status) (R, error) {
	var zero R
	if err := ctx.Err(); err != nil {
		return zero, call.fail(kindOf(err), err)
	}
	if isOpen[R]() {
		return openResult[R](ctx, s, call)
	}
	key := ep.flightKey(s, call)
	if o, ok := s.frame.outcome(key, status); ok {
		value, _ := o.value.(R)
		return value, o.err
	}
	s.frame.wait()
	value, err := await(ctx, s, ep, call)
	s.frame.record(ctx, key, value, err)
	return value, err
}

func await[A, R any](ctx context.Context, s session, ep *endpoint[A, R], call *call) (R, error) {
	var zero R
	value, needless, err := s.space.flights.share(ctx, ep.flightKey(s, call), readTask(s, ep, call))
	if needless {
		value, status := ep.schema.lookup(s.now(), call)
		if status >= entity.Stale {
			return value, nil
		}
		return await(ctx, s, ep, call) // it has been invalidated since
	}
	if err != nil {
		return zero, call.wrap(err)
	}
	return value.(R), nil
}

func mutate[A, B, R any](ctx context.Context, s session, ep *endpoint[A, R], args A, body B) (R, error) {
	var zero R
	call, err := ep.call(s.client, args)
	if err != nil {
		return zero, err
	}
	if err := ctx.Err(); err != nil {
		return zero, call.fail(kindOf(err), err)
	}
	call.mutates = true
	if err := call.encode(s.client, body); err != nil {
		return zero, call.fail(KindArgument, err)
	}
	if err := ep.checkBody(s, body, call); err != nil {
		return zero, call.fail(KindArgument, err)
	}
	value, err := s.alone(ctx, call, func(ctx context.Context) (any, error) {
		return ep.perform(ctx, s, call, ep.layer(s, call))
	})
	if err != nil {
		return zero, call.wrap(err)
	}
	return value.(R), nil
}

// wrap makes an *Error of what is none: the end of a context, or ErrClosed.
func (c *call) wrap(err error) error {
	if _, ok := asError(err); ok {
		return err
	}
	return c.fail(kindOf(err), err)
}

func encodeBody(client *Client, body any) ([]byte, error) {
	if _, none := body.(None); none {
		return nil, nil
	}
	return client.codec.Marshal(body)
}
