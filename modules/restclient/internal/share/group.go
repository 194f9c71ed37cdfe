package share

import (
	"context"
	"errors"
	"sync"
	"time"
)

// ErrPanicked is the error of those who share a task that has panicked in another
// goroutine.
var ErrPanicked = errors.New("the call panicked in another goroutine")

// Task is what a call does. Its methods are called by the Scope, none of them
// concurrently with itself but Begin.
type Task interface {
	// Run does the work. Ctx ends when the call is to end.
	Run(ctx context.Context) (any, error)
	// Needless reports whether the call of the same key that has just ended has
	// done the work. It is asked when no call is under way, and must be quick.
	Needless() bool
	// Begin is called for each caller, in its goroutine. For the one who starts the
	// call, ctx is that of Run, and Run gets the one that is returned; a caller who
	// joins brings its own. Left, which may be nil, is called when Do returns.
	Begin(ctx context.Context, joined bool) (_ context.Context, left func(error))
	// Ended is called when the call is over, before those who wait for it are told:
	// after Run, or with ErrPanicked. Its context is that of Run, which has ended.
	Ended(ctx context.Context, err error)
}

// Group bounds and ends the calls of all its scopes. It is safe for concurrent
// use.
type Group struct {
	timeout time.Duration
	explain func(cause, err error) error
	running sync.WaitGroup // of calls, without those of Attach
	closed  chan struct{}

	mu    sync.Mutex // guards what follows, and the calls of all scopes
	calls map[*call]struct{}
	cause error // of Close; nil before
}

// NewGroup makes a group whose tasks may last as long as timeout; not positive
// means without bound. Explain makes the error of a task that was ended for a
// cause, such as that of Close; nil leaves it as it is. It must be quick.
func NewGroup(timeout time.Duration, explain func(cause, err error) error) *Group {
	if explain == nil {
		explain = func(_, err error) error { return err }
	}
	return &Group{timeout: timeout, explain: explain, closed: make(chan struct{}), calls: map[*call]struct{}{}}
}

// Close ends all calls with a cause, waits for them, and has new ones refused.
func (g *Group) Close(cause error) {
	g.mu.Lock()
	if g.cause == nil {
		g.cause = cause
		close(g.closed)
	}
	for c := range g.calls {
		c.stop(g.cause)
	}
	g.mu.Unlock()
	g.running.Wait()
}

// Closed returns a channel that is closed by Close.
func (g *Group) Closed() <-chan struct{} { return g.closed }

// begin registers a call that runs in ctx. The mutex is held.
func (g *Group) begin(ctx context.Context, c *call) context.Context {
	c.ctx.Context = ctx
	if g.timeout > 0 {
		c.ctx.deadline = c.began.Add(g.timeout)
	}
	g.calls[c] = struct{}{}
	g.running.Add(1)
	return &c.ctx
}

// end says that a call is over. The mutex is held.
func (g *Group) end(c *call) {
	c.cancel()
	delete(g.calls, c)
	if c.cause != nil && c.err != nil {
		c.err = g.explain(c.cause, c.err)
	}
	g.running.Done()
}

// call is a task under way, or a context that ends with its scope.
type call struct {
	of    <-chan struct{} // Ended of its scope, which names that
	about any             // nil when it is not told
	began time.Time
	ctx   bound  // of what begin has registered
	other func() // ends the context of other calls; nil for those

	done  chan struct{} // closed after value and err are set, or when it is abandoned; nil when nobody waits; set with Group.mu
	value any
	err   error

	waiters   int   // guarded by Group.mu
	cause     error // why the call is to end; guarded by Group.mu
	abandoned bool  // nobody waits for its end any more; guarded by Group.mu
}

// stop ends a call early. The mutex is held.
func (c *call) stop(cause error) {
	if c.cause == nil {
		c.cause = cause
	}
	c.cancel()
}

// abandon has those go on who wait for the end of a call that is under way. The mutex is
// held.
func (c *call) abandon() {
	if c.done != nil && !c.abandoned {
		c.abandoned = true
		close(c.done)
	}
}

// cancel ends the context of a call.
func (c *call) cancel() {
	if c.other != nil {
		c.other()
		return
	}
	c.ctx.end()
}
