package state

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"
)

// GuardOptions say how a Guard lets a store be used. The zero value works.
type GuardOptions struct {
	// Timeout bounds one use of the store. Default, and for what is not positive: 250
	// milliseconds.
	Timeout time.Duration

	// Logger is told when the store fails, at most once a minute, and once behind that when
	// it is back.
	// Default: nobody.
	Logger *slog.Logger

	// Now is the time of this process, which never goes back. Default: time.Now.
	Now func() time.Time
}

const (
	failuresInRow = 5                // before a store is left alone
	firstRest     = time.Second      // that it is left alone for, twice as long each time
	longestRest   = 30 * time.Second // at most
	betweenLines  = time.Minute      // of the log
)

// ErrResting says that a store has failed and is left alone for a while.
var ErrResting = errors.New("the store has failed several times in a row and is left alone for a while")

// Guard stands in front of a store that may fail: it bounds the time that a use takes,
// and leaves the store alone for a second when five uses in a row have failed, then for
// two, up to thirty. One that is full (ErrFull) can still be read: the log is told, and it
// is not left alone. Whoever uses a store through it says what is done meanwhile. It is
// safe for concurrent use.
//
//	guard := state.NewGuard(state.GuardOptions{Logger: log})
//	err := guard.Use(ctx, func(ctx context.Context) error {
//		value, found, err = blobs.Get(ctx, "key")
//		return err
//	})
type Guard struct {
	timeout time.Duration
	log     *slog.Logger
	now     func() time.Time

	mu       sync.Mutex
	failures int           // in a row
	rest     time.Duration // the next one
	until    time.Time     // when the store may be used again
	told     time.Time     // when the log was told of a failure last
	down     bool          // the log was not told that the store is back since
}

// NewGuard returns a Guard of a store that has not failed yet.
func NewGuard(o GuardOptions) *Guard {
	g := &Guard{timeout: o.Timeout, log: cmp.Or(o.Logger, slog.New(slog.DiscardHandler)), now: o.Now, rest: firstRest}
	if g.timeout <= 0 {
		g.timeout = 250 * time.Millisecond
	}
	if g.now == nil {
		g.now = time.Now
	}
	return g
}

// Use calls f, which uses the store with the context that it is given, unless the store
// is left alone: then it returns ErrResting. Otherwise it returns the error of f; its panic
// is one that says so, with the stack. A use whose own context ends says nothing of the store.
func (g *Guard) Use(ctx context.Context, f func(ctx context.Context) error) error {
	ok, alone := g.mayUse()
	if !ok {
		return ErrResting
	}
	return g.use(ctx, f, alone)
}

// Try is Use for what is tried also while the store is left alone.
func (g *Guard) Try(ctx context.Context, f func(ctx context.Context) error) error {
	return g.use(ctx, f, false)
}

func (g *Guard) use(ctx context.Context, f func(ctx context.Context) error, alone bool) error {
	bounded, cancel := context.WithTimeout(ctx, g.timeout)
	defer cancel()
	err := safely(bounded, f)
	if err == nil || ctx.Err() == nil {
		g.note(err, alone)
	}
	return err
}

// safely calls f and makes an error of its panic.
func safely(ctx context.Context, f func(ctx context.Context) error) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("the store panicked: %v\n%s", cause, debug.Stack())
		}
	}()
	return f(ctx)
}

// mayUse lets one use through alone where a rest has ended, to find out.
func (g *Guard) mayUse() (ok, alone bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.failures < failuresInRow {
		return true, false
	}
	now := g.now()
	if now.Before(g.until) {
		return false, false
	}
	g.until = now.Add(g.rest)
	return true, true
}

// Complain tells the log of what is wrong without being a failure of the store, such as a
// value that cannot be read; like failures, at most once a minute.
func (g *Guard) Complain(err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.tell(err)
}

// note counts a use. While the store is left alone, only a failure of the use that was let
// through alone says something new: others began before that, and may be many.
func (g *Guard) note(err error, alone bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	answers := err == nil || errors.Is(err, ErrFull)
	switch {
	case !answers:
		if g.failures++; g.failures == failuresInRow || alone {
			g.until = g.now().Add(g.rest)
			g.rest = min(2*g.rest, longestRest)
		}
	case g.failures > 0:
		if g.failures >= failuresInRow && g.down {
			g.log.Warn("the shared store is back")
			g.down = false
		}
		g.failures, g.rest = 0, firstRest
	}
	if err != nil {
		g.tell(err)
	}
}

// tell tells the log. The mutex is held.
func (g *Guard) tell(err error) {
	now := g.now()
	if g.told.IsZero() || now.Sub(g.told) >= betweenLines {
		g.told, g.down = now, true
		g.log.Warn("the shared store fails", "err", err)
	}
}
