package restclient

import (
	"context"
	"iter"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/call"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/live"
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
		c := UseController(ctx)
		if c == nil {
			yield(zero, faults.Of("live", KindArgument, ErrNoController))
			return
		}
		live.Run(ctx, c.session(ctx), run, func(settled bool, err error) bool {
			if !settled {
				value = zero
			}
			return yield(value, err)
		})
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
// is sent while the client is offline (see WithConnectivity), and none sooner than
// the server has asked with Retry-After when the last one failed, an hour at most: one
// that is due before is left out.
//
// A poll that fails is hidden as long as there is an answer.
//
// The loop ends with ctx and with the client. The client is the one that ctx
// carries. Every error is an *Error.
func UseLive[A, R any](ctx context.Context, read Readable[A, R], args A, opts ...LiveOption) iter.Seq2[R, error] {
	return results[R](liveIn(ctx, (*call.Endpoint)(read.read()), boxed(args), opts))
}

//go:noinline
func liveIn(ctx context.Context, ep *call.Endpoint, args any, opts []LiveOption) iter.Seq2[any, error] {
	return func(yield func(any, error) bool) {
		watchIn(sessionIn(ctx), ep, args, polled(ctx, ep, args, opts)).All(ctx)(yield)
	}
}

// polled polls an answer in each space that it is followed in.
func polled(ctx context.Context, e *call.Endpoint, args any, opts []LiveOption) (joined func(call.Session) (leave func())) {
	var c liveConfig
	if e != nil {
		c.every, _ = e.Declared.Extra[pollFrequency{}].(time.Duration)
	}
	for _, opt := range opts {
		opt(&c)
	}
	return func(s call.Session) func() { return live.Poll(ctx, s, e, args, c.every) }
}

// Watcher follows the answer to a read. It never keeps a backlog: who asks late
// gets what is newest. Close it when done. It is for one goroutine at a time.
type Watcher[R any] struct {
	_ [0]*R // no Watcher converts to one of another type
	w *live.Watcher
}

// Watch follows the answer to a read on the client that ctx carries.
//
//	w := restclient.Watch(ctx, Todos.Get, 5)
//	defer w.Close()
//	for { todo, err := w.Next(ctx) … }
func Watch[A, R any](ctx context.Context, read Readable[A, R], args A) *Watcher[R] {
	return &Watcher[R]{w: watchIn(sessionIn(ctx), (*call.Endpoint)(read.read()), boxed(args), nil)}
}

// Next returns the answer as UseSuspense does at the first call, and later waits
// until it is another one. It returns an error when ctx or the client ends, and
// the error of a read that failed; that one may be followed by an answer.
func (w *Watcher[R]) Next(ctx context.Context) (R, error) { return result[R](w.w.Next(ctx)) }

// Changed receives a value when it is worth to call Value: something has changed
// since that or Next returned. It is for select statements that wait for other
// things, too; who receives from it uses Value instead of Next.
func (w *Watcher[R]) Changed() <-chan struct{} { return w.w.Changed() }

// Value returns what the answer is now, as UseSuspense does.
func (w *Watcher[R]) Value(ctx context.Context) (R, error) { return result[R](w.w.Value(ctx)) }

// Close ends the watch.
func (w *Watcher[R]) Close() { w.w.Close() }

// All yields what Next returns, until ctx or the client ends, and closes the
// watcher.
func (w *Watcher[R]) All(ctx context.Context) iter.Seq2[R, error] { return results[R](w.w.All(ctx)) }

// watchIn follows an answer in a session.
func watchIn(s call.Session, ep *call.Endpoint, args any, joined func(call.Session) (leave func())) *live.Watcher {
	if err := usable(s, ep); err != nil {
		return live.Failed(err)
	}
	return live.Watch(s, ep, args, joined)
}

//go:noinline
func watchedIn(ctx context.Context, from origin, ep *call.Endpoint, args any) iter.Seq2[any, error] {
	return func(yield func(any, error) bool) { watchIn(from.session(ctx), ep, args, nil).All(ctx)(yield) }
}
