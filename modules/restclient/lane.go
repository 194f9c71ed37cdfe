package restclient

import (
	"context"
	"sync"
)

// WithSerialMutations sends the mutations of one entity one after the other, in
// the order in which they were called: each waits until the one before has been
// answered or has failed. What WithOptimistic shows, it shows at once. Default:
// off, they are sent as they come, and a server may take them in another order.
func WithSerialMutations() EndpointOption { return func(d *declaration) { d.serial = true } }

// lanes are the queues of mutations, one for each entity that some are under way
// for.
type lanes struct {
	mu  sync.Mutex
	all map[laneKey][]chan struct{} // those that wait; the first one is under way
}

type laneKey struct {
	collection string
	key        any
}

// enter waits for the turn of a mutation. Each call that returns nil is followed
// by one of leave.
func (ls *lanes) enter(ctx context.Context, key laneKey) error {
	turn := make(chan struct{})
	ls.mu.Lock()
	if ls.all == nil {
		ls.all = map[laneKey][]chan struct{}{}
	}
	ls.all[key] = append(ls.all[key], turn)
	if len(ls.all[key]) == 1 {
		close(turn)
	}
	ls.mu.Unlock()
	select {
	case <-turn:
		return nil
	case <-ctx.Done():
		ls.remove(key, turn)
		return ctx.Err()
	}
}

// leave lets the next mutation have its turn.
func (ls *lanes) leave(key laneKey) {
	ls.mu.Lock()
	first := ls.all[key][0]
	ls.mu.Unlock()
	ls.remove(key, first)
}

func (ls *lanes) remove(key laneKey, turn chan struct{}) {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	lane := ls.all[key]
	for i := range lane {
		if lane[i] != turn {
			continue
		}
		lane = append(lane[:i:i], lane[i+1:]...)
		if i == 0 && len(lane) > 0 {
			close(lane[0])
		}
		break
	}
	if ls.all[key] = lane; len(lane) == 0 {
		delete(ls.all, key)
	}
}

// lane names the queue of a call. It is false when the call need not wait.
func (e *endpoint) lane(c *call) (laneKey, bool) {
	return laneKey{e.collection, c.key}, e.serial && c.key != nil
}

// turn waits until the mutations of the entity that were called before are over.
func (e *endpoint) turn(ctx context.Context, s session, c *call) error {
	if key, ok := e.lane(c); ok {
		return s.space.lanes.enter(ctx, key)
	}
	return nil
}

// yield lets the next mutation of the entity have its turn.
func (e *endpoint) yield(s session, c *call) {
	if key, ok := e.lane(c); ok {
		s.space.lanes.leave(key)
	}
}
