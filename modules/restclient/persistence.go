package restclient

import (
	"context"
	"errors"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/call"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/kept"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/saving"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// Persistence keeps what a client has stored, so that the next run of the
// program finds it: package filepersist has one. It is called concurrently. The
// identity is as ForIdentity was told, and "" for the client of New.
type Persistence interface {
	// Load returns the tables that were saved last, none when there are none. Some
	// may come with an error: those of an earlier Save, such as when the run before was
	// killed. Nothing of them counts as fresh.
	Load(ctx context.Context, identity string) ([]SavedTable, error)
	// Save replaces the tables of an identity, all at once: whatever happens, Load
	// returns those of one Save. It does not keep the tables.
	Save(ctx context.Context, identity string, tables []SavedTable) error
	// Forget deletes all that is kept for an identity.
	Forget(ctx context.Context, identity string) error
}

// BehindNoter is a Persistence that can be told that what was saved is out of date. It is
// told so before a mutation is sent, something is made stale or invalid, or a push is
// stored, and the reverse after a Save that has all of it. Without it, a run that was killed
// in between may leave as fresh what it had changed.
type BehindNoter interface {
	// Behind notes, before it returns, whether what is saved for an identity lacks a change;
	// as long as it does, Load returns an error with it. It is called between calls of Save,
	// and not when nothing would be other than before.
	Behind(ctx context.Context, identity string, behind bool) error
}

// SavedTable is all that is stored of one Go type.
type SavedTable struct {
	Name        string // of the type, with its package
	Fingerprint string // of how values of the type are written
	Data        []byte
}

// The defaults of WithPersistence.
const (
	DefaultSaveDelay    = time.Second
	DefaultMaxSaveDelay = 10 * time.Second
	DefaultKeepFor      = 7 * 24 * time.Hour
)

// WithPersistence saves what the server has said about what Keep names, and
// stores it again when the client of the next run is made, before New returns:
// entities, lists and whole answers, each for as long as it would have been
// fresh, and what makes reads conditional. What mutations under way would do is
// not saved (see WithOutbox), nor are errors. Close saves what is left; after a run that
// was killed while a change was not saved yet, filepersist has all of it read again, and
// shows it meanwhile.
//
// Never saved is the answer to a request with Cache-Control: no-store (RFC 9111,
// section 5.2.2.5), or of an endpoint with WithoutPersistence: an entity counts
// as one as long as any of its fields came so.
//
// What was read from another base URL is dropped. When a Go type is written in another
// way than in the run before, has another key, or is read by endpoints with other
// prefixes, what was saved of it is dropped, and what holds it, but nothing else.
//
// Each identity of ForIdentity, WithIdentity and Middleware is saved apart and
// read at its first use; the empty one never is. Reset deletes what was saved.
// An error of p never fails a call: it is logged, and counted by SaveState.
// Default: nothing is saved.
func WithPersistence(p Persistence, opts ...PersistOption) Option {
	return func(c *config) {
		c.persist = &persistConfig{port: p, delay: DefaultSaveDelay, maxDelay: DefaultMaxSaveDelay, keepFor: DefaultKeepFor}
		for _, opt := range opts {
			opt(c.persist)
		}
	}
}

type persistConfig struct {
	port            Persistence
	keep            []Kept
	delay, maxDelay time.Duration
	keepFor         time.Duration
	kept            *kept.Types
}

// PersistOption changes a setting of WithPersistence.
type PersistOption func(*persistConfig)

// Kept is what Keep takes: a Resource, or a Read.
type Kept interface{ kept() []*call.Endpoint }

// Keep names what is saved: all entities of a resource and all lists of them,
// those of the types inside included, whichever endpoint they came by; of a read
// without entities, its answers. Repeated options add up.
func Keep(what ...Kept) PersistOption {
	return func(c *persistConfig) { c.keep = append(c.keep, what...) }
}

// WithSaveDelay sets how long after the last change it is saved, and how long
// after the first one at most. Default: DefaultSaveDelay, DefaultMaxSaveDelay.
func WithSaveDelay(quiet, most time.Duration) PersistOption {
	return func(c *persistConfig) { c.delay, c.maxDelay = quiet, max(quiet, most) }
}

// WithKeepFor sets how long data is kept that the server has not confirmed and
// nobody has read, instead of the two minutes of WithMaxEntities. Default:
// DefaultKeepFor.
func WithKeepFor(d time.Duration) PersistOption { return func(c *persistConfig) { c.keepFor = d } }

// WithoutPersistence has nothing saved that came by an endpoint, or by those of
// a resource, and nothing shared with other processes. Default: WithPersistence
// and WithShared decide.
func WithoutPersistence() EndpointOption { return extra(call.Unsaved{}, true) }

// prepare compiles what is kept.
func (c *persistConfig) prepare() (err error) {
	switch {
	case c == nil:
		return nil
	case c.port == nil:
		return errors.New("restclient: nil Persistence")
	case len(c.keep) == 0:
		return errors.New("restclient: WithPersistence without Keep saves nothing")
	}
	var all []*call.Endpoint
	for _, what := range c.keep {
		if what == nil {
			return errors.New("restclient: nil in Keep")
		}
		all = append(all, what.kept()...)
	}
	c.kept, err = kept.Compile(all)
	return err
}

// SaveState says how it stands with the data of a client on the disk.
type SaveState struct {
	At       time.Time // of the last time that it was saved, by the clock of the client
	Restored int       // entities, lists and answers that the last run has left
	Errors   int       // of the Persistence, and of what could not be read or written
	Err      error     // the last of them
}

// newSaver makes what saves the data of one identity.
func newSaver(c config, id string) *saving.Saver {
	p := c.persist
	var behind func(context.Context, bool) error
	if noter, ok := p.port.(BehindNoter); ok {
		behind = func(ctx context.Context, is bool) error { return noter.Behind(ctx, id, is) }
	}
	return saving.New(saving.Config{
		Behind: behind,
		Load: func(ctx context.Context) ([]saving.Table, error) {
			tables, err := p.port.Load(ctx, id)
			all := make([]saving.Table, len(tables))
			for i, t := range tables {
				all[i] = saving.Table(t)
			}
			return all, err
		},
		Save: func(ctx context.Context, tables []saving.Table) error {
			all := make([]SavedTable, len(tables))
			for i, t := range tables {
				all[i] = SavedTable(t)
			}
			return p.port.Save(ctx, id, all)
		},
		Forget: func(ctx context.Context) error { return p.port.Forget(ctx, id) },
		Parts:  func(s *store.Store) []saving.Part { return p.kept.Parts(s, c.codec) },
		Delay:  p.delay, MaxDelay: p.maxDelay, Base: c.baseURL, Marshal: c.codec.Marshal, Now: c.now, Logger: c.logger,
	})
}
