package flagpack

import (
	"container/list"
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/state"
)

const (
	// aheadPart is the part of what is left that a process takes for itself at once: far
	// from the limit most requests ask nobody, close to it each does.
	aheadPart = 16
	// aheadTime is how long it keeps what it has taken.
	aheadTime = time.Second
)

// sharedLimit is a limit that several processes count together.
type sharedLimit struct {
	*guarded
	counter state.Counter
	limit   state.Limit // without its key
	maxKeys int

	mu     sync.Mutex
	shares map[string]*list.Element // of recent
	recent list.List                // of *share, the one asked for last first
}

// share is what this process has taken ahead for a key.
type share struct {
	key   string
	units int
	until time.Time
	left  int           // in the store, when it was asked last
	next  time.Duration // as the store said
}

func newSharedLimit(g *guarded, l *limiter, counter state.Counter) *sharedLimit {
	return &sharedLimit{
		guarded: g, counter: counter, maxKeys: l.maxKeys, shares: map[string]*list.Element{},
		limit: state.Limit{Interval: max(l.interval, time.Microsecond), Burst: l.burst},
	}
}

// take takes one unit of a key: of what was taken ahead, or of the store.
func (s *sharedLimit) take(ctx context.Context, key string) (state.Budget, error) {
	ahead, budget, served := s.local(key)
	if served {
		return budget, nil
	}
	limit := s.limit
	limit.Key, limit.Take = key, 1+ahead
	err := s.Use(ctx, func(ctx context.Context) error {
		var err error
		budget, err = s.ask(ctx, limit)
		if err == nil && budget.Wait > 0 && ahead > 0 {
			ahead, limit.Take = 0, 1
			budget, err = s.ask(ctx, limit)
		}
		return err
	})
	if err != nil {
		return state.Budget{}, err
	}
	if budget.Wait > 0 {
		ahead = 0
	}
	s.keep(key, ahead, budget)
	budget.Left += ahead
	return budget, nil
}

func (s *sharedLimit) ask(ctx context.Context, limit state.Limit) (state.Budget, error) {
	budgets, err := s.counter.Take(ctx, limit)
	if err == nil && len(budgets) != 1 {
		err = fmt.Errorf("the counter says %d budgets of 1 limit", len(budgets))
	}
	if err != nil {
		return state.Budget{}, err
	}
	return budgets[0], nil
}

// local takes a unit of what was taken ahead. Where there is none it says how many to
// take ahead with the next one.
func (s *sharedLimit) local(key string) (ahead int, b state.Budget, served bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.shares[key]
	if e == nil {
		return 0, state.Budget{}, false
	}
	s.recent.MoveToFront(e)
	h := e.Value.(*share)
	if !s.now().Before(h.until) {
		return 0, state.Budget{}, false
	}
	if h.units == 0 {
		return h.left / aheadPart, state.Budget{}, false
	}
	h.units--
	return 0, state.Budget{Left: h.left + h.units, Next: h.next}, true
}

// keep remembers what the store has said of a key.
func (s *sharedLimit) keep(key string, units int, b state.Budget) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.shares[key]
	switch {
	case e != nil:
		units += e.Value.(*share).good(s.now())
	case len(s.shares) < s.maxKeys:
		e = s.recent.PushFront(&share{})
	default:
		e = s.recent.Back()
		delete(s.shares, e.Value.(*share).key)
	}
	s.shares[key] = e
	s.recent.MoveToFront(e)
	*e.Value.(*share) = share{key, units, s.now().Add(aheadTime), b.Left, b.Next}
}

// good are the units that are still good, which another request may have taken ahead
// at the same time.
func (h *share) good(now time.Time) int {
	if now.Before(h.until) {
		return h.units
	}
	return 0
}
