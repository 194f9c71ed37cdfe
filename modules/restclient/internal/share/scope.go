package share

import (
	"context"
	"sync"
	"time"
)

// Scope holds calls that may be shared, by keys, and that end together. It is
// safe for concurrent use.
type Scope[K comparable] struct {
	group *Group
	ended chan struct{}

	shared map[K]*keyed[K] // guarded by Group.mu
	cause  error           // of End; nil before; guarded by Group.mu
}

// keyed is a call of a scope, and its key when it is shared.
type keyed[K comparable] struct {
	call
	key K
}

// NewScope makes a scope of a group.
func NewScope[K comparable](g *Group) *Scope[K] {
	return &Scope[K]{group: g, ended: make(chan struct{}), shared: map[K]*keyed[K]{}}
}

func (s *Scope[K]) newCall(about any, waiters int) *keyed[K] {
	return &keyed[K]{call: call{of: s.ended, about: about, began: time.Now(), waiters: waiters}}
}

// Do runs a task, or waits for the call of that key that is under way. The task
// runs detached from ctx: who waits may leave with its own, and the call ends
// when the last one has left. Needless says that nothing had to be done.
func (s *Scope[K]) Do(ctx context.Context, key K, t Task) (value any, needless bool, err error) {
	c, running, err := s.join(ctx, key, t)
	if err != nil {
		return nil, false, err
	}
	own := ctx
	if running != nil {
		own = running
	}
	own, left := t.Begin(own, running == nil)
	if left != nil {
		defer func() { left(err) }()
	}
	switch {
	case c == nil:
		return nil, true, nil
	case running != nil && ctx.Done() == nil: // the caller has no way to leave
		s.run(own, c, t)
		value, err = s.over(c)
		return value, false, err
	case running != nil:
		go s.run(own, c, t)
	}
	value, err = s.wait(ctx, c)
	return value, false, err
}

// Start is Do for a caller who does not wait.
func (s *Scope[K]) Start(ctx context.Context, key K, t Task) {
	if c, running, _ := s.join(ctx, key, t); running != nil {
		running, _ = t.Begin(running, false)
		go s.run(running, c, t)
	}
}

// Alone runs a task that shares nothing, in the goroutine of the caller.
func (s *Scope[K]) Alone(ctx context.Context, t Task) (any, error) {
	c := s.newCall(t, 0)
	s.group.mu.Lock()
	if cause := s.refuses(); cause != nil {
		s.group.mu.Unlock()
		return nil, cause
	}
	ctx = s.group.begin(ctx, &c.call)
	s.group.mu.Unlock()
	ctx, _ = t.Begin(ctx, false)
	s.run(ctx, c, t)
	return c.value, c.err
}

// Open registers a call whose work is done elsewhere, and which no timeout
// bounds: the context that is returned ends with ctx, with release, and with the
// scope. Release is called once the work is done, once or more.
func (s *Scope[K]) Open(ctx context.Context, about any) (_ context.Context, release func(), err error) {
	g := s.group
	g.mu.Lock()
	defer g.mu.Unlock()
	if cause := s.refuses(); cause != nil {
		return nil, nil, cause
	}
	c := s.newCall(about, 0)
	ctx = s.bind(ctx, &c.call)
	g.running.Add(1)
	release = sync.OnceFunc(func() { s.end(c) })
	context.AfterFunc(ctx, release)
	return ctx, release, nil
}

// Attach is Open for what Close does not wait for and Calls does not list. It
// works after the end, too: the context has ended then.
func (s *Scope[K]) Attach(ctx context.Context) (_ context.Context, detach func()) {
	g := s.group
	g.mu.Lock()
	defer g.mu.Unlock()
	c := &call{of: s.ended}
	ctx = s.bind(ctx, c)
	switch {
	case g.cause != nil:
		c.stop(g.cause)
	case s.cause != nil:
		c.stop(s.cause)
	}
	return ctx, func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		c.cancel()
		delete(g.calls, c)
	}
}

// bind registers a call with a context that knows the cause of its end. The mutex
// is held.
func (s *Scope[K]) bind(ctx context.Context, c *call) context.Context {
	ctx, cancel := context.WithCancelCause(ctx)
	c.other = func() { cancel(c.cause) }
	s.group.calls[c] = struct{}{}
	return ctx
}

