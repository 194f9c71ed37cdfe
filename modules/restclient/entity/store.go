package entity

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-json-experiment/json"
)

// Entity is a value that its primary key identifies. Zero is a key like any
// other; an empty string is none.
type Entity[K comparable] interface{ PK() K }

// Status says how far a stored value can be trusted.
type Status uint8

// The statuses, from absent to good.
const (
	Missing Status = iota // never stored, or deleted
	Invalid               // stored, but no answer before it is read again; lists show it
	Stale                 // may be shown, and should be read again
	Fresh                 // good
)

// String returns the name of the status in lower case.
func (s Status) String() string {
	return [...]string{"missing", "invalid", "stale", "fresh"}[s]
}

// Stamp orders requests: later ones have greater stamps.
type Stamp uint64

// Write says when the request behind a write began and how long its data is
// fresh. Begin gives Start before the request is sent.
type Write struct {
	Start Stamp
	TTL   time.Duration // not positive: stale at once
	// Mutation says that the data answers a mutation. What a later request has
	// read unchanged does not outweigh it, and reads that began before the answer
	// do not change what it has set.
	Mutation bool
	// By names who writes, such as an operation, for OnCommit. It changes nothing.
	By string
	// Volatile says that the data must not be saved: Images leaves out what has
	// some of it.
	Volatile bool

	commit   *commit // the commit that the write joins; nil: one of its own
	answered Stamp   // when the mutation was answered; 0 for reads
}

// Store holds the tables of all entity types, and what responses said about
// them. Use NewStore.
//
// Writes are commits, one after the other. Reads never wait for them: each read
// sees the state after some whole commit, and a Snapshot sees the same one for
// as long as it is held.
type Store struct {
	now       func() time.Duration // since the store was made
	started   time.Time            // when that was
	unmarshal func([]byte, any) error
	stamps    atomic.Uint64
	drafts    atomic.Uint64 // counts made-up keys
	nextDraft func() uint64
	seq       atomic.Uint64 // the last commit that readers may see
	tables    sync.Map      // reflect.Type of the entities -> *AnyTable
	values    sync.Map      // reflect.Type of the values -> *AnyValues
	responses sync.Map      // reflect.Type of whole responses -> *AnyValues
	objects   sync.Map      // reflect.Type of the responses -> *AnyObjects
	pins      pins

	mu     sync.Mutex // held by the one commit under way
	commit commit     // guarded by mu, used again and again
	hooks  []*func(Commit)

	publishHooks []func(changed bool) // guarded by mu

	watches map[*Watch]struct{} // guarded by mu
	layers  map[*Layer]struct{} // that show something; guarded by mu

	entries    int           // cells and lists; guarded by mu
	maxEntries int           // never changes
	retention  time.Duration // never changes
	nextSweep  time.Duration // guarded by mu
	revisions  uint64        // counts those of cells; guarded by mu
}

// Option changes a setting of NewStore.
type Option func(*Store)

// WithClock sets the clock that freshness is measured with. Default: the
// monotonic clock, which jumps of the wall clock do not move.
func WithClock(now func() time.Time) Option {
	return func(s *Store) {
		start := now()
		s.started = start
		s.now = func() time.Duration { return now().Sub(start) }
	}
}

// WithUnmarshal sets how JSON becomes an entity, or a slice of them. It must
// refuse trailing data. Default: JSON as RFC 8259 and RFC 7493 have it,
// duplicate names refused.
func WithUnmarshal(f func(data []byte, v any) error) Option {
	return func(s *Store) { s.unmarshal = f }
}

// NewStore makes an empty store.
func NewStore(opts ...Option) *Store {
	start := time.Now()
	s := &Store{
		started:   start,
		now:       func() time.Duration { return time.Since(start) },
		unmarshal: func(data []byte, v any) error { return json.Unmarshal(data, v) },
		retention: MinRetention,
	}
	s.nextDraft = func() uint64 { return s.drafts.Add(1) }
	s.seq.Store(1) // the empty store; Snapshot.at has 0 for the newest commit
	for _, opt := range opts {
		opt(s)
	}
	return s
}

// Unmarshal reads JSON as the store does.
func (s *Store) Unmarshal(data []byte, v any) error { return s.unmarshal(data, v) }

// Begin returns the stamp of a request that is sent now.
func (s *Store) Begin() Stamp { return Stamp(s.stamps.Add(1)) }

// Seq returns the number of the last commit.
func (s *Store) Seq() uint64 { return s.seq.Load() }

// timeAt is the time d after the store was made.
func (s *Store) timeAt(d time.Duration) time.Time { return s.started.Add(d) }
