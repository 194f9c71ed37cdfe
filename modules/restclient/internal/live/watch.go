package live

import (
	"context"
	"iter"
	"reflect"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/call"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/fault"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// Watcher follows the answer to a read. It is for one goroutine at a time.
type Watcher struct {
	follower *follower // nil: nothing can be followed
	ep       *call.Endpoint
	args     any

	started bool
	last    any
	err     error
}

// Watch makes a watcher in a session. Joined, which may be nil, is told of each
// space that the answer is followed in.
func Watch(s call.Session, ep *call.Endpoint, args any, joined func(call.Session) (leave func())) *Watcher {
	return &Watcher{ep: ep, args: args, follower: follow(s.Now(), joined)}
}

// Failed is a watcher that follows nothing, because of err.
func Failed(err error) *Watcher { return &Watcher{err: err} }

// Next returns the answer at the first call, and later waits until it is another one.
// It returns an error when ctx or the client ends, and that of a read that failed.
func (w *Watcher) Next(ctx context.Context) (any, error) {
	if w.follower == nil {
		return nil, w.err
	}
	for {
		if w.started {
			if err := w.wait(ctx); err != nil {
				return nil, err
			}
		}
		value, err := w.now(ctx)
		if ctx.Err() != nil && err != nil {
			return nil, err
		}
		if w.started && w.known(value, err) {
			continue
		}
		w.started, w.last, w.err = true, value, err
		return value, err
	}
}

func (w *Watcher) now(ctx context.Context) (value any, err error) {
	err = settled(ctx, w.follower, func(s call.Session) (err error) {
		value, err = call.Use(ctx, s, w.ep, w.args)
		return err
	})
	if err != nil && ctx.Err() != nil {
		w.follower.watch.Wake() // the change that led here has not been seen
	}
	if err != nil {
		return nil, err
	}
	return value, nil
}

// known reports whether a result is the one that was returned last.
func (w *Watcher) known(value any, err error) bool {
	if err != nil || w.err != nil {
		return err == w.err
	}
	return same(value, w.last)
}

func (w *Watcher) wait(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return w.follower.session.Client.Faults.Of("watch", fault.KindOf(ctx.Err()), ctx.Err())
	case <-w.follower.session.Client.Calls.Closed():
		return w.follower.session.Client.Faults.Of("watch", fault.Canceled, fault.ErrClosed)
	case <-w.follower.watch.Changed():
		return nil
	}
}

// Changed receives a value when something has changed since Value or Next returned.
func (w *Watcher) Changed() <-chan struct{} {
	if w.follower == nil {
		return nil
	}
	return w.follower.watch.Changed()
}

// Value returns what the answer is now.
func (w *Watcher) Value(ctx context.Context) (any, error) {
	if w.follower == nil {
		return nil, w.err
	}
	w.last, w.err = w.now(ctx)
	w.started = true
	return w.last, w.err
}

// Close ends the watch.
func (w *Watcher) Close() {
	if w.follower != nil {
		w.follower.close()
	}
}

// All yields what Next returns, until ctx or the client ends, and closes the watcher.
func (w *Watcher) All(ctx context.Context) iter.Seq2[any, error] {
	return func(yield func(any, error) bool) {
		defer w.Close()
		for {
			value, err := w.Next(ctx)
			if ctx.Err() != nil || err != nil && w.follower != nil && w.follower.closed() {
				return
			}
			if !yield(value, err) || w.follower == nil {
				return
			}
		}
	}
}

// same reports whether two answers are equal. Lists are, when they are the same
// state of the same list.
func same(a, b any) bool {
	if t := reflect.TypeOf(a); t != nil && store.IsShell(t) {
		return a == b
	}
	return reflect.DeepEqual(a, b)
}
