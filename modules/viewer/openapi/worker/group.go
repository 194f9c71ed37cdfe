package worker

import (
	"context"
	"sync"
)

// group holds the texts that are being read. Callers that ask for one of them wait for
// the same answer. The zero value has none.
type group struct {
	mu sync.Mutex
	by map[string]*call
}

type call struct {
	done    chan struct{} // closed when answer and err are set
	answer  answer
	err     error
	waiting int
	stop    context.CancelFunc
}

// do calls read for a key unless that is going on, and returns what it
// returns. A call ends early when nobody waits for it any more.
func (g *group) do(ctx context.Context, key string, read func(context.Context) (answer, error)) (answer, error) {
	if err := ctx.Err(); err != nil {
		return answer{}, err
	}
	c := g.start(ctx, key, read)
	select {
	case <-c.done:
		g.release(c)
		return c.answer, c.err
	case <-ctx.Done():
		if g.release(c) {
			<-c.done // its process is being killed
		}
		return answer{}, ctx.Err()
	}
}

// start returns the call of a key, a new one when there is none or nobody
// waits for it.
func (g *group) start(ctx context.Context, key string, read func(context.Context) (answer, error)) *call {
	g.mu.Lock()
	defer g.mu.Unlock()
	if known := g.by[key]; known != nil && known.waiting > 0 {
		known.waiting++
		return known
	}
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx))
	started := &call{done: make(chan struct{}), waiting: 1, stop: stop}
	if g.by == nil {
		g.by = map[string]*call{}
	}
	g.by[key] = started
	go func() {
		defer close(started.done)
		started.answer, started.err = read(ctx)
		g.forget(key, started)
	}()
	return started
}

// forget drops a call whose answer is known.
func (g *group) forget(key string, ended *call) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.by[key] == ended {
		delete(g.by, key)
	}
}

// release reports whether nobody waits any more.
func (g *group) release(left *call) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if left.waiting--; left.waiting > 0 {
		return false
	}
	left.stop()
	return true
}
