package restclient

import (
	"context"
	"sync"
)

// flights holds the calls under way. Reads of one key share a flight: it runs
// detached from the contexts of those who wait for it, and ends when the last
// of them has left.
type flights struct {
	running sync.WaitGroup

	mu     sync.Mutex
	shared map[flightKey]*flight
	all    map[*flight]struct{}
	closed bool
}

// flightKey is one endpoint, compared by address, and one URL.
type flightKey struct {
	endpoint any
	url      string
}

type flight struct {
	cancel context.CancelCauseFunc
	done   chan struct{} // closed after value and err are set
	value  any
	err    error

	waiters int // guarded by flights.mu
}

func newFlights() *flights {
	return &flights{shared: map[flightKey]*flight{}, all: map[*flight]struct{}{}}
}

// join starts the flight of a key, or boards the one under way. Each join is
// followed by one wait or, for a flight that nobody waits for, by none.
func (g *flights) join(ctx context.Context, key flightKey, run func(context.Context) (any, error)) (*flight, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return nil, ErrClosed
	}
	if f := g.shared[key]; f != nil {
		f.waiters++
		return f, nil
	}
	ctx, f := g.start(context.WithoutCancel(ctx))
	g.shared[key] = f
	go func() {
		f.value, f.err = run(ctx)
		g.end(f, key)
	}()
	return f, nil
}

// start registers a flight with one waiter. The caller holds mu.
func (g *flights) start(ctx context.Context) (context.Context, *flight) {
	ctx, cancel := context.WithCancelCause(ctx)
	f := &flight{cancel: cancel, done: make(chan struct{}), waiters: 1}
	g.all[f] = struct{}{}
	g.running.Add(1)
	return ctx, f
}

func (g *flights) end(f *flight, key flightKey) {
	f.cancel(nil)
	g.mu.Lock()
	delete(g.all, f)
	if g.shared[key] == f {
		delete(g.shared, key)
	}
	g.mu.Unlock()
	close(f.done)
	g.running.Done()
}

// wait returns the result of the flight, or leaves it when ctx ends first.
func (g *flights) wait(ctx context.Context, key flightKey, f *flight) (any, error) {
	select {
	case <-f.done:
		return f.value, f.err
	case <-ctx.Done():
		g.leave(key, f)
		return nil, ctx.Err()
	}
}

func (g *flights) leave(key flightKey, f *flight) {
	g.mu.Lock()
	defer g.mu.Unlock()
	f.waiters--
	if f.waiters > 0 {
		return
	}
	f.cancel(context.Canceled)
	if g.shared[key] == f {
		delete(g.shared, key)
	}
}

// forget lets the next read of a key start a flight of its own.
func (g *flights) forget(key flightKey) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.shared, key)
}

// alone runs a call that shares nothing, in the goroutine of the caller.
func (g *flights) alone(ctx context.Context, run func(context.Context) (any, error)) (any, error) {
	g.mu.Lock()
	if g.closed {
		g.mu.Unlock()
		return nil, ErrClosed
	}
	ctx, f := g.start(ctx)
	g.mu.Unlock()
	defer g.end(f, flightKey{})
	return run(ctx)
}

func (g *flights) close() {
	g.mu.Lock()
	g.closed = true
	for f := range g.all {
		f.cancel(ErrClosed)
	}
	g.mu.Unlock()
	g.running.Wait()
}
