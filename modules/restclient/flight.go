package restclient

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// flights holds the calls under way. Reads of one key share a flight: it runs
// detached from the contexts of those who wait for it, and ends when the last
// of them has left.
type flights struct {
	running sync.WaitGroup
	timeout time.Duration // of each flight; not positive: none
	closing chan struct{} // closed when the client ends

	mu     sync.Mutex
	shared map[flightKey]*flight
	all    map[*flight]struct{}
	closed bool
}

// flightKey is one endpoint, compared by address, and one URL, for one identity.
type flightKey struct {
	space    *space
	endpoint *endpoint
	url      string
}

var errPanicked = errors.New("the call panicked in another goroutine")

type flight struct {
	space  *space
	cancel context.CancelFunc
	done   chan struct{} // closed after value and err are set
	value  any
	err    error

	call  *call // nil when nobody is to know
	began time.Time

	waiters int   // guarded by flights.mu
	cause   error // of its end, when that came early; guarded by flights.mu
}

// stop ends a flight early. The caller holds the mutex of the flights.
func (f *flight) stop(cause error) {
	if f.cause == nil {
		f.cause = cause
	}
	f.cancel()
}

func newFlights(timeout time.Duration) *flights {
	return &flights{
		timeout: timeout, closing: make(chan struct{}),
		shared: map[flightKey]*flight{}, all: map[*flight]struct{}{},
	}
}

// join starts the flight of a key, or boards the one under way. Each join is
// followed by one wait or leave or, for a flight that nobody waits for, by none.
// The flight is nil when the task has become needless.
func (g *flights) join(ctx context.Context, key flightKey, c *call, run task) (*flight, error) {
	f, flying, err := g.board(ctx, key, c.inBackground(), run)
	if flying != nil {
		flying, _ = c.begin(ctx, flying)
		go g.fly(flying, f, key, run)
	}
	return f, err
}

// board is join without the start: the context of a flight that is to be flown
// is not nil.
func (g *flights) board(ctx context.Context, key flightKey, c *call, run task) (*flight, context.Context, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return nil, nil, ErrClosed
	}
	if f := g.shared[key]; f != nil {
		f.waiters++
		return f, nil, nil
	}
	if run.needless != nil && run.needless() {
		return nil, nil, nil
	}
	flying, f := g.start(context.WithoutCancel(ctx), key.space, c)
	g.shared[key] = f
	return f, flying, nil
}

// share is join and wait in one. A caller who has no way to leave flies himself.
func (g *flights) share(ctx context.Context, key flightKey, c *call, run task) (value any, needless bool, err error) {
	f, flying, err := g.board(ctx, key, c.inForeground(), run)
	if err != nil {
		return nil, false, err
	}
	flying, seen := c.begin(ctx, flying)
	defer func() { seen.end(err) }()
	switch {
	case f == nil:
		return nil, true, nil
	case flying != nil && ctx.Done() == nil:
		g.fly(flying, f, key, run)
	case flying != nil:
		go g.fly(flying, f, key, run)
	}
	value, err = g.wait(ctx, key, f)
	return value, false, err
}

// task is what a flight does, and what is done about its error before those who
// wait for it are told. The flight is over by then.
type task struct {
	do     func(context.Context) (any, error)
	landed func(context.Context, error)
	// needless tells, when no other flight is under way, whether one that has
	// just ended has done it. It is quick; nil means that it never is.
	needless func() bool
}

// start registers a flight with one waiter. The caller holds mu.
func (g *flights) start(ctx context.Context, sp *space, c *call) (context.Context, *flight) {
	f := &flight{space: sp, done: make(chan struct{}), waiters: 1, call: c, began: time.Now()}
	if g.timeout > 0 {
		ctx, f.cancel = context.WithTimeout(ctx, g.timeout)
	} else {
		ctx, f.cancel = context.WithCancel(ctx)
	}
	g.all[f] = struct{}{}
	g.running.Add(1)
	return ctx, f
}

