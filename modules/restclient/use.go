package restclient

import (
	"context"
	"iter"

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
	value, ok := cachedIn(s, (*endpoint)(ep), boxed(args))
	r, _ := value.(R)
	return r, ok
}

func cachedIn(s session, e *endpoint, args any) (any, bool) {
	r, err := newRead(s, e, args)
	if err != nil {
		return nil, false
	}
	value, status := r.lookup(s)
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
	return result[R](fetch(ctx, s, ep, boxed(args)))
}

// Mutate sends a mutation and stores what the server answers. Each call is a
// request of its own, sent once: equal ones are not merged and failed ones not
// repeated.
//
// The client is the one that ctx carries. Every error is an *Error; its
// OutcomeUnknown says whether the mutation may have happened all the same.
func Mutate[A, B, R any](ctx context.Context, mutation *Mutation[A, B, R], args A, body B) (R, error) {
	ep := untyped(mutation)
	s, err := sessionOf(ctx, ep)
	if err != nil {
		return result[R](nil, err)
	}
	return result[R](mutate(ctx, s, ep, boxed(args), body))
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
	return touch(s, ep, args, t)
}

// touch makes the answer to a read invalid or stale.
func touch(s session, e *endpoint, args any, t answer.Touch) error {
	r, err := e.request(s.client, args)
	if err != nil {
		return err
	}
	e.touch(s, r, t)
	return nil
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
	return result[R](use(ctx, s, (*endpoint)(ep), boxed(args)))
}

// peek is the short way to what is stored: without writing out a URL.
func peek[A, R any](s session, ep *typed[A, R], args A) (R, entity.Status) {
	if (*endpoint)(ep).hasShortWay(s) {
		return ep.stored.(storedFunc[A, R])(s, args)
	}
	var zero R
	return zero, entity.Missing
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
	d := dleIn(ctx, (*endpoint)(read.read()), boxed(args))
	data, _ := d.Data.(R)
	return DLE[R]{Data: data, OK: d.OK, Loading: d.Loading, Err: d.Err}
}

func dleIn(ctx context.Context, e *endpoint, args any) DLE[any] {
	s, err := sessionOf(ctx, e)
	if err != nil {
		return DLE[any]{Err: err}
	}
	s.frame.note(ctx, s, e, args)
	r, err := newRead(s, e, args)
	if err != nil {
		return DLE[any]{Err: err}
	}
	value, status := r.lookup(s)
	failure, recent := standingFailure(&r, status)
	if failure != nil {
		s.served(ctx, e, CacheFailed)
		return DLE[any]{Err: failure}
	}
	known := status == entity.Stale && s.frame.knows(r.key())
	usable := status == entity.Fresh || known || status == entity.Stale && !e.invalidIfStale
	if status != entity.Fresh && !recent && !known {
		r.found = status
		r.revalidate(ctx)
	}
	if !usable {
		return DLE[any]{Loading: true}
	}
	s.served(ctx, e, cacheStateOf(status))
	return DLE[any]{Data: value, OK: true}
}

// Code with type parameters is compiled again for each resource, so there is
// little of it: it boxes arguments, calls functions without them and gives results
// their type. None of that is inlined, which would repeat it for each caller.

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
