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
	client, err := clientOf(ctx, ep)
	if err != nil {
		var zero R
		return zero, err
	}
	return suspend(ctx, client, ep, args)
}

// UseCache returns the answer to a read from the store, fresh or stale. It
// never waits and never sends anything. It is false when there is none, and
// when the client or the arguments are missing or wrong.
func UseCache[A, R any](ctx context.Context, read Readable[A, R], args A) (R, bool) {
	ep := read.read()
	call, err := ep.call(UseController(ctx), args)
	if err != nil {
		var zero R
		return zero, false
	}
	value, status := ep.schema.lookup(UseController(ctx).store, call)
	return value, status >= entity.Stale
}

// Fetch asks the server, whatever the store has, and stores the answer. Reads
// of one endpoint and URL that overlap share one request; each caller may leave
// with its own context.
//
// The client is the one that ctx carries. Every error is an *Error.
func Fetch[A, R any](ctx context.Context, read Readable[A, R], args A) (R, error) {
	ep := read.read()
	client, err := clientOf(ctx, ep)
	if err != nil {
		var zero R
		return zero, err
	}
	return fetch(ctx, client, ep, args)
}

// Mutate sends a mutation and stores what the server answers. Each call is a
// request of its own, sent once: equal ones are not merged and failed ones not
// repeated.
//
// The client is the one that ctx carries. Every error is an *Error; its
// OutcomeUnknown says whether the mutation may have happened all the same.
func Mutate[A, B, R any](ctx context.Context, mutation Mutable[A, B, R], args A, body B) (R, error) {
	ep := mutation.mutation(body)
	client, err := clientOf(ctx, ep)
	if err != nil {
		var zero R
		return zero, err
	}
	return mutate(ctx, client, ep, args, body)
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
	client, err := clientOf(ctx, ep)
	if err != nil {
		return err
	}
	call, err := ep.call(client, args)
	if err != nil {
		return err
	}
	ep.schema.touch(client.store, call, t)
	client.flights.forget(ep.flightKey(call))
	return nil
}

func (e *endpoint[A, R]) flightKey(c *call) flightKey { return flightKey{endpoint: e, url: c.url} }

func suspend[A, R any](ctx context.Context, client *Client, ep *endpoint[A, R], args A) (R, error) {
	if value, ok := peek(client, ep, args); ok {
		return value, nil
	}
	var zero R
	call, err := ep.call(client, args)
	if err != nil {
		return zero, err
	}
	value, status := ep.schema.lookup(client.store, call)
	switch status {
	case entity.Fresh:
		return value, nil
	case entity.Stale:
		revalidate(ctx, client, ep, call)
		return value, nil
	}
	return ask(ctx, client, ep, call)
}

// keyed is a schema that finds an answer by the primary key alone.
type keyed[R any] interface {
	byKey(s *entity.Store, key any) (R, entity.Status)
}

// peek is the short way to what is fresh: without writing out a URL.
func peek[A, R any](client *Client, ep *endpoint[A, R], args A) (R, bool) {
	var zero R
	if client == nil || ep.fault() != nil || ep.key == nil {
		return zero, false
	}
	schema, ok := ep.schema.(keyed[R])
	if !ok {
		return zero, false
	}
	value, status := schema.byKey(client.store, ep.key(args))
	return value, status == entity.Fresh
}

func fetch[A, R any](ctx context.Context, client *Client, ep *endpoint[A, R], args A) (R, error) {
	call, err := ep.call(client, args)
	if err != nil {
		var zero R
		return zero, err
	}
	return ask(ctx, client, ep, call)
}

// revalidate starts a shared flight that nobody waits for.
func revalidate[A, R any](ctx context.Context, client *Client, ep *endpoint[A, R], call *call) {
	_, _ = client.flights.join(ctx, ep.flightKey(call), func(ctx context.Context) (any, error) {
		value, err := ep.run(ctx, client, call)
		if err != nil && !errors.Is(err, context.Canceled) {
			client.config.logger.WarnContext(ctx, "revalidation failed", "op", call.op, "err", err)
		}
		return value, err
	})
}

// ask joins the flight of a call and waits for it.
func ask[A, R any](ctx context.Context, client *Client, ep *endpoint[A, R], call *call) (R, error) {
	var zero R
	if err := ctx.Err(); err != nil {
		return zero, call.fail(kindOf(err), err)
	}
	key := ep.flightKey(call)
	f, err := client.flights.join(ctx, key, func(ctx context.Context) (any, error) {
		return ep.run(ctx, client, call)
	})
	if err != nil {
		return zero, call.fail(KindCanceled, err)
	}
	value, err := client.flights.wait(ctx, key, f)
	if err != nil {
		return zero, call.wrap(err)
	}
	return value.(R), nil
}

func mutate[A, B, R any](ctx context.Context, client *Client, ep *endpoint[A, R], args A, body B) (R, error) {
	var zero R
	call, err := ep.call(client, args)
	if err != nil {
		return zero, err
	}
	if err := ctx.Err(); err != nil {
		return zero, call.fail(kindOf(err), err)
	}
	call.mutates = true
	if call.body, err = encodeBody(client, body); err != nil {
		return zero, call.fail(KindArgument, err)
	}
	if err := ep.checkBody(client, body, call); err != nil {
		return zero, call.fail(KindArgument, err)
	}
	value, err := client.flights.alone(ctx, func(ctx context.Context) (any, error) {
		return ep.run(ctx, client, call)
	})
	if err != nil {
		return zero, call.wrap(err)
	}
	return value.(R), nil
}

// run makes the exchange and stores its answer.
func (e *endpoint[A, R]) run(ctx context.Context, client *Client, call *call) (R, error) {
	w := entity.Write{Start: client.store.Begin(), TTL: e.expiry}
	r, err := client.send(ctx, call)
	if err != nil {
		var zero R
		return zero, err
	}
	return e.schema.absorb(client, w, r)
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
