package restclient

import (
	"context"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
)

// UseSuspense returns the answer to a read from the store when it is fresh.
// When it is stale, it returns it, too, and reads it again in the background.
// When it is missing or invalid, it waits for the server, or until ctx ends.
//
// The client is the one that ctx carries. Every error is an *Error.
func UseSuspense[A, R any](ctx context.Context, read Readable[A, R], args A) (R, error) {
	ep := read.read()
	s, err := sessionOf(ctx, (*endpoint)(ep))
	if err != nil {
		return result[R](nil, err)
	}
	return suspend(ctx, s, ep, args)
}

// UseCache returns the answer to a read from the store, fresh or stale. It
// never waits and never sends anything. It is false when there is none, and
// when the client or the arguments are missing or wrong.
func UseCache[A, R any](ctx context.Context, read Readable[A, R], args A) (R, bool) {
	return cached(sessionIn(ctx), read.read(), args)
}

// cached returns what the store has, fresh or stale.
func cached[A, R any](s session, ep *typed[A, R], args A) (R, bool) {
	if value, status := peek(s, ep, args); status >= entity.Stale {
		return value, true
	}
	value, ok := (*endpoint)(ep).cached(s, boxed(args))
	r, _ := value.(R)
	return r, ok
}

func (e *endpoint) cached(s session, args any) (any, bool) {
	call, err := e.readCall(s.client, args)
	if err != nil {
		return nil, false
	}
	value, status := e.lookup(s, call)
	return value, status >= entity.Stale
}

// Fetch asks the server, whatever the store has, and stores the answer. Reads
// of one endpoint and URL that overlap share one request; each caller may leave
// with its own context.
//
// The client is the one that ctx carries. Every error is an *Error.
func Fetch[A, R any](ctx context.Context, read Readable[A, R], args A) (R, error) {
	ep := (*endpoint)(read.read())
	s, err := sessionOf(ctx, ep)
	if err != nil {
		return result[R](nil, err)
	}
	return result[R](ep.fetch(ctx, s, boxed(args)))
}

// Mutate sends a mutation and stores what the server answers. Each call is a
// request of its own, sent once: equal ones are not merged and failed ones not
// repeated.
//
// The client is the one that ctx carries. Every error is an *Error; its
// OutcomeUnknown says whether the mutation may have happened all the same.
func Mutate[A, B, R any](ctx context.Context, mutation Mutable[A, B, R], args A, body B) (R, error) {
	ep := (*endpoint)(mutation.mutation(body))
	s, err := sessionOf(ctx, ep)
	if err != nil {
		return result[R](nil, err)
	}
	return result[R](ep.mutate(ctx, s, boxed(args), body))
}

// Invalidate makes the stored answer to a read unusable: the next UseSuspense
// waits for the server, UseCache finds nothing. It is for data that is known to
// be wrong.
func Invalidate[A, R any](ctx context.Context, read Readable[A, R], args A) error {
	return touchIn(ctx, (*endpoint)(read.read()), boxed(args), answer.Invalidate)
}

// Expire makes the stored answer to a read stale: it is still shown, and read
// again at the next UseSuspense.
func Expire[A, R any](ctx context.Context, read Readable[A, R], args A) error {
	return touchIn(ctx, (*endpoint)(read.read()), boxed(args), answer.Expire)
}

func touchIn(ctx context.Context, ep *endpoint, args any, t answer.Touch) error {
	s, err := sessionOf(ctx, ep)
	if err != nil {
		return err
	}
	return ep.touchAnswer(s, args, t)
}

// touchAnswer makes the answer to a read invalid or stale.
func (e *endpoint) touchAnswer(s session, args any, t answer.Touch) error {
	call, err := e.call(s.client, args)
	if err != nil {
		return err
	}
	e.touch(s, call, t)
	return nil
}

// touch makes the answer to a call invalid or stale.
func (e *endpoint) touch(s session, call *call, t answer.Touch) {
	key := e.callKey(s, call)
	s.space.calls.Forget(key, func() {
		e.schema.Touch(s.store(), &call.Request, t)
		s.space.answers.touched(key)
	})
}

func (e *endpoint) callKey(s session, c *call) callKey {
	return callKey{space: s.space, endpoint: e, url: c.URL + c.Variant}
}

// suspend is UseSuspense in a session. What is fresh and found by the arguments
// alone needs no allocation.
func suspend[A, R any](ctx context.Context, s session, ep *typed[A, R], args A) (R, error) {
	if !s.frame.notes() {
		if value, status := peek(s, ep, args); status == entity.Fresh {
			s.served(ctx, (*endpoint)(ep), CacheFresh)
			return value, nil
		}
	}
	return result[R]((*endpoint)(ep).suspend(ctx, s, boxed(args)))
}

