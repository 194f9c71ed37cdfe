package restclient

import (
	"context"
	"errors"
	"iter"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/call"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/fault"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// sessionIn returns the session of ctx, which has no client when ctx carries
// none: that of the render function that is running, if it is for that client.
func sessionIn(ctx context.Context) call.Session {
	c := UseController(ctx)
	if c == nil {
		return call.Session{}
	}
	if s, ok := call.Rendering(ctx, c.core); ok {
		return s
	}
	return c.session(ctx)
}

// origin is what a call is made on: a client, or a context that carries one. It is asked
// for the session when the call begins.
type origin interface {
	session(ctx context.Context) call.Session
}

// contextual is the origin of what is called with a context alone.
type contextual struct{}

func (contextual) session(ctx context.Context) call.Session { return sessionIn(ctx) }

// UseSuspense returns the answer to a read from the store when it is fresh.
// When it is stale, it returns it, too, and reads it again in the background.
// When it is missing or invalid, it waits for the server, or until ctx ends. What was
// waited for is what the server has said with what is newer in the store, also of an
// entity that was deleted meanwhile, alone or read with others.
//
// The client is the one that ctx carries. Every error is an *Error.
func UseSuspense[A, R any](ctx context.Context, read Readable[A, R], args A) (R, error) {
	return suspend(ctx, sessionIn(ctx), read.read(), args)
}

// UseCache returns the answer to a read from the store, fresh or stale. It
// never waits and never sends anything. It is false when there is none, and
// when the client or the arguments are missing or wrong.
func UseCache[A, R any](ctx context.Context, read Readable[A, R], args A) (R, bool) {
	return cached(sessionIn(ctx), read.read(), args)
}

// cached returns what the store has, fresh or stale.
func cached[A, R any](s call.Session, ep *typed[A, R], args A) (R, bool) {
	if value, status := peek(s, ep, args); status >= store.Stale {
		return value, true
	}
	if s.Client == nil {
		var zero R
		return zero, false
	}
	value, ok := call.Cached(s, (*call.Endpoint)(ep), boxed(args))
	r, _ := value.(R)
	return r, ok
}

// Fetch asks the server, whatever the store has, and stores the answer. Reads
// of one endpoint and URL that overlap share one request; each caller may leave
// with its own context.
//
// The client is the one that ctx carries. Every error is an *Error.
func Fetch[A, R any](ctx context.Context, read Readable[A, R], args A) (R, error) {
	return result[R](fetchIn(ctx, contextual{}, (*call.Endpoint)(read.read()), boxed(args)))
}

// Mutate sends a mutation and stores what the server answers. Each call is a
// request of its own, sent once: equal ones are not merged and failed ones not
// repeated.
//
// The client is the one that ctx carries. Every error is an *Error; its
// OutcomeUnknown says whether the mutation may have happened all the same.
func Mutate[A, B, R any](ctx context.Context, mutation *Mutation[A, B, R], args A, body B) (R, error) {
	return result[R](mutateIn(ctx, contextual{}, untyped(mutation), boxed(args), body))
}

// Edit changes an entity with one function: f changes a copy of it, which is
// shown at once, and what differs is sent as a PATCH with the endpoint
// PartialUpdate. F is called again when a response changes what it started
// from; it must do nothing but change its argument, and must not use the
// client. Nothing is sent when f changes nothing.
//
// When the server has given the entity a strong entity tag, the PATCH carries
// If-Match, so that it never overwrites what somebody else has changed. When
// somebody has (412), Edit reads the entity again, calls f with that and sends
// the new difference, once; if that is refused, too, the error is ErrConflict.
//
// An entity that is not stored is read first. Every error is an *Error.
func Edit[E, P, F any](ctx context.Context, r Resource[E, P, F], key P, f func(*E)) (E, error) {
	return result[E](editIn(ctx, contextual{}, (*call.Endpoint)(r.Get.ep), (*call.Endpoint)(r.PartialUpdate.ep), boxed(key), changing(f)))
}

// changing is f for a pointer in an any.
func changing[E any](f func(*E)) func(entity any) { return func(entity any) { f(entity.(*E)) } }

// Invalidate makes the stored answer to a read unusable: the next UseSuspense
// waits for the server, UseCache finds nothing. It is for data that is known to
// be wrong.
func Invalidate[A, R any](ctx context.Context, read Readable[A, R], args A) error {
	return touchIn(ctx, contextual{}, (*call.Endpoint)(read.read()), boxed(args), store.Invalidate)
}

// Expire makes the stored answer to a read stale: it is still shown, and read
// again at the next UseSuspense.
func Expire[A, R any](ctx context.Context, read Readable[A, R], args A) error {
	return touchIn(ctx, contextual{}, (*call.Endpoint)(read.read()), boxed(args), store.Expire)
}

// suspend is UseSuspense in a session. What is fresh and found by the arguments
// alone needs no allocation.
func suspend[A, R any](ctx context.Context, s call.Session, ep *typed[A, R], args A) (R, error) {
	if !s.Frame.Notes() {
		seq := s.Seq()
		if value, status := peek(s, ep, args); status == store.Fresh && s.Trusts((*call.Endpoint)(ep), seq) {
			s.Served(ctx, (*call.Endpoint)(ep), call.CacheFresh)
			return value, nil
		}
	}
	return result[R](useIn(ctx, s, (*call.Endpoint)(ep), boxed(args)))
}

// peek is the short way to what is stored: without writing out a URL.
func peek[A, R any](s call.Session, ep *typed[A, R], args A) (R, store.Status) {
	if s.HasShortWay((*call.Endpoint)(ep)) {
		switch find := ep.Stored.(type) {
		case storedFunc[A, R]:
			if p, status := find(s, args); p != nil {
				return *p, status
			}
		case storedListFunc[A, R]:
			return find(s, args)
		}
	}
	var zero R
	return zero, store.Missing
}

// DLE is the answer to a read, as far as it is known: data, loading, error.
type DLE[R any] struct {
	Data    R
	OK      bool // there is Data
	Loading bool // there is no Data, and it has been asked for
	Err     error
}

// UseDLE returns what the store has of the answer to a read, and reads it in
// the background when that is stale, invalid or missing. It never waits.
//
// The client is the one that ctx carries. Every error is an *Error.
func UseDLE[A, R any](ctx context.Context, read Readable[A, R], args A) DLE[R] {
	d := dleIn(ctx, (*call.Endpoint)(read.read()), boxed(args))
	data, _ := d.Data.(R)
	return DLE[R]{Data: data, OK: d.OK, Loading: d.Loading, Err: d.Err}
}

func dleIn(ctx context.Context, e *call.Endpoint, args any) DLE[any] {
	s := sessionIn(ctx)
	if err := usable(s, e); err != nil {
		return DLE[any]{Err: err}
	}
	known := call.Look(ctx, s, e, args)
	return DLE[any]{Data: known.Value, OK: known.OK, Loading: known.Loading, Err: known.Err}
}

// Code with type parameters is compiled again for each resource, so there is
// little of it: it boxes arguments, calls functions without them and gives results
// their type. None of that is inlined, which would repeat it for each caller.

//go:noinline
func useIn(ctx context.Context, s call.Session, ep *call.Endpoint, args any) (any, error) {
	if err := usable(s, ep); err != nil {
		return nil, err
	}
	return call.Use(ctx, s, ep, args)
}

//go:noinline
func fetchIn(ctx context.Context, from origin, ep *call.Endpoint, args any) (any, error) {
	s := from.session(ctx)
	if err := usable(s, ep); err != nil {
		return nil, err
	}
	return call.Fetch(ctx, s, ep, args)
}

//go:noinline
func mutateIn(ctx context.Context, from origin, ep *call.Endpoint, args, body any) (any, error) {
	return settled(ctx, from, ep, func(s call.Session) (any, error) { return call.Mutate(ctx, s, ep, args, bodyOf(body)) })
}

//go:noinline
func editIn(ctx context.Context, from origin, get, update *call.Endpoint, args any, change func(entity any)) (any, error) {
	return settled(ctx, from, update, func(s call.Session) (any, error) { return call.Edit(ctx, s, get, update, args, change) })
}

// settled runs a mutation, and runs it again when it could not be queued because the client
// of its identity has made room for others meanwhile, where from has another one by now.
// Nothing was sent then.
func settled(ctx context.Context, from origin, ep *call.Endpoint, run func(call.Session) (any, error)) (any, error) {
	for {
		s := from.session(ctx)
		if err := usable(s, ep); err != nil {
			return nil, err
		}
		value, err := run(s)
		if err == nil || !errors.Is(err, fault.ErrEvicted) || from.session(ctx).Client == s.Client {
			return value, err
		}
	}
}

//go:noinline
func touchIn(ctx context.Context, from origin, ep *call.Endpoint, args any, how store.Touch) error {
	s := from.session(ctx)
	if err := usable(s, ep); err != nil {
		return err
	}
	return call.Touch(ctx, s, ep, args, how)
}

// boxed returns arguments as endpoints take them: a *A in an any.
//
//go:noinline
func boxed[A any](args A) any { return &args }

// result returns a result in its type, a zero value for nil.
//
//go:noinline
func result[R any](value any, err error) (R, error) {
	r, _ := value.(R)
	return r, err
}

// results returns results in their type.
//
//go:noinline
func results[R any](all iter.Seq2[any, error]) iter.Seq2[R, error] {
	return func(yield func(R, error) bool) {
		all(func(value any, err error) bool { return yield(result[R](value, err)) })
	}
}
