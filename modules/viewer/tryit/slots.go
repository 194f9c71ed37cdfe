package tryit

import (
	"context"
	"errors"
	"net/netip"
	"sync"
	"time"
)

const (
	// window is how long an exchange may take to move leastMoved bytes. One that has
	// not is ended when another one needs its slot.
	window     = 10 * time.Second
	leastMoved = 1 << 10
	// grace is how long an exchange that is ended may take for that.
	grace = 2 * time.Second
)

// errNeeded ends an exchange whose slot another one needs.
var errNeeded = errors.New("another exchange needs the slot")

// slots are for the exchanges that go on at the same time, for all clients and for
// one. It is safe for concurrent use.
type slots struct {
	each  int           // of one client
	taken chan struct{} // holds a token for each exchange

	mu     sync.Mutex
	active map[netip.Prefix]int
	held   map[*slot]bool
}

func newSlots(all, each int) *slots {
	return &slots{each: each, taken: make(chan struct{}, all), active: map[netip.Prefix]int{}, held: map[*slot]bool{}}
}

// slot is that of one exchange.
type slot struct {
	end context.CancelCauseFunc

	mu            sync.Mutex
	since         time.Time // when the window began
	moved, before int       // bytes in it, and in the one before
}

// take takes a slot for an exchange, which release gives back. Where none is
// free, the exchange that moves the fewest bytes is ended to make room, if these are
// fewer than leastMoved in a window; end is called when that happens to this one.
func (l *slots) take(ctx context.Context, client netip.Prefix, end context.CancelCauseFunc) (s *slot, release func(), no *refusal) {
	s = &slot{end: end, since: time.Now(), before: leastMoved}
	l.mu.Lock()
	if l.active[client] >= l.each {
		l.mu.Unlock()
		return nil, nil, limited()
	}
	l.active[client]++
	l.mu.Unlock()
	if !l.acquire(ctx) {
		l.forget(s, client)
		return nil, nil, busy()
	}
	l.mu.Lock()
	l.held[s] = true
	l.mu.Unlock()
	return s, func() {
		l.forget(s, client)
		<-l.taken
	}, nil
}

// acquire takes a free slot, or ends the slowest exchange and waits for its slot,
// for grace at most.
func (l *slots) acquire(ctx context.Context) bool {
	select {
	case l.taken <- struct{}{}:
		return true
	default:
	}
	if !l.endSlowest() {
		return false
	}
	timer := time.NewTimer(grace)
	defer timer.Stop()
	select {
	case l.taken <- struct{}{}:
		return true
	case <-timer.C:
	case <-ctx.Done():
	}
	return false
}

// endSlowest ends the exchange that moves least. It is false when all of them move
// enough.
func (l *slots) endSlowest() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	now, least := time.Now(), leastMoved
	var slowest *slot
	for s := range l.held {
		if n := s.pace(now); n < least {
			slowest, least = s, n
		}
	}
	if slowest == nil {
		return false
	}
	delete(l.held, slowest)
	slowest.end(errNeeded)
	return true
}

func (l *slots) forget(s *slot, client netip.Prefix) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.held, s)
	if l.active[client]--; l.active[client] == 0 {
		delete(l.active, client)
	}
}

// move counts bytes that came or went.
func (s *slot) move(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.advance(time.Now())
	s.moved += n
}

// advance begins a new window when one is over.
func (s *slot) advance(now time.Time) {
	switch past := now.Sub(s.since); {
	case past >= 2*window:
		s.since, s.moved, s.before = now, 0, 0
	case past >= window:
		s.since, s.moved, s.before = s.since.Add(window), 0, s.moved
	}
}

// pace is how many bytes were moved in this window or the one before.
func (s *slot) pace(now time.Time) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.advance(now)
	return max(s.moved, s.before)
}
