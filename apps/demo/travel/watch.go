package travel

import (
	"context"
	"iter"
	"sync"
	"time"
)

// topic is that of the signals about seats.
const topic = "seats"

// watch wakes those who watch seats.
type watch struct {
	mu      sync.Mutex
	changed chan struct{} // closed when seats may have changed, and another one then
}

func (w *watch) next() <-chan struct{} {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.changed
}

func (w *watch) wake() {
	w.mu.Lock()
	defer w.mu.Unlock()
	close(w.changed)
	w.changed = make(chan struct{})
}

// Tell tells those who watch, in all processes, that seats have changed. It is called
// when that is committed.
func (a *Agency) Tell(ctx context.Context) error { return a.signals.Publish(ctx, topic, nil) }

// Follow lets those who watch see what was told, until ctx is done. A subscription that
// breaks is made again after a second.
func (a *Agency) Follow(ctx context.Context) {
	for ctx.Err() == nil {
		_ = a.signals.Subscribe(ctx, topic, func([]byte) { a.watch.wake() })
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
		}
	}
}

// Watch yields the trips that f selects, the earliest first, and then every trip
// again whose free seats have changed, until ctx is done. Changes that follow
// each other closely may come as one. An error is the last.
func (a *Agency) Watch(ctx context.Context, f TripFilter) iter.Seq2[Trip, error] {
	return func(yield func(Trip, error) bool) {
		told := map[int]int{} // seats by trip
		for ctx.Err() == nil {
			changed := a.watch.next()
			trips, err := a.Trips(ctx, f)
			if err != nil {
				if ctx.Err() == nil {
					yield(Trip{}, err)
				}
				return
			}
			for _, t := range trips {
				if seats, ok := told[t.ID]; ok && seats == t.Seats {
					continue
				}
				told[t.ID] = t.Seats
				if !yield(t, nil) {
					return
				}
			}
			select {
			case <-changed:
			case <-ctx.Done():
			}
		}
	}
}
