package flagpack

import (
	"context"
	"sync"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/state"
)

const (
	firstWait = 5 * time.Millisecond // before a request looks again, twice as long each time
	lastWait  = 100 * time.Millisecond
	toldWait  = time.Second // where signals come, one of which may be lost
)

// arrivals wakes requests that wait for an answer which another one makes. It subscribes
// to the signals of other processes while requests wait. It is safe for concurrent use.
type arrivals struct {
	topic   string
	signals state.Signals // nil: this process has none of others

	mu      sync.Mutex
	waiting map[string]*arrival
	live    bool               // signals come
	stop    context.CancelFunc // the subscription, nil without one
}

// arrival is an answer that requests wait for.
type arrival struct {
	there    chan struct{} // closed when they should look
	requests int
}

func newArrivals(topic string, signals state.Signals) *arrivals {
	return &arrivals{topic: topic, signals: signals, waiting: map[string]*arrival{}}
}

// enter begins to wait for an answer.
func (a *arrivals) enter(key string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	w := a.waiting[key]
	if w == nil {
		w = &arrival{there: make(chan struct{})}
		a.waiting[key] = w
	}
	w.requests++
	if a.signals != nil && a.stop == nil {
		ctx, stop := context.WithCancel(context.Background())
		a.stop = stop
		go a.subscribe(ctx) // until the last request leaves
	}
}

// leave ends what enter has begun.
func (a *arrivals) leave(key string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if w := a.waiting[key]; w.requests > 1 {
		w.requests--
		return
	}
	delete(a.waiting, key)
	if len(a.waiting) == 0 && a.stop != nil {
		a.stop()
		a.stop, a.live = nil, false
	}
}

// subscribe wakes those whose answer is there. Without a subscription they look as often
// as without signals.
func (a *arrivals) subscribe(ctx context.Context) {
	_ = a.signals.Subscribe(ctx, a.topic, func(payload []byte) {
		a.mu.Lock()
		defer a.mu.Unlock()
		if ctx.Err() != nil {
			return // another subscription has begun
		}
		a.live = true
		for key, w := range a.waiting {
			if payload == nil || key == string(payload) {
				w.wake()
			}
		}
	})
	a.mu.Lock()
	defer a.mu.Unlock()
	if ctx.Err() == nil { // it broke: the next request that waits begins another one
		a.stop()
		a.stop, a.live = nil, false
	}
}

// wake is called with the lock held.
func (w *arrival) wake() {
	close(w.there)
	w.there = make(chan struct{})
}

// next is closed when a request that has entered should look again, which it does in any
// case behind most.
func (a *arrivals) next(key string, wait time.Duration) (there <-chan struct{}, most time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.live {
		wait = toldWait
	}
	return a.waiting[key].there, wait
}

// tell wakes the requests that wait for an answer, here and in other processes.
func (a *arrivals) tell(ctx context.Context, key string) error {
	a.mu.Lock()
	if w := a.waiting[key]; w != nil {
		w.wake()
	}
	a.mu.Unlock()
	if a.signals == nil {
		return nil
	}
	return a.signals.Publish(ctx, a.topic, []byte(key))
}