// Forget lets the next Do of a key start a call of its own. None starts while f
// runs, which must be quick.
func (s *Scope[K]) Forget(key K, f func()) {
	s.group.mu.Lock()
	defer s.group.mu.Unlock()
	f()
	delete(s.shared, key)
}

// End ends the calls of the scope, and none begins any more. Those who wait get the cause, unless the call
// was over before and has an error of its own.
func (s *Scope[K]) End(cause error) {
	g := s.group
	g.mu.Lock()
	defer g.mu.Unlock()
	if s.cause == nil {
		s.cause = cause
		close(s.ended)
	}
	for c := range g.calls {
		if c.of == s.ended {
			c.stop(cause)
			c.abandon()
		}
	}
}

// refuses is why no call begins any more, nil when one can. The mutex is held.
func (s *Scope[K]) refuses() error {
	if s.group.cause != nil {
		return s.group.cause
	}
	return s.cause
}

// Ended returns a channel that is closed by End.
func (s *Scope[K]) Ended() <-chan struct{} { return s.ended }

// Info is a call under way.
type Info struct {
	About   any // the Task, or what Open was given
	Began   time.Time
	Waiters int // who wait for the same call; 0 for one that is not shared
}

// Calls returns the calls that are under way, in no order.
func (s *Scope[K]) Calls() []Info {
	g := s.group
	g.mu.Lock()
	defer g.mu.Unlock()
	var all []Info
	for c := range g.calls {
		if c.of == s.ended && c.about != nil {
			all = append(all, Info{c.about, c.began, c.waiters})
		}
	}
	return all
}

// join finds the call of a key, or registers one, whose context is running then.
// There is neither when the task is needless.
func (s *Scope[K]) join(ctx context.Context, key K, t Task) (c *keyed[K], running context.Context, err error) {
	g := s.group
	g.mu.Lock()
	defer g.mu.Unlock()
	if cause := s.refuses(); cause != nil {
		return nil, nil, cause
	}
	if c := s.shared[key]; c != nil {
		c.waiters++
		if c.done == nil {
			c.done = make(chan struct{})
		}
		return c, nil, nil
	}
	if t.Needless() {
		return nil, nil, nil
	}
	c = s.newCall(t, 1)
	c.key = key
	s.shared[key] = c
	if ctx.Done() != nil {
		c.done = make(chan struct{})
		ctx = context.WithoutCancel(ctx)
	}
	return c, g.begin(ctx, &c.call), nil
}

// run runs a task that is registered.
func (s *Scope[K]) run(ctx context.Context, c *keyed[K], t Task) {
	c.err = ErrPanicked // unless the task returns
	defer func() {
		if c.done != nil && !c.abandoned { // nobody joins a call that has ended
			close(c.done)
		}
	}()
	defer func() { t.Ended(ctx, c.err) }()
	defer s.end(c)
	c.value, c.err = t.Run(ctx)
}

// end says that a call is over.
func (s *Scope[K]) end(c *keyed[K]) {
	s.group.mu.Lock()
	defer s.group.mu.Unlock()
	s.drop(c)
	s.group.end(&c.call)
}

// drop lets nobody join a call any more. The mutex is held.
func (s *Scope[K]) drop(c *keyed[K]) {
	if s.shared[c.key] == c {
		delete(s.shared, c.key)
	}
}

// wait returns the result of a call, or leaves it when ctx ends first.
func (s *Scope[K]) wait(ctx context.Context, c *keyed[K]) (any, error) {
	if left := ctx.Done(); left == nil {
		<-c.done // costs less than to select
	} else {
		select {
		case <-c.done:
		case <-left:
			s.leave(c)
			return nil, ctx.Err()
		}
	}
	select {
	case <-s.ended:
		return s.over(c)
	default:
		return c.value, c.err
	}
}

// leave ends a call that nobody waits for any more.
func (s *Scope[K]) leave(c *keyed[K]) {
	s.group.mu.Lock()
	defer s.group.mu.Unlock()
	if c.waiters--; c.waiters == 0 {
		c.stop(context.Canceled)
		s.drop(c)
	}
}

// over is the result of a call whose scope may have ended: then it is the cause, unless
// the call was over before and has an error of its own, such as the one that led to the end.
func (s *Scope[K]) over(c *keyed[K]) (any, error) {
	s.group.mu.Lock()
	defer s.group.mu.Unlock()
	if s.cause != nil && (c.abandoned || c.err == nil) {
		return nil, s.cause
	}
	return c.value, c.err
}
