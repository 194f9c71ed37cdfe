package share

import (
	"context"
	"sync"
	"time"
)

// bound is the context of a call: it has the values of another one, ends with that, and at
// a deadline. What ends it by itself is made when its end is waited for, which a call
// that is answered from memory never does.
type bound struct {
	context.Context           // the other one
	deadline        time.Time // zero: that of the other one alone

	mu     sync.Mutex
	err    error              // why it has ended; nil as long as that is not known
	made   context.Context    // which ends by itself, once it was asked for
	cancel context.CancelFunc // of that
}

// Deadline is the earlier one of the two.
func (b *bound) Deadline() (time.Time, bool) {
	other, ok := b.Context.Deadline()
	if b.deadline.IsZero() || ok && other.Before(b.deadline) {
		return other, ok
	}
	return b.deadline, true
}

// Done returns a channel that is closed at the end.
func (b *bound) Done() <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.made != nil {
		return b.made.Done()
	}
	if b.deadline.IsZero() {
		b.made, b.cancel = context.WithCancel(b.Context)
	} else {
		b.made, b.cancel = context.WithDeadline(b.Context, b.deadline)
	}
	if b.err != nil {
		b.cancel()
	}
	return b.made.Done()
}

// Err says why it has ended.
func (b *bound) Err() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.made != nil && b.err == nil {
		b.err = b.made.Err()
	}
	if b.err == nil {
		b.err = b.Context.Err()
	}
	if b.err == nil && !b.deadline.IsZero() && !time.Now().Before(b.deadline) {
		b.err = context.DeadlineExceeded
	}
	return b.err
}

// Value returns that of the other one. What context itself looks for is what was made.
func (b *bound) Value(key any) any {
	b.mu.Lock()
	made := b.made
	b.mu.Unlock()
	if made != nil {
		return made.Value(key)
	}
	return b.Context.Value(key)
}

// end ends it.
func (b *bound) end() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.made != nil {
		b.cancel()
	}
	if b.err == nil {
		b.err = context.Canceled
	}
}
