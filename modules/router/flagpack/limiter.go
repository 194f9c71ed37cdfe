package flagpack

import (
	"container/list"
	"fmt"
	"math"
	"sync"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/state"
)

const (
	maxRate    = 1e6
	maxRefill  = 365 * 24 * time.Hour
	keysAtMost = 10_000
)

// limiter is the generic cell rate algorithm, which is a token bucket that needs
// one number per key: when its bucket is full again.
type limiter struct {
	rate     float64
	burst    int
	interval time.Duration // between two requests
	refill   time.Duration // of an empty bucket
	maxKeys  int
	now      func() time.Time
	start    time.Time

	mu      sync.Mutex
	buckets map[uint64]*list.Element // of recent
	recent  list.List                // of *bucket, the one asked for last first
}

type bucket struct {
	key  uint64
	full time.Duration // since start
}

func newLimiter(o LimitOptions) (*limiter, error) {
	l := &limiter{rate: o.Rate, burst: o.Burst, maxKeys: o.MaxKeys, now: o.Now, buckets: map[uint64]*list.Element{}}
	if !(o.Rate > 0 && o.Rate <= maxRate) {
		return nil, fmt.Errorf("the Rate is above 0 and at most a million, not %v", o.Rate)
	}
	if o.Burst < 0 || o.MaxKeys < 0 {
		return nil, fmt.Errorf("neither Burst nor MaxKeys is negative, not %d and %d", o.Burst, o.MaxKeys)
	}
	if l.burst == 0 {
		l.burst = int(math.Ceil(o.Rate))
	}
	if float64(l.burst)/o.Rate > maxRefill.Seconds() {
		return nil, fmt.Errorf("a Burst of %d takes more than a year to win back at a Rate of %v", l.burst, o.Rate)
	}
	l.interval = time.Duration(float64(time.Second) / o.Rate)
	l.refill = time.Duration(l.burst) * l.interval
	if l.maxKeys == 0 {
		l.maxKeys = keysAtMost
	}
	if l.now == nil {
		l.now = time.Now
	}
	l.start = l.now()
	return l, nil
}

// take counts a request, unless there is no place for it: its budget says.
func (l *limiter) take(key uint64) state.Budget {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now().Sub(l.start)
	b := l.bucket(key)
	owed := max(b.full-now, 0)
	refused := owed+l.interval > l.refill
	if !refused {
		owed += l.interval
		b.full = now + owed
	}
	return state.BudgetOf(state.Limit{Interval: l.interval, Burst: l.burst, Take: 1}, owed, refused)
}

// bucket returns the bucket of a key, which is then the most recent one.
func (l *limiter) bucket(key uint64) *bucket {
	if e := l.buckets[key]; e != nil {
		l.recent.MoveToFront(e)
		return e.Value.(*bucket)
	}
	if len(l.buckets) < l.maxKeys {
		b := &bucket{key: key}
		l.buckets[key] = l.recent.PushFront(b)
		return b
	}
	e := l.recent.Back()
	b := e.Value.(*bucket)
	delete(l.buckets, b.key)
	*b = bucket{key: key}
	l.buckets[key] = e
	l.recent.MoveToFront(e)
	return b
}