// peek is the short way to what is stored: without writing out a URL.
func peek[A, R any](s session, ep *typed[A, R], args A) (R, entity.Status) {
	if (*endpoint)(ep).hasShortWay(s) {
		return ep.stored.(storedFunc[A, R])(s, args)
	}
	var zero R
	return zero, entity.Missing
}

// hasShortWay tells whether there is a short way to what is stored.
func (e *endpoint) hasShortWay(s session) bool {
	return e != nil && e.stored != nil && e.declared.Err == nil && s.client != nil
}

// fresh is the short way to an entity that is fresh, for who does not know its
// type.
func (e *endpoint) fresh(s session, args any) (any, bool) {
	es, ok := e.schema.(answer.Entity)
	if !ok || !e.hasShortWay(s) {
		return nil, false
	}
	value, status := es.Get(s.store(), s.at, e.declared.Key(args))
	return value, status == entity.Fresh
}

// lookup finds the answer to a call in the store.
func (e *endpoint) lookup(s session, c *call) (any, entity.Status) {
	return e.schema.Lookup(s.store(), s.at, &c.Request)
}

func (e *endpoint) suspend(ctx context.Context, s session, args any) (any, error) {
	if s.frame.notes() {
		s.note(ctx, e, args)
	}
	if value, ok := e.fresh(s, args); ok {
		s.served(ctx, e, CacheFresh)
		return value, nil
	}
	call, err := e.readCall(s.client, args)
	if err != nil {
		return nil, err
	}
	value, status := e.lookup(s, call)
	if status == entity.Fresh {
		s.served(ctx, e, CacheFresh)
		return value, nil
	}
	call.found = status
	failure, recent := e.failure(s, call, status)
	switch {
	case failure != nil:
		s.served(ctx, e, CacheFailed)
		return nil, failure
	case status == entity.Stale && s.frame.knows(e.callKey(s, call)):
	case status != entity.Stale || e.invalidIfStale:
		return e.ask(ctx, s, call, status)
	case !recent:
		e.revalidate(ctx, s, call)
	}
	s.served(ctx, e, CacheStale)
	return value, nil
}

func (e *endpoint) fetch(ctx context.Context, s session, args any) (any, error) {
	call, err := e.readCall(s.client, args)
	if err != nil {
		return nil, err
	}
	call.forced = true
	return e.ask(ctx, s, call, entity.Missing)
}

// revalidate starts a shared call that nobody waits for.
func (e *endpoint) revalidate(ctx context.Context, s session, call *call) {
	t := refreshTask{newReadTask(s, e, call.inBackground())}
	s.space.calls.Start(ctx, e.callKey(s, call), &t)
}

// ask waits for a shared call. What a render function has just asked for, it is
// not asked for again.
func (e *endpoint) ask(ctx context.Context, s session, call *call, status entity.Status) (any, error) {
	if err := ctx.Err(); err != nil {
		return nil, call.fail(kindOf(err), err)
	}
	if e.open {
		return s.openBody(ctx, call)
	}
	key := e.callKey(s, call)
	if o, ok := s.frame.outcome(key, status); ok {
		return o.value, o.err
	}
	s.frame.wait()
	value, err := e.await(ctx, s, call)
	s.frame.record(ctx, key, value, err)
	return value, err
}

func (e *endpoint) await(ctx context.Context, s session, call *call) (any, error) {
	t := newReadTask(s, e, call.inForeground())
	value, needless, err := s.space.calls.Do(ctx, e.callKey(s, call), &t)
	if needless {
		value, status := e.lookup(s.now(), call)
		if status >= entity.Stale {
			return value, nil
		}
		return e.await(ctx, s, call) // it has been invalidated since
	}
	if err != nil {
		return nil, call.wrap(err)
	}
	return value, nil
}

func (e *endpoint) mutate(ctx context.Context, s session, args, body any) (any, error) {
	call, err := e.call(s.client, args)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, call.fail(kindOf(err), err)
	}
	call.Mutates = true
	if err := call.encode(s.client, body); err != nil {
		return nil, call.fail(KindArgument, err)
	}
	if err := checkBody(s, e, body, call); err != nil {
		return nil, call.fail(KindArgument, err)
	}
	value, err := s.alone(ctx, call, func(ctx context.Context) (any, error) {
		l := e.layer(s, call)
		done, err := inTurn(ctx, s, e, call)
		if err != nil {
			l.Remove(entity.Write{By: call.Op})
			return nil, err
		}
		defer done()
		e.match(s, call)
		return e.perform(ctx, s, call, l)
	})
	if err != nil {
		return value, call.wrap(err)
	}
	return value, nil
}

func encodeBody(client *Client, body any) ([]byte, error) {
	if _, none := body.(None); none {
		return nil, nil
	}
	return client.codec.Marshal(body)
}
