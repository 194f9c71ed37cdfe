package worker

import (
	"context"
	"sync"
)

// flights are the texts that are being read. Who asks for one of them waits for
// the same answer. The zero value has none.
type flights struct {
	mu sync.Mutex
	by map[string]*flight
}

type flight struct {
	done    chan struct{} // closed when answer and err are set
	answer  answer
	err     error
	waiting int
	stop    context.CancelFunc
}

// join calls read for a key unless that is going on, and returns what it
// returns. A call ends early when nobody waits for it any more.
func (f *flights) join(ctx context.Context, key string, read func(context.Context) (answer, error)) (answer, error) {
	if err := ctx.Err(); err != nil {
		return answer{}, err
	}
	flight := f.board(ctx, key, read)
	select {
	case <-flight.done:
		f.leave(flight)
		return flight.answer, flight.err
	case <-ctx.Done():
		if f.leave(flight) {
			<-flight.done // its process is being killed
		}
		return answer{}, ctx.Err()
	}
}

// board returns the flight of a key, a new one when there is none or nobody
// waits for it.
func (f *flights) board(ctx context.Context, key string, read func(context.Context) (answer, error)) *flight {
	f.mu.Lock()
	defer f.mu.Unlock()
	if known := f.by[key]; known != nil && known.waiting > 0 {
		known.waiting++
		return known
	}
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx))
	started := &flight{done: make(chan struct{}), waiting: 1, stop: stop}
	if f.by == nil {
		f.by = map[string]*flight{}
	}
	f.by[key] = started
	go func() {
		defer close(started.done)
		started.answer, started.err = read(ctx)
		f.land(key, started)
	}()
	return started
}

// land forgets a flight whose answer is known.
func (f *flights) land(key string, ended *flight) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.by[key] == ended {
		delete(f.by, key)
	}
}

// leave reports whether nobody waits any more.
func (f *flights) leave(left *flight) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if left.waiting--; left.waiting > 0 {
		return false
	}
	left.stop()
	return true
}
