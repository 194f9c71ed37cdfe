package state

import (
	"bytes"
	"container/heap"
	"context"
	"strings"
	"sync"
	"time"
)

// MemoryBlobs is the Blobs of one process.
type MemoryBlobs struct {
	now      func() time.Time
	maxBytes int

	mu    sync.Mutex
	keys  map[string]*blob
	ends  expiries
	bytes int // of keys and values
}

type blob struct {
	key   string
	value []byte
	end   time.Time
	at    int // in ends
}

var (
	_ Blobs      = (*MemoryBlobs)(nil)
	_ ManyGetter = (*MemoryBlobs)(nil)
)

// NewMemoryBlobs returns an empty store.
func NewMemoryBlobs(o MemoryOptions) *MemoryBlobs {
	o = o.settled()
	return &MemoryBlobs{now: o.Now, maxBytes: o.MaxBytes, keys: map[string]*blob{}}
}

// Get returns a value, as Blobs says.
func (m *MemoryBlobs) Get(ctx context.Context, key string) (value []byte, found bool, err error) {
	if err := checkBlob(ctx, key, 0); err != nil {
		return nil, false, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.expire()
	value = m.copyOf(key)
	return value, value != nil, nil
}

// GetMany returns several values, as ManyGetter says.
func (m *MemoryBlobs) GetMany(ctx context.Context, keys ...string) ([][]byte, error) {
	for _, key := range keys {
		if err := checkBlob(ctx, key, 0); err != nil {
			return nil, err
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.expire()
	values := make([][]byte, len(keys))
	for i, key := range keys {
		values[i] = m.copyOf(key)
	}
	return values, nil
}

// copyOf returns a copy of a value, nil for none.
func (m *MemoryBlobs) copyOf(key string) []byte {
	b := m.keys[key]
	if b == nil {
		return nil
	}
	return append([]byte{}, b.value...)
}

// Put keeps a value, as Blobs says. The error may be ErrFull.
func (m *MemoryBlobs) Put(ctx context.Context, key string, value []byte, lifetime time.Duration) error {
	if err := checkBlob(ctx, key, lifetime); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.expire()
	if lifetime == 0 {
		m.remove(m.keys[key])
		return nil
	}
	return m.put(key, value, lifetime)
}

// PutAbsent keeps a value where the key has no value, as Blobs says. The error may be ErrFull.
func (m *MemoryBlobs) PutAbsent(ctx context.Context, key string, value []byte, lifetime time.Duration) (put bool, err error) {
	switch err := checkBlob(ctx, key, lifetime); {
	case err != nil:
		return false, err
	case lifetime == 0:
		return false, ErrLifetime
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.expire()
	if m.keys[key] != nil {
		return false, nil
	}
	err = m.put(key, value, lifetime)
	return err == nil, err
}

func checkBlob(ctx context.Context, key string, lifetime time.Duration) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := CheckKey(key); err != nil {
		return err
	}
	return CheckLifetime(lifetime)
}

func (m *MemoryBlobs) put(key string, value []byte, lifetime time.Duration) error {
	size := m.bytes + len(key) + len(value)
	before := m.keys[key]
	if before != nil {
		size -= len(key) + len(before.value)
	}
	if size > m.maxBytes {
		return ErrFull
	}
	m.remove(before)
	b := &blob{key: strings.Clone(key), value: bytes.Clone(value), end: m.now().Add(lifetime)}
	m.keys[b.key] = b
	m.bytes = size
	heap.Push(&m.ends, b)
	return nil
}

// remove forgets a blob, which may be nil.
func (m *MemoryBlobs) remove(b *blob) {
	if b == nil {
		return
	}
	delete(m.keys, b.key)
	heap.Remove(&m.ends, b.at)
	m.bytes -= len(b.key) + len(b.value)
}

// expire removes what has outlived its time.
func (m *MemoryBlobs) expire() {
	now := m.now()
	for len(m.ends) > 0 && !now.Before(m.ends[0].end) {
		m.remove(m.ends[0])
	}
}

// expiries is a heap, the blob that ends first on top.
type expiries []*blob

func (e expiries) Len() int           { return len(e) }
func (e expiries) Less(i, j int) bool { return e[i].end.Before(e[j].end) }

func (e expiries) Swap(i, j int) {
	e[i], e[j] = e[j], e[i]
	e[i].at, e[j].at = i, j
}

// Push is for package heap.
func (e *expiries) Push(x any) {
	b := x.(*blob)
	b.at = len(*e)
	*e = append(*e, b)
}

// Pop is for package heap.
func (e *expiries) Pop() any {
	last := len(*e) - 1
	b := (*e)[last]
	(*e)[last] = nil
	*e = (*e)[:last]
	return b
}
