package restclient

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/saving"
)

// Persistence keeps what a client has stored, so that the next run of the
// program finds it: package filepersist has one. It is called concurrently. The
// identity is as ForIdentity was told, and "" for the client of New.
type Persistence interface {
	// Load returns the tables that were saved last, none when there are none. Some
	// may come with an error: those of an earlier Save.
	Load(ctx context.Context, identity string) ([]SavedTable, error)
	// Save replaces the tables of an identity, all at once: whatever happens, Load
	// returns those of one Save. It does not keep the tables.
	Save(ctx context.Context, identity string, tables []SavedTable) error
	// Forget deletes all that is kept for an identity.
	Forget(ctx context.Context, identity string) error
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
// not saved (see WithOutbox), nor are errors.
//
// Never saved is the answer to a request with Cache-Control: no-store (RFC 9111,
// section 5.2.2.5), or of an endpoint with WithoutPersistence: an entity counts
// as one as long as any of its fields came so.
//
// When a Go type is written in another way than in the run before, what was
// saved of it is dropped, and what holds it, but nothing else.
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
	kept            *keptTypes
}

// PersistOption changes a setting of WithPersistence.
type PersistOption func(*persistConfig)

// Kept is what Keep takes: a Resource, or a Read.
type Kept interface{ kept() []*endpoint }

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
// a resource. Default: WithPersistence decides.
func WithoutPersistence() EndpointOption { return extra(unsaved{}, true) }

// unsaved is the key of what WithoutPersistence says.
type unsaved struct{}

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
	c.kept, err = compileKept(c.keep)
	return err
}

// SaveState says how it stands with the data of a client on the disk.
type SaveState struct {
	At       time.Time // of the last time that it was saved, by the clock of the client
	Restored int       // entities, lists and answers that the last run has left
	Errors   int       // of the Persistence, and of what could not be read or written
	Err      error     // the last of them
}

// keptTypes are the types that are saved.
type keptTypes struct {
	kinds []*entity.Kind // those inside others before those
	whole []*answer.Saved
	paths map[string]bool // of reads whose answers are saved as a whole
}

func compileKept(keep []Kept) (*keptTypes, error) {
	k := &keptTypes{paths: map[string]bool{}}
	scratch := entity.NewStore()
	var kinds []*entity.Kind
	for _, what := range keep {
		if what == nil {
			return nil, fmt.Errorf("restclient: nil in Keep")
		}
		for _, e := range what.kept() {
			if err := e.fault(); err != nil {
				return nil, err
			}
			inside, err := k.add(e, scratch)
			if err != nil {
				return nil, err
			}
			kinds = append(kinds, inside...)
		}
	}
	k.kinds = entity.Closure(kinds...)
	return k, k.check(scratch)
}

// add adds what an endpoint stores, and returns the kinds of entities.
func (k *keptTypes) add(e *endpoint, scratch *entity.Store) ([]*entity.Kind, error) {
	s, ok := e.schema.(answer.Saver)
	if !ok || e.open || isUnsaved(e) {
		return nil, fmt.Errorf("restclient: Keep: the answers of %s cannot be saved", e.declared.Name)
	}
	kind, whole := s.Saves()
	if whole == nil {
		return []*entity.Kind{kind}, nil
	}
	k.paths[e.declared.Place()] = true
	if !slices.ContainsFunc(k.whole, func(w *answer.Saved) bool { return w.Result == whole.Result }) {
		k.whole = append(k.whole, whole)
	}
	if o, ok := whole.In(scratch).(*entity.AnyObjects); ok {
		return o.Kinds(), nil
	}
	return nil, nil
}

// isUnsaved reports whether nothing that comes by an endpoint is saved.
func isUnsaved(e *endpoint) bool { return e.declared.Extra[unsaved{}] != nil }

// check refuses types that have one name.
func (k *keptTypes) check(scratch *entity.Store) error {
	seen := map[string]bool{}
	for _, t := range k.parts(scratch, nil) {
		if seen[t.Name] {
			return fmt.Errorf("restclient: two types that are kept are named %s", t.Name)
		}
		seen[t.Name] = true
	}
	return nil
}

// parts lists what is saved of a store: what is inside others before those.
func (k *keptTypes) parts(s *entity.Store, codec Codec) []saving.Part {
	var all []saving.Part
	add := func(name string, of entity.Persistent) {
		all = append(all, saving.Part{Name: name, Fingerprint: fingerprint(of, codec), Of: of})
	}
	for _, kind := range k.kinds {
		t := kind.In(s)
		add("entity "+t.TypeName(), t)
	}
	for _, w := range k.whole {
		p := w.In(s)
		add("answer "+p.TypeName(), p)
	}
	add("refs", entity.AnyValuesOf[answer.Ref](s))
	add("validators", entity.AnyValuesOf[validator](s))
	return all
}

// volatile reports whether the answer to a call must not be saved.
func volatile(client *Client, e *endpoint, r *answer.Reply) bool {
	persist := client.config.persist
	if persist == nil {
		return false
	}
	return isUnsaved(e) || r != nil && r.NoStore() || !persist.kept.has(e)
}

// has reports whether the answers of an endpoint are kept. Entities are, or are
// not, whatever they came by.
func (k *keptTypes) has(e *endpoint) bool {
	s, ok := e.schema.(answer.Saver)
	if !ok {
		return true
	}
	_, whole := s.Saves()
	return whole == nil || k.paths[e.declared.Place()]
}

// fingerprint is that of a part as this client writes it.
func fingerprint(of entity.Persistent, codec Codec) string {
	return cmp.Or(of.Fingerprint(), "none") + fmt.Sprintf(" %T %d", codec, savedFormat)
}

// savedFormat is the number of the form in which parts are saved.
const savedFormat = 1

// newSaver makes what saves the data of one identity.
func newSaver(c config, id string) *saving.Saver {
	p := c.persist
	return saving.New(saving.Config{
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
		Parts:  func(s *entity.Store) []saving.Part { return p.kept.parts(s, c.codec) },
		Delay:  p.delay, MaxDelay: p.maxDelay, Marshal: c.codec.Marshal, Now: c.now, Logger: c.logger,
	})
}
