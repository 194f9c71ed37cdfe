package lifecycle

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

var errStopped = errors.New("router: nothing runs in the background after the router has stopped")

// background runs functions that outlive their requests. The zero value is
// ready; it is safe for concurrent use.
type background struct {
	mu      sync.Mutex
	running map[*context.CancelFunc]struct{}
	empty   chan struct{} // closed when nothing runs; nil while nobody waits
	closed  bool
}

// start runs fn in a goroutine, with the values of ctx but not its end: the
// context of fn is done when Stop runs out of time. It returns errStopped once
// Stop has ended. A panic of fn is not recovered.
func (b *background) start(ctx context.Context, fn func(context.Context)) error {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	if !b.add(&cancel) {
		cancel()
		return errStopped
	}
	go func() {
		defer b.remove(&cancel)
		defer cancel()
		fn(ctx)
	}()
	return nil
}

func (b *background) add(cancel *context.CancelFunc) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return false
	}
	if b.running == nil {
		b.running = map[*context.CancelFunc]struct{}{}
	}
	b.running[cancel] = struct{}{}
	return true
}

func (b *background) remove(cancel *context.CancelFunc) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.running, cancel)
	if len(b.running) == 0 && b.empty != nil {
		close(b.empty)
		b.empty, b.closed = nil, true
	}
}

// stop waits until nothing runs and lets nothing start from then on. When ctx
// ends first it cancels what runs, waits for grace at most, and returns an error
// that wraps ctx.Err().
func (b *background) stop(ctx context.Context, grace time.Duration) error {
	empty := b.wait()
	select {
	case <-empty:
		return nil
	default:
	}
	select {
	case <-empty:
		return nil
	case <-ctx.Done():
	}
	cut := b.cancel()
	timer := time.NewTimer(grace)
	defer timer.Stop()
	select {
	case <-empty:
	case <-timer.C:
	}
	return fmt.Errorf("router: stop: %w: %d background functions were cancelled, %d of them still run", ctx.Err(), cut, b.count())
}

// wait returns a channel that is closed when nothing runs.
func (b *background) wait() <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.running) == 0 {
		b.closed = true
		done := make(chan struct{})
		close(done)
		return done
	}
	if b.empty == nil {
		b.empty = make(chan struct{})
	}
	return b.empty
}

// cancel ends the contexts of what runs, and lets nothing start any more.
func (b *background) cancel() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	for cancel := range b.running {
		(*cancel)()
	}
	return len(b.running)
}

func (b *background) count() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.running)
}
