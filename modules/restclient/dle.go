package restclient

import (
	"context"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
)

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
	if s.frame.notes() {
		s.note(ctx, e, args)
	}
	c, err := e.call(s.client, args)
	if err != nil {
		return DLE[any]{Err: err}
	}
	value, status := e.lookup(s, c)
	failure, recent := e.failure(s, c, status)
	if failure != nil {
		s.served(ctx, e, CacheFailed)
		return DLE[any]{Err: failure}
	}
	known := status == entity.Stale && s.frame.knows(e.callKey(s, c))
	usable := status == entity.Fresh || known || status == entity.Stale && !e.invalidIfStale
	if status != entity.Fresh && !recent && !known {
		c.found = status
		e.revalidate(ctx, s, c)
	}
	if !usable {
		return DLE[any]{Loading: true}
	}
	s.served(ctx, e, cacheStateOf(status))
	return DLE[any]{Data: value, OK: true}
}
