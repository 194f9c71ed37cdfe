// Package shared lets replicas show one version of a description: one of them asks the
// source, and the others take what it has read.
//
//	source := shared.New(shared.Config{Name: "zoo", Source: own, Blobs: store, Signals: store, Log: log})
//	doc, err := source.Load(ctx)  // what replicas have, or what the source has
//	source.Follow(ctx, func() { doc, err := source.Newer(ctx) })
//
// Each version but the first is the one after another, which is decided by who puts it
// there first. A replica asks the source when it knows the newest version, and what it
// reads can only become the one after that: so nobody is brought back to what was read
// before.
package shared

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/state"
)

const (
	// Every is how often a replica looks for a version that no signal told it of.
	Every = 10 * time.Second

	between = 100 * time.Millisecond // two looks, whatever is signalled
	wait    = 5 * time.Second        // for a replica that asks the source
)

// ErrNone says that there is no newer version.
var ErrNone = errors.New("there is no newer version")

// Config says what is shared, and where.
type Config struct {
	Name    string // of the description, the same in all replicas
	Source  core.SpecSource
	Blobs   state.Blobs
	Signals state.Signals // nil for none
	Log     *slog.Logger
}

// Source is a source whose versions replicas share. Load and Newer are called by one
// goroutine at a time.
type Source struct {
	own    core.SpecSource
	reader core.SpecReader // nil: what another replica has read is read from the own source
	store  *store

	at     version   // the newest that is known, with the text that is shown
	text   []byte    // that is shown, nil for none
	unsaid bool      // the store does not know the text: at is the version before it
	old    bool      // the source is to be asked whether there is a newer one
	missed string    // the text of another replica that cannot be read here
	kept   time.Time // when the store was last given the text that is shown
	asked  time.Time // when the source was
}

// New makes a Source that has read nothing.
func New(c Config) *Source {
	reader, _ := c.Source.(core.SpecReader)
	return &Source{own: c.Source, reader: reader, store: newStore(c.Name, c.Blobs, c.Signals, c.Log)}
}

// Load returns what another replica has read when nothing was loaded yet, and what the
// source has otherwise.
func (s *Source) Load(ctx context.Context) (*apidoc.Document, error) {
	if s.text == nil && s.reader != nil {
		if doc := s.first(ctx); doc != nil {
			return doc, nil
		}
	}
	return s.ask(ctx)
}

// first returns the newest version, nil when this replica is to ask the source: it is the
// first, or the one that is asking it takes too long.
func (s *Source) first(ctx context.Context) *apidoc.Document {
	end := time.NewTimer(wait)
	defer end.Stop()
	for {
		doc := s.stored(ctx)
		mine, err := s.store.begin(ctx)
		switch {
		case doc != nil:
			s.old = mine
			return doc
		case mine || err != nil:
			return nil
		}
		core.ReportProgress(ctx, core.Progress{Phase: "Waiting for another replica"})
		select {
		case <-time.After(between):
		case <-end.C:
			return nil
		case <-ctx.Done():
			return nil
		}
	}
}

// stored returns the newest version where it is one of another replica, nil for none.
func (s *Source) stored(ctx context.Context) *apidoc.Document {
	newest, _, err := s.store.newest(ctx, s.at)
	if err != nil || newest.Number == s.at.Number {
		return nil
	}
	doc, err := s.take(ctx, newest)
	if err != nil {
		return nil
	}
	return doc
}

// take reads a version of another replica.
func (s *Source) take(ctx context.Context, v version) (*apidoc.Document, error) {
	text, err := s.store.text(ctx, v)
	if err != nil {
		return nil, err
	}
	doc, err := s.reader.ReadSpec(ctx, text)
	if err == nil {
		s.show(v, text)
		s.kept = time.Now()
	}
	return doc, err
}

func (s *Source) show(v version, text []byte) { s.at, s.text, s.unsaid, s.missed = v, text, false, "" }

// ask returns what the source has. Where another replica has made it known meanwhile that
// there is something else, which may be older or newer, the source is asked once more; what
// another one reads during that is not older than the call.
func (s *Source) ask(ctx context.Context) (*apidoc.Document, error) {
	s.old, s.asked = false, time.Now()
	for again := true; ; again = false {
		before, _, down := s.store.newest(ctx, s.at)
		doc, err := s.own.Load(ctx)
		if down == nil {
			s.store.end(ctx, err == nil)
		}
		if err != nil || doc == nil || len(doc.Text.Data) == 0 {
			return doc, err
		}
		if down != nil {
			s.keepUnsaid(doc.Text.Data)
			return doc, nil
		}
		if s.tell(ctx, before, doc.Text.Data) {
			return doc, nil
		}
		if again {
			continue
		}
		if theirs := s.stored(ctx); theirs != nil {
			return theirs, nil
		}
		s.keepUnsaid(doc.Text.Data)
		return doc, nil
	}
}

