// Package loader keeps the newest description that could be read:
//
//	l := loader.New(loader.Config{Source: source, Log: log})
//	l.Start()
//	defer l.Close()
//	now := l.Current() // the description, or why there is none
package loader

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shared"
)

// Config says what is loaded, and who is told.
type Config struct {
	Source core.SpecSource
	Shared *shared.Source // what replicas share of Source, nil for nothing
	Watch  time.Duration  // how often the source is looked at, 0 for never
	Log    *slog.Logger
	Closed error // what Reload returns after Close

	// Change is applied to each description that was read, in this order.
	Change []func(*apidoc.Document) *apidoc.Document
	// Loaded is told of each new description, by the goroutine that loaded it. Known
	// reports whether its text is the first or the same as before.
	Loaded func(now *Snapshot, known bool)
}

// Loader loads a description, again and again. Loads never overlap. It is safe for
// concurrent use.
type Loader struct {
	Config

	ask      func(ctx context.Context) (*apidoc.Document, error)
	current  atomic.Pointer[Snapshot]
	progress atomic.Pointer[core.Progress] // nil when nothing is being loaded
	retries  *retries                      // of what could not be loaded

	ready   chan struct{} // closed when the first load has ended
	loading chan struct{} // holds one token; whoever has it may load
	life    context.Context
	stop    context.CancelFunc
	done    sync.WaitGroup // the goroutines of Start
	after   sync.WaitGroup // those of Go
}

// New makes a Loader that has loaded nothing yet.
func New(c Config) *Loader {
	l := &Loader{Config: c, retries: newRetries(), ready: make(chan struct{}), loading: make(chan struct{}, 1)}
	l.life, l.stop = context.WithCancel(context.Background())
	l.become(&Snapshot{Description: &Description{}})
	l.progress.Store(&core.Progress{Phase: "Reading the description"})
	l.ask = c.Source.Load
	if c.Shared != nil {
		l.ask = c.Shared.Load
	}
	return l
}

// Start begins to load the description for the first time, and watches it from then on
// if that is wanted. It is called once.
func (l *Loader) Start() {
	l.loading <- struct{}{}
	l.done.Go(func() {
		if l.Watch <= 0 {
			l.first()
			return
		}
		// What other replicas share may be what the source had before.
		w := newWatcher(l.life, l.Source, l.Watch, l.Shared == nil)
		l.first()
		w.run(l.life, func() { _ = l.Reload(l.life) }) // which is logged and shown
	})
}

// first is the first load, behind which other replicas are followed.
func (l *Loader) first() {
	defer close(l.ready)
	defer func() { <-l.loading }()
	_ = l.load(l.life, l.ask) // which is logged and shown
	if l.Shared != nil {
		l.done.Go(func() { l.Shared.Follow(l.life, l.look) })
	}
}

// look shows what another replica has read since.
func (l *Loader) look() { _ = l.alone(l.life, l.Shared.Newer) } // which is logged and shown

// Ready returns a channel that is closed when the first load has ended, well or not.
func (l *Loader) Ready() <-chan struct{} { return l.ready }

// Current returns what the last load left behind. It is never nil.
func (l *Loader) Current() *Snapshot { return l.current.Load() }

// Progress returns how far a load has come, nil when none is going on.
func (l *Loader) Progress() *core.Progress { return l.progress.Load() }

// Plan returns when the source is asked again, the zero Plan for no such time.
func (l *Loader) Plan() Plan { return l.retries.planned() }

// Wanted is called when a reader asks for a description that is not there.
func (l *Loader) Wanted() { l.retries.wanted() }

// Awaited reports whether there is nothing to show yet and may be later.
func (l *Loader) Awaited(s *Snapshot) bool {
	return s.Doc == nil && (s.Err == nil || l.Plan().Tries > 0)
}

// Life returns a context that ends with Close.
func (l *Loader) Life() context.Context { return l.life }

// Go does something in the background that Close waits for. It is called by Loaded, and
// by what that calls.
func (l *Loader) Go(f func()) { l.after.Go(f) }

// Settle waits for what is done in the background.
func (l *Loader) Settle() { l.after.Wait() }

// End ends a load that is going on, and all others. It does not wait.
func (l *Loader) End() { l.stop() }

// Close ends loads and waits for the last one, and for what is done in the background.
// It may be called more than once.
func (l *Loader) Close() {
	l.stop()
	l.loading <- struct{}{} // no load begins anything any more
	l.done.Wait()
	l.after.Wait()
	<-l.loading
}

