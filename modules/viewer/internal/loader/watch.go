package loader

import (
	"context"
	"errors"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
)

const (
	// minWatch bounds how often a source is looked at.
	minWatch = 20 * time.Millisecond
	// settle is how long a change must last before it is read, so that a file is
	// not read while it is written.
	settle = 60 * time.Millisecond
	// maxSettle bounds how often a change is waited for to end.
	maxSettle = 20
)

// watcher looks at a source again and again.
type watcher struct {
	l      *Loader
	source core.SpecVersioner // nil when it has to be loaded to be known
	every  time.Duration
	last   string
}

// newWatcher makes a watcher that has seen what the source will be asked for first, nil
// when nothing is watched. It is called before the first load.
func newWatcher(l *Loader) *watcher {
	if l.Watch <= 0 {
		return nil
	}
	w := &watcher{l: l, every: max(l.Watch, minWatch)}
	if w.source, _ = l.Source.(core.SpecVersioner); w.source != nil && l.Shared == nil {
		w.last = w.version() // otherwise the first load may take what the source had before
	}
	return w
}

// run watches until the viewer is closed.
func (w *watcher) run() {
	ticker := time.NewTicker(w.every)
	defer ticker.Stop()
	for {
		select {
		case <-w.l.life.Done():
			return
		case <-ticker.C:
		}
		if w.changed() {
			_ = w.l.Reload(w.l.life) // which is logged and shown
		}
	}
}

// changed reports whether the source holds something else than before, and has
// for a moment.
func (w *watcher) changed() bool {
	if w.source == nil {
		return true
	}
	now := w.version()
	if now == w.last {
		return false
	}
	for range maxSettle {
		select {
		case <-w.l.life.Done():
			return false
		case <-time.After(settle):
		}
		next := w.version()
		if next == now {
			break
		}
		now = next
	}
	w.last = now
	return true
}

// version asks the source. A source that cannot say so has a version, too: what
// is wrong with it.
func (w *watcher) version() string {
	version, err := versionOf(w.l.life, w.source)
	if err != nil {
		return "error: " + err.Error()
	}
	return version
}

func versionOf(ctx context.Context, source core.SpecVersioner) (version string, err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("the source panicked")
		}
	}()
	return source.Version(ctx)
}
