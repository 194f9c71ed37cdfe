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
	ep := read.read()
	s, err := sessionOf(ctx, ep)
	if err != nil {
		return DLE[R]{Err: err}
	}
	if s.frame != nil {
		note(ctx, s, ep, args)
	}
	c, err := ep.call(s.client, args)
	if err != nil {
		return DLE[R]{Err: err}
	}
	value, status := ep.schema.lookup(s, c)
	failure, recent := ep.failure(s, c, status)
	if failure != nil {
		ep.served(ctx, s, CacheFailed)
		return DLE[R]{Err: failure}
	}
	known := status == entity.Stale && s.frame.knows(ep.flightKey(s, c))
	usable := status == entity.Fresh || known || status == entity.Stale && !ep.invalidIfStale
	if status != entity.Fresh && !recent && !known {
		c.args, c.found = args, status
		revalidate(ctx, s, ep, c)
	}
	if !usable {
		return DLE[R]{Loading: true}
	}
	ep.served(ctx, s, cacheStateOf(status))
	return DLE[R]{Data: value, OK: true}
}
