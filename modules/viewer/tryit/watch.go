package tryit

import (
	"sync"
	"time"
)

// watch calls its function when it has not been touched for a while.
type watch struct {
	mu    sync.Mutex
	after time.Duration
	timer *time.Timer
}

func newWatch(after time.Duration, f func()) *watch {
	return &watch{after: after, timer: time.AfterFunc(after, f)}
}

func (w *watch) touch() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.timer.Stop() {
		w.timer.Reset(w.after)
	}
}

// set sets another time, from now on.
func (w *watch) set(after time.Duration) {
	w.mu.Lock()
	w.after = after
	w.mu.Unlock()
	w.touch()
}

func (w *watch) stop() { w.timer.Stop() }