func (g *flights) fly(ctx context.Context, f *flight, key flightKey, run task) {
	f.err = errPanicked // for those who wait, if the task does not return
	defer close(f.done)
	defer func() { f.call.end(f.err) }()
	func() {
		defer g.end(f, key)
		f.value, f.err = run.do(ctx)
	}()
	run.landed(context.WithoutCancel(ctx), f.err)
}

func (g *flights) end(f *flight, key flightKey) {
	f.cancel()
	g.mu.Lock()
	delete(g.all, f)
	if g.shared[key] == f {
		delete(g.shared, key)
	}
	if f.cause != nil && f.err != nil {
		f.err = because(f.cause, f.err)
	}
	g.mu.Unlock()
	g.running.Done()
}

// because adds to the error of a call why it was ended.
func because(cause, err error) error {
	if e, ok := asError(err); ok && !errors.Is(err, cause) {
		e.Err = fmt.Errorf("%w: %w", cause, e.Err)
		e.Kind = kindOf(e.Err)
	}
	return err
}

// wait returns the result of the flight, or leaves it when ctx ends first. When
// the space is reset first, it is ErrReset.
func (g *flights) wait(ctx context.Context, key flightKey, f *flight) (any, error) {
	select {
	case <-f.done:
		return f.value, f.err
	case <-ctx.Done():
		g.leave(key, f)
		return nil, ctx.Err()
	case <-key.space.reset:
		return g.afterReset(ctx, f)
	}
}

// afterReset is the result of a flight of a space that was reset: its own error
// when it was over before, such as the one that led to the reset.
func (g *flights) afterReset(ctx context.Context, f *flight) (any, error) {
	g.mu.Lock()
	_, flying := g.all[f]
	g.mu.Unlock()
	if flying {
		return nil, ErrReset
	}
	select {
	case <-f.done:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if f.err != nil {
		return nil, f.err
	}
	return nil, ErrReset
}

// reset ends the flights of a space.
func (g *flights) reset(sp *space) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for f := range g.all {
		if f.space == sp {
			f.stop(ErrReset)
		}
	}
}

func (g *flights) leave(key flightKey, f *flight) {
	g.mu.Lock()
	defer g.mu.Unlock()
	f.waiters--
	if f.waiters > 0 {
		return
	}
	f.stop(context.Canceled)
	if g.shared[key] == f {
		delete(g.shared, key)
	}
}

// forget lets the next read of a key start a flight of its own. None starts
// while touch is running, which must be quick.
func (g *flights) forget(key flightKey, touch func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	touch()
	delete(g.shared, key)
}

// alone runs a call that shares nothing, in the goroutine of the caller.
func (g *flights) alone(ctx context.Context, sp *space, c *call, run task) (any, error) {
	g.mu.Lock()
	if g.closed {
		g.mu.Unlock()
		return nil, ErrClosed
	}
	flying, f := g.start(ctx, sp, c.alone())
	g.mu.Unlock()
	flying, _ = c.begin(ctx, flying)
	g.fly(flying, f, flightKey{}, run)
	return f.value, f.err
}

// attach ends a context with the client and with the space. Nobody waits for
// what it is for.
func (g *flights) attach(ctx context.Context, sp *space) (_ context.Context, detach func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	ctx, cancel := context.WithCancelCause(ctx)
	f := &flight{space: sp}
	f.cancel = func() { cancel(f.cause) }
	g.all[f] = struct{}{}
	switch {
	case g.closed:
		cancel(ErrClosed)
	case sp.wasReset():
		cancel(ErrReset)
	}
	return ctx, func() {
		cancel(nil)
		g.mu.Lock()
		defer g.mu.Unlock()
		delete(g.all, f)
	}
}

func (g *flights) close() {
	g.mu.Lock()
	if !g.closed {
		g.closed = true
		close(g.closing)
	}
	for f := range g.all {
		f.stop(ErrClosed)
	}
	g.mu.Unlock()
	g.running.Wait()
}