// keepUnsaid shows a text that the store does not know.
func (s *Source) keepUnsaid(text []byte) {
	s.show(version{s.at.Number, sumOf(text), len(text)}, text)
	s.unsaid = true
}

// tell tells the store of a text that was read when a version was the newest one. It is
// false when there is another one after that.
func (s *Source) tell(ctx context.Context, before version, text []byte) bool {
	if !s.unsaid && before.Sum == sumOf(text) {
		if before.Number != s.at.Number {
			s.kept = time.Time{} // its text may be lost: that is why it was read here
		}
		s.show(before, text)
		return true
	}
	now := before.after(text)
	added, err := s.store.add(ctx, before, now, s.told(text))
	switch {
	case err != nil:
		s.keepUnsaid(text)
	case added:
		s.show(now, text)
		s.kept = time.Now()
	}
	return added || err != nil
}

// told is what the store is given of a text: nothing where no replica would read it.
func (s *Source) told(text []byte) []byte {
	if s.reader == nil {
		return nil
	}
	return text
}

// Newer returns what another replica has read since. The error is ErrNone for nothing, and
// that of reading it.
func (s *Source) Newer(ctx context.Context) (*apidoc.Document, error) {
	if s.old {
		return s.ask(ctx)
	}
	newest, head, err := s.store.newest(ctx, s.at)
	switch {
	case err != nil || newest.Sum == s.missed && s.missed != "":
		return nil, ErrNone
	case newest.Number == s.at.Number:
		s.keep(ctx, head)
		return nil, ErrNone
	case newest.Sum == s.at.Sum:
		s.show(newest, s.text)
		return nil, ErrNone
	case s.reader == nil:
		return s.reread(ctx, newest)
	}
	doc, err := s.take(ctx, newest)
	var wrong *core.SpecError
	switch {
	case err == nil:
		return doc, nil
	case errors.As(err, &wrong):
		s.missed = newest.Sum
		return nil, err
	case time.Since(s.asked) < Every:
		return nil, ErrNone
	}
	return s.ask(ctx) // there is no such text
}

// reread reads the own source again, where another replica has read something else of it.
func (s *Source) reread(ctx context.Context, v version) (*apidoc.Document, error) {
	doc, err := s.own.Load(ctx)
	if err != nil || doc == nil {
		s.missed = v.Sum
		return doc, err
	}
	text := doc.Text.Data
	s.show(version{v.Number, sumOf(text), len(text)}, text)
	return doc, nil
}

// keep tells the store of what is shown, where it has lost that or never had it.
func (s *Source) keep(ctx context.Context, head version) {
	switch {
	case s.text == nil:
	case s.unsaid:
		s.tell(ctx, s.at, s.text)
	case s.reader != nil && (head.Number < s.at.Number || time.Since(s.kept) >= kept/2):
		if s.store.keep(ctx, s.at, s.text) == nil {
			s.kept = time.Now()
		}
	}
}

// Follow calls look when another replica may have read something, until ctx is done: at
// once, when a signal comes, and every 10 seconds in case one was lost.
func (s *Source) Follow(ctx context.Context, look func()) {
	told := make(chan struct{}, 1)
	var subscribed sync.WaitGroup
	defer subscribed.Wait()
	if s.store.signals != nil {
		subscribed.Go(func() { s.subscribe(ctx, told) })
	}
	for {
		look()
		select { // however many signals come
		case <-time.After(between):
		case <-ctx.Done():
			return
		}
		select {
		case <-told:
		case <-time.After(Every - between):
		case <-ctx.Done():
			return
		}
	}
}

// subscribe subscribes to what other replicas tell, again when that has broken.
func (s *Source) subscribe(ctx context.Context, told chan<- struct{}) {
	for ctx.Err() == nil {
		s.store.note(s.store.signals.Subscribe(ctx, s.store.topic, func([]byte) {
			select {
			case told <- struct{}{}:
			default: // it will look
			}
		}))
		select {
		case <-time.After(Every):
		case <-ctx.Done():
		}
	}
}
