package lifecycle

import "sync"

// latch is a signal that is given once. The zero value is ready; it is safe for
// concurrent use.
type latch struct {
	made, closed sync.Once
	c            chan struct{}
}

// channel is closed when the latch fires.
func (l *latch) channel() <-chan struct{} {
	l.made.Do(func() { l.c = make(chan struct{}) })
	return l.c
}

// fire reports whether it is the first.
func (l *latch) fire() (first bool) {
	l.channel()
	l.closed.Do(func() {
		close(l.c)
		first = true
	})
	return first
}

func (l *latch) fired() bool {
	select {
	case <-l.channel():
		return true
	default:
		return false
	}
}
