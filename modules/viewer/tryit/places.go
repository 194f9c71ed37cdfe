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
	// not leaves when another one needs its place.
	window     = 10 * time.Second
	leastMoved = 1 << 10
	// leaving is how long an exchange that is ended may take for that.
	leaving = 2 * time.Second
)

// errNeeded ends an exchange whose place another one needs.
var errNeeded = errors.New("another exchange needs the place")

// places are for the exchanges that go on at the same time, for all clients and for
// one. It is safe for concurrent use.
type places struct {
	each  int           // of one client
	taken chan struct{} // holds a token for each exchange

	mu     sync.Mutex
	active map[netip.Prefix]int
	held   map[*hold]bool
}

func newPlaces(all, each int) *places {
	return &places{each: each, taken: make(chan struct{}, all), active: map[netip.Prefix]int{}, held: map[*hold]bool{}}
}

// hold is the place of one exchange.
type hold struct {
	end context.CancelCauseFunc

	mu            sync.Mutex
	since         time.Time // when the window began
	moved, before int       // bytes in it, and in the one before
}

// take takes a place for an exchange, which is given back by leave. Where none is
// free, the exchange that moves the fewest bytes is ended to make room, if these are
// fewer than leastMoved in a window; end is called when that happens to this one.
func (p *places) take(ctx context.Context, client netip.Prefix, end context.CancelCauseFunc) (h *hold, leave func(), no *refusal) {
	h = &hold{end: end, since: time.Now(), before: leastMoved}
	p.mu.Lock()
	if p.active[client] >= p.each {
		p.mu.Unlock()
		return nil, nil, limited()
	}
	p.active[client]++
	p.mu.Unlock()
	if !p.enter(ctx) {
		p.forget(h, client)
		return nil, nil, busy()
	}
	p.mu.Lock()
	p.held[h] = true
	p.mu.Unlock()
	return h, func() {
		p.forget(h, client)
		<-p.taken
	}, nil
}

// enter takes a free place, or ends the slowest exchange and waits for its place,
// at most as long as leaving says.
func (p *places) enter(ctx context.Context) bool {
	select {
	case p.taken <- struct{}{}:
		return true
	default:
	}
	if !p.endSlowest() {
		return false
	}
	timer := time.NewTimer(leaving)
	defer timer.Stop()
	select {
	case p.taken <- struct{}{}:
		return true
	case <-timer.C:
	case <-ctx.Done():
	}
	return false
}

// endSlowest ends the exchange that moves least. It is false when all of them move
// enough.
func (p *places) endSlowest() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	now, least := time.Now(), leastMoved
	var slowest *hold
	for h := range p.held {
		if n := h.pace(now); n < least {
			slowest, least = h, n
		}
	}
	if slowest == nil {
		return false
	}
	delete(p.held, slowest)
	slowest.end(errNeeded)
	return true
}

func (p *places) forget(h *hold, client netip.Prefix) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.held, h)
	if p.active[client]--; p.active[client] == 0 {
		delete(p.active, client)
	}
}

// move counts bytes that came or went.
func (h *hold) move(n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.turn(time.Now())
	h.moved += n
}

// turn begins a new window when one is over.
func (h *hold) turn(now time.Time) {
	switch past := now.Sub(h.since); {
	case past >= 2*window:
		h.since, h.moved, h.before = now, 0, 0
	case past >= window:
		h.since, h.moved, h.before = h.since.Add(window), 0, h.moved
	}
}

// pace is how many bytes were moved in this window or the one before.
func (h *hold) pace(now time.Time) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.turn(now)
	return max(h.moved, h.before)
}