// Reload reads the description again. When that fails the last good one stays; the error
// is that of the source, of ctx, or Config.Closed.
func (l *Loader) Reload(ctx context.Context) error { return l.alone(ctx, l.ask) }

// alone loads the description when no other load is going on.
func (l *Loader) alone(ctx context.Context, from func(context.Context) (*apidoc.Document, error)) error {
	select {
	case l.loading <- struct{}{}:
	case <-l.life.Done():
		return l.Closed
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-l.loading }()
	if l.life.Err() != nil {
		return l.Closed
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(l.life, cancel)()
	return l.load(ctx, from)
}

// load loads the description and replaces the snapshot, unless nothing has changed.
// Only one call runs at a time.
func (l *Loader) load(ctx context.Context, from func(context.Context) (*apidoc.Document, error)) error {
	ctx, cancel := context.WithCancel(ctx)
	defer l.progress.Store(nil)
	defer cancel()
	ctx = core.WithProgress(ctx, func(p core.Progress) {
		if ctx.Err() == nil {
			l.progress.Store(&p)
		}
	})
	before := l.current.Load()
	doc, err := l.read(ctx, from)
	if errors.Is(err, shared.ErrNone) {
		return nil
	}
	known := before.Err != nil && err != nil && before.Err.Error() == err.Error()
	l.ended(err, known)
	if err != nil {
		if !known {
			l.become(&Snapshot{Description: before.Description, Err: err})
		}
		return err
	}
	if before.Doc != nil && before.Version == version(doc) {
		if before.Err != nil {
			l.become(&Snapshot{Description: before.Description})
		}
		return nil
	}
	now := &Snapshot{Description: newDescription(l.life, doc)}
	l.become(now)
	if before.stop != nil {
		before.stop() // what is still being made of it
	}
	l.Log.Debug("description loaded", "title", doc.Info.Title, "operations", len(doc.Operations))
	if found := doc.Problems; len(found) > 0 {
		l.Log.Warn("findings about the description", "title", doc.Info.Title, "findings", len(found), "first", found[0].String())
	}
	if l.Loaded != nil {
		l.Loaded(now, before.Doc == nil || bytes.Equal(before.Doc.Text.Data, doc.Text.Data))
	}
	return nil
}

// read calls the source. A source that panics has failed; the server lives on.
func (l *Loader) read(ctx context.Context, from func(context.Context) (*apidoc.Document, error)) (doc *apidoc.Document, err error) {
	defer func() {
		if p := recover(); p != nil {
			doc, err = nil, fmt.Errorf("load the description: the source panicked: %v", p)
		}
	}()
	doc, err = from(ctx)
	if err == nil && doc == nil {
		return nil, errors.New("load the description: the source returned none")
	}
	if err != nil {
		return doc, err
	}
	for _, change := range l.Change {
		doc = change(doc)
	}
	return doc, nil
}

// become replaces the snapshot and tells those who wait. Only one call runs at a time.
func (l *Loader) become(s *Snapshot) {
	s.next = make(chan struct{})
	if before := l.current.Swap(s); before != nil {
		close(before.next)
	}
}

// ended notes how a load has ended, says so in the log, and begins to wait for
// the next one when it is worth it. The caller holds the token of loads.
func (l *Loader) ended(err error, known bool) {
	if l.life.Err() != nil {
		return
	}
	before, after, start := l.retries.ended(err)
	if start {
		l.done.Go(l.retry)
	}
	switch {
	case err == nil && before.Tries > 0:
		l.Log.Warn("description loaded after failures", "tries", before.Tries)
	case err == nil || known && before.Tries > 0: // which is logged already
	case after.Tries > 0:
		l.Log.Warn("description not loaded", "err", err, "retry", time.Until(after.From))
	default:
		l.Log.Warn("description not loaded", "err", err)
	}
}

// retry loads the description until it is there, or another load would end the
// same, or the viewer is closed.
func (l *Loader) retry() {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		p, ok := l.retries.waiting()
		if !ok {
			return
		}
		timer.Reset(time.Until(p.by))
		select {
		case <-l.life.Done():
			return
		case <-timer.C:
		case <-l.retries.wake:
			if time.Now().Before(p.From) { // it was asked meanwhile
				continue
			}
		}
		if l.retries.planned() == p { // nobody else has asked it
			_ = l.Reload(l.life) // which is logged and shown
		}
	}
}
