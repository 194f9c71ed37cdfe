package restclient

import (
	"context"
	"iter"
	"reflect"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
)

// Watcher follows the answer to a read. It never keeps a backlog: who asks late
// gets what is newest. Close it when done. It is for one goroutine at a time.
type Watcher[R any] struct {
	_ [0]*R // no Watcher converts to one of another type
	w *watcher
}

// Watch follows the answer to a read on the client that ctx carries.
//
//	w := restclient.Watch(ctx, Todos.Get, 5)
//	defer w.Close()
//	for { todo, err := w.Next(ctx) … }
func Watch[A, R any](ctx context.Context, read Readable[A, R], args A) *Watcher[R] {
	return &Watcher[R]{w: watchIn(ctx, (*endpoint)(read.read()), boxed(args), nil)}
}

// Next returns the answer as UseSuspense does at the first call, and later waits
// until it is another one. It returns an error when ctx or the client ends, and
// the error of a read that failed; that one may be followed by an answer.
func (w *Watcher[R]) Next(ctx context.Context) (R, error) { return result[R](w.w.next(ctx)) }

// Changed receives a value when it is worth to call Value: something has changed
// since that or Next returned. It is for select statements that wait for other
// things, too; who receives from it uses Value instead of Next.
func (w *Watcher[R]) Changed() <-chan struct{} { return w.w.changed() }

// Value returns what the answer is now, as UseSuspense does.
func (w *Watcher[R]) Value(ctx context.Context) (R, error) { return result[R](w.w.value(ctx)) }

// Close ends the watch.
func (w *Watcher[R]) Close() { w.w.close() }

// All yields what Next returns, until ctx or the client ends, and closes the
// watcher.
func (w *Watcher[R]) All(ctx context.Context) iter.Seq2[R, error] { return results[R](w.w.all(ctx)) }

// watcher is a Watcher for results in an any.
type watcher struct {
	follower *follower // nil: there is no client
	ep       *endpoint
	args     any

	started bool
	last    any
	err     error
}

// watchIn follows an answer on the client that ctx carries.
func watchIn(ctx context.Context, ep *endpoint, args any, joined func(session) (leave func())) *watcher {
	s, err := sessionOf(ctx, ep)
	return newWatcher(s.now(), ep, args, err, joined)
}

// newWatcher makes a watcher; err is why s has no client.
func newWatcher(s session, ep *endpoint, args any, err error, joined func(session) (leave func())) *watcher {
	w := &watcher{ep: ep, args: args, err: err}
	if s.client != nil {
		w.follower = follow(s, joined)
	}
	return w
}

func (w *watcher) next(ctx context.Context) (any, error) {
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

func (w *watcher) now(ctx context.Context) (value any, err error) {
	err = settled(ctx, w.follower, func(s session) (err error) {
		value, err = use(ctx, s, w.ep, w.args)
		return err
	})
	if err != nil {
		return nil, err
	}
	return value, nil
}

// known reports whether a result is the one that was returned last.
func (w *watcher) known(value any, err error) bool {
	if err != nil || w.err != nil {
		return err == w.err
	}
	return same(value, w.last)
}

func (w *watcher) wait(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return &Error{Op: "watch", Kind: kindOf(ctx.Err()), Err: ctx.Err()}
	case <-w.follower.session.client.calls.Closed():
		return &Error{Op: "watch", Kind: KindCanceled, Err: ErrClosed}
	case <-w.follower.watch.Changed():
		return nil
	}
}

func (w *watcher) changed() <-chan struct{} {
	if w.follower == nil {
		return nil
	}
	return w.follower.watch.Changed()
}

func (w *watcher) value(ctx context.Context) (any, error) {
	if w.follower == nil {
		return nil, w.err
	}
	w.last, w.err = w.now(ctx)
	w.started = true
	return w.last, w.err
}

func (w *watcher) close() {
	if w.follower != nil {
		w.follower.close()
	}
}

func (w *watcher) all(ctx context.Context) iter.Seq2[any, error] {
	return func(yield func(any, error) bool) {
		defer w.close()
		for {
			value, err := w.next(ctx)
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
	t := reflect.TypeOf(a)
	if t != nil && t.Comparable() && t.Kind() == reflect.Struct && t.PkgPath() == reflect.TypeFor[entity.Arg]().PkgPath() {
		return a == b
	}
	return reflect.DeepEqual(a, b)
}
