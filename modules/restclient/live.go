package restclient

import (
	"context"
	"errors"
	"iter"
)

// Live runs render, and again whenever something changes that it has read with
// UseSuspense, UseCache, UseDLE or UseQuery: once for all changes since the last
// run. It yields what render returns, until ctx ends or the loop is left. All
// that one run reads is one state of the store, whatever happens meanwhile.
//
// Render gets a context of its own, which is to be used for reading and ends
// with ctx. When it has to wait for data, it is run again once that is there, so
// that nothing is yielded which is older than the rest; what it has asked for it
// does not ask for again. Data that is stale at once is read by the first run
// that needs it, and later only when it is expired, invalidated or polled.
//
// An error of render is yielded as well; then Live waits for a change. A render
// function that needs something new at each run, again and again, never settles:
// that is ErrUnsettled, and the end. When ctx
// or the client ends, so does the loop, without an error of its own. A loop goes
// on after a Reset with what is read then.
//
// The client is the one that ctx carries; without one, a single error is
// yielded.
func Live[T any](ctx context.Context, render func(context.Context) (T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var value, zero T
		run := func(ctx context.Context) (err error) {
			value, err = render(ctx)
			return err
		}
		live(ctx, run, func(settled bool, err error) bool {
			if !settled {
				value = zero
			}
			return yield(value, err)
		})
	}
}

// live runs render, and tells yield each time whether there is what it has
// rendered.
func live(ctx context.Context, render func(context.Context) error, yield func(settled bool, err error) bool) {
	c := UseController(ctx)
	if c == nil {
		yield(false, &Error{Op: "live", Kind: KindArgument, Err: ErrNoController})
		return
	}
	f := follow(c.session(ctx), nil)
	defer f.close()
	for {
		err := settled(ctx, f, func(s session) error { return render(s.frame.context(ctx)) })
		unsettled := errors.Is(err, ErrUnsettled)
		if ctx.Err() != nil || err != nil && f.closed() || !yield(!unsettled, err) || unsettled {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-f.session.client.calls.Closed():
			return
		case <-f.watch.Changed():
		}
	}
}
