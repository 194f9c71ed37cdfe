package travel

import (
	"context"
	"iter"
)

// Watch yields the trips that f selects, the earliest first, and then every trip
// again whose free seats have changed, until ctx is done. Changes that follow
// each other closely may come as one.
func (a *Agency) Watch(ctx context.Context, f TripFilter) iter.Seq[Trip] {
	return func(yield func(Trip) bool) {
		told := map[int]int{} // seats by trip
		for {
			changed := a.nextChange()
			for _, t := range a.Trips(f) {
				if seats, ok := told[t.ID]; ok && seats == t.Seats {
					continue
				}
				told[t.ID] = t.Seats
				if !yield(t) {
					return
				}
			}
			select {
			case <-changed:
			case <-ctx.Done():
				return
			}
		}
	}
}

// nextChange is closed when seats change.
func (a *Agency) nextChange() <-chan struct{} {
	a.mu.RLock()
	defer a.mu.RUnlock()
	return a.changed
}
