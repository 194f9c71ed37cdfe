package share

import (
	"context"
	"slices"
	"sync"
)

// Queue lets the holders of one key go one after the other, in the order in which
// they came. The zero Queue is ready. It is safe for concurrent use.
type Queue[K comparable] struct {
	mu      sync.Mutex
	waiting map[K][]chan struct{} // the first one goes; each is closed when it may
}

// Wait waits until all who came before with the same key are done. After a nil
// error, done is called once. When ctx ends first, the error is that of ctx, and
// the place in the queue is given up.
func (q *Queue[K]) Wait(ctx context.Context, key K) (done func(), err error) {
	place := q.enter(key)
	select {
	case <-place:
		return func() { q.leave(key, place) }, nil
	case <-ctx.Done():
		q.leave(key, place)
		return nil, ctx.Err()
	}
}

func (q *Queue[K]) enter(key K) chan struct{} {
	place := make(chan struct{})
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.waiting == nil {
		q.waiting = map[K][]chan struct{}{}
	}
	q.waiting[key] = append(q.waiting[key], place)
	if len(q.waiting[key]) == 1 {
		close(place)
	}
	return place
}

// leave takes a place out. When it was the first, the next one may go.
func (q *Queue[K]) leave(key K, place chan struct{}) {
	q.mu.Lock()
	defer q.mu.Unlock()
	all := q.waiting[key]
	i := slices.Index(all, place)
	if i < 0 {
		return
	}
	all = slices.Delete(all, i, i+1)
	if len(all) == 0 {
		delete(q.waiting, key)
		return
	}
	if q.waiting[key] = all; i == 0 {
		close(all[0])
	}
}
