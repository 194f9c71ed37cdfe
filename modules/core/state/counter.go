package state

import (
	"container/list"
	"context"
	"strings"
	"sync"
	"time"
)

// MemoryOptions are those of the stores of one process. The zero value works.
type MemoryOptions struct {
	// Now tells the time. Default: time.Now. It is called concurrently.
	Now func() time.Time

	// MaxKeys bounds the keys of a counter. Above it the one that was taken from least
	// recently is forgotten and is full again. Default: 10,000.
	MaxKeys int

	// MaxBytes bounds keys and values of blobs, in bytes. Above it ErrFull says so.
	// Default: 64 MiB.
	MaxBytes int
}

func (o MemoryOptions) settled() MemoryOptions {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.MaxKeys <= 0 {
		o.MaxKeys = 10_000
	}
	if o.MaxBytes <= 0 {
		o.MaxBytes = 64 << 20
	}
	return o
}

// MemoryCounter is the Counter of one process.
type MemoryCounter struct {
	now     func() time.Time
	maxKeys int

	mu     sync.Mutex
	keys   map[string]*list.Element // of recent
	recent list.List                // of *bucket, the one taken from last first
}

type bucket struct {
	key  string
	full time.Time // when it is full again
}

var _ Counter = (*MemoryCounter)(nil)

// NewMemoryCounter returns a counter that has counted nothing.
func NewMemoryCounter(o MemoryOptions) *MemoryCounter {
	o = o.settled()
	return &MemoryCounter{now: o.Now, maxKeys: o.MaxKeys, keys: map[string]*list.Element{}}
}

// Take takes from all limits at once, as Counter says.
func (m *MemoryCounter) Take(ctx context.Context, limits ...Limit) ([]Budget, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := CheckLimits(limits); err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.now()
	budgets := make([]Budget, len(limits))
	refused := false
	for i, l := range limits {
		owed := m.owed(l, now)
		wanting := owed+time.Duration(l.Take)*l.Interval > time.Duration(l.Burst)*l.Interval
		refused = refused || wanting
		budgets[i] = BudgetOf(l, owed, wanting)
	}
	if refused {
		return budgets, nil
	}
	for i, l := range limits {
		if l.Take == 0 {
			continue
		}
		owed := m.owed(l, now) + time.Duration(l.Take)*l.Interval
		m.bucket(l.Key).full = now.Add(owed)
		budgets[i] = BudgetOf(l, owed, false)
	}
	return budgets, nil
}

// owed is how long the bucket of a limit takes to be full, as the limit sees it. One that
// takes longer than an empty one was kept for a larger limit, or on a clock that was ahead:
// what takes from it makes it an empty one.
func (m *MemoryCounter) owed(l Limit, now time.Time) time.Duration {
	e := m.keys[l.Key]
	if e == nil {
		return 0
	}
	b, empty := e.Value.(*bucket), time.Duration(l.Burst)*l.Interval
	if l.Take > 0 && b.full.Sub(now) > empty {
		b.full = now.Add(empty)
	}
	return min(max(b.full.Sub(now), 0), empty)
}

// bucket returns the bucket of a key, which is then the most recent one.
func (m *MemoryCounter) bucket(key string) *bucket {
	e := m.keys[key]
	switch {
	case e != nil:
	case len(m.keys) < m.maxKeys:
		e = m.recent.PushFront(&bucket{})
	default:
		e = m.recent.Back()
		delete(m.keys, e.Value.(*bucket).key)
	}
	b := e.Value.(*bucket)
	if b.key != key {
		*b = bucket{key: strings.Clone(key)}
		m.keys[b.key] = e
	}
	m.recent.MoveToFront(e)
	return b
}
