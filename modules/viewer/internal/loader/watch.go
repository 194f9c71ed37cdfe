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
	source core.SpecVersioner // nil when it has to be loaded to be known
	every  time.Duration
	last   string
}

// newWatcher makes a watcher. It is called before the first load, and has seen what the
// source holds then if that is what will be loaded.
func newWatcher(ctx context.Context, source core.SpecSource, every time.Duration, loaded bool) *watcher {
	w := &watcher{every: max(every, minWatch)}
	if w.source, _ = source.(core.SpecVersioner); w.source != nil && loaded {
		w.last = w.version(ctx)
	}
	return w
}

// run calls changed for every change until ctx ends.
func (w *watcher) run(ctx context.Context, changed func()) {
	ticker := time.NewTicker(w.every)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		if w.look(ctx) {
			changed()
		}
	}
}

// look reports whether the source holds something else than before, and has
// for a moment.
func (w *watcher) look(ctx context.Context) bool {
	if w.source == nil {
		return true
	}
	now := w.version(ctx)
	if now == w.last {
		return false
	}
	for range maxSettle {
		select {
		case <-ctx.Done():
			return false
		case <-time.After(settle):
		}
		next := w.version(ctx)
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
func (w *watcher) version(ctx context.Context) string {
	version, err := versionOf(ctx, w.source)
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
