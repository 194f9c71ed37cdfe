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
	follower *follower // nil: there is no client
	read     func(context.Context, session) (R, error)

	started bool
	last    R
	err     error
}

// Watch follows the answer to a read on the client that ctx carries.
//
//	w := restclient.Watch(ctx, Todos.Get, 5)
//	defer w.Close()
//	for { todo, err := w.Next(ctx) … }
func Watch[A, R any](ctx context.Context, read Readable[A, R], args A) *Watcher[R] {
	ep := read.read()
	s, err := sessionOf(ctx, ep)
	w := newWatcher(s.now(), ep, args, nil)
	w.err = err
	return w
}

func newWatcher[A, R any](s session, ep *endpoint[A, R], args A, joined func(session) func()) *Watcher[R] {
	w := &Watcher[R]{}
	if s.client != nil {
		w.follower = follow(s, joined)
	}
	w.read = func(ctx context.Context, s session) (R, error) { return suspend(ctx, s, ep, args) }
	return w
}

// Next returns the answer as UseSuspense does at the first call, and later waits
// until it is another one. It returns an error when ctx or the client ends, and
// the error of a read that failed; that one may be followed by an answer.
func (w *Watcher[R]) Next(ctx context.Context) (R, error) {
	var zero R
	if w.follower == nil {
		return zero, w.err
	}
	for {
		if w.started {
			if err := w.wait(ctx); err != nil {
				return zero, err
			}
		}
		value, err := w.now(ctx)
		if ctx.Err() != nil && err != nil {
			return zero, err
		}
		if w.started && w.known(value, err) {
			continue
		}
		w.started, w.last, w.err = true, value, err
		return value, err
	}
}

func (w *Watcher[R]) now(ctx context.Context) (R, error) {
	return settled(ctx, w.follower, func(s session) (R, error) { return w.read(ctx, s) })
}

// known tells whether a result is the one that was returned last.
func (w *Watcher[R]) known(value R, err error) bool {
	if err != nil || w.err != nil {
		return err == w.err
	}
	return same(value, w.last)
}

func (w *Watcher[R]) wait(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return &Error{Op: "watch", Kind: kindOf(ctx.Err()), Err: ctx.Err()}
	case <-w.follower.session.client.flights.closing:
		return &Error{Op: "watch", Kind: KindCanceled, Err: ErrClosed}
	case <-w.follower.watch.Changed():
		return nil
	}
}

// Changed receives a value when it is worth to call Value: something has changed
// since that or Next returned. It is for select statements that wait for other
// things, too; who receives from it uses Value instead of Next.
func (w *Watcher[R]) Changed() <-chan struct{} {
	if w.follower == nil {
		return nil
	}
	return w.follower.watch.Changed()
}

// Value returns what the answer is now, as UseSuspense does.
func (w *Watcher[R]) Value(ctx context.Context) (R, error) {
	if w.follower == nil {
		var zero R
		return zero, w.err
	}
	w.last, w.err = w.now(ctx)
	w.started = true
	return w.last, w.err
}

// Close ends the watch.
func (w *Watcher[R]) Close() {
	if w.follower != nil {
		w.follower.close()
	}
}

// All yields what Next returns, until ctx or the client ends, and closes the
// watcher.
func (w *Watcher[R]) All(ctx context.Context) iter.Seq2[R, error] {
	return func(yield func(R, error) bool) {
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

// same tells whether two answers are equal. Lists are, when they are the same
// state of the same list.
func same[R any](a, b R) bool {
	t := reflect.TypeFor[R]()
	if t.Comparable() && t.Kind() == reflect.Struct && t.PkgPath() == reflect.TypeFor[entity.Arg]().PkgPath() {
		return any(a) == any(b)
	}
	return reflect.DeepEqual(a, b)
}

// Watch yields one entity: what Get returns, and then each change of it, the
// newest only. The loop ends with ctx.
func (b Bound[E, P, F]) Watch(ctx context.Context, key P) iter.Seq2[E, error] {
	return watchAll(ctx, b.client, b.resource.Get.ep, key)
}

// WatchList yields a list: what List returns, and then each change of it, or of
// an entity in it, the newest only. The loop ends with ctx.
func (b Bound[E, P, F]) WatchList(ctx context.Context, filter F) iter.Seq2[List[E], error] {
	return watchAll(ctx, b.client, b.resource.GetList.ep, filter)
}

func watchAll[A, R any](ctx context.Context, c *Client, ep *endpoint[A, R], args A) iter.Seq2[R, error] {
	return func(yield func(R, error) bool) {
		w := newWatcher(c.session(ctx), ep, args, nil)
		if c == nil {
			w.err = &Error{Op: ep.label(), Kind: KindArgument, Err: ErrNoController}
		}
		w.All(ctx)(yield)
	}
}
