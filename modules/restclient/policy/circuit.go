package policy

import (
	"container/list"
	"sync"
	"time"
)

type breakerConfig struct {
	ratio    float64
	least    int
	window   time.Duration
	coolDown time.Duration
	origins  int
	now      func() time.Time
}

// WithFailureRatio sets which share of the requests in the window must have
// failed for the breaker to open, and how many requests there must be at least.
// Default: 0.5 of 10.
func WithFailureRatio(ratio float64, least int) BreakerOption {
	return breakerOption(func(c *breakerConfig) { c.ratio, c.least = ratio, max(least, 1) })
}

// WithWindow sets how long an outcome counts, to a tenth. Default: 10 s.
func WithWindow(d time.Duration) BreakerOption {
	return breakerOption(func(c *breakerConfig) { c.window = max(d, buckets) })
}

// WithCoolDown sets how long the breaker stays open before it lets one request
// probe, and again after each probe that fails. Default: 5 s.
func WithCoolDown(d time.Duration) BreakerOption {
	return breakerOption(func(c *breakerConfig) { c.coolDown = d })
}

// WithMaxOrigins sets for how many origins the breaker keeps a state; the one
// that was not asked for the longest is forgotten first. Default: 256. Less than
// 1 means 1.
func WithMaxOrigins(n int) BreakerOption {
	return breakerOption(func(c *breakerConfig) { c.origins = max(n, 1) })
}

// CircuitBreaker is a Breaker with a state for each origin. It is safe for
// concurrent use.
type CircuitBreaker struct {
	breakerConfig

	mu       sync.Mutex
	circuits map[string]*list.Element // of *circuit
	recent   *list.List               // the last one asked in front
}

var _ Breaker = (*CircuitBreaker)(nil)

// NewBreaker makes a breaker that is closed for every origin. It opens for an
// origin when too large a share of its recent requests has failed, refuses
// requests for a while, then lets a single one probe: when that succeeds it
// closes, when it fails it stays open for as long again.
func NewBreaker(opts ...BreakerOption) *CircuitBreaker {
	c := breakerConfig{ratio: 0.5, least: 10, window: 10 * time.Second, coolDown: 5 * time.Second, origins: 256, now: time.Now}
	for _, opt := range opts {
		opt.forBreaker(&c)
	}
	return &CircuitBreaker{breakerConfig: c, circuits: map[string]*list.Element{}, recent: list.New()}
}

// State says how the breaker stands to an origin, such as
// "https://api.example.com".
type State string

// The states of a breaker.
const (
	Closed   State = "closed"    // requests pass
	Open     State = "open"      // requests are refused
	HalfOpen State = "half-open" // one request probes, or the next one will
)

// State returns the state for an origin; one that is unknown is Closed.
func (b *CircuitBreaker) State(origin string) State {
	b.mu.Lock()
	defer b.mu.Unlock()
	e, ok := b.circuits[origin]
	if !ok {
		return Closed
	}
	c := e.Value.(*circuit)
	if c.state == Open && c.remaining(b.now(), b.coolDown) == 0 {
		return HalfOpen
	}
	return c.state
}

// Allow lets a request pass, or returns an *OpenError.
func (b *CircuitBreaker) Allow(origin string) (done func(Outcome), err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	c := b.circuit(origin)
	switch c.state {
	case HalfOpen:
		return nil, &OpenError{Origin: origin}
	case Open:
		if wait := c.remaining(b.now(), b.coolDown); wait > 0 {
			return nil, &OpenError{Origin: origin, RetryAfter: wait}
		}
		c.enter(HalfOpen)
	}
	turn := c.turn
	return func(o Outcome) { b.settle(c, turn, o) }, nil
}

// circuit returns the state of an origin and forgets the oldest one beyond the
// limit.
func (b *CircuitBreaker) circuit(origin string) *circuit {
	if e, ok := b.circuits[origin]; ok {
		b.recent.MoveToFront(e)
		return e.Value.(*circuit)
	}
	if b.recent.Len() >= b.origins {
		oldest := b.recent.Remove(b.recent.Back()).(*circuit)
		delete(b.circuits, oldest.origin)
	}
	c := &circuit{origin: origin, state: Closed, window: newWindow(b.breakerConfig.window, b.now())}
	b.circuits[origin] = b.recent.PushFront(c)
	return c
}

// settle takes the outcome of a request that was allowed in a turn.
func (b *CircuitBreaker) settle(c *circuit, turn int, o Outcome) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if turn != c.turn {
		return
	}
	now := b.now()
	if c.state == HalfOpen {
		c.probed(now, o)
		return
	}
	if o == Undecided {
		return
	}
	c.window.add(now, o == Failed)
	total, failed := c.window.count(now)
	if total >= b.least && float64(failed) >= b.ratio*float64(total) && failed > 0 {
		c.enter(Open)
		c.opened = now
	}
}

// circuit is the state of one origin. Its breaker guards it.
type circuit struct {
	origin string
	state  State
	turn   int // how often the state has changed: older requests do not count
	opened time.Time
	window window
}

func (c *circuit) enter(s State) {
	c.state = s
	c.turn++
}

// probed ends the probe. One that says nothing leaves the turn to the next
// request.
func (c *circuit) probed(now time.Time, o Outcome) {
	switch o {
	case Succeeded:
		c.enter(Closed)
		c.window = newWindow(c.window.width*buckets, now)
	case Failed:
		c.enter(Open)
		c.opened = now
	case Undecided:
		c.enter(Open)
	}
}

// remaining is how long the circuit stays open. A clock that went back starts
// the time anew.
func (c *circuit) remaining(now time.Time, coolDown time.Duration) time.Duration {
	if now.Before(c.opened) {
		c.opened = now
	}
	return max(coolDown-now.Sub(c.opened), 0)
}

const buckets = 10

// window counts the outcomes of a rolling stretch of time, in buckets.
type window struct {
	start  time.Time
	width  time.Duration // of a bucket
	counts [buckets]struct {
		slot          int64 // which stretch since start the bucket holds
		total, failed int
	}
}

func newWindow(length time.Duration, start time.Time) window {
	return window{start: start, width: length / buckets}
}

func (w *window) slot(now time.Time) int64 { return int64(max(now.Sub(w.start), 0) / w.width) }

func (w *window) add(now time.Time, failed bool) {
	slot := w.slot(now)
	c := &w.counts[slot%buckets]
	if c.slot != slot {
		c.slot, c.total, c.failed = slot, 0, 0
	}
	c.total++
	if failed {
		c.failed++
	}
}

func (w *window) count(now time.Time) (total, failed int) {
	slot := w.slot(now)
	for _, c := range w.counts {
		if c.slot > slot-buckets && c.slot <= slot {
			total += c.total
			failed += c.failed
		}
	}
	return total, failed
}
