package restclient

import (
	"context"
	"errors"
	"iter"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/poll"
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

// LiveOption changes a setting of one UseLive.
type LiveOption func(*liveConfig)

type liveConfig struct{ every time.Duration }

// PollEvery sets how often the answer is read again as long as the loop runs.
// Not positive: not at all. Default: what WithPollFrequency says of the endpoint.
func PollEvery(d time.Duration) LiveOption { return func(c *liveConfig) { c.every = d } }

// WithPollFrequency sets how often UseLive reads an answer again. Not positive:
// not at all, which is the default.
func WithPollFrequency(every time.Duration) EndpointOption { return extra(pollFrequency{}, every) }

// pollFrequency is the key of what WithPollFrequency says.
type pollFrequency struct{}

// UseLive yields the answer to a read and then each change of it, as Watch does,
// and reads it again at intervals until the loop is left. Loops that follow the
// same answer share the requests: the shortest of their intervals counts. The
// first is sent one interval after the answer came, if it is there already. None
// is sent while the client is offline (see WithConnectivity).
//
// A poll that fails is hidden as long as there is an answer.
//
// The loop ends with ctx and with the client. The client is the one that ctx
// carries. Every error is an *Error.
func UseLive[A, R any](ctx context.Context, read Readable[A, R], args A, opts ...LiveOption) iter.Seq2[R, error] {
	return results[R](liveIn(ctx, (*endpoint)(read.read()), boxed(args), opts))
}

//go:noinline
func liveIn(ctx context.Context, ep *endpoint, args any, opts []LiveOption) iter.Seq2[any, error] {
	return func(yield func(any, error) bool) {
		watchIn(ctx, ep, args, polled(ctx, ep, args, opts)).all(ctx)(yield)
	}
}

// polled polls an answer in each space that it is followed in.
func polled(ctx context.Context, e *endpoint, args any, opts []LiveOption) (joined func(session) (leave func())) {
	var c liveConfig
	if e != nil {
		c.every, _ = e.declared.Extra[pollFrequency{}].(time.Duration)
	}
	for _, opt := range opts {
		opt(&c)
	}
	return func(s session) func() { return subscribe(ctx, s, e, args, c.every) }
}

// subscribe polls an answer until leave is called.
func subscribe(ctx context.Context, s session, e *endpoint, args any, every time.Duration) (leave func()) {
	r, err := e.request(s.client, args)
	if err != nil || every <= 0 {
		return func() {}
	}
	ctx = context.WithoutCancel(ctx)
	key := e.callKey(s, r)
	return s.client.polls.Subscribe(key, &poll.Subscriber{
		Every:    every,
		Answered: func() time.Time { return s.space.answers.last(key) },
		Ask:      func(every time.Duration) { pollOnce(ctx, s, e, args, every) },
	})
}

// pollOnce asks in the background. Its errors are soft.
func pollOnce(ctx context.Context, s session, e *endpoint, args any, every time.Duration) {
	r, err := newRead(s, e, args)
	if err != nil {
		return
	}
	r.every = every
	r.revalidate(ctx)
}
